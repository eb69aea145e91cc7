/** A table that is to go on by other rules. */
import type { Game } from '@ludoforge/kernel'
import type { DecisionEntry } from './entries.js'
import { decisionTransition } from './transitions.js'
import { type GameStart, type Position, seatsDeciding, startOf } from './replay.js'

/** A table cannot be moved: the message says at which decision, and why not. */
export class MigrationError extends Error {
  override readonly name = 'CannotMove'
}

/** The position after the decisions that count, by these rules. Throws MigrationError if one is not legal by them. */
export function replayUnder(game: Game, beginning: GameStart, line: readonly DecisionEntry[]): Position {
  let position: Position
  try {
    ;({ position } = startOf(game, beginning))
  } catch (error) {
    throw new MigrationError(`By today's rules the game cannot begin so: ${messageOf(error)}`)
  }
  line.forEach(({ seat, name, choice }, i) => {
    const refuse = (why: string): MigrationError =>
      new MigrationError(
        `Decision ${i + 1} (${seat}: ${JSON.stringify(choice)}) is not legal by today's rules: ${why}`,
      )
    const question = seatsDeciding(game, position).includes(seat)
      ? game.decision(position.state, seat)
      : undefined
    if (question === undefined) throw refuse(`${seat} is not asked there.`)
    if (question.name !== name)
      throw refuse(`${seat} is asked for "${question.name}" there, not for "${name}".`)
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
