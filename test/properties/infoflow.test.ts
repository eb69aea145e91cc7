/**
 * Noninterference: two positions that differ only in what a seat may not know are played side by side, in generated
 * games. As long as the board shows the seat no difference, nothing else does, to the letter.
 */
import { makeAgent } from '@ludoforge/agents'
import { CompileError, compileFiles, type LoadedGame, loadCompilation } from '@ludoforge/compiler'
import {
  type Choice,
  type Decision,
  effectsIn,
  LudoError,
  Rng,
  type State,
  type Step,
  type StepEvent,
} from '@ludoforge/kernel'
import { eventsVisibleTo, explain, preview } from '@ludoforge/play'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { effort } from '../support/effort.js'
import { drawChoice } from '../support/play.js'
import { twin } from '../support/secrets.js'
import { DEEDS, textOf, type Whispers, whispers } from '../support/secret-games.js'

const MOST_STEPS = 14
const ASKED = [
  'tide',
  'omen of ann',
  'plan of ben',
  'weight(ann)',
  'count(hand of ben)',
  'sum(seats, weight(it))',
  'tide after stir(2)',
  'plan of ann after stir(2)',
  'marks of ben',
  'count(marks of ann)',
  'count(echoes of ben)',
  'sum(all-seats, plan of it)',
  'count(gold cards in hand of ann) after deed',
  'tales',
  'traces of moor',
  'plan of cid',
  'gleam of first(hand of ben)',
  'charmed of top(hand of cid)',
  'first(hand of ben).glow',
  'count(hand of cid)',
  'sum(cards in hand of ann, it.glow)',
  'sum(cards in brow of ben, gleam of it)',
  'sum(lamps in map, it.glow) after deed',
]

/** The game; without its policy, if the policy asks what its seat may not know. */
function load(whispered: Whispers): LoadedGame {
  for (const withPolicy of [true, false]) {
    const { def, diagnostics, ...rest } = compileFiles([
      { path: 'whispers.md', text: textOf(whispered, withPolicy) },
    ])
    if (def !== undefined) return loadCompilation({ def, diagnostics, ...rest })
    const errors = diagnostics.filter(({ severity }) => severity === 'error')
    if (!withPolicy) throw new Error(JSON.stringify(errors))
  }
  throw new Error('unreachable')
}

/** What the rules show a seat: the board. */
function board(game: LoadedGame, state: State, seat: string): string {
  const { deciding: _, decision: __, ...view } = game.view(state, seat)
  return JSON.stringify(view)
}

function attempt(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    if (error instanceof LudoError || error instanceof CompileError) return `${error.name}: ${error.message}`
    throw error
  }
}

/** Everything else a seat can request. */
function known(game: LoadedGame, state: State, seat: string, seed: number): unknown {
  const values = ASKED.map((text) => [text, attempt(() => game.evaluate(state, text, seat))])
  const { deciding, decision } = game.view(state, seat)
  if (decision === undefined) return { deciding, values }
  const options = decision.options.map(({ id }) => id)
  const names = new Set([...options, '1', '5', '6', 'go', 'stay', 'sun@hand:ann', 'moon@hand:ben'])
  const index = game.def.seats.findIndex(({ id }) => id === seat)
  const bots = ['greedy', ...(game.def.policies.length > 0 ? ['policy'] : [])]
  return {
    deciding,
    values,
    why: [...names].map((name) => [name, attempt(() => explain(game, state, name, seat))]),
    previews: previewed(decision).map((choice) => [
      choice,
      attempt(() => preview(game, state, choice, seat)),
    ]),
    hints: bots.map((name) => {
      const bot = makeAgent(name, seed)
      return [name, [...bot.choose(game, state, index)], bot.why?.(state)]
    }),
  }
}

function previewed({ kind, options, optional, min }: Decision): Choice[] {
  if (kind === 'number') return [min]
  return [...options.slice(0, 3).map(({ id }) => (kind === 'many' ? [id] : id)), ...(optional ? [[]] : [])]
}

/** What each of the two answers: the same, unless the others are told nothing of it; undefined: they cannot. */
function answers(
  here: Decision,
  there: Decision,
  viewer: string,
  isSecret: boolean,
  rng: Rng,
): [Choice, Choice] | undefined {
  if (here.seat === viewer) return both(drawChoice(here, rng))
  if (isSecret) return [drawChoice(here, rng), drawChoice(there, rng)]
  if (here.type === 'token') {
    // One card from a hand, or none: everybody is told which of the two.
    if (rng.below(3) === 0) return both([])
    const cards = [here, there].map(({ options }) => options[rng.below(Math.max(1, options.length))]?.id)
    return cards[0] === undefined || cards[1] === undefined ? undefined : [[cards[0]], [cards[1]]]
  }
  if (here.kind === 'number') {
    const max = Math.min(here.max, there.max)
    const min = Math.max(here.min, there.min)
    return max < min ? undefined : both(min + rng.below(max - min + 1))
  }
  const common = here.options
    .filter(({ id }) => there.options.some((other) => other.id === id))
    .map(({ id }) => id)
  if (here.optional && there.optional) common.push('')
  const id = common[rng.below(Math.max(1, common.length))]
  return id === undefined ? undefined : both(id === '' ? [] : id)
}

