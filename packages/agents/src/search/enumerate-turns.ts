/** Enumerates the turns of a seat, up to the point where new information comes to light. */
import type { Game, Rng, State } from '@ludoforge/kernel'
import { privateHandHash } from '@ludoforge/play'
import { type PortableAnswer, sampleAnswers, keyOf, picksOf } from './answers.js'
import { type StrategyModel, RandomProposer } from './proposer.js'
import { TurnPlayer } from './turn-player.js'

const MAX_TURNS = 40
const SAMPLED = 10 // random turns, if there are too many answers to list

/**
 * Returns the turns that the seat's own strategies would play, then all others in breadth-first order, with a sample of
 * large number ranges. `worlds` are two determinizations: where their views differ, the turn has revealed something, and
 * the plan ends there.
 */
export function enumerateTurns(
  game: Game,
  worlds: readonly [State, State],
  seat: number,
  model: StrategyModel,
  rng: Rng,
): readonly (readonly PortableAnswer[])[] {
  const [world] = worlds
  const turns = new TurnPlayer(game, new RandomProposer(), rng)
  const found = new Map<string, readonly PortableAnswer[]>()
  const queue: PortableAnswer[][] = [[]]
  const add = (turn: readonly PortableAnswer[]): void => {
    if (found.size < MAX_TURNS) found.set(keyOf(turn), turn)
  }
  for (let strategy = 0; strategy < model.own(seat); strategy += 1) {
    const turn = turns.play(game.fork(world), seat, [], -1, model.by(strategy))
    let length = 1
    while (length < turn.length && isPredictable(game, worlds, seat, turn.slice(0, length))) length += 1
    add(turn.slice(0, length))
  }
  for (let turn = queue.shift(); turn !== undefined && found.size < MAX_TURNS; turn = queue.shift()) {
    const s = game.fork(world)
    const continues =
      turn.length === 0 || (playAnswers(game, s, seat, turn) && isPredictable(game, worlds, seat, turn))
    const question = continues ? game.ask(s, seat) : undefined
    const answers = question === undefined ? [] : sampleAnswers(question)
    if (question === undefined) add(turn)
    else if (answers !== null) for (const answer of answers) queue.push([...turn, answer])
    else for (let n = 0; n < SAMPLED; n += 1) add(turns.play(game.fork(world), seat, turn))
  }
  return [...found.values()]
}

/** Gives these answers in place, up to the first illegal one. Returns false if the turn is over. */
export function playAnswers(game: Game, s: State, seat: number, answers: readonly PortableAnswer[]): boolean {
  const hand = privateHandHash(game, s, seat)
  const picks: number[] = []
  for (const answer of answers) {
    const question = game.ask(s, seat)
    if (question === undefined || !picksOf(question, answer, picks)) return false
    game.answer(s, picks, seat)
  }
  const deciding = game.deciding(s)
  return deciding.length === 1 && deciding[0] === seat && privateHandHash(game, s, seat) === hand
}

/** Whether the seat can predict its view after these answers: both determinizations show the same. */
function isPredictable(
  game: Game,
  worlds: readonly State[],
  seat: number,
  answers: readonly PortableAnswer[],
): boolean {
  const [a, b] = worlds.map((world) => {
    const s = game.fork(world)
    playAnswers(game, s, seat, answers)
    return JSON.stringify(game.view(s, game.def.seats[seat]?.id ?? null))
  })
  return a === b
}
