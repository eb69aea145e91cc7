import type { MatchObserver, PlayedMatch } from './match.js'
import type { Seed } from './seeds.js'

/** An observer that is also told when a game of a series begins and ends. */
export interface GameRecorder extends MatchObserver {
  begin(index: number, seed: Seed, agents: readonly string[]): void
  end(played: PlayedMatch): void
}
