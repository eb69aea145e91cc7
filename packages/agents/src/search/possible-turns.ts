/** The turns that a seat can make in one position, as far as it knows what it will be asked. */
import type { Game, Rng, State } from '@ludoforge/kernel'
import { handOf } from '@ludoforge/play'
import { type Answer, fewAnswers, keyOf, picksOf } from './answers.js'
import { type Model, RandomProposer } from './proposer.js'
import { TurnPlayer } from './turn-player.js'

const MOST = 40
const DRAWN = 10 // where there are too many to list

/**
 * Those that the seat's own ways to play would make, and then every other, of many numbers some. `worlds`: the position as it
 * may be, twice. Where they part, something has come to light: the turn is planned so far.
 */
export function possibleTurns(
  game: Game,
  worlds: readonly [State, State],
  seat: number,
  model: Model,
  rng: Rng,
): readonly (readonly Answer[])[] {
  const [world] = worlds
  const turns = new TurnPlayer(game, new RandomProposer(), rng)
  const found = new Map<string, readonly Answer[]>()
  const begun: Answer[][] = [[]]
  const add = (turn: readonly Answer[]): void => {
    if (found.size < MOST) found.set(keyOf(turn), turn)
  }
  for (let way = 0; way < model.own(seat); way += 1) {
    const turn = turns.play(game.fork(world), seat, [], -1, model.by(way))
    let known = 1
    while (known < turn.length && isKnown(game, worlds, seat, turn.slice(0, known))) known += 1
    add(turn.slice(0, known))
  }
  for (let turn = begun.shift(); turn !== undefined && found.size < MOST; turn = begun.shift()) {
    const s = game.fork(world)
    const goesOn = turn.length === 0 || (follow(game, s, seat, turn) && isKnown(game, worlds, seat, turn))
    const question = goesOn ? game.ask(s, seat) : undefined
    const answers = question === undefined ? [] : fewAnswers(question)
    if (question === undefined) add(turn)
    else if (answers !== null) for (const answer of answers) begun.push([...turn, answer])
    else for (let n = 0; n < DRAWN; n += 1) add(turns.play(game.fork(world), seat, turn))
  }
  return [...found.values()]
}

/** Gives these answers, as far as they can be given. False: the turn is over. */
export function follow(game: Game, s: State, seat: number, answers: readonly Answer[]): boolean {
  const hand = handOf(game, s, seat)
  const picks: number[] = []
  for (const answer of answers) {
    const question = game.ask(s, seat)
    if (question === undefined || !picksOf(question, answer, picks)) return false
    game.answer(s, picks, seat)
  }
  const deciding = game.deciding(s)
  return deciding.length === 1 && deciding[0] === seat && handOf(game, s, seat) === hand
}

/** Does the seat know what it will see after these answers? */
function isKnown(game: Game, worlds: readonly State[], seat: number, answers: readonly Answer[]): boolean {
  const [a, b] = worlds.map((world) => {
    const s = game.fork(world)
    follow(game, s, seat, answers)
    return JSON.stringify(game.view(s, game.def.seats[seat]?.id ?? null))
  })
  return a === b
}
