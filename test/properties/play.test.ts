/** Random play always ends, and the same seed gives the same game. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type Choice, type Decision, type GameDef, isComplete, Rng, selectable } from '@ludoforge/kernel'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { longEffort } from '../support/effort.js'
import { games, leftOut } from '../support/folders.js'
import { itemAt } from '../support/items.js'
import { asQuestion, beginning, drawChoice, drawPicks, playFast, runsWithin, turns } from '../support/play.js'
import { record } from '../support/record.js'
import { childProgram } from '../support/run/children.js'

const run = promisify(execFile)

describe.each(games)(`$name${leftOut()}`, ({ name, def, game }) => {
  it('random games come to an end without a dead end or any error', () => {
    const numRuns = runsWithin(game, 100_000, 400)
    const property = fc.property(fc.nat(), (seed) => {
      const { state } = playFast(game, seed)
      const outcome = game.outcome(state)
      expect(outcome).toBeDefined()
      const ranked = outcome?.ranking.map(({ seat }) => seat) ?? []
      const seats = def.seats.map(({ id }) => id)
      expect(new Set(ranked).size, 'a seat is ranked once').toBe(ranked.length)
      expect(seats).toEqual(expect.arrayContaining(ranked))
      expect(ranked, 'every seat that plays is ranked').toHaveLength(
        playing(def, beginning(game, seed).scenario) ?? seats.length,
      )
      expect(game.decision(state)).toBeUndefined()
    })
    fc.assert(property, longEffort(41, numRuns))
  })

  it('every scenario starts with a question or an outcome', () => {
    for (const { id } of def.scenarios) {
      const state = game.start({ scenario: id, seed: 1 })
      expect(game.decision(state) ?? game.outcome(state)).toBeDefined()
    }
  })

  it('every offered option is accepted', () => {
    const property = fc.property(fc.nat(), (seed) => {
      for (const { state, decision } of turns(game, seed, 300)) {
        const { kind, options, min, max, optional } = decision
        if (optional) game.decide(state, [])
        if (kind === 'number') for (const n of new Set([min, max])) game.decide(state, n)
        if (kind === 'one') for (const { id } of options) game.decide(state, id)
        if (kind === 'many') for (const choice of selectionsWith(decision)) game.decide(state, choice)
        expect(new Set(options.map(({ id }) => id)).size, 'options have names of their own').toBe(
          options.length,
        )
      }
    })
    fc.assert(property, longEffort(42, runsWithin(game, 500, 40)))
  })

  it('every selection built option by option is accepted', () => {
    const property = fc.property(fc.nat(), fc.nat(), (seed, draws) => {
      const rng = new Rng(draws)
      for (const { state, decision } of turns(game, seed, 300)) {
        for (let n = 0; n < 4; n += 1) {
          const choice = drawChoice(decision, rng)
          const next = game.decide(state, choice)
          // In one answer or in another form of it: the state is the same.
          if (decision.kind === 'many')
            expect(game.hash(game.decide(state, tallied(choice)))).toBe(game.hash(next))
        }
      }
    })
    fc.assert(property, longEffort(43, runsWithin(game, 800, 60)))
  })

  it('names and integers are equivalent', () => {
    const property = fc.property(fc.nat(), (seed) => {
      const state = game.start(beginning(game, seed))
      const rng = new Rng(seed)
      for (const turn of turns(game, seed, 500)) {
        expect(game.hash(state)).toBe(game.hash(turn.state))
        const ask = game.ask(state)!
        expect(asQuestion(turn.decision)).toMatchObject({ kind: ask.kind, min: ask.min, max: ask.max })
        game.answer(state, drawPicks(ask, rng))
      }
    })
    fc.assert(property, longEffort(44, runsWithin(game, 3000, 60)))
  })

  it('the same seed and choices give the same game, here and in another process', async () => {
    const seeds = [1, 2, 3]
    const here = seeds.map((seed) => record(game, seed))
    expect(seeds.map((seed) => record(game, seed))).toEqual(here)
    const child = await childProgram(new URL('../support/record-child.ts', import.meta.url))
    const { stdout } = await run(process.execPath, [child, name, ...seeds.map(String)], {
      maxBuffer: 1 << 26,
    })
    expect(JSON.parse(stdout)).toEqual(here)
  })

  it('different seeds give different games', () => {
    const hashes = Array.from({ length: 20 }, (_, seed) => record(game, seed).hashes.at(-1))
    expect(new Set(hashes).size).toBeGreaterThan(10)
  })
})

/** For each option, a minimal selection that contains it. */
function* selectionsWith(decision: Decision): Generator<string[]> {
  const ask = asQuestion(decision)
  if (ask.min === 0) yield []
  if (ask.max === 0) return
  for (const first of ask.values) {
    const picks: number[] = []
    while (picks.length === 0 || !isComplete(ask, picks)) {
      const open = selectable(ask, picks)
      const next = picks.length === 0 ? first : (open[0] ?? -1)
      expect(open, `${decision.name}: what is offered can be chosen`).toContain(next)
      picks.push(next)
    }
    yield picks.map((i) => itemAt(decision.options, i).id)
  }
}

/** The same selection with `3 id` for three of one. */
function tallied(choice: Choice): Choice {
  if (!Array.isArray(choice)) return choice
  const out: string[] = []
  const list = choice as readonly string[]
  for (let i = 0; i < list.length; ) {
    let n = 1
    while (list[i + n] === list[i]) n += 1
    const id = itemAt(list, i)
    out.push(n === 1 ? id : `${n} ${id}`)
    i += n
  }
  return out
}

/** The number of seats in play, in a game with the option `players`. */
function playing(def: GameDef, scenario: string | undefined): number | undefined {
  const set = def.scenarios.find(({ id }) => id === scenario)?.options['players']
  const said = set ?? def.options.find(({ id }) => id === 'players')?.default
  return typeof said === 'number' ? said : undefined
}
