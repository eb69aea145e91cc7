/** A table that is to go on by other rules. */
import type { Game } from '@ludoforge/kernel'
import type { DecisionEntry } from './entries.js'
import { decided } from './moments.js'
import { seatsDeciding } from './tell.js'
import { type Beginning, beginningOf, type Position } from './walk.js'

/** A table cannot be moved: the message says at which decision, and why not. */
export class CannotMove extends Error {
  override readonly name = 'CannotMove'
}

/** The position after the decisions that count, by these rules. Throws CannotMove if one is not legal by them. */
export function movedTo(game: Game, beginning: Beginning, line: readonly DecisionEntry[]): Position {
  let position: Position
  try {
    ;({ position } = beginningOf(game, beginning))
  } catch (error) {
    throw new CannotMove(`By today's rules the game cannot begin so: ${messageOf(error)}`)
  }
  line.forEach(({ seat, name, choice }, i) => {
    const refuse = (why: string): CannotMove =>
      new CannotMove(
        `Decision ${i + 1} (${seat}: ${JSON.stringify(choice)}) is not legal by today's rules: ${why}`,
      )
    const question = seatsDeciding(game, position).includes(seat)
      ? game.decision(position.state, seat)
      : undefined
    if (question === undefined) throw refuse(`${seat} is not asked there.`)
    if (question.name !== name)
      throw refuse(`${seat} is asked for "${question.name}" there, not for "${name}".`)
    try {
      position = decided(game, position, seat, choice, '').after
    } catch (error) {
      throw refuse(messageOf(error))
    }
  })
  return position
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
