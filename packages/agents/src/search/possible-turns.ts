/** The turns that a seat can make in one position, as far as it knows what it will be asked. */
import type { Game, Rng, State } from '@ludoforge/kernel'
import { privateHandHash } from '@ludoforge/play'
import { type PortableAnswer, sampleAnswers, keyOf, picksOf } from './answers.js'
import { type StrategyModel, RandomProposer } from './proposer.js'
import { TurnPlayer } from './turn-player.js'

const MOST = 40
const DRAWN = 10 // where there are too many to list

/**
 * Those that the seat's own ways to play would make, and then every other, of many numbers some. `worlds`: the position as it
 * may be, twice. Where they part, something has come to light: the turn is planned so far.
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
  const begun: PortableAnswer[][] = [[]]
  const add = (turn: readonly PortableAnswer[]): void => {
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
    const goesOn =
      turn.length === 0 || (playAnswers(game, s, seat, turn) && isKnown(game, worlds, seat, turn))
    const question = goesOn ? game.ask(s, seat) : undefined
    const answers = question === undefined ? [] : sampleAnswers(question)
    if (question === undefined) add(turn)
    else if (answers !== null) for (const answer of answers) begun.push([...turn, answer])
    else for (let n = 0; n < DRAWN; n += 1) add(turns.play(game.fork(world), seat, turn))
  }
  return [...found.values()]
}

/** Gives these answers, as far as they can be given. False: the turn is over. */
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

/** Does the seat know what it will see after these answers? */
function isKnown(
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
