/** A match of an agent against another one, over random openings, each played from both seats. */
import { makeAgent } from '@ludoforge/agents'
import type { Game, StartOptions, State } from '@ludoforge/kernel'

/** An opponent, and how to play against it. */
export interface Match {
  readonly game: string
  readonly scenario?: string
  /** The opponent, written for this game alone. */
  readonly against: string
  /** Random answers before the players begin, so that two deterministic players don't repeat one game. */
  readonly opening: number
  /** The score that search should reach at one second per turn. */
  readonly goal: number
}

/** The opponents of `npm run bench:search`, by game. */
export const MATCHES: readonly Match[] = [
  { game: 'connect-four', against: opponent('connect-four.mjs 6'), opening: 2, goal: 0.7 },
  { game: 'reversi', against: opponent('reversi.mjs 4'), opening: 6, goal: 0.85 },
  { game: 'chess', against: opponent('chess.mjs 2'), opening: 8, goal: 0.9 },
  { game: 'backgammon', scenario: 'single', against: opponent('backgammon.mjs'), opening: 0, goal: 0.6 },
]

function opponent(program: string): string {
  return `cmd:node ${new URL(program.split(' ')[0] ?? '', import.meta.url).pathname}${program.slice(program.indexOf('.mjs') + 4)}`
}

/** Plays an opening from both seats. Returns the points of the agent in each game: 1, a half or 0. */
export function playOpening(game: Game, match: Match, spec: string, seed: number): number[] {
  const { scenario, against, opening } = match
  const options: StartOptions = { seed, ...(scenario === undefined ? {} : { scenario }) }
  const state = game.start(options)
  const random = makeAgent('random', `opening ${seed}`)
  for (let i = 0; i < opening; i += 1) game.answer(state, random.choose(game, state, seatOf(game, state)))
  return [0, 1].map((mine) => playGame(game, game.fork(state), mine, { spec, against, seed }))
}

function seatOf(game: Game, state: State): number {
  return game.ask(state)?.seat ?? 0
}

interface Players {
  readonly spec: string
  readonly against: string
  readonly seed: number
}

function playGame(game: Game, state: State, mine: number, { spec, against, seed }: Players): number {
  const agents = [0, 1].map((seat) => makeAgent(seat === mine ? spec : against, `${seed} ${mine} ${seat}`))
  for (let question = game.ask(state); question !== undefined; question = game.ask(state)) {
    const { seat } = question
    const agent = agents[seat]
    if (agent === undefined) throw new Error('A match has two seats.')
    const picks = [...agent.choose(game, state, seat)]
    agents[1 - seat]?.watch?.(game, state, 1 - seat, seat, picks)
    game.answer(state, picks, seat)
  }
  for (const agent of agents) agent.end?.(game, state)
  const outcome = game.outcome(state)
  if (outcome === undefined || outcome.winners.length !== 1) return 0.5
  return outcome.winners.includes(game.def.seats[mine]?.id ?? '') ? 1 : 0
}
