/** States: immutable operations, exact copies, correct hashes. */
import { type Choice, IllegalChoice, Rng } from '@ludoforge/kernel'
import { explain, preview } from '@ludoforge/play'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { longEffort } from '../support/effort.js'
import { games, leftOut } from '../support/folders.js'
import { itemAt } from '../support/items.js'
import { asQuestion, drawChoice, runsWithin, type Turn, turns } from '../support/play.js'
import { snapshot } from '../support/snapshots.js'

describe.each(games)(`$name${leftOut()}`, ({ game }) => {
  /** Looks at every decision of random games. */
  function everywhere(seed: number, decisions: number, look: (turn: Turn, rng: Rng) => void): void {
    const numRuns = runsWithin(game, decisions, 60)
    const property = fc.property(fc.nat(), (play) => {
      const rng = new Rng(play)
      for (const turn of turns(game, play, decisions)) look(turn, rng)
    })
    fc.assert(property, longEffort(seed, numRuns))
  }

  it('a saved and restored state, also through JSON, is exactly the same', () => {
    everywhere(31, 800, ({ state, decision }) => {
      const saved = game.save(state)
      const text = JSON.stringify(saved)
      const restored = game.restore(JSON.parse(text))
      expect(game.hash(restored)).toBe(game.hash(state))
      expect(snapshot(restored)).toBe(snapshot(state))
      expect(JSON.stringify(game.save(restored))).toBe(text)
      expect(game.decision(restored)).toEqual(decision)
    })
  })

  it('restored and forked states have the same future under the same choices', () => {
    everywhere(32, 300, ({ state }, rng) => {
      if (rng.below(4) > 0) return
      let line = [state, game.fork(state), game.restore(game.save(state))]
      for (let n = 0; n < 12; n += 1) {
        const decision = game.decision(itemAt(line, 0))
        if (decision === undefined) break
        const choice = drawChoice(decision, rng)
        const steps = line.map((one) => game.step(one, choice))
        for (const step of steps) expect(step.events).toEqual(itemAt(steps, 0).events)
        line = steps.map((step) => step.state)
        const [first, ...others] = line.map(snapshot)
        for (const other of others) expect(other).toBe(first)
      }
      for (const other of line) expect(game.outcome(other)).toEqual(game.outcome(itemAt(line, 0)))
    })
  })

  it('the incremental hash equals the hash computed from scratch', () => {
    // A restored state has no history: its hash is computed from its cells.
    everywhere(33, 1500, ({ state, choice }) => {
      const next = game.decide(state, choice)
      expect(game.hash(next)).toBe(game.hash(game.restore({ ...game.save(next) })))
    })
  })

  it('different states have different hashes', () => {
    const seen = new Map<string, string>()
    everywhere(34, 1500, ({ state }) => {
      const [hash, whole] = [game.hash(state), snapshot(state)]
      expect(seen.get(hash) ?? whole).toBe(whole)
      seen.set(hash, whole)
    })
  })

  it("decide, step, view, explain, save, fork and worth don't change their argument", () => {
    everywhere(35, 800, ({ state, decision, choice }) => {
      const before = snapshot(state)
      const next = game.decide(state, choice)
      const { state: stepped } = game.step(state, choice)
      expect(snapshot(stepped)).toBe(snapshot(next))
      for (const { id } of game.def.seats) {
        game.view(state, id)
        game.worth(state, id)
      }
      game.view(state, null)
      explain(game, state, decision.options[0]?.id ?? '0')
      explain(game, state, 'nothing of the sort')
      game.save(state)
      const fork = game.fork(state)
      game.answer(fork, game.ask(fork)?.kind === 'number' ? [decision.min] : firstPicks(decision))
      expect(snapshot(state)).toBe(before)
      expect(game.decision(state)).toEqual(decision)
    })
  })

  it('an illegal choice of any sort is refused, and nothing changes', () => {
    everywhere(36, 300, ({ state, decision }, rng) => {
      const before = snapshot(state)
      for (const wrong of illegalChoices(decision, rng)) {
        expect(() => game.decide(state, wrong), JSON.stringify(wrong)).toThrow(IllegalChoice)
        expect(() => game.step(state, wrong), JSON.stringify(wrong)).toThrow(IllegalChoice)
        expect(() => preview(game, state, wrong), JSON.stringify(wrong)).toThrow(IllegalChoice)
      }
      for (const picks of [
        [-1 - decision.offers.length],
        [decision.options.length],
        [0.5],
        [Number.NaN],
        ['0'],
        'x',
        null,
      ])
        if (decision.kind !== 'number' || !Array.isArray(picks) || picks[0] !== decision.options.length)
          expect(() => game.answer(game.fork(state), picks as number[]), JSON.stringify(picks)).toThrow(
            IllegalChoice,
          )
      expect(snapshot(state)).toBe(before)
      expect(game.decision(state)).toEqual(decision)
    })
  })

  it('a finished game refuses every answer', () => {
    let last: Turn | undefined
    for (const turn of turns(game, 5)) last = turn
    const over = game.decide(last!.state, last!.choice)
    const before = snapshot(over)
    expect(game.outcome(over)).toBeDefined()
    expect(() => game.decide(over, last!.choice)).toThrow(IllegalChoice)
    expect(() => game.answer(over, [0])).toThrow(IllegalChoice)
    expect(snapshot(over)).toBe(before)
    expect(snapshot(game.restore(JSON.parse(JSON.stringify(game.save(over)))))).toBe(before)
  })
})

