/** Finds puzzles, and verifies those of a file. */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { defaultAgent, verifyPuzzle } from '@ludoforge/agents'
import { PUZZLE_FILE, PUZZLE_FORMAT, type PuzzleHeader, puzzleLine, readPuzzles } from '@ludoforge/play'
import type { GameDef } from '@ludoforge/kernel'
import type { LoadedGame } from '@ludoforge/compiler'
import { findPuzzles, type PuzzleProgress } from '@ludoforge/sim'
import type { FoundGame } from '../../games.js'
import { readAgents, readCount, readOptions, readScenario, readSeed } from '../../settings.js'
import { shellQuote } from '../../terminal/shell-quote.js'
import type { Terminal } from '../../terminal/terminal.js'
import { EXIT, Failure, UsageError } from '../../usage.js'
import { MAX_DECISIONS } from '../program-parts.js'
import type { PuzzlesOptions } from '../puzzles.js'

const CONFIRMING = 4 // times the second budget, in the last search

/** Finds puzzles in games of bots and appends each to the file at once. */
export async function find(
  found: FoundGame,
  game: LoadedGame,
  options: PuzzlesOptions,
  terminal: Terminal,
): Promise<number> {
  const file = options.out ?? (found.kind === 'folder' ? path.join(found.path, PUZZLE_FILE) : undefined)
  if (file === undefined)
    throw new UsageError('A compiled game has no folder. Pass --out FILE for the puzzles.')
  if (existsSync(file)) throw new Failure(`${file} already exists. Remove it, or pass --out FILE.`)
  const { def } = game
  const header: PuzzleHeader = {
    format: PUZZLE_FORMAT,
    game: def.id,
    fingerprint: game.fingerprint,
    command: commandOf(def, options),
    budgets: budgetsOf(options.budgets),
    margin: readCount('--margin', options.margin, 1, 100),
  }
  const count = readCount('--count', options.count, 1, 10_000)
  const scenario = def.scenarios.length === 0 ? undefined : readScenario(def, options.scenario)
  const stop = new AbortController()
  const search = findPuzzles({
    game,
    agents: agentsOf(def, options.agents),
    count,
    seed: readSeed(options.seed),
    options: readOptions(def, options.option),
    budgets: header.budgets,
    margin: header.margin,
    missed: options.missed,
    maxDecisions: readCount('--max-decisions', options.maxDecisions, 1),
    ...(scenario === undefined ? {} : { scenario }),
    stopped: () => stop.signal.aborted,
    progress: (progress) => terminal.status(progressText(progress, count)),
  })
  const silence = terminal.onInterrupt(() => stop.abort())
  writeFileSync(file, puzzleLine(header)) // only when all settings are valid
  let puzzles = 0
  try {
    for await (const puzzle of search) {
      appendFileSync(file, puzzleLine(puzzle))
      puzzles += 1
    }
  } finally {
    silence()
    terminal.status('')
  }
  const summary = `${puzzles} ${puzzles === 1 ? 'puzzle' : 'puzzles'} in ${file}`
  if (stop.signal.aborted) {
    terminal.err(`Interrupted: ${summary}.`)
    return EXIT.interrupted
  }
  terminal.out(`${summary}.`)
  return EXIT.ok
}

/** Searches every position of a file again. Fails if a solution is no longer ahead by the margin of the file. */
export async function verify(game: LoadedGame, file: string, terminal: Terminal): Promise<number> {
  const { header, puzzles } = readPuzzles(readFileSync(file, 'utf8'))
  let failed = 0
  for (const [i, puzzle] of puzzles.entries()) {
    terminal.status(`puzzle ${i + 1} of ${puzzles.length}`)
    const margins = await verifyPuzzle(game, puzzle)
    if (margins.every(({ best, next }) => best - next >= header.margin)) continue
    failed += 1
    const texts = margins.map(({ iterations, best, next }) => `${iterations}: ${(best - next).toFixed(1)}`)
    terminal.status('')
    terminal.err(`puzzle ${i + 1}: the search no longer agrees. Margins by iterations: ${texts.join(', ')}.`)
  }
  terminal.status('')
  terminal.out(`${puzzles.length - failed} of ${puzzles.length} puzzles verified.`)
  return failed === 0 ? EXIT.ok : EXIT.failed
}

function progressText({ games, positions, puzzles }: PuzzleProgress, count: number): string {
  return `${puzzles} of ${count} puzzles · ${positions} positions · ${games} games`
}

function agentsOf(def: GameDef, given: string | undefined): string[] {
  if (given === undefined) return def.seats.map(({ id }) => defaultAgent({ def }, id))
  const agents = readAgents(def, given)
  return agents.length === 1 ? def.seats.flatMap(() => agents) : agents
}

/** `A,B` and four times B. */
function budgetsOf(given: string): readonly number[] {
  const budgets = given.split(',').map((text) => readCount('--budgets', text, 1, 1e6))
  const last = budgets.at(-1)
  if (budgets.length !== 2 || last === undefined)
    throw new UsageError('--budgets needs two numbers of iterations, such as 200,400.')
  return [...budgets, CONFIRMING * last]
}

/** The command that finds the same puzzles again. */
function commandOf({ id }: GameDef, options: PuzzlesOptions): string {
  const { count, seed, agents, scenario, option, budgets, margin, missed, maxDecisions } = options
  return [
    `ludoforge puzzles ${id} --count ${count} --seed ${shellQuote(seed)}`,
    ...(agents === undefined ? [] : [`--agents ${shellQuote(agents)}`]),
    ...(scenario === undefined ? [] : [`--scenario ${shellQuote(scenario)}`]),
    ...option.map((pair) => `--option ${shellQuote(pair)}`),
    `--budgets ${budgets} --margin ${margin}`,
    ...(missed ? ['--missed'] : []),
    ...(maxDecisions === MAX_DECISIONS ? [] : [`--max-decisions ${maxDecisions}`]),
  ].join(' ')
}
