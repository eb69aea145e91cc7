/** The score that the table of a game shows, for curves. */
import { CompileError, type LoadedGame } from '@ludoforge/compiler/files'
import { expandExpression } from '@ludoforge/look'
import { standingValues } from '@ludoforge/look/files'
import type { Look } from '@ludoforge/look/reader'
import type { Expression } from '@ludoforge/play'
import type { GameScore } from '@ludoforge/sim/evaluate'

type ScoredGame = Pick<LoadedGame, 'def' | 'expression'>

/** Returns the first number that the standing shows: its score, else a value or a variable of the seats. */
export function gameScore(game: ScoredGame, look: Look): GameScore | undefined {
  for (const { title, expression } of standingValues(game.def, look)) {
    const seats = game.def.seats.map(({ id }) => numberOf(game, expandExpression(expression, id)))
    if (seats.some((seat) => seat !== null)) return { name: title, seats }
  }
  return undefined
}

/** Compiles an expression. Returns `null` if it has no meaning for this seat, or isn't a number. */
function numberOf(game: ScoredGame, text: string): Expression | null {
  try {
    const expression = game.expression(text)
    return expression.type === 'number' ? expression : null
  } catch (error) {
    if (!(error instanceof CompileError)) throw error
    return null
  }
}