type Decided = Turn['decision']

function firstPicks(decision: Decided): number[] {
  const { options, min, kind, optional } = decision
  if (kind === 'one') return options.length === 0 && optional ? [] : [0]
  const picks: number[] = []
  const cheapest = options
    .map((_, i) => i)
    .sort((a, b) => (itemAt(options, a).cost ?? 0) - (itemAt(options, b).cost ?? 0))
  for (const i of cheapest)
    for (let n = 0; n < itemAt(options, i).count && picks.length < min; n += 1) picks.push(i)
  return picks
}

/** A list of one option that is too long: an option answers one round, or as many rounds of a series as it has pieces. */
function* tooLongSeries({ options, series = 1, repeats }: Decided, id: string): Generator<string[]> {
  const { count } = options.find((option) => option.id === id)!
  const rounds = repeats === true ? series : Math.min(series, count)
  yield Array.from({ length: rounds + 1 }, () => id)
}

/** Illegal answers of all sorts: wrong type, not offered, too few, too many, too expensive. */
function* illegalChoices(decision: Decided, rng: Rng): Generator<Choice> {
  const { kind, min, max, options, optional, budget } = decision
  const strangers: unknown[] = [null, undefined, true, {}, [null], [['x']], [{}], Symbol.iterator, () => 0]
  for (const stranger of strangers) yield stranger as Choice
  yield 'nothing of the sort'
  yield ['nothing of the sort']
  yield '__proto__'
  if (kind === 'number') {
    yield min - 1
    yield max + 1
    yield min + 0.5
    yield Number.NaN
    yield Number.POSITIVE_INFINITY
    yield `${max + 1}`
    yield [`${min}`, `${min}`]
    if (!optional) yield []
    return
  }
  const ids = options.map((option) => option.id)
  const any = ids[rng.below(ids.length)]
  if (kind === 'one') {
    if (!optional) yield []
    if (any === undefined) return
    yield* tooLongSeries(decision, any)
    yield `2 ${any}`
    return
  }
  if (any !== undefined) {
    yield [`${max + 1} ${any}`]
    yield [`999999 ${any}`]
    const { count } = options.find((option) => option.id === any)!
    yield Array.from({ length: count + 1 }, () => any)
  }
  const all = options.flatMap((option) => Array.from({ length: option.count }, () => option.id))
  if (min > 0) yield all.slice(0, min - 1)
  if (all.length > max) yield all.slice(0, max + 1)
  const { costs } = asQuestion(decision)
  const dear = all.slice(0, max)
  const price = dear.reduce((sum, id) => sum + (costs?.[ids.indexOf(id)] ?? 0), 0)
  if (budget !== undefined && price > budget) yield dear
}
