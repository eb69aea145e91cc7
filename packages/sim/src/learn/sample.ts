import { type Game, type Question, Rng, type State } from '@ludoforge/kernel'
import { failureOf, playMatch, type MatchSetup, type MatchObserver } from '../match.js'
import { type Seed, seedOfGame } from '../seeds.js'
import type { SimError } from '../tally.js'

/** The plan of the games to learn from, the same in every worker. Plain data. */
export interface LearnPlan extends MatchSetup {
  readonly seed: Seed
  /** By seat: the agents, of which a random one plays each game. */
  readonly agents: readonly (readonly string[])[]
  /** The indexes of the seats that take part. Only these are sampled, in this order. */
  readonly seats: readonly number[]
  readonly sides: Sides
}

/**
 * The sides that win or lose together: a team, all seats of a cooperative game, or one seat each. Every side lists places
 * in `seats`.
 */
export type Sides = readonly (readonly number[])[]

/** A sampled position: the worth and features of each seat that takes part. */
export interface Position {
  readonly turn: number // the number of turns before it
  readonly worths: readonly number[]
  readonly features: readonly (readonly number[])[]
}

/** A completed game: a sample of its positions, and its outcome. */
export interface SampledGame {
  readonly game: number
  readonly positions: readonly Position[]
  /** The final worth of each seat that takes part. */
  readonly worths: readonly number[]
  /** The share of the win of each side. A draw gives equal shares. */
  readonly won: readonly number[]
}

export interface SampledBatch {
  readonly games: readonly SampledGame[]
  readonly errors: readonly SimError[]
}

const MAX_POSITIONS = 32 // of a game, because they are correlated

/** Plays games `from` to `to` - 1 of a plan and samples their positions. */
export function sampleGames(game: Game, plan: LearnPlan, from: number, to: number): SampledBatch {
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
          won: sharesOf(game, state, plan),
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

/** Reservoir sampling of the positions in which the deciding seat changes. */
class Sampler implements MatchObserver {
  readonly positions: Position[] = []
  #lastSeat = -1
  #count = 0

  constructor(
    private readonly game: Game,
    private readonly seats: readonly number[],
    private readonly rng: Rng,
  ) {}

  started(): void {}

  asked({ seat }: Question, state: State): void {
    if (seat === this.#lastSeat) return
    this.#lastSeat = seat
    this.#count += 1
    const slot = this.#count <= MAX_POSITIONS ? this.#count - 1 : this.rng.below(this.#count)
    if (slot < MAX_POSITIONS)
      this.positions[slot] = { turn: this.#count - 1, ...positionOf(this.game, state, this.seats) }
  }

  decided(): void {}
}

function positionOf(game: Game, state: State, seats: readonly number[]): Omit<Position, 'turn'> {
  const worths: number[] = []
  game.worths(state, worths)
  const features = seats.map((seat) => {
    const values: number[] = []
    game.features(state, seat, values)
    return values
  })
  return { worths: seats.map((seat) => worths[seat] ?? 0), features }
}

function sharesOf(game: Game, state: State, { seats, sides }: LearnPlan): number[] {
  const outcome = game.outcome(state)
  if (outcome === undefined || outcome.kind === 'draw') return sides.map(() => 1 / sides.length)
  const { winners } = outcome
  const hasWon = (place: number): boolean => winners.includes(game.def.seats[seats[place] ?? -1]?.id ?? '')
  const winning = sides.map((side) => side.some(hasWon))
  const count = winning.filter(Boolean).length
  return winning.map((won) => (won ? 1 / count : 0))
}
