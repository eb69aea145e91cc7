import { choiceOfPicks, makeAgent, optionsOfAgents } from '@ludoforge/agents'
import { type Game, Rng, type StartOptions, type State } from '@ludoforge/kernel'
import { playHandwritten } from './handwritten.js'

/** Plays games with one kind of agent by the kernel's in-place API, one decision per step. */
export class Playouts {
  games = 0
  decisions = 0
  readonly start: StartOptions
  readonly #agents: readonly ReturnType<typeof makeAgent>[]
  #state: State | null = null
  #idle = 0 // games in a row without a decision

  constructor(
    readonly game: Game,
    start: StartOptions = {},
    agent = 'random',
  ) {
    const { seats } = game.def
    this.#agents = seats.map((_, i) => makeAgent(agent, i))
    const all = seats.map(() => agent)
    this.start = { ...start, options: optionsOfAgents(game, all, start.options) }
  }

  /** Makes one decision. Starts the next game if the last is over. */
  step(): void {
    const { game } = this
    for (;;) {
      this.#state ??= game.start({ ...this.start, seed: (this.games += 1) })
      const ask = game.ask(this.#state)
      if (ask !== undefined) {
        this.#idle = 0
        this.decisions += 1
        const { seat } = ask // copied: an agent that looks ahead overwrites the question
        game.answer(this.#state, this.#choose(this.#state, seat), seat)
        return
      }
      this.#state = null
      this.#idle += 1
      if (this.#idle > 1) throw new Error('This game has nothing to decide.')
    }
  }

  /** Batches steps, because reading the clock has a cost. */
  steps(count: number): () => number {
    return () => {
      for (let i = 0; i < count; i += 1) this.step()
      return count
    }
  }

  #choose(state: State, seat: number): readonly number[] {
    const agent = this.#agents[seat]
    if (agent === undefined) throw new Error(`Seat ${seat} has no agent.`)
    return agent.choose(this.game, state, seat)
  }
}

/** Plays games by names, with `decision` and `decide`, as clients do. */
export function withNames(game: Game): () => number {
  const agents = game.def.seats.map((_, i) => makeAgent('random', i))
  const seats = new Map(game.def.seats.map(({ id }, i) => [id, i]))
  let seed = 0
  return () => {
    let state = game.start({ seed: (seed += 1) })
    let decisions = 0
    for (let asked = game.decision(state); asked !== undefined; asked = game.decision(state)) {
      const seat = seats.get(asked.seat) ?? 0
      const agent = agents[seat]
      if (agent === undefined) throw new Error(`Seat ${asked.seat} has no agent.`)
      state = game.decide(state, choiceOfPicks(asked, agent.choose(game, state, seat)), asked.seat)
      decisions += 1
    }
    return decisions
  }
}

export function handwrittenPlayouts(): () => number {
  const first = new Rng(0)
  const second = new Rng(1)
  return () => {
    let moves = 0
    for (let i = 0; i < 100; i += 1) moves += playHandwritten(first, second).moves.length
    return moves
  }
}

const POSITIONS = 64

/** Positions from random games, each with a legal answer. */
export function positions(
  game: Game,
  start: StartOptions = {},
): { readonly state: State; readonly picks: readonly number[] }[] {
  const agents = game.def.seats.map((_, i) => makeAgent('random', i))
  const found: { state: State; picks: readonly number[] }[] = []
  for (let seed = 1; found.length < POSITIONS; seed += 1) {
    const state = game.start({ ...start, seed })
    for (let ask = game.ask(state); ask !== undefined && found.length < POSITIONS; ask = game.ask(state)) {
      const picks = [...(agents[ask.seat]?.choose(game, state, ask.seat) ?? [])]
      found.push({ state: game.fork(state), picks })
      game.answer(state, picks)
    }
  }
  return found
}

/** Forks a position and answers in the copy, as search does. */
export function forkAndDecide(game: Game, start: StartOptions = {}): () => number {
  const all = positions(game, start)
  return () => {
    for (const { state, picks } of all) game.answer(game.fork(state), picks)
    return all.length
  }
}
