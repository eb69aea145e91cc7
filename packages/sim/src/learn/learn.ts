import { defaultAgent } from '@ludoforge/agents'
import { type Game, type GameDef, teammates, withoutUndefined } from '@ludoforge/kernel'
import type { MatchSetup } from '../match.js'
import type { BatchTask } from '../messages.js'
import { playInPool, type PoolProgress } from '../pool.js'
import { type Seed, seedOfGame } from '../seeds.js'
import type { SimError } from '../tally.js'
import { activeSeats } from '../tournament/play.js'
import {
  rSquared,
  fitModel,
  isBetter,
  leadCoefficient,
  type Measured,
  leaderWinRate,
  SIGNIFICANCE_SE,
  type Target,
  weightOf,
} from './model.js'
import type { LearnPlan, SampledBatch, SampledGame, Sides } from './sample.js'

export interface LearnRequest extends Partial<MatchSetup> {
  readonly game: Game
  readonly games: number
  /** A random one plays each seat of each game (default: the default agent of each seat). */
  readonly agents?: readonly string[]
  readonly target?: Target
  readonly seed?: Seed
  readonly jobs?: number // worker threads; default: all cores
  readonly onProgress?: (progress: PoolProgress) => void
  readonly signal?: AbortSignal // stops early, with the results so far
}

/** A feature and its weight for each seat, in thousandths of a unit of worth. */
export interface LearnedFeature {
  readonly id: string
  readonly about: string
  readonly weights: Readonly<Record<string, Measured>>
}

/** The learned weights. Apart from times, they don't depend on `jobs`. */
export interface Learned {
  readonly game: string
  readonly fingerprint: string
  readonly scenario?: string
  readonly games: number
  readonly positions: number
  readonly target: Target
  /** Whether each seat has its own weights: only if that predicts held-out games better. */
  readonly bySeat: boolean
  readonly features: readonly LearnedFeature[]
  readonly lead: Measured
  readonly heldOut: HeldOut
  readonly errors: readonly SimError[]
  readonly seconds: number
}

/** The fit on held-out games, for worth worthOnly and for worth with features. */
interface HeldOut {
  readonly games: number
  readonly explained: { readonly worth: number; readonly both: number }
  /** How often the leader wins. Absent if there are no rivals, as in a cooperative game. */
  readonly named?: { readonly worth: number; readonly both: number }
}

/** The games aren't enough to learn weights. The message gives the reason. */
export class InsufficientData extends Error {
  override readonly name = 'InsufficientData'
}

const HELD_OUT = 5 // every fifth game is held out for validation
export const MIN_GAMES = 10
const RANDOM_PERCENT = 5 // of decisions, for variety

/** Plays games and fits the weights of features by regression on their outcomes. */
export async function learn(request: LearnRequest): Promise<Learned> {
  const { game, games, jobs, signal, onProgress } = request
  const { def, fingerprint } = game
  if ((def.features ?? []).length === 0)
    throw new InsufficientData('This game declares no `features`, so there is nothing to learn.')
  if (def.worth === undefined)
    throw new InsufficientData('This game declares no `worth`, which learning needs as its unit.')
  const plan = planOf(request)
  const start = performance.now()
  const seconds = () => (performance.now() - start) / 1000
  const played: SampledGame[] = []
  const errors: SimError[] = []
  const reportProgress = () =>
    onProgress?.({ done: played.length + errors.length, games, errors: errors.length, seconds: seconds() })
  const add = (sampled: SampledBatch) => {
    for (const sampledGame of sampled.games) played.push(sampledGame)
    for (const error of sampled.errors) errors.push(error)
    reportProgress()
  }
  const broke = ({ from, to }: BatchTask, message: string) => {
    for (let index = from; index < to; index += 1)
      errors.push({ game: index, seed: seedOfGame(plan.seed, index), decision: 0, message, place: null })
    reportProgress()
  }
  await playInPool({
    start: { def: withoutWeights(def), work: { learn: plan } },
    games,
    jobs,
    signal,
    add,
    broke,
  })
  played.sort((a, b) => a.game - b.game) // batches arrive in any order, and floating-point sums depend on it
  errors.sort((a, b) => a.game - b.game)
  const { scenario } = plan
  return {
    game: def.id,
    fingerprint,
    ...withoutUndefined({ scenario }),
    ...fitWeights(game, plan, played, request.target ?? 'margin'),
    errors,
    seconds: seconds(),
  }
}

