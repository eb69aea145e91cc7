/** The speed of one game in this process, in absolute figures and relative to the hand-written program. */
import { loadGame } from '@ludoforge/compiler'
import type { Game, StartOptions } from '@ludoforge/kernel'
import { policyNames, policyOf } from '@ludoforge/play'
import { bytesEach, bytesUsed, warmUpCurve, clock, measure, warmUp } from './measure.js'
import { forkAndDecide, handwrittenPlayouts, Playouts, positions } from './playouts.js'

export interface GameFigures {
  readonly scenario: string // '' if the game has none
  /** Decisions per second in a fresh process. */
  readonly firstThousand: number
  readonly firstSecond: number
  /** Decisions per second once the rate is steady. */
  readonly decisionsPerSecond: number
  /** The rate of the first second as a share of the steady rate. The goal is at least a half. */
  readonly firstSecondShare: number
  readonly gamesPerSecond: number
  readonly decisionsPerGame: number
  /** The speed with a policy in every seat, measured after random play. `null` if a seat has none. */
  readonly policy: PolicyFigures | null
  readonly forkAndDecideMicroseconds: number
  readonly bytesPerState: number
  /**
   * Time to compile and link: the first time in a process, and the best of several later ones. `policies` is the
   * additional time to link the policies, 0 if there are none.
   */
  readonly loadMilliseconds: { readonly cold: number; readonly warm: number; readonly policies: number }
  readonly heapGrowthPerMillionDecisions: number
  /** Speed of the hand-written tic-tac-toe, measured interleaved with the rest. */
  readonly plainMovesPerSecond: number
  /** The cost of each operation, in moves of the hand-written program. */
  readonly plainMovesPer: {
    readonly decision: number
    readonly game: number
    readonly forkAndDecide: number
    readonly load: number
  }
}

interface PolicyFigures {
  readonly firstSecond: number // includes linking
  readonly decisionsPerSecond: number
  /** The rate as a share of random play's, measured interleaved. The goal is at least a half. */
  readonly shareOfRandom: number
}

export interface Effort {
  readonly seconds: number
  readonly climbSeconds: number
  readonly warmSeconds: number // at most
  readonly states: number // copies made to measure the size of one
  readonly growthDecisions: number
  readonly loads: number
}

export const FULL_EFFORT = {
  climbSeconds: 1,
  warmSeconds: 20,
  states: 20_000,
  growthDecisions: 200_000,
  loads: 5,
} as const
export const QUICK_EFFORT = {
  climbSeconds: 0,
  warmSeconds: 0,
  states: 500,
  growthDecisions: 2000,
  loads: 1,
} as const

/** All scenarios, because their lengths differ. Returns `['']` for a game without any. */
export function benchedScenarios({ scenarios }: Game['def']): string[] {
  return scenarios.length === 0 ? [''] : scenarios.map(({ id }) => id)
}

const BATCH = 100

export async function figuresOf(path: string, scenario: string, effort: Effort): Promise<GameFigures> {
  const { ms: cold, game } = await timedLoad(path)
  const start: StartOptions = scenario === '' ? {} : { scenario }
  const playouts = new Playouts(game, start)
  const { firstThousand, firstSecond } = warmUpCurve(() => playouts.step(), effort.climbSeconds)
  const contenders = [
    { name: 'playouts', work: playouts.steps(BATCH) },
    { name: 'fork and decide', work: forkAndDecide(game, start) },
    { name: 'plain', work: handwrittenPlayouts() },
  ]
  for (const { work } of contenders) warmUp(work, effort.warmSeconds)
  const [speed = 0, forkSpeed = 0, plainSpeed = 0] = measure(contenders, effort.seconds).map(
    ({ perSecond }) => perSecond,
  )
  const perGame = playouts.decisions / Math.max(1, playouts.games)
  const bytesPerState = bytesOf(game, start, effort.states)
  const heapGrowthPerMillionDecisions = growthOf(game, start, effort)
  const policy = policyFigures(game, start, playouts, effort)
  const { warm, policies } = await warmLoad(path, effort.loads)
  return {
    scenario,
    firstThousand,
    firstSecond,
    decisionsPerSecond: speed,
    firstSecondShare: ratio(firstSecond, speed),
    gamesPerSecond: round(speed / perGame, 2),
    decisionsPerGame: round(perGame, 1),
    policy,
    forkAndDecideMicroseconds: round(1e6 / Math.max(1, forkSpeed), 2),
    bytesPerState,
    loadMilliseconds: { cold, warm, policies },
    heapGrowthPerMillionDecisions,
    plainMovesPerSecond: plainSpeed,
    plainMovesPer: {
      decision: ratio(plainSpeed, speed),
      game: ratio(plainSpeed * perGame, speed),
      forkAndDecide: ratio(plainSpeed, forkSpeed),
      load: Math.round((plainSpeed * warm) / 1000),
    },
  }
}

function policyFigures(
  game: Game,
  start: StartOptions,
  random: Playouts,
  effort: Effort,
): PolicyFigures | null {
  const { def } = game
  if (def.seats.some(({ id }) => policyNames(def, id).length === 0)) return null
  const playouts = new Playouts(game, start, 'policy')
  const { firstSecond } = warmUpCurve(() => playouts.step(), effort.climbSeconds)
  const work = playouts.steps(BATCH)
  warmUp(work, effort.warmSeconds)
  const contenders = [
    { name: 'random', work: random.steps(BATCH) },
    { name: 'policy', work },
  ]
  const [randomSpeed = 0, speed = 0] = measure(contenders, effort.seconds).map(({ perSecond }) => perSecond)
  return { firstSecond, decisionsPerSecond: speed, shareOfRandom: ratio(speed, randomSpeed) }
}

function bytesOf(game: Game, start: StartOptions, count: number): number {
  const all = positions(game, start)
  let i = 0
  return bytesEach(count, () => {
    const { state } = all[(i += 1) % all.length] ?? {}
    return state === undefined ? null : game.fork(state)
  })
}

/** Heap growth per million decisions, in bytes: a leak test. Should be 0. */
function growthOf(game: Game, start: StartOptions, { growthDecisions, seconds }: Effort): number {
  const work = new Playouts(game, start).steps(BATCH)
  const before = bytesUsed()
  let decisions = 0
  const end = clock() + seconds * 1000
  while (decisions < growthDecisions && clock() < end) decisions += work()
  return Math.max(0, Math.round(((bytesUsed() - before) * 1e6) / Math.max(1, decisions)))
}

async function timedLoad(path: string): Promise<{ readonly ms: number; readonly game: Game }> {
  const start = clock()
  const game = await loadGame(path)
  return { ms: round(clock() - start, 1), game }
}

async function warmLoad(path: string, loads: number): Promise<{ warm: number; policies: number }> {
  let warm = Number.POSITIVE_INFINITY
  let policies = Number.POSITIVE_INFINITY
  for (let i = 0; i < loads; i += 1) {
    const { ms, game } = await timedLoad(path)
    const start = clock()
    const seat = game.def.seats.findIndex(({ id }) => policyNames(game.def, id).length > 0)
    if (seat >= 0) policyOf(game, seat)
    policies = seat < 0 ? 0 : Math.min(policies, round(clock() - start, 1))
    warm = Math.min(warm, ms)
  }
  return { warm, policies }
}

export function ratio(a: number, b: number): number {
  return b === 0 ? 0 : round(a / b, 2)
}

function round(value: number, digits: number): number {
  const factor = 10 ** digits
  return Math.round(value * factor) / factor
}
