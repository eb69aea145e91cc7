import { spawnSync } from 'node:child_process'
import { compileFolder, loadGame } from '@ludoforge/compiler'
import type { Game } from '@ludoforge/kernel'
import { measureForeign } from '../bench/foreign.js'
import { bytesEach, heapUsed, measure } from '../bench/measure.js'
import { forkAndDecide, inPlace, plain, positions, withNames } from '../bench/playouts.js'
import { findGame, knownGames } from '../games.js'
import type { Paint, Terminal } from '../terminal.js'
import { EXIT, UsageError } from '../usage.js'

export interface BenchOptions {
  readonly json: boolean
  readonly seconds: string
  /** Measures one game only, in this process. This is how the whole benchmark measures each. */
  readonly only?: string
}

const REFERENCE = 'tic-tac-toe' // the game that is also written by hand
const FOREIGN = 'boardgame.io'

interface GameFigures {
  readonly decisionsPerSecond: number
  readonly forkAndDecideMicroseconds: number
  readonly bytesPerState: number
  readonly compileMilliseconds: number
  readonly heapGrowthPerMillionDecisions: number
}

interface Figures {
  readonly node: string
  readonly ticTacToe: {
    readonly kernel: number
    readonly kernelWithNames: number
    readonly plain: number
    readonly boardgameIo: number | null
    /** How many times as long as the hand-written one takes for a decision; the goal is at most 5. */
    readonly slowerThanPlain: number
    /** How many times as fast as boardgame.io; the goal is at least 50. */
    readonly fasterThanBoardgameIo: number | null
  }
  readonly games: Readonly<Record<string, GameFigures>>
  readonly notes: readonly string[]
}

/** Measures in one run, everything in turn, and prints ratios. */
export async function bench(options: BenchOptions, terminal: Terminal): Promise<number> {
  const seconds = Number(options.seconds)
  if (!(seconds > 0 && seconds <= 60)) throw new UsageError('--seconds must be a number up to 60.')
  if (options.only !== undefined) {
    terminal.out(JSON.stringify(await figuresOf(findGame(options.only).path, seconds)))
    return EXIT.ok
  }
  const names = knownGames()
  if (!names.includes(REFERENCE)) {
    throw new UsageError(`bench needs the game ${REFERENCE}: run it in a folder with games/${REFERENCE}.`)
  }
  const reference = await loadGame(findGame(REFERENCE).path)
  terminal.status('tic-tac-toe against the hand-written one')
  const [kernel, named, byHand] = measure(
    [
      { name: 'kernel', work: inPlace(reference) },
      { name: 'kernel with names', work: withNames(reference) },
      { name: 'plain', work: plain() },
    ],
    seconds,
  )
  terminal.status(`tic-tac-toe against ${FOREIGN}`)
  const foreign = measureForeign(seconds)
  const foreignSpeed = 'perSecond' in foreign ? foreign.perSecond : null
  const games: Record<string, GameFigures> = {}
  const notes = 'missing' in foreign ? [`${FOREIGN}: ${foreign.missing}`] : []
  for (const name of names) {
    terminal.status(name)
    const figures = figuresApart(name, seconds)
    if (typeof figures === 'string') notes.push(`${name} is left out: ${figures}`)
    else games[name] = figures
  }
  terminal.status('')
  const fast = kernel?.perSecond ?? 0
  const figures: Figures = {
    node: process.version,
    ticTacToe: {
      kernel: fast,
      kernelWithNames: named?.perSecond ?? 0,
      plain: byHand?.perSecond ?? 0,
      boardgameIo: foreignSpeed,
      slowerThanPlain: ratio(byHand?.perSecond ?? 0, fast),
      fasterThanBoardgameIo: foreignSpeed === null ? null : ratio(fast, foreignSpeed),
    },
    games,
    notes,
  }
  terminal.out(
    options.json ? JSON.stringify(figures, null, 2) : figureLines(figures, terminal.paint).join('\n'),
  )
  return EXIT.ok
}

