/** The score that the table of a game shows, for curves. */
import { CompileError, type LoadedGame } from '@ludoforge/compiler/files'
import { expandExpression, type Scene } from '@ludoforge/look'
import type { Expression } from '@ludoforge/play'
import type { GameScore } from '@ludoforge/sim/evaluate'

type ScoredGame = Pick<LoadedGame, 'def' | 'expression'>

/** Returns the first number that the standing shows: its score, else a value or a variable of the seats. */
export function gameScore(
  game: ScoredGame,
  { table: { standing }, seatValues, names }: Pick<Scene, 'table' | 'seatValues' | 'names'>,
): GameScore | undefined {
  const items = [...(standing.score === null ? [] : [{ value: standing.score }]), ...standing.items]
  for (const item of items) {
    const of =
      'value' in item
        ? seatValues[item.value]
        : { title: names[item.variable] ?? item.variable, expression: `{it}.${item.variable}` }
    if (of === undefined) continue
    const seats = game.def.seats.map(({ id }) => numberOf(game, expandExpression(of.expression, id)))
    if (seats.some((seat) => seat !== null)) return { name: of.title, seats }
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
