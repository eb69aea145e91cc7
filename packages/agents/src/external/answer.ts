import { type Game, IllegalChoice, selectionError, type State } from '@ludoforge/kernel'
import { choice as choiceShape } from '../schemas/kernel.js'
import { picksOfChoice } from '../choice.js'

/** Converts the answer of an external agent to picks. Throws `IllegalChoice` with the reason if it is illegal. */
export function parsePicks(game: Game, state: State, seat: number, answer: unknown): number[] {
  const { data: choice } = choiceShape.safeParse(answer)
  if (choice === undefined)
    throw new IllegalChoice(
      `${shortJson(answer)} is not a choice. Answer with the id of an option, a list of ids, a whole number, or {"offer": id}.`,
    )
  const id = game.def.seats[seat]?.id
  const decision = game.decision(state, id)
  if (decision === undefined) throw new IllegalChoice(`${id ?? seat} has no decision to make.`)
  const picks = picksOfChoice(decision, choice)
  if (isLegal(game, state, seat, picks)) return picks
  game.decide(state, choice, id) // throws with the reason
  throw new IllegalChoice(`${shortJson(answer)} is not a legal answer.`)
}

/** Throws `IllegalChoice` if the picks aren't integers or aren't a legal answer. */
export function checkPicks(game: Game, state: State, seat: number, picks: unknown): readonly number[] {
  if (!Array.isArray(picks) || !picks.every((pick): pick is number => Number.isInteger(pick)))
    throw new IllegalChoice(`${shortJson(picks)} is not a list of picks. Return the indexes of options.`)
  const question = game.ask(state, seat)
  const error = question === undefined ? 'The seat has no decision to make.' : selectionError(question, picks)
  if (error !== null) throw new IllegalChoice(error)
  return picks
}

function isLegal(game: Game, state: State, seat: number, picks: readonly number[]): boolean {
  const question = game.ask(state, seat)
  return question !== undefined && selectionError(question, picks) === null
}

const MAX_SHOWN = 200

export function shortJson(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN)} …`
}
