/** How fast one game is, in the process that asks, as figures and as ratios to the hand-written program. */
import { compileFolder, loadGame } from '@ludoforge/compiler'
import type { Game, StartOptions } from '@ludoforge/kernel'
import { bytesEach, heapUsed, measure } from './measure.js'
import { forkAndDecide, games, inPlace, plain, positions } from './playouts.js'

export interface GameFigures {
  readonly scenario: string // '' if the game has none
  readonly decisionsPerSecond: number
  readonly gamesPerSecond: number
  readonly decisionsPerGame: number
  readonly forkAndDecideMicroseconds: number
  readonly bytesPerState: number
  readonly compileMilliseconds: number
  readonly heapGrowthPerMillionDecisions: number
  /** The hand-written tic-tac-toe, measured in turn with the rest. */
  readonly plainMovesPerSecond: number
  /** How many moves of the hand-written program take as long as one of these. */
  readonly plainMovesPer: {
    readonly decision: number
    readonly game: number
    readonly forkAndDecide: number
    readonly compile: number
  }
}

export interface Effort {
  readonly seconds: number
  readonly states: number // copies made to weigh one
  readonly growthDecisions: number
  readonly compilations: number
}

export const FULL_EFFORT = { states: 20_000, growthDecisions: 200_000, compilations: 5 } as const
export const QUICK_EFFORT = { states: 500, growthDecisions: 2000, compilations: 1 } as const

/** Every scenario is a game of its own length; '' for a game that has none. */
export function benchedScenarios({ scenarios }: Game['def']): string[] {
  return scenarios.length === 0 ? [''] : scenarios.map(({ id }) => id)
}

export async function figuresOf(path: string, scenario: string, effort: Effort): Promise<GameFigures> {
  const game = await loadGame(path)
  const start: StartOptions = scenario === '' ? {} : { scenario }
  const played = { games: 0, decisions: 0 }
  const [playouts, forks, byHand] = measure(
    [
      { name: 'playouts', work: games(game, start, played) },
      { name: 'fork and decide', work: forkAndDecide(game, start) },
      { name: 'plain', work: plain() },
    ],
    effort.seconds / 2,
    effort.seconds, // big rules take long to become warm
  )
  const speed = playouts?.perSecond ?? 0
  const forkSpeed = forks?.perSecond ?? 0
  const plainSpeed = byHand?.perSecond ?? 0
  const perGame = played.decisions / Math.max(1, played.games)
  const compileMilliseconds = await compileTime(path, effort.compilations)
  return {
    scenario,
    decisionsPerSecond: speed,
    gamesPerSecond: round(speed / perGame, 2),
    decisionsPerGame: round(perGame, 1),
    forkAndDecideMicroseconds: round(1e6 / Math.max(1, forkSpeed), 2),
    bytesPerState: bytesOf(game, start, effort.states),
    compileMilliseconds,
    heapGrowthPerMillionDecisions: growthOf(game, start, effort),
    plainMovesPerSecond: plainSpeed,
    plainMovesPer: {
      decision: ratio(plainSpeed, speed),
      game: ratio(plainSpeed * perGame, speed),
      forkAndDecide: ratio(plainSpeed, forkSpeed),
      compile: Math.round((plainSpeed * compileMilliseconds) / 1000),
    },
  }
}

function bytesOf(game: Game, start: StartOptions, count: number): number {
  const all = positions(game, start)
  let i = 0
  return bytesEach(count, () => {
    const { state } = all[(i += 1) % all.length] ?? {}
    return state === undefined ? null : game.fork(state)
  })
}

/** Bytes of heap that a million decisions leave behind; should be nothing. */
function growthOf(game: Game, start: StartOptions, { growthDecisions, seconds }: Effort): number {
  const work = inPlace(game, start)
  const before = heapUsed()
  let decisions = 0
  const end = performance.now() + seconds * 1000
  while (decisions < growthDecisions && performance.now() < end) decisions += work()
  return Math.max(0, Math.round(((heapUsed() - before) * 1e6) / decisions))
}

/** The best of a few: the first is slower, because nothing is warm. */
async function compileTime(path: string, compilations: number): Promise<number> {
  let best = Number.POSITIVE_INFINITY
  for (let i = 0; i < compilations; i += 1) {
    const start = performance.now()
    await compileFolder(path)
    best = Math.min(best, performance.now() - start)
  }
  return round(best, 1)
}

export function ratio(a: number, b: number): number {
  return b === 0 ? 0 : round(a / b, 2)
}

function round(value: number, digits: number): number {
  const factor = 10 ** digits
  return Math.round(value * factor) / factor
}