/** Removes existing weights, so that the agents don't use them and the same command learns the same again. */
function withoutWeights(def: GameDef): GameDef {
  return { ...def, features: (def.features ?? []).map((feature) => ({ ...feature, weights: {} })) }
}

function planOf(request: LearnRequest): LearnPlan {
  const { game, agents, scenario, options } = request
  const { seed = 1, maxDecisions = 100_000, stray = RANDOM_PERCENT } = request
  const setting = { maxDecisions, stray, ...withoutUndefined({ scenario, options }) }
  const seats = activeSeats(game, setting, seed)
  return {
    ...setting,
    seed,
    agents: game.def.seats.map(({ id }) => agents ?? [defaultAgent(game, id)]),
    seats,
    sides: sidesOf(game.def, seats),
  }
}

/** Groups the seats that take part by who wins with whom. */
function sidesOf(def: GameDef, seats: readonly number[]): Sides {
  const sides = seats.map((seat) =>
    teammates(def, seat)
      .map((mate) => seats.indexOf(mate))
      .filter((place) => place >= 0),
  )
  return sides.filter((side, place) => side[0] === place)
}

/** Fits the weights on all games. The training games choose the model, and the held-out games validate it. */
function fitWeights(game: Game, { seats, sides }: LearnPlan, played: readonly SampledGame[], target: Target) {
  const features = game.def.features ?? []
  if (played.length < MIN_GAMES)
    throw new InsufficientData(
      `Only ${played.length} games were completed, but at least ${MIN_GAMES} are needed. Play more games.`,
    )
  const validation = played.filter((_, i) => i % HELD_OUT === HELD_OUT - 1)
  const training = played.filter((_, i) => i % HELD_OUT !== HELD_OUT - 1)
  const shape = { target, seats: seats.length, sides, features: features.length }
  const shared = fitModel({ ...shape, bySeat: false }, training)
  const own = fitModel({ ...shape, bySeat: true }, training)
  const trial = isBetter(own, shared, validation) ? own : shared
  const { bySeat } = trial.shape
  const worthOnly = fitModel({ ...shape, features: 0, bySeat: false }, training)
  const model = fitModel({ ...shape, bySeat }, played)
  const lead = leadCoefficient(model)
  if (lead.value <= SIGNIFICANCE_SE * lead.error)
    throw new InsufficientData(
      'In these games, the worth of a position does not significantly predict the winner, so weights have no unit. ' +
        'Play more games, or improve `worth`.',
    )
  return {
    games: played.length,
    positions: played.reduce((sum, { positions }) => sum + positions.length, 0),
    target,
    bySeat,
    lead,
    features: features.map(({ id, about }, feature) => ({
      id,
      about,
      weights: Object.fromEntries(
        seats.map((number, seat) => [
          game.def.seats[number]?.id ?? '',
          thousandths(weightOf(model, seat, feature)),
        ]),
      ),
    })),
    heldOut: {
      games: validation.length,
      explained: { worth: rSquared(worthOnly, validation), both: rSquared(trial, validation) },
      ...(sides.length < 2
        ? {}
        : {
            named: {
              worth: leaderWinRate(sides, validation, () => 0),
              both: leaderWinRate(sides, validation, (seat, feature) => weightOf(trial, seat, feature).value),
            },
          }),
    },
  }
}

/** Rounds to whole thousandths, because rules have integers only. */
function thousandths({ value, error }: Measured): Measured {
  const whole = Math.round(1000 * value)
  return { value: whole === 0 ? 0 : whole, error: Math.round(1000 * error) }
}
