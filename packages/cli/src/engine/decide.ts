import { choiceOfPicks, picksOfChoice } from '@ludoforge/agents'
import { closestName } from '@ludoforge/compiler'
import { type Choice, type Game, IllegalChoice, selectionError, type State } from '@ludoforge/kernel'
import type { Bot } from './games.js'
import { notifyBots } from './bots.js'
import type { Recording } from './recording.js'

/** An answer of the program: by names, or by the indexes of options. */
export type Answer = { readonly choice: Choice } | { readonly picks: readonly number[] }

/** Returns the position after an answer, as a copy. Throws `IllegalChoice`. */
export function decide(
  game: Game,
  state: State,
  seat: string | undefined,
  answer: Answer,
  bots: readonly (Bot | undefined)[],
  recording: Recording | undefined,
): State {
  try {
    const after = apply(game, state, seat, answer, recording)
    if (bots.some((bot) => bot?.agent.watch !== undefined)) notifyOfAnswer(game, state, seat, answer, bots)
    return after
  } catch (error) {
    throw error instanceof IllegalChoice && 'choice' in answer
      ? withSuggestion(error, game, state, seat, answer.choice)
      : error
  }
}

function apply(
  game: Game,
  state: State,
  seat: string | undefined,
  answer: Answer,
  recording: Recording | undefined,
): State {
  if (recording !== undefined) {
    const choice = choiceOf(game, state, seat, answer)
    const step = game.step(state, choice, seat)
    recording.add(step.events, seat, choice)
    return step.state
  }
  if ('choice' in answer) return game.decide(state, answer.choice, seat)
  const copy = game.fork(state)
  game.answer(copy, answer.picks, numberOf(game, seat))
  return copy
}

/** The answer by names. */
export function choiceOf(game: Game, state: State, seat: string | undefined, answer: Answer): Choice {
  if ('choice' in answer) return answer.choice
  const decision = game.decision(state, seat)
  const question = game.ask(state, numberOf(game, seat))
  if (decision === undefined || question === undefined) throw new IllegalChoice(notAsked(seat))
  const wrong = selectionError(question, answer.picks)
  if (wrong !== null) throw new IllegalChoice(wrong)
  return choiceOfPicks(decision, answer.picks)
}

function notifyOfAnswer(
  game: Game,
  state: State,
  seat: string | undefined,
  answer: Answer,
  bots: readonly (Bot | undefined)[],
): void {
  const decision = game.decision(state, seat)
  if (decision === undefined) return
  const picks = 'picks' in answer ? answer.picks : picksOfChoice(decision, answer.choice)
  notifyBots(game, state, bots, numberOf(game, decision.seat) ?? 0, picks)
}

function notAsked(seat: string | undefined): string {
  return seat === undefined
    ? 'The game is over. There is nothing to decide.'
    : `It isn't ${seat}'s turn to decide.`
}

function numberOf({ def }: Game, seat: string | undefined): number | undefined {
  return seat === undefined ? undefined : def.seats.findIndex(({ id }) => id === seat)
}

/** Adds the closest known option to the error's message. */
function withSuggestion(
  error: IllegalChoice,
  game: Game,
  state: State,
  seat: string | undefined,
  choice: Choice,
): IllegalChoice {
  const decision = game.decision(state, seat)
  const [known, given] =
    typeof choice === 'object' && 'offer' in choice
      ? [decision?.offers, [choice.offer]]
      : [decision?.options, [choice].flat().map(String)]
  const ids = known?.map(({ id }) => id) ?? []
  const [unknown] = given.filter((text) => !ids.includes(text))
  const near = unknown === undefined ? undefined : closestName(unknown, ids)
  return near === undefined ? error : new IllegalChoice(`${error.message} Did you mean "${near}"?`)
}