/**
 * Each game in a process of its own: what the engine learns from one game would slow down the next. Gives the
 * reason if it cannot be measured; a game in the making must not keep the others from it.
 */
function figuresApart(name: string, seconds: number): GameFigures | string {
  const [, script = ''] = process.argv
  const args = [...process.execArgv, script, 'bench', '--only', name, '--seconds', String(seconds)]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  if (status === 0) return JSON.parse(stdout) as GameFigures
  return stderr.trim().split('\n')[0] ?? 'it could not be measured'
}

const STATES = 20_000
const GROWTH_DECISIONS = 200_000

async function figuresOf(path: string, seconds: number): Promise<GameFigures> {
  const game = await loadGame(path)
  const [playouts, forks] = measure(
    [
      { name: 'playouts', work: inPlace(game) },
      { name: 'fork and decide', work: forkAndDecide(game) },
    ],
    seconds / 2,
  )
  return {
    decisionsPerSecond: playouts?.perSecond ?? 0,
    forkAndDecideMicroseconds: round(1e6 / (forks?.perSecond ?? 1), 2),
    bytesPerState: bytesOf(game),
    compileMilliseconds: await compileTime(path),
    heapGrowthPerMillionDecisions: growthOf(game, seconds),
  }
}

function bytesOf(game: Game): number {
  const all = positions(game)
  let i = 0
  return bytesEach(STATES, () => {
    const { state } = all[(i += 1) % all.length] ?? {}
    return state === undefined ? null : game.fork(state)
  })
}

/** Bytes of heap that a million decisions leave behind; should be nothing. */
function growthOf(game: Game, seconds: number): number {
  const work = inPlace(game)
  const before = heapUsed()
  let decisions = 0
  const end = performance.now() + seconds * 1000
  while (decisions < GROWTH_DECISIONS && performance.now() < end) decisions += work()
  return Math.max(0, Math.round(((heapUsed() - before) * 1e6) / decisions))
}

/** The best of a few: the first is slower, because nothing is warm. */
async function compileTime(path: string): Promise<number> {
  let best = Number.POSITIVE_INFINITY
  for (let i = 0; i < 5; i += 1) {
    const start = performance.now()
    await compileFolder(path)
    best = Math.min(best, performance.now() - start)
  }
  return round(best, 1)
}

function figureLines({ ticTacToe, games, notes }: Figures, paint: Paint): string[] {
  const n = (value: number, width = 12) => value.toLocaleString('en-US').padStart(width)
  const rows = Object.entries(games).map(
    ([name, g]) =>
      `  ${name.padEnd(18)}` +
      [g.decisionsPerSecond, g.forkAndDecideMicroseconds, g.bytesPerState, g.compileMilliseconds]
        .map((value) => n(value, 16))
        .join(''),
  )
  const heads = ['decisions/s', 'fork+decide µs', 'bytes/state', 'compile ms']
  return [
    paint.bold('Random tic-tac-toe, decisions a second'),
    `  written by hand   ${n(ticTacToe.plain)}`,
    `  kernel, in place  ${n(ticTacToe.kernel)}   ${ticTacToe.slowerThanPlain}x slower (goal: at most 5x)`,
    `  kernel, by name   ${n(ticTacToe.kernelWithNames)}`,
    ...(ticTacToe.boardgameIo === null
      ? []
      : [
          `  ${FOREIGN}      ${n(ticTacToe.boardgameIo)}   the kernel is ${ticTacToe.fasterThanBoardgameIo}x faster (goal: at least 50x)`,
        ]),
    paint.bold(`${'Games'.padEnd(20)}${heads.map((head) => head.padStart(16)).join('')}`),
    ...rows,
    ...notes.map((note) => paint.dim(note)),
  ]
}

function ratio(a: number, b: number): number {
  return b === 0 ? 0 : round(a / b, 2)
}

function round(value: number, digits: number): number {
  const factor = 10 ** digits
  return Math.round(value * factor) / factor
}