function both(choice: Choice): [Choice, Choice] {
  return [choice, choice]
}

interface Tally {
  steps: number
  asked: number
}

/** The changes of the board that a seat sees, one by one. */
function changes({ def }: LoadedGame, events: readonly StepEvent[], seat: string): unknown[] {
  return events.flatMap((event): unknown[] => {
    if (event.type === 'moved')
      return Array.from({ length: event.count }, () => [event.what, event.from, event.into])
    // Everybody learns that a hidden card was turned.
    if (event.type === 'flipped') return [[event.became, event.at]]
    if (event.type !== 'set') return []
    const hidden = def.variables.find(({ id }) => id === event.variable)?.hidden
    const isSeen = hidden === undefined || (hidden === 'owner' && event.of === seat)
    return isSeen ? [[event.variable, event.of, event.value]] : []
  })
}

/** Simultaneous questions whose answers are never revealed. */
function secretlyAtOnce({ def }: LoadedGame): ReadonlySet<string> {
  const effects = def.procedures.flatMap(({ body }) => effectsIn(body))
  const asked = effects.flatMap((effect) => ('chooseAtOnce' in effect ? [effect.chooseAtOnce.ask] : []))
  return new Set(
    asked.flatMap((ask) => ('chooseOne' in ask && ask.chooseOne.secret === true ? [ask.chooseOne.bind] : [])),
  )
}

/** The first difference, with the steps to it. */
function difference(a: unknown, b: unknown, path = ''): string | undefined {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null)
    return Object.is(a, b) ? undefined : `${path}: ${JSON.stringify(a)} | ${JSON.stringify(b)}`
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
    const found = difference(a[key as keyof typeof a], b[key as keyof typeof b], `${path}/${key}`)
    if (found !== undefined) return found
  }
  return undefined
}

/** Plays both until the rules show the seat a difference. */
function sideBySide(game: LoadedGame, viewer: string, seed: number, players: number, tally: Tally): void {
  const secrets = secretlyAtOnce(game)
  const rng = new Rng(seed)
  let here = game.start({ seed, options: { players } })
  let there = twin(game, here, viewer, rng.below(1 << 20))
  for (let n = 0; n < MOST_STEPS; n += 1) {
    if (board(game, here, viewer) !== board(game, there, viewer)) return
    expect(difference(game.view(here, viewer).deciding, game.view(there, viewer).deciding)).toBe(undefined)
    // The deciding seat may see its options.
    if (difference(game.decision(here, viewer), game.decision(there, viewer)) !== undefined) return
    expect(difference(known(game, here, viewer, seed), known(game, there, viewer, seed))).toBe(undefined)
    const [a, b] = [game.decision(here), game.decision(there)]
    if (a === undefined || b === undefined) return
    // The answer is recorded with the name of its question.
    expect([b.seat, b.name]).toEqual([a.seat, a.name])
    tally.asked += a.seat === viewer ? 1 : 0
    const chosen = answers(a, b, viewer, a.atOnce === true ? secrets.has(a.name) : a.secret, rng)
    if (chosen === undefined) return
    const steps: [Step, Step] = [game.step(here, chosen[0], a.seat), game.step(there, chosen[1], b.seat)]
    ;[here, there] = [steps[0].state, steps[1].state]
    if (board(game, here, viewer) !== board(game, there, viewer)) return
    const [told, toldThere] = steps.map(({ events, horizon }) => ({
      events: eventsVisibleTo(events, viewer),
      horizon,
    }))
    if (difference(changes(game, told?.events ?? [], viewer), changes(game, toldThere?.events ?? [], viewer)))
      return
    expect(difference(told, toldThere)).toBe(undefined)
    tally.steps += 1
  }
}

const RUNS = 6 // of each deed

describe('in generated games', () => {
  it('nothing reveals hidden information to a seat', () => {
    const tally = { steps: 0, asked: 0 }
    DEEDS.forEach((deed, n) => {
      const property = fc.property(whispers(deed), fc.nat(9999), (text, seed) => {
        const game = load(text)
        const { players } = text
        for (const { id } of game.def.seats.slice(0, players)) sideBySide(game, id, seed, players, tally)
      })
      fc.assert(property, { ...effort(61 + n, RUNS), includeErrorInReport: true })
    })
    expect(tally.steps).toBeGreaterThan(100)
    expect(tally.asked).toBeGreaterThan(40)
  })
})
