import { type Choice, type Game, IllegalChoice, type State, type StepEvent } from '@ludoforge/kernel'

/**
 * Returns the step of an answer, or `undefined` if it isn't legal: a search samples what is hidden, so its answers may not
 * be legal in another position.
 */
export function stepIfLegal(
  game: Game,
  state: State,
  choice: Choice,
  seat: string,
): { readonly state: State; readonly events: readonly StepEvent[] } | undefined {
  try {
    return game.step(state, choice, seat)
  } catch (error) {
    if (error instanceof IllegalChoice) return undefined
    throw error
  }
}
