/** Decides whether a game is searched by alpha-beta or by UCT: a property of the game, derived from its rules. */
import { type Game, RuleError, type State } from '@ludoforge/kernel'
import { needsSampling } from '../stochastic.js'
import { RandomAgent } from '../random.js'
import { allAnswers } from './answers.js'

const PROBES = 4 // random games
const MAX_ANSWERS = 400 // in one probe
const MIN_ENDING_SHARE = 0.75 // of the answers must end a turn

const cache = new WeakMap<Game, boolean>()

/**
 * Returns whether to use alpha-beta in this state: two seats, no chance, nothing hidden, a `worth`, turns of one answer, and
 * few answers to choose from.
 */
export function suitsAlphaBeta(game: Game, state: State): boolean {
  let suits = cache.get(game)
  if (suits === undefined) cache.set(game, (suits = isForTwo(game) && turnsAreAnswers(game)))
  const question = suits ? game.ask(state) : undefined
  return question !== undefined && allAnswers(question) !== null
}

function isForTwo(game: Game): boolean {
  return game.def.seats.length === 2 && game.def.worth !== undefined && !needsSampling(game)
}

/**
 * Whether an answer usually ends the turn, measured in random play. Not always, because a rival that has to
 * pass leaves the turn to the same seat.
 */
function turnsAreAnswers(game: Game): boolean {
  let answers = 0
  let ends = 0
  for (let probe = 0; probe < PROBES; probe += 1) {
    const random = new RandomAgent(probe)
    const state = game.start({ seed: probe })
    let left = MAX_ANSWERS
    try {
      for (let seat = game.ask(state)?.seat; seat !== undefined && left > 0; left -= 1) {
        game.answer(state, random.choose(game, state, seat), seat)
        const next = game.ask(state)?.seat
        answers += 1
        if (next !== seat) ends += 1
        seat = next
      }
    } catch (error) {
      // A rule that fails ends the probe. The answers before it count.
      if (!(error instanceof RuleError)) throw error
    }
  }
  return answers > 0 && ends >= MIN_ENDING_SHARE * answers
}
