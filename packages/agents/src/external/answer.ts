import { type Game, IllegalChoice, problem, type State } from '@ludoforge/kernel'
import { choice as choiceShape } from '../schemas/kernel.js'
import { picksOfChoice } from '../choice.js'

/** The picks that an answer from outside means. Throws IllegalChoice, with what is wrong with it. */
export function picksFrom(game: Game, state: State, seat: number, answer: unknown): number[] {
  const { data: choice } = choiceShape.safeParse(answer)
  if (choice === undefined)
    throw new IllegalChoice(
      `${shown(answer)} is no choice: the id of an option, a list of ids, a whole number, or {"offer": id}.`,
    )
  const id = game.def.seats[seat]?.id
  const decision = game.decision(state, id)
  if (decision === undefined) throw new IllegalChoice(`${id ?? seat} is not asked.`)
  const picks = picksOfChoice(decision, choice)
  if (isLegal(game, state, seat, picks)) return picks
  game.decide(state, choice, id) // says why not
  throw new IllegalChoice(`${shown(answer)} is no legal answer.`)
}

/** Throws IllegalChoice if these picks are no legal answer, or not even a list of whole numbers. */
export function checkPicks(game: Game, state: State, seat: number, picks: unknown): readonly number[] {
  if (!Array.isArray(picks) || !picks.every((pick): pick is number => Number.isInteger(pick)))
    throw new IllegalChoice(`${shown(picks)} is no list of picks: numbers of options.`)
  const question = game.ask(state, seat)
  const wrong = question === undefined ? 'Nothing is asked.' : problem(question, picks)
  if (wrong !== null) throw new IllegalChoice(wrong)
  return picks
}

function isLegal(game: Game, state: State, seat: number, picks: readonly number[]): boolean {
  const question = game.ask(state, seat)
  return question !== undefined && problem(question, picks) === null
}

const SHOWN = 200

export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN)} …`
}
