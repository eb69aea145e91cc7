/** Finds a game of bots in which a rule asks something. */
import type { Game } from '@ludoforge/kernel'
import { playMatch } from '@ludoforge/sim/evaluate'
import { isInLines, type RuleLines } from '../rule-lines.js'
import type { BotGame } from './bot-game.js'

/** How many games bots play before they give up, and how long. */
const SEARCHED_GAMES = 8
const MAX_DECISIONS = 300

/**
 * Returns a game up to the first question that the line asks or, if bots never reach it, that the other lines ask. Returns
 * `undefined` if bots reach none.
 */
export function findQuestion(game: Game, lines: RuleLines): BotGame | undefined {
  const agents = game.def.seats.map(() => 'random')
  const exact = { ...lines, from: lines.line, to: lines.line }
  let near: BotGame | undefined
  for (let seed = 1; seed <= SEARCHED_GAMES; seed += 1) {
    let found: BotGame | undefined
    let decisions = 0
    // A game that fails ends there. Its decisions up to that point count.
    playMatch(game, { maxDecisions: MAX_DECISIONS }, agents, seed, {
      started() {},
      asked() {},
      decided() {},
      chose(state, seat) {
        const place = game.decision(state, game.def.seats[seat]?.id ?? '')?.place
        if (isInLines(exact, place)) found ??= { seed, agents, decisions }
        else if (isInLines(lines, place)) near ??= { seed, agents, decisions }
        decisions += 1
      },
    })
    if (found !== undefined) return found
  }
  return near
}
