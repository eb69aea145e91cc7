/** The looks of the games at hand: every name in them means something, and nothing they show is a secret. */
import { fileURLToPath } from 'node:url'
import { loadGame } from '@ludoforge/compiler'
import { makeAgent } from '@ludoforge/agents'
import type { State } from '@ludoforge/kernel'
import { describe, expect, it } from 'vitest'
import { Labels, PLAIN_LOOK, Table } from '../src/board/index.js'
import { findGame, knownGames, lookOf } from '../src/games.js'
import { makePaint } from '../src/terminal.js'

const found = knownGames().map((name) => findGame(name))
const withLook = found.filter((game) => lookOf(game).look !== PLAIN_LOOK)

describe.each(withLook.map((game) => [game.given, game] as const))('the look of %s', (_, at) => {
  it('names only what there is, and computes what it wants to show', async () => {
    const game = await loadGame(at.path)
    const { look, notes } = lookOf(at)
    expect(notes).toEqual([])
    const { def } = game
    const types = def.tokens.map(({ id }) => id)
    const known = new Set([
      ...[def.seats, def.zones, def.variables, def.tokens, def.procedures].flatMap((all) =>
        all.map(({ id }) => id),
      ),
      ...def.zones.flatMap(({ family }) => family ?? []),
      ...def.enums.flatMap(({ values }) => values),
      ...Object.keys(look.short).filter((id) => types.includes(id.split('+')[0] ?? id) && id.includes('+')),
    ])
    const named = [
      ...look.groups.flatMap(({ spaces }) => spaces),
      ...Object.keys(look.short),
      ...Object.keys(look.colours),
      ...Object.keys(look['card-notes']),
      ...look.tracks,
      ...look.zones,
      ...look.hide,
    ]
    expect(named.filter((id) => !known.has(id))).toEqual([])
    const table = new Table(game, new Labels(def, look, makePaint(false)))
    expect(table.notes(game.start({ seed: 1 }))).toEqual([])
  })

  it('keeps within its columns all through a random game', async () => {
    const game = await loadGame(at.path)
    const table = new Table(game, new Labels(game.def, lookOf(at).look, makePaint(false)))
    const state = game.start({ seed: 3 })
    const agents = game.def.seats.map((_seat, i) => makeAgent('random', i))
    for (let n = 0; n < 400; n += 1) {
      const ask = game.ask(state)
      if (ask === undefined) break
      if (n % 40 === 0) {
        const lines = table.lines(state, game.def.seats[ask.seat]?.id ?? null, 100)
        expect(lines.filter((line) => line.length > 100)).toEqual([])
      }
      game.answer(state, agents[ask.seat]?.choose(game, state, ask.seat) ?? [])
    }
  })
})

const HIDDEN = fileURLToPath(new URL('../../../games/three-crowns', import.meta.url))

it('a look cannot show what a seat may not see', async () => {
  const game = await loadGame(HIDDEN)
  const item = { title: 'x', hide: [], signed: false, aside: false }
  const look = {
    ...PLAIN_LOOK,
    values: [{ ...item, title: 'north holds', value: 'first(hand of north).rank' }],
    'seat-values': [{ ...item, title: 'holds', value: 'first(hand of {it}).rank' }],
  }
  const table = new Table(game, new Labels(game.def, look, makePaint(false)))
  const shown = (state: State, seat: string | null) => table.lines(state, seat, 100).join('\n')
  const state = game.start({ seed: 1 })
  expect(shown(state, 'north')).toMatch(/north holds \d/)
  expect(shown(state, 'east')).not.toContain('holds')
  expect(shown(state, null)).not.toContain('holds')
})
