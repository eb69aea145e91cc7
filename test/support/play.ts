/** Random play, by names or integers, using the kernel's own selection rules. */
import {
  type Question,
  type Choice,
  type Decision,
  type Game,
  isComplete,
  Rng,
  selectable,
  type StartOptions,
  type State,
} from '@ludoforge/kernel'

/** The question of a decision with options by index, as the selection rules need it. */
export function asQuestion(decision: Decision): Omit<Question, 'seat' | 'site'> {
  const { kind, min, max, optional, options } = decision
  return {
    kind,
    values: options.map((_, i) => i),
    counts: options.map((option) => option.count),
    costs: decision.budget === undefined ? null : options.map((option) => option.cost ?? 0),
    min,
    max,
    budget: decision.budget ?? 0,
    optional,
    offers: decision.offers.map((_, i) => i),
    series: decision.series ?? 0,
    repeats: decision.repeats ?? false,
    throughout: decision.throughout ?? false,
  }
}

/** A random legal answer: adds options one by one, and stops at random once the selection is complete. */
export function drawPicks(ask: Omit<Question, 'seat' | 'site'>, rng: Rng): number[] {
  if (ask.kind === 'number') {
    const declined = ask.optional && rng.below(8) === 0
    return declined ? [] : [ask.min + rng.below(ask.max - ask.min + 1)]
  }
  const picks: number[] = []
  const offers = ask.offers.length
  if (offers > 0 && (ask.values.length + Number(ask.optional) === 0 || rng.below(6) === 0))
    return [-1 - rng.below(offers)]
  for (;;) {
    const open = selectable(ask, picks)
    const enough = isComplete(ask, picks)
    const option = open[rng.below(open.length)]
    if (option === undefined) {
      if (!enough)
        throw new Error(`The picks ${picks.join(', ')} cannot be completed: ${JSON.stringify(ask)}`)
      return picks
    }
    if (enough && rng.below(4) === 0) return picks
    picks.push(option)
  }
}

export function drawChoice(decision: Decision, rng: Rng): Choice {
  const picks = drawPicks(asQuestion(decision), rng)
  if (decision.kind === 'number') return picks[0] ?? []
  if (picks.length === 1 && (picks[0] ?? 0) < 0)
    return { offer: decision.offers[-1 - (picks[0] ?? 0)]?.id ?? '' }
  const ids = picks.map((pick) => decision.options[pick]?.id ?? '')
  return decision.kind === 'one' && ids.length === 1 ? (ids[0] ?? '') : ids
}

export interface Turn {
  readonly state: State
  readonly decision: Decision
  readonly choice: Choice
}

/** The settings of a random game. The seed also selects the scenario. */
export function beginning(game: Game, seed: number): StartOptions {
  const scenario = game.def.scenarios[seed % Math.max(1, game.def.scenarios.length)]
  return { seed, ...(scenario === undefined ? {} : { scenario: scenario.id }) }
}

/** Yields the decisions of a random game, at most `most` of them. */
export function* turns(game: Game, seed: number, most = Number.POSITIVE_INFINITY): Generator<Turn> {
  const rng = new Rng(seed)
  let state = game.start(beginning(game, seed))
  for (let n = 0; n < most; n += 1) {
    const decision = game.decision(state)
    if (decision === undefined) return
    const choice = drawChoice(decision, rng)
    yield { state, decision, choice }
    state = game.decide(state, choice)
  }
}

/** Plays by integers to the end, or for at most `most` decisions. Returns their number. */
export function playFast(game: Game, seed: number, most = 100_000): { decisions: number; state: State } {
  const rng = new Rng(seed)
  const state = game.start(beginning(game, seed))
  for (let decisions = 0; decisions < most; decisions += 1) {
    const ask = game.ask(state)
    if (ask === undefined) return { decisions, state }
    game.answer(state, drawPicks(ask, rng))
  }
  return { decisions: most, state }
}

const lengths = new WeakMap<Game, number>()

/** The number of runs that make about `decisions` decisions in total, so short games run more often. */
export function runsWithin(game: Game, decisions: number, most: number): number {
  let length = lengths.get(game)
  if (length === undefined) {
    length = Math.max(1, ...[1, 2, 3].map((seed) => playFast(game, seed).decisions))
    lengths.set(game, length)
  }
  return Math.max(1, Math.min(most, Math.floor(decisions / length)))
}
