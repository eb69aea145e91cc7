/** Where alpha-beta decides, and not the tree search: a property of the game, derived from its rules. */
import { type Game, RuleError, type State } from '@ludoforge/kernel'
import { needsSampling } from '../stochastic.js'
import { RandomAgent } from '../random.js'
import { allAnswers } from './answers.js'

const PROBES = 4 // games at random
const LONGEST = 400 // answers of one of them
const ENDING_TURNS = 0.75 // of the answers, at least

const known = new WeakMap<Game, boolean>()

/**
 * Returns whether alpha-beta can decide here: two seats, no chance, nothing hidden, a `worth`, turns of one answer, and
 * few answers to choose from.
 */
export function suitsAlphaBeta(game: Game, state: State): boolean {
  let suits = known.get(game)
  if (suits === undefined) known.set(game, (suits = isForTwo(game) && turnsAreAnswers(game)))
  const question = suits ? game.ask(state) : undefined
  return question !== undefined && allAnswers(question) !== null
}

function isForTwo(game: Game): boolean {
  return game.def.seats.length === 2 && game.def.worth !== undefined && !needsSampling(game)
}

/**
 * Whether another seat decides after an answer, or the game is over, in random play. Not always: a rival that has to
 * pass leaves the turn to the same seat.
 */
function turnsAreAnswers(game: Game): boolean {
  let answers = 0
  let ends = 0
  for (let probe = 0; probe < PROBES; probe += 1) {
    const random = new RandomAgent(probe)
    const state = game.start({ seed: probe })
    let left = LONGEST
    try {
      for (let seat = game.ask(state)?.seat; seat !== undefined && left > 0; left -= 1) {
        game.answer(state, random.choose(game, state, seat), seat)
        const next = game.ask(state)?.seat
        answers += 1
        if (next !== seat) ends += 1
        seat = next
      }
    } catch (error) {
      // A rule that fails ends the probe: what was played so far counts.
      if (!(error instanceof RuleError)) throw error
    }
  }
  return answers > 0 && ends >= ENDING_TURNS * answers
}
