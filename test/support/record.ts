/** Records a random game: its choices and states. */
import type { Choice, Game, Outcome } from '@ludoforge/kernel'
import { turns } from './play.js'

export interface GameRecord {
  readonly fingerprint: string
  readonly choices: readonly Choice[]
  readonly hashes: readonly string[]
  readonly outcome: Outcome | null
}

export function record(game: Game, seed: number): GameRecord {
  const choices: Choice[] = []
  const hashes: string[] = []
  let outcome: Outcome | null = null
  for (const { state, choice } of turns(game, seed)) {
    if (choices.length === 0) hashes.push(game.hash(state))
    const next = game.decide(state, choice)
    choices.push(choice)
    hashes.push(game.hash(next))
    outcome = game.outcome(next) ?? null
  }
  return { fingerprint: game.fingerprint, choices, hashes, outcome }
}
