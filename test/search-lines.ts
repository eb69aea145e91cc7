/** All lines of a game where an agent plays one seat and the other seats try every answer. */
import { type Agent, makeAgent } from '@ludoforge/agents'
import type { Game, State } from '@ludoforge/kernel'

export interface Lines {
  readonly won: number
  readonly drawn: number
  readonly lost: number
}

/** Makes an agent from a seed. */
export type Maker = (seed: string) => Pick<Agent, 'choose'>

/** Makes a new agent in each position, so that a position has one answer. Only for small games without chance. */
export function allLines(game: Game, spec: string | Maker, mine: number, seed = ''): Lines {
  const make = typeof spec === 'string' ? (own: string) => makeAgent(spec, own) : spec
  const answers = new Map<string, readonly number[]>()
  const found = { won: 0, drawn: 0, lost: 0 }
  const follow = (state: State): void => {
    const question = game.ask(state)
    if (question === undefined) {
      found[resultOf(game, state, mine)] += 1
      return
    }
    const { seat, values } = question
    const hash = game.hash(state)
    const known = answers.get(hash)
    const own = seat === mine ? (known ?? [...make(`${seed}${hash}`).choose(game, state, seat)]) : undefined
    if (own !== undefined) answers.set(hash, own)
    for (const picks of own === undefined ? values.map((_, i) => [i]) : [own]) {
      const next = game.fork(state)
      game.answer(next, picks, seat)
      follow(next)
    }
  }
  follow(game.start())
  return found
}

/** Like it, but with one agent per line, which remembers its earlier turns. */
export function allLinesKept(game: Game, spec: string, mine: number, seed = ''): Lines {
  const found = { won: 0, drawn: 0, lost: 0 }
  const follow = (others: readonly number[]): void => {
    const agent = makeAgent(spec, `${seed}${mine}`)
    const { state, next } = replay(game, agent, mine, others)
    if (next === 0) found[resultOf(game, state, mine)] += 1
    for (let pick = 0; pick < next; pick += 1) follow([...others, pick])
  }
  follow([])
  return found
}

/** Plays until the other seat has given these answers; returns how many it can give next, 0 if the game is over. */
function replay(game: Game, agent: Agent, mine: number, others: readonly number[]) {
  const state = game.start()
  let given = 0
  for (let question = game.ask(state); question !== undefined; question = game.ask(state)) {
    const { seat, values } = question
    if (seat === mine) game.answer(state, agent.choose(game, state, seat), seat)
    else if (given < others.length) game.answer(state, [others[given++] ?? 0], seat)
    else return { state, next: values.length }
  }
  return { state, next: 0 }
}

function resultOf(game: Game, state: State, mine: number): keyof Lines {
  const outcome = game.outcome(state)
  if (outcome === undefined || outcome.kind === 'draw') return 'drawn'
  return outcome.winners.includes(game.def.seats[mine]?.id ?? '') ? 'won' : 'lost'
}
