/** Every line of a game in which an agent plays one seat and the other seats try everything. */
import { makeAgent } from '@ludoforge/agents'
import type { Game, State } from '@ludoforge/kernel'

export interface Lines {
  readonly won: number
  readonly drawn: number
  readonly lost: number
}

/** In each position the agent is made anew, so that a position has one answer. Only for small games without chance. */
export function allLines(game: Game, spec: string, mine: number): Lines {
  const answers = new Map<string, readonly number[]>()
  const found = { won: 0, drawn: 0, lost: 0 }
  const follow = (state: State): void => {
    const question = game.ask(state)
    if (question === undefined) {
      const outcome = game.outcome(state)
      if (outcome === undefined || outcome.kind === 'draw') found.drawn += 1
      else if (outcome.winners.includes(game.def.seats[mine]?.id ?? '')) found.won += 1
      else found.lost += 1
      return
    }
    const { seat, values } = question
    const hash = game.hash(state)
    const known = answers.get(hash)
    const own = seat === mine ? (known ?? [...makeAgent(spec, hash).choose(game, state, seat)]) : undefined
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
