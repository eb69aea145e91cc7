/** Fixed action and observation spaces: complete, free of dead ends, the same everywhere, and silent about secrets. */
import { spawnSync } from 'node:child_process'
import { type Game, isComplete, type Question, Rng, type State } from '@ludoforge/kernel'
import {
  actionSpaceOf,
  type Encoding,
  informationState,
  type ObservationCells,
  observationSpaceOf,
  PartialAnswer,
} from '@ludoforge/play'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { root } from '../../scripts/process.mjs'
import { COMMAND } from '../support/run/command.js'
import { effort } from '../support/effort.js'
import { games, leftOut } from '../support/folders.js'
import { beginning, drawPicks, runsWithin } from '../support/play.js'
import { veils } from '../support/leaky-game.js'
import { twin } from '../support/secrets.js'

const all: readonly { readonly name: string; readonly game: Game }[] = [
  ...games,
  { name: 'veils', game: veils },
]
const MOST_LEAVES = 300

/** Yields the positions of a random game, and the question there. */
function* positions(game: Game, seed: number, most: number): Generator<State> {
  const rng = new Rng(seed)
  const state = game.start(beginning(game, seed))
  for (let n = 0; n < most; n += 1) {
    if (game.ask(state) === undefined) return
    yield game.fork(state)
    const asked = game.ask(state)
    if (asked !== undefined) game.answer(state, drawPicks(asked, rng))
  }
}

/** The answers that legal actions lead to, as JSON; undefined if there are too many. */
function reachable(answer: PartialAnswer, state: State, seat: number): Set<string> | undefined {
  const found = new Set<string>()
  const open: number[][] = [[]]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    answer.begin(state, seat)
    for (const action of path) answer.take(state, action)
    const legal = answer.legal.slice() // `begin` lists it again
    expect(legal.length).toBeGreaterThan(0)
    expect(new Set(legal).size).toBe(legal.length)
    for (const action of legal) {
      answer.begin(state, seat)
      for (const one of path) answer.take(state, one)
      const picks = answer.take(state, action)
      if (picks === null) open.push([...path, action])
      else found.add(JSON.stringify(picks))
    }
    if (open.length + found.size > MOST_LEAVES) return undefined
  }
  return found
}

/** All legal answers in any order of their picks, as JSON; undefined if there are too many. */
function legalAnswers(question: Question): Set<string> | undefined {
  const { kind, min, max, optional, offers, values, counts } = question
  const found = new Set<string>()
  offers.forEach((_, i) => found.add(JSON.stringify([-1 - i])))
  if (kind !== 'many') {
    if (optional) found.add('[]')
    if (kind === 'number') {
      if (max - min > MOST_LEAVES) return undefined
      for (let value = min; value <= max; value += 1) found.add(JSON.stringify([value]))
    } else values.forEach((_, i) => found.add(JSON.stringify([i])))
    return found
  }
  const open: number[][] = [[]]
  for (let picks = open.pop(); picks !== undefined; picks = open.pop()) {
    if (isComplete(question, picks)) found.add(JSON.stringify(picks))
    const next = picks
    if (picks.length < max)
      values.forEach((_, i) => {
        if (next.filter((pick) => pick === i).length < (counts?.[i] ?? 1)) open.push([...next, i])
      })
    if (open.length + found.size > MOST_LEAVES) return undefined
  }
  return found
}

