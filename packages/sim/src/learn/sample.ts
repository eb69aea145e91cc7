import { type Game, type Question, Rng, type State } from '@ludoforge/kernel'
import { failureOf, playMatch, type MatchSetup, type MatchObserver } from '../match.js'
import { type Seed, seedOfGame } from '../seeds.js'
import type { SimError } from '../tally.js'

/** What is played, the same in every worker. Plain data. */
export interface LearnPlan extends MatchSetup {
  readonly seed: Seed
  /** By seat: the agents of which one is drawn by lot for each game. */
  readonly agents: readonly (readonly string[])[]
  /** The numbers of the seats that take part. Only these are looked at, in this order. */
  readonly seats: readonly number[]
}

/** A position of a game, as the seats that take part have it. */
export interface Position {
  readonly worths: readonly number[]
  readonly features: readonly (readonly number[])[]
}

/** A game that was played: some of its positions, and how it ended. */
export interface SampledGame {
  readonly game: number
  readonly positions: readonly Position[]
  /** Of each seat that takes part, at the end. */
  readonly worths: readonly number[]
  /** The share of the victory that each of them has; of a draw all have equal shares. */
  readonly won: readonly number[]
}

export interface Sampled {
  readonly games: readonly SampledGame[]
  readonly errors: readonly SimError[]
}

const MOST = 32 // positions of a game; they are much like each other

/** Plays games `from` to `to` - 1 of a plan and keeps positions of them. */
export function sampleGames(game: Game, plan: LearnPlan, from: number, to: number): Sampled {
  const games: SampledGame[] = []
  const errors: SimError[] = []
  for (let index = from; index < to; index += 1) {
    const seed = seedOfGame(plan.seed, index)
    const sampler = new Sampler(game, plan.seats, new Rng(`${seed}/positions`))
    const played = playMatch(game, plan, agentsOf(plan, seed), seed, sampler)
    const failure = played.failure ?? keep(played.state, played.decisions)
    if (failure !== undefined) errors.push({ game: index, seed, ...failure })

    function keep(state: State, decisions: number) {
      try {
        const { worths } = positionOf(game, state, plan.seats)
        games.push({
          game: index,
          positions: sampler.positions,
          worths,
          won: sharesOf(game, state, plan.seats),
        })
        return undefined
      } catch (error) {
        return failureOf(error, decisions)
      }
    }
  }
  return { games, errors }
}

function agentsOf({ agents }: LearnPlan, seed: Seed): string[] {
  const rng = new Rng(`${seed}/agents`)
  return agents.map((names) => names[rng.below(names.length)] ?? 'random')
}

/** Keeps some of the positions in which another seat comes to decide than before, all equally likely. */
class Sampler implements MatchObserver {
  readonly positions: Position[] = []
  #last = -1
  #met = 0

  constructor(
    private readonly game: Game,
    private readonly seats: readonly number[],
    private readonly rng: Rng,
  ) {}

  started(): void {}

  asked({ seat }: Question, state: State): void {
    if (seat === this.#last) return
    this.#last = seat
    this.#met += 1
    const place = this.#met <= MOST ? this.#met - 1 : this.rng.below(this.#met)
    if (place < MOST) this.positions[place] = positionOf(this.game, state, this.seats)
  }

  decided(): void {}
}

function positionOf(game: Game, state: State, seats: readonly number[]): Position {
  const worths: number[] = []
  game.worths(state, worths)
  const features = seats.map((seat) => {
    const values: number[] = []
    game.features(state, seat, values)
    return values
  })
  return { worths: seats.map((seat) => worths[seat] ?? 0), features }
}

function sharesOf(game: Game, state: State, seats: readonly number[]): number[] {
  const outcome = game.outcome(state)
  if (outcome === undefined || outcome.kind === 'draw') return seats.map(() => 1 / seats.length)
  const { winners } = outcome
  return seats.map((seat) => (winners.includes(game.def.seats[seat]?.id ?? '') ? 1 / winners.length : 0))
}
