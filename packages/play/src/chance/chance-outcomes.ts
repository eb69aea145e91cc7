/**
 * Enumerates what chance can decide. The machine runs once for every combination of draws: rolls and shuffles take their
 * numbers from a script instead of the generator. After each run the script advances like an odometer, so every
 * combination is run exactly once, whatever the rules draw after which result.
 */
import type { Game, StartOptions, State, StepEvent } from '@ludoforge/kernel'
import type { ChanceSource } from '@ludoforge/kernel/internal'
import { linkedGame } from '../linked-game.js'

/** One result of chance: the position, its events, and its exact probability. */
export interface ChanceOutcome {
  readonly state: State
  readonly events: readonly StepEvent[]
  readonly probability: number
}

/** Chance has more results than the caller allows. */
export class TooManyOutcomes extends Error {
  override readonly name = 'TooManyOutcomes'
}

/** The default limit of combinations of draws in one step: all orders of eight cards. */
export const MAX_OUTCOMES = 40_320

/** Returns every start of a game, with its probability. Throws TooManyOutcomes above `limit` combinations of draws. */
export function startOutcomes(
  game: Game,
  options: StartOptions = {},
  limit: number = MAX_OUTCOMES,
): readonly ChanceOutcome[] {
  const linked = linkedGame(game)
  return enumerate(game, limit, (chance) => linked.begin(options, chance))
}

/**
 * Returns every position that an answer can lead to, with its probability. Equal positions with equal events are one
 * outcome. The answer is picks, as for `game.answer`. Throws TooManyOutcomes above `limit` combinations of draws.
 */
export function answerOutcomes(
  game: Game,
  state: State,
  picks: readonly number[],
  seat: number,
  limit: number = MAX_OUTCOMES,
): readonly ChanceOutcome[] {
  const { machine } = linkedGame(game).linked
  return enumerate(game, limit, (chance) => {
    const s = game.fork(state)
    const recorder = machine.recorder()
    s.recorder = recorder
    s.chance = chance
    machine.answer(s, picks, seat)
    s.recorder = null
    s.chance = null
    return { state: s, events: recorder.events }
  })
}

/** The positions of `answerOutcomes` without events, for searches. */
export function answerPositions(
  game: Game,
  state: State,
  picks: readonly number[],
  seat: number,
  limit: number = MAX_OUTCOMES,
): readonly Omit<ChanceOutcome, 'events'>[] {
  return enumerate(game, limit, (chance) => {
    const s = game.fork(state)
    s.chance = chance
    game.answer(s, picks, seat)
    s.chance = null
    return { state: s, events: [] }
  })
}

/**
 * Returns the position after an answer that chance has no part in, or `undefined` if it has. Faster than
 * `answerPositions`, for searches of games without chance.
 */
export function certainPosition(
  game: Game,
  state: State,
  picks: readonly number[],
  seat: number,
): State | undefined {
  const s = game.fork(state)
  const source = new NoChance()
  s.chance = source
  game.answer(s, picks, seat)
  s.chance = null
  return source.asked ? undefined : s
}

/** Notes whether anything was drawn. */
class NoChance implements ChanceSource {
  asked = false

  below(n: number): number {
    if (n > 1) this.asked = true
    return 0
  }
}

type Run = Pick<ChanceOutcome, 'state' | 'events'>

function enumerate(game: Game, limit: number, run: (chance: ChanceSource) => Run): readonly ChanceOutcome[] {
  const script = new DrawScript()
  const first = { ...run(script), probability: script.probability() }
  // Where the first run alone is this unlikely, the limit is out of reach: refuse at once.
  if (first.probability < 1 / limit ** 2) throw tooMany(limit)
  if (!script.advance()) return [first]
  const found = new Map<string, ChanceOutcome>([[outcomeKey(game, first), first]])
  let runs = 1
  do {
    if (++runs > limit) throw tooMany(limit)
    const made = run(script)
    const probability = script.probability()
    const key = outcomeKey(game, made)
    const known = found.get(key)
    found.set(
      key,
      known === undefined
        ? { ...made, probability }
        : { ...known, probability: known.probability + probability },
    )
  } while (script.advance())
  return [...found.values()]
}

const tooMany = (limit: number): TooManyOutcomes =>
  new TooManyOutcomes(
    `Chance has more than ${limit} results in one step, which is too many to enumerate. Choose a smaller scenario, or a method that samples.`,
  )

function outcomeKey(game: Game, { state, events }: Run): string {
  return game.hash(state) + JSON.stringify(events)
}

/** Draws that are fixed in advance. Behind them it draws zeros, and notes how many results each draw has. */
class DrawScript implements ChanceSource {
  readonly #sizes: number[] = []
  readonly #values: number[] = []
  #at = 0

  below(n: number): number {
    if (n <= 1) return 0
    const at = this.#at++
    if (at === this.#values.length) {
      this.#values.push(0)
      this.#sizes.push(n)
    }
    return this.#values[at] ?? 0
  }

  /** Returns the probability of the draws. */
  probability(): number {
    return this.#sizes.reduce((product, size) => product / size, 1)
  }

  /** Moves on to the next combination. Returns false after the last. */
  advance(): boolean {
    this.#at = 0
    while (this.#values.length > 0) {
      const size = this.#sizes.at(-1) ?? 0
      const value = (this.#values.pop() ?? 0) + 1
      if (value < size) {
        this.#values.push(value)
        return true
      }
      this.#sizes.pop()
    }
    return false
  }
}