describe.each(all)(`actions of $name${leftOut()}`, ({ game }) => {
  const space = actionSpaceOf(game)
  const answer = new PartialAnswer(game)

  it('have a name each', () => {
    const names = Array.from({ length: space.size }, (_, action) => space.describe(action).name)
    expect(new Set(names).size).toBe(names.length)
    expect(() => space.describe(space.size)).toThrow(/There is no action/)
    expect(() => space.describe(-1)).toThrow(/There is no action/)
  })

  it('reach every legal answer and nothing else, without dead ends', () => {
    let exact = 0
    const property = fc.property(fc.nat(), (seed) => {
      const rng = new Rng(seed)
      for (const state of positions(game, seed, 120))
        for (const seat of game.deciding(state)) {
          const question = { ...(game.ask(state, seat) as Question) }
          // Any legal answer can be spelled.
          const picks = drawPicks(question, rng)
          answer.begin(state, seat)
          expect(answer.seat).toBe(seat)
          const actions = answer.takeAll(state, picks)
          answer.begin(state, seat)
          let given: readonly number[] | null = null
          for (const action of actions) {
            expect(given).toBeNull()
            given = answer.take(state, action)
          }
          expect(given).toEqual(picks)
          // Any legal action leads to a legal answer.
          answer.begin(state, seat)
          let end: readonly number[] | null = null
          for (let steps = 0; end === null; steps += 1) {
            expect(steps).toBeLessThan(10_000)
            const { legal } = answer
            const action = legal[rng.below(legal.length)] ?? -1
            expect(action).toBeLessThan(space.size)
            end = answer.take(state, action)
          }
          game.answer(game.fork(state), end, seat) // throws if it isn't legal
          if (rng.below(4) > 0) continue
          const legal = legalAnswers(question)
          if (legal === undefined) continue
          const reached = reachable(answer, state, seat)
          if (reached === undefined) continue
          expect(reached).toEqual(legal)
          exact += 1
        }
    })
    fc.assert(property, effort(61, runsWithin(game, 300, 12)))
    expect(exact).toBeGreaterThan(0)
  })

  it('refuse what is not legal, and name what is', () => {
    const state = game.start(beginning(game, 1))
    answer.begin(state)
    const illegal = Array.from({ length: space.size }, (_, i) => i).find((i) => !answer.legal.includes(i))
    if (illegal !== undefined)
      expect(() => answer.take(state, illegal)).toThrow(/isn't legal here. Legal: \d/)
    expect(() => answer.take(state, space.size)).toThrow(/There is no action/)
  })
})

describe.each(all)(`observations of $name${leftOut()}`, ({ game }) => {
  const seats = game.def.seats.map(({ id }) => id)

  it.each<Encoding>(['raw', 'one-hot'])('are %s vectors within the described ranges', (encoding) => {
    const space = observationSpaceOf(game, encoding)
    const entries = space.describe()
    expect(entries).toHaveLength(space.size)
    expect(new Set(entries.map(({ name }) => name)).size).toBe(entries.length)
    const property = fc.property(fc.nat(), (seed) => {
      for (const state of positions(game, seed, 25))
        for (const [seat] of seats.entries())
          [...space.observe(state, seat)].forEach((value, i) => {
            const { name, min, max } = entries[i] ?? { name: '?', min: 1, max: 0 }
            if (value < min || value > max) throw new Error(`${name} is ${value}, not ${min} to ${max}.`)
          })
    })
    fc.assert(property, effort(62, runsWithin(game, 120, 4)))
  })

  it('are equal in positions that the seat cannot tell apart', () => {
    const spaces = (['raw', 'one-hot'] as const).map((encoding) => observationSpaceOf(game, encoding))
    const property = fc.property(fc.nat(), (seed) => {
      const rng = new Rng(seed)
      for (const state of positions(game, seed, 60))
        seats.forEach((id, seat) => {
          const other = twin(game, state, id, rng.below(1 << 20))
          expect(informationState(game, other, id).key).toBe(informationState(game, state, id).key)
          for (const space of spaces)
            expect([...space.observe(other, seat)]).toEqual([...space.observe(state, seat)])
        })
    })
    fc.assert(property, effort(63, runsWithin(game, 120, 6)))
  })

  it('differ as soon as the board that the seat sees differs', () => {
    const space = observationSpaceOf(game)
    const key = (cells: ObservationCells): string => cells.join(',')
    const property = fc.property(fc.nat(), (seed) => {
      const boards = new Map<string, string>()
      for (const state of positions(game, seed, 60))
        for (const [seat, id] of seats.entries()) {
          const { variables, seats: own, zones, deciding } = game.view(state, id)
          const shown = JSON.stringify({
            id,
            variables: withoutPositions(game, variables),
            own,
            zones,
            deciding,
          })
          const vector = key(space.observe(state, seat))
          expect(boards.get(vector) ?? shown).toBe(shown)
          boards.set(vector, shown)
        }
    })
    fc.assert(property, effort(64, runsWithin(game, 120, 6)))
  })

  it('have a number for every question that is asked', () => {
    const space = observationSpaceOf(game)
    const at = space.describe().findIndex(({ name }) => name === 'question')
    const property = fc.property(fc.nat(), (seed) => {
      for (const state of positions(game, seed, 200))
        for (const seat of game.deciding(state))
          expect(space.observe(state, seat)[at]).toBeGreaterThanOrEqual(0)
    })
    fc.assert(property, effort(65, runsWithin(game, 200, 6)))
  })
})

/** Lists of earlier positions are not part of a vector. */
function withoutPositions({ def }: Game, variables: Readonly<Record<string, unknown>>): unknown {
  const isPositions = (id: string): boolean =>
    def.variables.find((one) => one.id === id)?.type === 'list position'
  return Object.fromEntries(Object.entries(variables).filter(([id]) => !isPositions(id)))
}

it.each(['outposts', 'texas-holdem'])('the spaces of %s are the same in another process', (name) => {
  const found = games.find((one) => one.name === `games/${name}`)
  if (found === undefined) throw new Error(`There is no game ${name}.`)
  const actions = actionSpaceOf(found.game)
  const input = `${JSON.stringify({ id: 1, ask: 'spaces' })}\n`
  const { stdout } = spawnSync(process.execPath, [COMMAND, 'engine', name], {
    cwd: root,
    input,
    encoding: 'utf8',
  })
  expect(JSON.parse(stdout)).toMatchObject({
    fingerprint: found.game.fingerprint,
    actions: Array.from({ length: actions.size }, (_, action) => actions.describe(action).name),
    observation: JSON.parse(JSON.stringify(observationSpaceOf(found.game).describe())) as unknown,
  })
})
