/** The memory layout of a state: no unused cells, and none wider than necessary. */
import { describe, expect, it } from 'vitest'
import { entryOf } from '../../../test/support/items.js'
import type { GameDef, VariableDef } from '../src/index.js'
import { LinkedGame } from '../src/game/game.js'
import { hashOfSave } from './forge.js'
import { cards } from './games/cards.js'
import { islands } from './games/islands.js'
import { tictactoe } from './games/tictactoe.js'

const number = (more: Partial<VariableDef>): VariableDef => ({
  id: 'n',
  scope: 'global',
  type: 'number',
  start: 0,
  ...more,
})
const linked = (def: GameDef, ...variables: VariableDef[]): LinkedGame =>
  new LinkedGame({ ...def, variables: [...def.variables, ...variables] })
const layoutOf = (game: LinkedGame) => game.linked.machine.linker.layout

describe('the cells of a board', () => {
  it('are 16 bits wide where everything fits, else 32', () => {
    const cells = (more: Partial<VariableDef>) => linked(tictactoe, number(more)).start().d
    expect(cells({ min: -32768, max: 32767 })).toBeInstanceOf(Int16Array)
    expect(cells({ min: 0, max: 32768 })).toBeInstanceOf(Int32Array)
    expect(cells({ min: -32769, max: 0 })).toBeInstanceOf(Int32Array)
    expect(cells({})).toBeInstanceOf(Int32Array)
    // How many of them are not at their start is counted in one.
    const many = Array.from({ length: 33_000 }, (_, i) =>
      number({ id: `n${i}`, min: 0, max: 1, during: 'action' }),
    )
    expect(linked(tictactoe, ...many).start().d).toBeInstanceOf(Int32Array)
  })

  it('refuse a save with a number that is too large for them', () => {
    const game = linked(tictactoe)
    const saved = game.save(game.start({ seed: 1 }))
    const data = saved.data.map((value, i) => (i === 0 ? value + 65536 : value))
    expect(() => game.restore({ ...saved, data, hash: hashOfSave(game, { ...saved, data }) })).toThrow(
      /a number that is too large for its cell/,
    )
  })

  it('exist for a zone variable only in zones that have it', () => {
    const before = layoutOf(linked(tictactoe)).cells
    const all = linked(tictactoe, number({ scope: 'zone', min: 0, max: 9, start: 4 }))
    const some = linked(tictactoe, number({ scope: 'zone', min: 0, max: 9, only: ['a1', 'b2'] }))
    expect(layoutOf(all).cells - before).toBe(9 + 1) // the spaces, and one for all that lack it
    expect(layoutOf(some).cells - before).toBe(2 + 1)
    const { zones } = all.view(all.start(), null)
    expect(entryOf(zones, 'a1').markers).toEqual({ n: 4 })
    expect(entryOf(zones, 'box').markers).toEqual({})
  })

  it('shared by zones without a variable keep its start value, also in saves', () => {
    const game = linked(tictactoe, number({ scope: 'zone', min: 0, max: 9, start: 4 }))
    const { lacking } = layoutOf(game).variables.get('n')!
    const saved = game.save(game.start())
    const data = saved.data.map((value, i) => (i === lacking ? 5 : value))
    expect(saved.data[lacking]).toBe(4)
    expect(() => game.restore({ ...saved, data, hash: hashOfSave(game, { ...saved, data }) })).toThrow(
      /a zone has no variable 'n'/,
    )
  })

  it('have no piece counts for card zones and no top card for piece zones', () => {
    for (const def of [tictactoe, cards]) {
      const { cells, hashed, tokens, pieces, zones, pieceZones, pieceKinds, camps } = layoutOf(linked(def))
      const cardZones = zones.length - pieceZones
      const counted = (pieceZones + Math.min(1, cardZones)) * pieceKinds
      expect(camps).toBe(0)
      expect(cells - hashed).toBe(tokens - pieces + 2 * cardZones + zones.length + counted + 1)
    }
  })

  it('count all pieces of a seat together if every piece has an owner and seats have several kinds', () => {
    const layout = layoutOf(linked(islands))
    expect(layout.ownerOfKind).toEqual(layout.props.get('owner')?.values.slice(0, layout.pieceKinds))
    expect(layout.camps).toBe(2)
  })
})
