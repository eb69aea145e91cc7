import { defaultAgent } from '@ludoforge/agents'
import { withoutUndefined, type Game, type GameDef } from '@ludoforge/kernel'
import type { MatchSetup } from '../match.js'
import type { BatchTask } from '../messages.js'
import { playInPool, type PoolProgress } from '../pool.js'
import { type Seed, seedOfGame } from '../seeds.js'
import type { SimError } from '../tally.js'
import { seatsTakingPart } from '../tournament/play.js'
import {
  rSquared,
  fitModel,
  isBetter,
  leadOf,
  type Measured,
  leaderWinRate,
  SIGNIFICANCE_SE,
  type Target,
  weightOf,
} from './model.js'
import type { LearnPlan, Sampled, SampledGame } from './sample.js'

export interface LearnRequest extends Partial<MatchSetup> {
  readonly game: Game
  readonly games: number
  /** One of them is drawn by lot for each seat of each game; default: the usual agent of each seat. */
  readonly agents?: readonly string[]
  readonly target?: Target
  readonly seed?: Seed
  readonly jobs?: number // worker threads; default: all cores
  readonly onProgress?: (progress: PoolProgress) => void
  readonly signal?: AbortSignal // ends early, with what there is
}

/** A feature, and what one of it promises each seat, in thousandths of a unit of worth. */
export interface LearnedFeature {
  readonly id: string
  readonly about: string
  readonly weights: Readonly<Record<string, Measured>>
}

/** What was learned. Apart from times, it does not depend on `jobs`. */
export interface Learned {
  readonly game: string
  readonly fingerprint: string
  readonly scenario?: string
  readonly games: number
  readonly positions: number
  readonly target: Target
  /** Whether seats have weights of their own: they do if that foretells better. */
  readonly bySeat: boolean
  readonly features: readonly LearnedFeature[]
  readonly lead: Measured
  readonly heldOut: HeldOut
  readonly errors: readonly SimError[]
  readonly seconds: number
}

/** How good the weights are in games of which nothing was learned; beside it, how good worth alone is. */
interface HeldOut {
  readonly games: number
  readonly explained: { readonly worth: number; readonly both: number }
  readonly named: { readonly worth: number; readonly both: number }
}

/** Too little can be learned: the message says why. */
export class InsufficientData extends Error {
  override readonly name = 'NothingLearned'
}

const HELD_OUT = 5 // every fifth game
export const FEWEST_GAMES = 10
const STRAY = 5 // of a hundred decisions, so that positions vary

/** Plays games and learns from how they end what the features of a position promise. */
export async function learn(request: LearnRequest): Promise<Learned> {
  const { game, games, jobs, signal, onProgress } = request
  const { def, fingerprint } = game
  if ((def.features ?? []).length === 0)
    throw new InsufficientData('This game declares no `features`: there is nothing to weigh.')
  if (def.worth === undefined)
    throw new InsufficientData('This game declares no `worth`: nothing says how good a position is.')
  const plan = planOf(request)
  const start = performance.now()
  const seconds = () => (performance.now() - start) / 1000
  const played: SampledGame[] = []
  const errors: SimError[] = []
  const told = () =>
    onProgress?.({ done: played.length + errors.length, games, errors: errors.length, seconds: seconds() })
  const add = (sampled: Sampled) => {
    for (const one of sampled.games) played.push(one)
    for (const one of sampled.errors) errors.push(one)
    told()
  }
  const broke = ({ from, to }: BatchTask, message: string) => {
    for (let index = from; index < to; index += 1)
      errors.push({ game: index, seed: seedOfGame(plan.seed, index), decision: 0, message, place: null })
    told()
  }
  await playInPool({
    start: { def: weightless(def), work: { learn: plan } },
    games,
    jobs,
    signal,
    add,
    broke,
  })
  played.sort((a, b) => a.game - b.game) // batches come in any order, and sums depend on it
  errors.sort((a, b) => a.game - b.game)
  const { scenario } = plan
  return {
    game: def.id,
    fingerprint,
    ...withoutUndefined({ scenario }),
    ...weigh(game, plan.seats, played, request.target ?? 'margin'),
    errors,
    seconds: seconds(),
  }
}

/** Whoever plays goes by no weights that were there before: the same command learns the same again. */
function weightless(def: GameDef): GameDef {
  return { ...def, features: (def.features ?? []).map((feature) => ({ ...feature, weights: {} })) }
}

function planOf(request: LearnRequest): LearnPlan {
  const { game, agents, scenario, options } = request
  const { seed = 1, maxDecisions = 100_000, stray = STRAY } = request
  const setting = { maxDecisions, stray, ...withoutUndefined({ scenario, options }) }
  return {
    ...setting,
    seed,
    agents: game.def.seats.map(({ id }) => agents ?? [defaultAgent(game, id)]),
    seats: seatsTakingPart(game, setting, seed),
  }
}

/** The weights of all games, and how good those of most of them are in the others. */
function weigh(game: Game, taking: readonly number[], played: readonly SampledGame[], target: Target) {
  const features = game.def.features ?? []
  if (played.length < FEWEST_GAMES)
    throw new InsufficientData(
      `Only ${played.length} games came to an end; at least ${FEWEST_GAMES} are needed.`,
    )
  const others = played.filter((_, i) => i % HELD_OUT === HELD_OUT - 1)
  const most = played.filter((_, i) => i % HELD_OUT !== HELD_OUT - 1)
  const shape = { target, seats: taking.length, features: features.length }
  const shared = fitModel({ ...shape, bySeat: false }, most)
  const own = fitModel({ ...shape, bySeat: true }, most)
  const trial = isBetter(own, shared, others) ? own : shared
  const { bySeat } = trial.shape
  const alone = fitModel({ target, seats: taking.length, features: 0, bySeat: false }, most)
  const model = fitModel({ ...shape, bySeat }, played)
  const lead = leadOf(model)
  if (lead.value <= SIGNIFICANCE_SE * lead.error)
    throw new InsufficientData(
      'In these games the worth of a position, beside its features, tells nothing sure about who will be ahead, so ' +
        'that nothing can be weighed in units of it. More games may help, or a better `worth`.',
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
        taking.map((number, seat) => [
          game.def.seats[number]?.id ?? '',
          thousandths(weightOf(model, seat, feature)),
        ]),
      ),
    })),
    heldOut: {
      games: others.length,
      explained: { worth: rSquared(alone, others), both: rSquared(trial, others) },
      named: {
        worth: leaderWinRate(others, () => 0),
        both: leaderWinRate(others, (seat, feature) => weightOf(trial, seat, feature).value),
      },
    },
  }
}

/** As rules keep numbers: whole ones. */
function thousandths({ value, error }: Measured): Measured {
  const whole = Math.round(1000 * value)
  return { value: whole === 0 ? 0 : whole, error: Math.round(1000 * error) }
}
