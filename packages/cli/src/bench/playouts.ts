import { choiceOfPicks, makeAgent } from '@ludoforge/agents'
import { type Game, Rng, type StartOptions, type State } from '@ludoforge/kernel'
import { playPlain } from './plain.js'

/** One random game in place, with the kernel's fast lane; gives the number of decisions. */
function playInPlace(
  game: Game,
  agents: readonly ReturnType<typeof makeAgent>[],
  start: StartOptions,
): number {
  const state = game.start(start)
  let decisions = 0
  for (let ask = game.ask(state); ask !== undefined; ask = game.ask(state)) {
    const { seat } = ask
    const agent = agents[seat]
    if (agent === undefined) throw new Error(`Nobody sits on seat ${seat}.`)
    game.answer(state, agent.choose(game, state, seat), seat)
    decisions += 1
  }
  return decisions
}

export function inPlace(game: Game, start: StartOptions = {}): () => number {
  const agents = game.def.seats.map((_, i) => makeAgent('random', i))
  let seed = 0
  return () => playInPlace(game, agents, { ...start, seed: (seed += 1) })
}

/** The same, counted: how long games are. */
export function games(
  game: Game,
  start: StartOptions,
  played: { games: number; decisions: number },
): () => number {
  const play = inPlace(game, start)
  return () => {
    const decisions = play()
    played.games += 1
    played.decisions += decisions
    return decisions
  }
}

/** The same with names: `decision` and `decide`, as clients do it. */
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
      if (agent === undefined) throw new Error(`Nobody sits on ${asked.seat}.`)
      state = game.decide(state, choiceOfPicks(asked, agent.choose(game, state, seat)), asked.seat)
      decisions += 1
    }
    return decisions
  }
}

export function plain(): () => number {
  const first = new Rng(0)
  const second = new Rng(1)
  return () => playPlain(first, second).moves.length
}

const POSITIONS = 64

/** Positions from random games, each with an answer that is legal in it. */
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

/** Copy a position and decide in the copy, over and over: what search does. */
export function forkAndDecide(game: Game, start: StartOptions = {}): () => number {
  const all = positions(game, start)
  return () => {
    for (const { state, picks } of all) game.answer(game.fork(state), picks)
    return all.length
  }
}
