import { spawnSync } from 'node:child_process'
import { loadGame } from '@ludoforge/compiler'
import { fromJson } from '@ludoforge/kernel'
import { measureBoardgameIo } from './bench/boardgame-io.js'
import type { GameFigures } from './bench/games.js'
import { benchedScenarios, figuresOf, FULL_EFFORT, QUICK_EFFORT, ratio } from './bench/games.js'
import { measure, warmUp } from './bench/measure.js'
import { handwrittenPlayouts, Playouts, withNames } from './bench/playouts.js'
import { findGame, knownGames, load } from '../games.js'
import type { Paint, Terminal } from '../terminal/terminal.js'
import { EXIT, UsageError } from '../usage.js'

export interface BenchOptions {
  readonly json: boolean
  readonly seconds: string
  /** Only tests that the benchmark runs: the figures mean little. */
  readonly quick: boolean
  /** Measures one game only, in this process. The whole benchmark starts one such process per game. */
  readonly only?: string
  readonly scenario?: string
}

const REFERENCE = 'tic-tac-toe' // the game with a hand-written baseline
const FOREIGN = 'boardgame.io'
const QUICK_SECONDS = 0.02

interface Figures {
  readonly node: string
  readonly ticTacToe: {
    readonly kernel: number
    readonly kernelWithNames: number
    readonly plain: number
    readonly boardgameIo: number | null
    /** Time per decision, divided by that of the hand-written program. The goal is at most 5. */
    readonly slowerThanPlain: number
    /** Speed, divided by that of boardgame.io. The goal is at least 50. */
    readonly fasterThanBoardgameIo: number | null
  }
  /** Keyed by game, or by `game/scenario` if the game has several scenarios. */
  readonly games: Readonly<Record<string, GameFigures>>
  readonly notes: readonly string[]
}

