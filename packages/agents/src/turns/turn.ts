/** Turns by names: the answers of one seat until another seat decides, as choices instead of option numbers. */
import { type Choice, type Decision, type Game, IllegalChoice, type State } from '@ludoforge/kernel'
import { choiceOfPicks, picksOfChoice } from '../choice.js'
import { answerOf, type PortableAnswer, picksOf } from '../search/answers.js'

const MAX_ANSWERS = 60 // of one turn

/** One answer of a turn, with its question. */
export interface TurnStep {
  readonly decision: Decision
  readonly choice: Choice
}

/** Returns the steps of a turn, played in place. It ends before the first answer that isn't legal there. */
export function stepsOfTurn(
  game: Game,
  state: State,
  seat: number,
  answers: readonly PortableAnswer[],
): TurnStep[] {
  const id = game.def.seats[seat]?.id
  const picks: number[] = []
  const steps: TurnStep[] = []
  for (const answer of answers) {
    const decision = game.decision(state, id)
    const question = game.ask(state, seat)
    if (decision === undefined || question === undefined || !picksOf(question, answer, picks)) break
    steps.push({ decision, choice: choiceOfPicks(decision, picks) })
    game.answer(state, picks, seat)
  }
  return steps
}

/**
 * Returns the answers of a turn given by choices, played in place. A list for several rounds, and an answer that holds
 * throughout, become one answer for each question. It ends before the first choice that isn't legal there.
 */
export function answersOfTurn(
  game: Game,
  state: State,
  seat: number,
  choices: readonly Choice[],
): PortableAnswer[] {
  const answers: PortableAnswer[] = []
  const left = [...choices]
  const throughout = new Map<number, string | number>()
  const id = game.def.seats[seat]?.id
  while (answers.length < MAX_ANSWERS) {
    const decision = game.decision(state, id)
    const site = game.ask(state, seat)?.site
    if (decision === undefined || site === undefined) break
    const held = throughout.get(site)
    const choice =
      (held !== undefined && isLegal(game, state, decision, held) ? held : undefined) ?? left.shift()
    if (choice === undefined) break
    const single = singleChoice(decision, choice)
    if (typeof choice === 'object' && 'throughout' in choice) throughout.set(site, choice.throughout)
    if (single.rest !== undefined) left.unshift(single.rest)
    if (!isLegal(game, state, decision, single.choice)) break
    const picks = picksOfChoice(decision, single.choice)
    // The game reuses its question object, and a trial has asked other questions.
    const question = game.ask(state, seat)
    if (question === undefined) break
    answers.push(answerOf(question, picks))
    game.answer(state, picks, seat)
  }
  return answers
}

/** Splits a list for the rounds of a series into this round's answer and the rest, which ends by declining. */
function singleChoice(
  { series }: Decision,
  choice: Choice,
): { readonly choice: Choice; readonly rest?: Choice } {
  if (typeof choice === 'object' && 'throughout' in choice) return { choice: choice.throughout }
  if (series === undefined || typeof choice !== 'object' || 'offer' in choice) return { choice }
  const [first, ...rest] = choice
  return first === undefined ? { choice: [] } : { choice: first, rest }
}

function isLegal(game: Game, state: State, { seat }: Decision, choice: Choice): boolean {
  try {
    game.decide(state, choice, seat)
    return true
  } catch (error) {
    if (error instanceof IllegalChoice) return false
    throw error
  }
}

const SHORT = 3 // answers

/**
 * Returns the kind of a turn: the action that its first or second answer chooses. Without one, a short turn is its own
 * kind, and a long one is of the kind of its first answer. Turns of one kind differ in details.
 */
export function kindOfTurn(steps: readonly TurnStep[]): string {
  const action = actionOf(steps)
  if (action !== undefined) return action
  const own = steps.slice(0, steps.length <= SHORT ? SHORT : 1)
  return own.map(({ choice }) => JSON.stringify(choice)).join(' ')
}

/** Returns the action that the first or second answer of a turn chooses. */
export function actionOf(steps: readonly TurnStep[]): string | undefined {
  return steps
    .slice(0, 2)
    .flatMap(({ decision, choice }) =>
      decision.type === 'action' && typeof choice === 'string' ? choice : [],
    )[0]
}
