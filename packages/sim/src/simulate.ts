import { defined } from '@ludoforge/kernel'
import type { GameDef } from '@ludoforge/kernel'
import type { BatchTask } from './messages.js'
import type { SimPlan } from './play.js'
import { playInPool, type PoolProgress } from './pool.js'
import { seedOfGame } from './seeds.js'
import { type Statistics, statistics } from './statistics.js'
import { addTally, emptyTally, type Tally } from './tally.js'

export interface SimRequest extends Partial<Omit<SimPlan, 'agents'>> {
  readonly def: GameDef
  readonly games: number
  /** One for all seats, or one for each in seat order. */
  readonly agents?: readonly string[]
  readonly jobs?: number // worker threads; default: all cores
  readonly onProgress?: (progress: PoolProgress) => void
  readonly signal?: AbortSignal // ends early, with what there is
}

/** Plays whole games in worker threads. Apart from times, the result does not depend on `jobs`. */
export async function simulate(request: SimRequest): Promise<Statistics> {
  const { def, games, jobs, signal, onProgress } = request
  const plan = planOf(request)
  const start = performance.now()
  const sum = emptyTally()
  const seconds = () => (performance.now() - start) / 1000
  const add = (tally: Tally) => {
    addTally(sum, tally)
    onProgress?.({ done: sum.games, games, errors: sum.errors.length, seconds: seconds() })
  }
  const broke = (batch: BatchTask, message: string) => add(lost(plan, batch, message))
  await playInPool({ start: { def, work: { sim: plan } }, games, jobs, signal, add, broke })
  return statistics(
    sum,
    def.seats.map(({ id }) => id),
    seconds(),
  )
}

function planOf({
  def,
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
    agents: def.seats.map((_, i) => (agents.length === 1 ? first : (agents[i] ?? 'random'))),
    maxDecisions: maxDecisions ?? 100_000,
    check: check ?? false,
    ...defined({ scenario, options }),
  }
}

/** Games of which nothing is known but that they were lost. */
function lost(plan: SimPlan, { from, to }: BatchTask, message: string): Tally {
  const tally = emptyTally()
  tally.games = to - from
  tally.errors.push({ game: from, seed: seedOfGame(plan.seed, from), decision: 0, message, place: null })
  return tally
}
