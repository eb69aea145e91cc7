import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { learn as learnWeights, InsufficientData, type PoolProgress, MIN_GAMES } from '@ludoforge/sim'
import { type BotOptions, botOptionsOf, loadNamed, readNames } from '../agents.js'
import { type FoundGame, findGame, load } from '../games.js'
import { learnedLines } from './learn/table.js'
import { weightsFile } from './learn/weights.js'
import { readCount, readOptions, readScenario, readSeed, readTarget } from '../settings.js'
import type { Terminal } from '../terminal/terminal.js'
import { EXIT, Failure, UsageError } from '../usage.js'
import { write } from './compile.js'
import { progressBar } from './runs/progress.js'
import { shellQuote } from '../terminal/shell-quote.js'
import { MAX_DECISIONS } from './program-parts.js'

export interface LearnOptions extends BotOptions {
  readonly games: string
  readonly agents?: string
  readonly by: string
  readonly randomPercent: string
  readonly scenario?: string
  readonly seed: string
  readonly jobs?: string
  readonly option: readonly string[]
  readonly maxDecisions: string
  readonly out?: string
  readonly json: boolean
}

/** The default percentage of decisions made at random, so that positions vary. */
export const RANDOM_PERCENT = '5'
const FILE = 'weights.yaml'

/** Lets bots play, fits the weights of the features to the results, and writes them to the game's folder. */
export async function learn(
  name: string,
  options: LearnOptions,
  version: string,
  terminal: Terminal,
): Promise<number> {
  const found = findGame(name)
  const { out = found.kind === 'folder' ? path.join(found.path, FILE) : undefined } = options
  if (out === undefined)
    throw new UsageError('A compiled game has no folder. Pass --out FILE for the weights.')
  await loadNamed([options.agents], options)
  const game = await load(found)
  const { def } = game
  const stop = new AbortController()
  const scenario = def.scenarios.length === 0 ? undefined : readScenario(def, options.scenario)
  const request = {
    game,
    games: readCount('--games', options.games, MIN_GAMES, 1e6),
    target: readTarget(options.by),
    stray: readCount('--random-percent', options.randomPercent, 0, 100),
    seed: readSeed(options.seed),
    options: readOptions(def, options.option),
    maxDecisions: readCount('--max-decisions', options.maxDecisions, 1),
    signal: stop.signal,
    onProgress: (progress: PoolProgress) => terminal.status(progressBar(progress)),
    ...(options.agents === undefined ? {} : { agents: readNames(options.agents) }),
    ...(options.jobs === undefined ? {} : { jobs: readCount('--jobs', options.jobs, 1, 1024) }),
    ...(scenario === undefined ? {} : { scenario }),
  }
  const silence = terminal.onInterrupt(() => stop.abort())
  const learned = await learnWeights(request)
    .catch((error: unknown) => {
      if (stop.signal.aborted) return undefined
      throw error instanceof InsufficientData ? new Failure(error.message) : error
    })
    .finally(silence)
  terminal.status('')
  if (learned === undefined || stop.signal.aborted) {
    terminal.err('Interrupted. Nothing was written.')
    return EXIT.interrupted
  }
  const text = weightsFile(learned, commandOf(def.id, options), version)
  if (options.out === undefined) await writeInto(found, out, text)
  else write(out, text)
  const again = (seed: number | string) =>
    commandOf(name, { ...options, games: String(MIN_GAMES), seed: String(seed) })
  if (options.json) terminal.out(JSON.stringify(learned, null, 2))
  else
    terminal.out([...learnedLines(learned, def.title, again, terminal.paint), '', `Wrote ${out}.`].join('\n'))
  return learned.errors.length === 0 ? EXIT.ok : EXIT.failed
}

/** Writes the weights and compiles the game with them. Restores the old file if that fails, as it does if the game declares weights elsewhere. */
async function writeInto(found: FoundGame, file: string, text: string): Promise<void> {
  const before = existsSync(file) ? readFileSync(file, 'utf8') : undefined
  write(file, text)
  try {
    await load(found)
  } catch (error) {
    if (before === undefined) rmSync(file)
    else write(file, before)
    throw error
  }
}

/** The command with every option that affects the result, for the header of the file. */
function commandOf(name: string, options: LearnOptions): string {
  const { games, agents, by, randomPercent, scenario, seed, option, maxDecisions } = options
  return [
    `ludoforge learn ${shellQuote(name)} --games ${games} --seed ${shellQuote(seed)}`,
    ...(agents === undefined ? [] : [`--agents ${shellQuote(agents)}`]),
    ...(scenario === undefined ? [] : [`--scenario ${shellQuote(scenario)}`]),
    ...(by === 'margin' ? [] : [`--by ${by}`]),
    ...(randomPercent === RANDOM_PERCENT ? [] : [`--random-percent ${randomPercent}`]),
    ...option.map((pair) => `--option ${shellQuote(pair)}`),
    ...(maxDecisions === MAX_DECISIONS ? [] : [`--max-decisions ${maxDecisions}`]),
    ...botOptionsOf(options),
  ].join(' ')
}