/** Measures everything in one run, so that the ratios hold on any machine. */
export async function bench(options: BenchOptions, terminal: Terminal): Promise<number> {
  const seconds = options.quick ? QUICK_SECONDS : Number(options.seconds)
  if (!(seconds > 0 && seconds <= 60)) throw new UsageError('--seconds must be a number up to 60.')
  if (options.only !== undefined) {
    const effort = { seconds, ...(options.quick ? QUICK_EFFORT : FULL_EFFORT) }
    const { path } = findGame(options.only)
    terminal.out(JSON.stringify(await figuresOf(path, options.scenario ?? '', effort)))
    return EXIT.ok
  }
  const names = knownGames()
  if (!names.includes(REFERENCE)) {
    throw new UsageError(`bench needs the game ${REFERENCE}. Run it in a folder with games/${REFERENCE}.`)
  }
  const reference = await loadGame(findGame(REFERENCE).path)
  terminal.status('tic-tac-toe against the hand-written one')
  const contenders = [
    { name: 'kernel', work: new Playouts(reference).steps(100) },
    { name: 'kernel with names', work: withNames(reference) },
    { name: 'plain', work: handwrittenPlayouts() },
  ]
  for (const { work } of contenders) warmUp(work, options.quick ? 0 : FULL_EFFORT.warmSeconds)
  const [kernel, named, byHand] = measure(contenders, seconds)
  terminal.status(`tic-tac-toe against ${FOREIGN}`)
  const foreign = options.quick ? { missing: 'skipped by --quick' } : measureBoardgameIo(seconds)
  const foreignSpeed = 'perSecond' in foreign ? foreign.perSecond : null
  const games: Record<string, GameFigures> = {}
  const notes = 'missing' in foreign ? [`${FOREIGN}: ${foreign.missing}`] : []
  for (const name of names) {
    terminal.status(name)
    const measured = await figuresOfAll(name, options)
    if (typeof measured === 'string') notes.push(`${name} is skipped: ${measured}`)
    else Object.assign(games, measured)
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

/** Returns the figures of a game, or the reason why it can't be measured: an unfinished game must not stop the rest. */
async function figuresOfAll(
  name: string,
  options: BenchOptions,
): Promise<Record<string, GameFigures> | string> {
  const scenarios = await load(findGame(name)).then(({ def }) => benchedScenarios(def), String)
  if (typeof scenarios === 'string') return scenarios.split('\n')[0] ?? ''
  const all: Record<string, GameFigures> = {}
  for (const scenario of scenarios) {
    const figures = figuresApart(name, scenario, options)
    if (typeof figures === 'string') return figures
    all[scenarios.length === 1 ? name : `${name}/${scenario}`] = figures
  }
  return all
}

/** Measures in a separate process: the JIT's profile of one game would slow down the next. */
function figuresApart(
  name: string,
  scenario: string,
  { seconds, quick }: BenchOptions,
): GameFigures | string {
  const [, script = ''] = process.argv
  const args = [script, 'bench', '--only', name, '--seconds', seconds]
  if (scenario !== '') args.push('--scenario', scenario)
  if (quick) args.push('--quick')
  const { status, stdout, stderr } = spawnSync(process.execPath, [...process.execArgv, ...args], {
    encoding: 'utf8',
  })
  if (status === 0) return fromJson<GameFigures>(stdout)
  return stderr.trim().split('\n')[0] ?? 'the measurement failed'
}

/** The figures as tables, absolute and in moves of the hand-written program. */
function figureLines({ ticTacToe, games, notes }: Figures, paint: Paint): string[] {
  const n = (value: number, width = 12) => value.toLocaleString('en-US').padStart(width)
  const all = Object.entries(games)
  const label = Math.max(8, ...all.map(([name]) => name.length)) + 2
  const table = (title: string, heads: readonly string[], cells: (figures: GameFigures) => string[]) => [
    '',
    paint.bold(title),
    paint.dim(`  ${''.padEnd(label)}${heads.map((head) => head.padStart(14)).join('')}`),
    ...all.map(
      ([name, figures]) =>
        `  ${name.padEnd(label)}${cells(figures)
          .map((cell) => cell.padStart(14))
          .join('')}`,
    ),
  ]
  return [
    paint.bold('Random tic-tac-toe, decisions per second'),
    `  written by hand   ${n(ticTacToe.plain)}`,
    `  kernel, in place  ${n(ticTacToe.kernel)}   ${ticTacToe.slowerThanPlain}x slower (goal: at most 5x)`,
    `  kernel, by name   ${n(ticTacToe.kernelWithNames)}`,
    ...(ticTacToe.boardgameIo === null
      ? []
      : [
          `  ${FOREIGN}      ${n(ticTacToe.boardgameIo)}   the kernel is ${ticTacToe.fasterThanBoardgameIo}x faster (goal: at least 50x)`,
        ]),
    ...table(
      'Random play on one core, decisions per second (goal: half of the steady rate in the first second)',
      ['first 1,000', 'first second', 'steady', 'first second', 'games/s', 'a game'],
      (g) => [
        n(g.firstThousand),
        n(g.firstSecond),
        n(g.decisionsPerSecond),
        `${Math.round(g.firstSecondShare * 100)} %`,
        n(g.gamesPerSecond),
        n(g.decisionsPerGame),
      ],
    ),
    ...table(
      'Policies in every seat (goal: half of the decisions per second of random play)',
      ['first second', 'steady', 'of random'],
      ({ policy }) =>
        policy === null
          ? []
          : [
              n(policy.firstSecond),
              n(policy.decisionsPerSecond),
              `${Math.round(policy.shareOfRandom * 100)} %`,
            ],
    ),
    ...table(
      'Copying and loading (goal: at most 9 KB per state, and 250 ms to compile and link)',
      ['fork+decide', 'bytes/state', 'load, cold', 'load, warm', 'and policies'],
      (g) => [
        `${n(g.forkAndDecideMicroseconds)} µs`,
        n(g.bytesPerState),
        `${n(g.loadMilliseconds.cold)} ms`,
        `${n(g.loadMilliseconds.warm)} ms`,
        `${n(g.loadMilliseconds.policies)} ms`,
      ],
    ),
    ...table(
      'The same in moves of the hand-written tic-tac-toe (goal: at most 12 per decision, 25 for fork+decide)',
      ['a decision', 'a game', 'fork+decide', 'load'],
      ({ plainMovesPer: moves }) =>
        [moves.decision, Math.round(moves.game), moves.forkAndDecide, moves.load].map((value) => n(value)),
    ),
    ...notes.map((note) => paint.dim(note)),
  ]
}
