/** Rules migration: replays a table under other rules. */
import type { Game } from '@ludoforge/kernel'
import type { DecisionEntry } from './entries.js'
import { decisionTransition } from './transitions.js'
import { type GameStart, type Position, seatsDeciding, startOf } from './replay.js'

/** Thrown when a table can't be migrated. The message names the decision and the reason. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}

/** Returns the position after the active decisions under these rules. Throws `MigrationError` if one is illegal. */
export function replayUnder(game: Game, beginning: GameStart, decisions: readonly DecisionEntry[]): Position {
  let position: Position
  try {
    ;({ position } = startOf(game, beginning))
  } catch (error) {
    throw new MigrationError(`The game can't start under the new rules: ${messageOf(error)}`)
  }
  decisions.forEach(({ seat, name, choice }, i) => {
    const refuse = (why: string): MigrationError =>
      new MigrationError(
        `Decision ${i + 1} (${seat}: ${JSON.stringify(choice)}) is not legal under the new rules: ${why}`,
      )
    const question = seatsDeciding(game, position).includes(seat)
      ? game.decision(position.state, seat)
      : undefined
    if (question === undefined) throw refuse(`${seat} doesn't decide there.`)
    if (question.name !== name) throw refuse(`${seat} decides "${question.name}" there, not "${name}".`)
    try {
      position = decisionTransition(game, position, seat, choice, '').after
    } catch (error) {
      throw refuse(messageOf(error))
    }
  })
  return position
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
