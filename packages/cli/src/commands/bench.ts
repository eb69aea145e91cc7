import { spawnSync } from 'node:child_process'
import { loadGame } from '@ludoforge/compiler'
import { fromJson } from '@ludoforge/kernel'
import { measureForeign } from './bench/foreign.js'
import type { GameFigures } from './bench/games.js'
import { benchedScenarios, figuresOf, FULL_EFFORT, QUICK_EFFORT, ratio } from './bench/games.js'
import { measure, warmUp } from './bench/measure.js'
import { plain, Playouts, withNames } from './bench/playouts.js'
import { findGame, knownGames, load } from '../games.js'
import type { Paint, Terminal } from '../terminal/terminal.js'
import { EXIT, UsageError } from '../usage.js'

export interface BenchOptions {
  readonly json: boolean
  readonly seconds: string
  /** Too short for figures that mean something: to see that it runs. */
  readonly quick: boolean
  /** Measures one game only, in this process. This is how the whole benchmark measures each. */
  readonly only?: string
  readonly scenario?: string
}

const REFERENCE = 'tic-tac-toe' // the game that is also written by hand
const FOREIGN = 'boardgame.io'
const QUICK_SECONDS = 0.02

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
  /** Each game, or each of its scenarios that was measured as `game/scenario`. */
  readonly games: Readonly<Record<string, GameFigures>>
  readonly notes: readonly string[]
}

/** Measures in one run, everything in turn, and prints ratios. */
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
    throw new UsageError(`bench needs the game ${REFERENCE}: run it in a folder with games/${REFERENCE}.`)
  }
  const reference = await loadGame(findGame(REFERENCE).path)
  terminal.status('tic-tac-toe against the hand-written one')
  const contenders = [
    { name: 'kernel', work: new Playouts(reference).steps(100) },
    { name: 'kernel with names', work: withNames(reference) },
    { name: 'plain', work: plain() },
  ]
  for (const { work } of contenders) warmUp(work, options.quick ? 0 : FULL_EFFORT.warmSeconds)
  const [kernel, named, byHand] = measure(contenders, seconds)
  terminal.status(`tic-tac-toe against ${FOREIGN}`)
  const foreign = options.quick ? { missing: 'left out, --quick' } : measureForeign(seconds)
  const foreignSpeed = 'perSecond' in foreign ? foreign.perSecond : null
  const games: Record<string, GameFigures> = {}
  const notes = 'missing' in foreign ? [`${FOREIGN}: ${foreign.missing}`] : []
  for (const name of names) {
    terminal.status(name)
    const measured = await figuresOfAll(name, options)
    if (typeof measured === 'string') notes.push(`${name} is left out: ${measured}`)
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

/** Gives the reason if the game cannot be measured; one in the making must not keep the others from it. */
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

/** In a process of its own: what the engine learns from one game would slow down the next. */
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
  return stderr.trim().split('\n')[0] ?? 'it could not be measured'
}

/** The figures as tables: what was measured, and what that is in moves of the hand-written program. */
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
    paint.bold('Random tic-tac-toe, decisions a second'),
    `  written by hand   ${n(ticTacToe.plain)}`,
    `  kernel, in place  ${n(ticTacToe.kernel)}   ${ticTacToe.slowerThanPlain}x slower (goal: at most 5x)`,
    `  kernel, by name   ${n(ticTacToe.kernelWithNames)}`,
    ...(ticTacToe.boardgameIo === null
      ? []
      : [
          `  ${FOREIGN}      ${n(ticTacToe.boardgameIo)}   the kernel is ${ticTacToe.fasterThanBoardgameIo}x faster (goal: at least 50x)`,
        ]),
    ...table(
      'Random play on one core, decisions a second (goal: half of the steady rate in the first second)',
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
      'Play by policies, where every seat has one (goal: half of the decisions a second of random play)',
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
      'Copying and loading (goal: at most 9 KB a state, and 250 ms to compile and link)',
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
      'The same in moves of the hand-written tic-tac-toe (goal: at most 12 a decision, 25 for fork+decide)',
      ['a decision', 'a game', 'fork+decide', 'load'],
      ({ plainMovesPer: moves }) =>
        [moves.decision, Math.round(moves.game), moves.forkAndDecide, moves.load].map((value) => n(value)),
    ),
    ...notes.map((note) => paint.dim(note)),
  ]
}
