/** The series that were played. Rules that come back, such as those before an edit, aren't played again. */
import { defaultAgent } from '@ludoforge/agents'
import { type EvaluationSeries, evaluationSeries, type Seed } from '@ludoforge/sim/evaluate'
import type { PlayableVersion } from './compile-version.js'

/** A series, and how it is stored. */
export interface CachedSeries {
  readonly key: string
  readonly series: EvaluationSeries
  /** The time that its games took. */
  readonly time: { ms: number }
}

const KEPT = 12

export class SeriesCache {
  readonly #known = new Map<string, CachedSeries>()

  /** Returns the series of these rules and players, with the games that were played before. */
  open(version: PlayableVersion, players: readonly string[], seed: Seed, games: number): CachedSeries {
    const { def } = version.game
    const agents = agentsOf(version, players)
    const { meaning, score } = version
    const key = JSON.stringify([agents, seed, games, meaning, score])
    const known = this.#known.get(key) ?? {
      key,
      time: { ms: 0 },
      series: evaluationSeries({
        game: { def },
        games,
        seed,
        agents,
        ...(score === undefined ? {} : { score }),
        ...(def.scenarios[0] === undefined ? {} : { scenario: def.scenarios[0].id }),
      }),
    }
    this.#known.delete(key)
    this.#known.set(key, known)
    for (const old of this.#known.keys()) if (this.#known.size > KEPT) this.#known.delete(old)
    return known
  }

  /** Forgets a series that was interrupted: some of its games are missing. */
  forget({ key }: CachedSeries): void {
    this.#known.delete(key)
  }
}

/** The agent of each seat. Without a choice, a seat plays its default agent. */
export function agentsOf({ game }: PlayableVersion, players: readonly string[]): string[] {
  return game.def.seats.map(({ id }, i) => players[i] ?? players[0] ?? defaultAgent(game, id))
}
