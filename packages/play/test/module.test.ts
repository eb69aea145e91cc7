/** A game as a module: the same game, or a clear error. */
import { describe, expect, it } from 'vitest'
import { linkGame, CompilerUnavailable, VersionMismatch } from '@ludoforge/kernel'
import { type GameModule, linkBlock, linkExpr, loadModule, writeModule, explain } from '../src/index.js'
import type { LinkedGame } from '@ludoforge/kernel/internal'
import { itemAt } from '../../../test/support/items.js'
import { cards } from '../../kernel/test/games/cards.js'
import { couriers } from '../../kernel/test/games/couriers.js'
import { islands } from '../../kernel/test/games/islands.js'
import { leaders } from '../../kernel/test/games/leaders.js'
import { parlour } from '../../kernel/test/games/parlour.js'
import { tictactoe } from '../../kernel/test/games/tictactoe.js'
import { opened } from './opened.js'

const games = [cards, couriers, islands, leaders, parlour, tictactoe]

describe('a module', () => {
  it.each(games)('of $id is the game of its GameDef', (def) => {
    const linked = linkGame(def)
    const game = loadModule(opened(writeModule(def)).module)
    expect(game.fingerprint).toBe(linked.fingerprint)
    const state = game.start({ seed: 3 })
    expect(game.hash(state)).toBe(linked.hash(linked.start({ seed: 3 })))
    expect(linked.hash(linked.restore(game.save(state)))).toBe(game.hash(state))
  })

  it.each(games)('of $id always has the same text', (def) => {
    expect(writeModule(structuredClone(def))).toBe(writeModule(def))
  })

  it('is data and code, for any texts in it', () => {
    const title = `'; throw 1 // \u2028 \\' */ \${x} </script>`
    const { module, exports } = opened(writeModule({ ...tictactoe, title }, {}, { look: { [title]: title } }))
    expect(loadModule(module).def.title).toBe(title)
    expect(exports['look']).toEqual({ [title]: title })
  })

  it('evaluates its expressions, as far as a seat may know them, and no others', () => {
    const values = {
      'the hand': {
        expr: { query: 'tokensInZone', zone: { zone: 'hand:ann' }, filter: [] },
        type: 'list token',
      },
      points: { expr: { ref: 'pvar', var: 'points', player: { ref: 'actor' } }, type: 'number' },
    } as const
    const game = loadModule(opened(writeModule(cards, values)).module)
    const state = game.start({ seed: 3 })
    expect(game.evaluate(state, 'points', 'ben')).toBe(0)
    expect(game.evaluate(state, 'the hand', 'ann')).toContain('sun-5@hand:ann')
    expect(() => game.evaluate(state, 'the hand', 'ben')).toThrow(/Ben may not know/)
    expect(() => game.evaluate(state, '1 + 1')).toThrow(CompilerUnavailable)
    expect(() => game.apply(state, 'draw')).toThrow(CompilerUnavailable)
  })

  it('links nothing that it does not contain', () => {
    const game = loadModule(opened(writeModule(islands)).module)
    expect(() => linkBlock(game, [{ setVar: { scope: 'global', var: 'round', value: 9 } }])).toThrow(
      CompilerUnavailable,
    )
    expect(() => linkExpr(game, { op: '+', left: 1, right: 4711 }, 'number')).toThrow(CompilerUnavailable)
    expect(game.decision(game.start({ seed: 1 }))).toBeDefined()
  })

  it('of another version, or with a GameDef that was changed, is refused', () => {
    const { module } = opened(writeModule(tictactoe))
    const procedures = JSON.parse(JSON.stringify(tictactoe.procedures).replace('"limit":9', '"limit":8'))
    const stale: GameModule['code'] = (toolbox, shared) => {
      const programs = Object.entries(module.code(toolbox, shared))
      const [, program] = itemAt(programs, 0)
      return Object.fromEntries([['0123456789abcdef', program], ...programs.slice(1)])
    }
    for (const other of [
      { ...module, format: 'ludoforge-module/0' },
      { ...module, code: stale },
      { ...module, def: { ...tictactoe, procedures } },
    ]) {
      expect(() => loadModule(other)).toThrow(VersionMismatch)
      expect(() => loadModule(other)).toThrow(/written by another version of ludoforge/)
    }
  })

  it.each(games)('of $id numbers the same kinds, whatever was explained first', (def) => {
    const game = loadModule(opened(writeModule(def)).module) as unknown as LinkedGame
    const { sets } = game.linked.machine.linker.kinds
    const before = sets.length
    const state = game.start({ seed: 1 })
    for (const { id } of [...def.zones, ...def.procedures]) explain(game, state, id)
    expect(sets.length).toBe(before)
  })
})
