import { presentSeats, withoutUndefined } from '@ludoforge/kernel'
import type { Game, GameDef } from '@ludoforge/kernel'
import type { BatchTask } from './messages.js'
import type { SimPlan } from './play-simulation.js'
import { seedOfGame } from './seeds.js'
import type { Series } from './series.js'
import { type Statistics, statistics } from './statistics.js'
import { addTally, emptyTally, packTally, type Tally, unpackTally } from './tally.js'

/** The settings of a simulation. */
export interface SimRequest extends Partial<Omit<SimPlan, 'agents'>> {
  readonly game: Pick<Game, 'def'>
  readonly games: number
  /** One for all seats, or one per seat, in seat order. */
  readonly agents?: readonly string[]
}

/** Creates the series of a simulation, before any game is played. */
export function simulation(request: SimRequest): SimSeries {
  return new SimSeries(request.game.def, planOf(request), request.games)
}

export class SimSeries implements Series<Tally, Statistics> {
  readonly work: { readonly sim: SimPlan }
  readonly #sum = emptyTally()

  constructor(
    readonly def: GameDef,
    plan: SimPlan,
    readonly games: number,
  ) {
    this.work = { sim: plan }
  }

  get done(): number {
    return this.#sum.games
  }

  get errors(): number {
    return this.#sum.errors.length
  }

  add(tally: Tally): void {
    addTally(this.#sum, tally)
  }

  lose({ from, to }: BatchTask, message: string): void {
    const seed = seedOfGame(this.work.sim.seed, from)
    const error = { game: from, seed, decision: 0, message, place: null }
    this.add({ ...emptyTally(), games: to - from, errors: [error] })
  }

  summary(seconds: number): Statistics {
    const seats = presentSeats(this.def, this.work.sim).map(({ id }) => id)
    return statistics(this.#sum, seats, seconds)
  }

  pack(tally: Tally): unknown {
    return packTally(tally)
  }

  unpack(data: unknown): Tally {
    return unpackTally(data)
  }
}

/** Fills in the defaults of a request. */
export function planOf({
  game,
  agents = ['random'],
  seed,
  scenario,
  options,
  maxDecisions,
  check,
}: SimRequest): SimPlan {
  const [first = 'random'] = agents
  return {
    seed: seed ?? 1,
    agents: game.def.seats.map((_, i) => (agents.length === 1 ? first : (agents[i] ?? 'random'))),
    maxDecisions: maxDecisions ?? 100_000,
    check: check ?? false,
    ...withoutUndefined({ scenario, options }),
  }
}
