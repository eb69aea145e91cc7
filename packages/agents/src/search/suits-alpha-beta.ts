/** Decides whether a game is searched by alpha-beta or by UCT: a property of the game, derived from its rules. */
import { type Game, RuleError, type State } from '@ludoforge/kernel'
import { needsSampling } from '../stochastic.js'
import { RandomAgent } from '../random.js'
import { allAnswers } from './answers.js'
import { isTurnOver } from './list-turns.js'

const PROBES = 4 // random games
const MAX_PROBED = 80 // answers in one probe
const MAX_TURNS = 100 // that a seat may choose from
const MIN_SHARE = 0.75 // of the turns must be among so few

const cache = new WeakMap<Game, boolean>()

/** Returns whether to use alpha-beta in this state: two seats, no chance, nothing hidden, a `worth`, and few turns. */
export function suitsAlphaBeta(game: Game, state: State): boolean {
  let suits = cache.get(game)
  if (suits === undefined) cache.set(game, (suits = isForTwo(game) && turnsAreFew(game)))
  const question = suits ? game.ask(state) : undefined
  return question !== undefined && allAnswers(question) !== null
}

/** Returns whether it is a game for two without chance and secrets, with a `worth`. */
export function isForTwo(game: Game): boolean {
  return game.def.seats.length === 2 && game.def.worth !== undefined && !needsSampling(game)
}

/**
 * Whether a seat usually chooses from few turns, measured in random play. The number of turns is estimated by the product
 * of the numbers of answers along a random one (Knuth 1975).
 */
function turnsAreFew(game: Game): boolean {
  let few = 0
  let turns = 0
  for (let probe = 0; probe < PROBES; probe += 1) {
    const random = new RandomAgent(probe)
    const state = game.start({ seed: probe })
    let first: number | undefined
    let estimate = 1
    try {
      for (let left = MAX_PROBED; left > 0; left -= 1) {
        const question = game.ask(state)
        if (question === undefined) break
        const { seat, site } = question
        first ??= site
        estimate *= allAnswers(question)?.length ?? Number.POSITIVE_INFINITY
        game.answer(state, random.choose(game, state, seat), seat)
        if (!isTurnOver(game, state, seat, first)) continue
        turns += 1
        if (estimate <= MAX_TURNS) few += 1
        first = undefined
        estimate = 1
      }
    } catch (error) {
      // A rule that fails ends the probe. The turns before it count.
      if (!(error instanceof RuleError)) throw error
    }
  }
  return turns > 0 && few >= MIN_SHARE * turns
}
