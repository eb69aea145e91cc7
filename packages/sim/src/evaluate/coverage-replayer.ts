import {
  Coverage,
  type Game,
  type GameDef,
  linkGame,
  type StartOptions,
  withoutPolicies,
} from '@ludoforge/kernel'

/** The answer of a seat to a question. */
export interface Answer {
  readonly seat: number
  readonly picks: readonly number[]
}

/** Links the rules of a game with coverage counters. Bots and the evaluation of positions aren't part of the rules. */
export function linkRulesWithCoverage(def: GameDef): { readonly game: Game; readonly coverage: Coverage } {
  const coverage = new Coverage()
  const { worth: _, promise: __, ...rules } = withoutPolicies(def)
  return { game: linkGame(withoutPolicies(rules), coverage), coverage }
}

/** Replays games on rules with coverage counters, so that the thinking of agents doesn't count. */
export class CoverageReplayer {
  readonly #game: Game
  readonly #coverage: Coverage
  /** By the number of the point: the games that reached it. */
  readonly #games = new Map<number, number>()

  constructor(def: GameDef) {
    const { game, coverage } = linkRulesWithCoverage(def)
    this.#game = game
    this.#coverage = coverage
  }

  replay(start: StartOptions, answers: readonly Answer[]): void {
    const state = this.#game.start(start)
    for (const { seat, picks } of answers) {
      this.#game.ask(state, seat)
      this.#game.answer(state, picks, seat)
    }
    this.#coverage.hits.forEach((hit, point) => {
      if (hit > 0) this.#games.set(point, (this.#games.get(point) ?? 0) + 1)
    })
    this.#coverage.clear()
  }

  /** Returns the points reached since the last call, with the number of games that reached each. */
  take(): (readonly [point: number, games: number])[] {
    const reached = [...this.#games]
    this.#games.clear()
    return reached
  }
}
