import { makeAgent, PolicyTable, type SolvedPolicy, uncertaintyOf } from '@ludoforge/agents'
import { parseExternalSpec, readSolvedPolicy } from '@ludoforge/agents/node'
import type { Constant, Game } from '@ludoforge/kernel'
import { TooManyOutcomes } from '@ludoforge/play'
import {
  buildTree,
  CfrPlus,
  expectiminimax,
  exploitability,
  type Exploitability,
  ExternalSampling,
  type GameTree,
  minimax,
  type Payoff,
  policyFromTable,
  type Provenance,
  sampleAgent,
  sampledPolicyOf,
  solvedPolicyOf,
  Unsolvable,
} from '@ludoforge/solve'
import { type BotOptions, botOptionsOf, loadNamed, readNames } from '../agents.js'
import { findGame, load } from '../games.js'
import { readCount, readOptions, readScenario, readSeed } from '../settings.js'
import { shellQuote } from '../terminal/shell-quote.js'
import type { Terminal } from '../terminal/terminal.js'
import { EXIT, Failure, UsageError } from '../usage.js'
import { write } from './compile.js'
import { policyLines, type SolveReport, valueLines } from './solve/report.js'
import { run } from './solve/run.js'

export interface SolveOptions extends BotOptions {
  readonly method?: string
  readonly iterations?: string
  readonly seconds?: string
  readonly agent?: string
  readonly samples: string
  readonly payoff?: string
  readonly scenario?: string
  readonly seed: string
  readonly option: readonly string[]
  readonly out?: string
  readonly json: boolean
}

export const METHODS = ['cfr+', 'external-sampling', 'minimax', 'expectiminimax'] as const
type Method = (typeof METHODS)[number]

/** The default numbers of iterations. */
const ITERATIONS = { 'cfr+': 1000, 'external-sampling': 20_000 } as const
export const SAMPLES = '200'

/** Solves a game, or measures the exploitability of an agent. */
export async function solve(
  name: string,
  options: SolveOptions,
  version: string,
  terminal: Terminal,
): Promise<number> {
  const found = findGame(name)
  await loadNamed([options.agent], options)
  const game = await load(found)
  const start = {
    options: readOptions(game.def, options.option),
    ...(game.def.scenarios.length === 0 ? {} : { scenario: readScenario(game.def, options.scenario) }),
  }
  const payoff = readPayoff(options.payoff)
  const task = { game, start, terminal, ...(payoff === undefined ? {} : { payoff }) }
  const stop = new AbortController()
  const silence = terminal.onInterrupt(() => stop.abort())
  try {
    const report =
      options.agent === undefined
        ? await solved(task, options, commandOf(name, options), version, stop.signal)
        : measured(task, options.agent, readCount('--samples', options.samples, 1, 1e6))
    terminal.status('')
    if (stop.signal.aborted) {
      terminal.err('Interrupted. Nothing was written.')
      return EXIT.interrupted
    }
    if (options.out !== undefined && report.policy !== undefined)
      write(options.out, `${JSON.stringify(report.policy, null, 1)}\n`)
    const { policy: _, ...figures } = report
    const lines = 'positions' in report ? valueLines(game, report) : policyLines(game, report)
    if (options.json) terminal.out(JSON.stringify(figures, null, 2))
    else terminal.out([...lines, ...(options.out === undefined ? [] : [`Wrote ${options.out}.`])].join('\n'))
    return EXIT.ok
  } catch (error) {
    terminal.status('')
    throw error instanceof Unsolvable || error instanceof TooManyOutcomes ? new Failure(error.message) : error
  } finally {
    silence()
  }
}

interface Task {
  readonly game: Game
  readonly start: { readonly scenario?: string; readonly options: Readonly<Record<string, Constant>> }
  readonly payoff?: Payoff
  readonly terminal: Terminal
}

/** Solves the game by the method. */
async function solved(
  task: Task,
  options: SolveOptions,
  command: string,
  version: string,
  signal: AbortSignal,
): Promise<SolveReport> {
  const { game, start, terminal } = task
  const method = readMethod(options.method) ?? methodFor(game)
  const began = performance.now()
  const seconds = (): number => (performance.now() - began) / 1000
  if (method === 'minimax' || method === 'expectiminimax') {
    if (options.out !== undefined)
      throw new UsageError(
        `--out needs a method that makes a policy: cfr+ or external-sampling, not ${method}.`,
      )
    const progress = (positions: number) => terminal.status(`${positions} positions`)
    const search = method === 'minimax' ? minimax : expectiminimax
    const { best, ...result } = search(game, { ...task, progress })
    return { method, ...result, seconds: seconds(), best: best === null ? null : bestName(task, best) }
  }
  const budget = {
    iterations:
      options.iterations === undefined ? undefined : readCount('--iterations', options.iterations, 1),
    seconds: options.seconds === undefined ? undefined : readCount('--seconds', options.seconds, 1, 1e6),
    otherwise: ITERATIONS[method],
  }
  const provenance = (iterations: number): Provenance => ({
    scenario: start.scenario ?? null,
    options: start.options,
    command,
    version,
    method,
    iterations,
  })
  if (method === 'cfr+') {
    const tree = buildTree(game, task)
    const cfr = new CfrPlus(tree)
    await run(cfr, budget, terminal, signal)
    const policy = solvedPolicyOf(tree, cfr.policy(), provenance(cfr.iterations))
    return reportOf(tree, policy, cfr.policy(), seconds())
  }
  const sampling = new ExternalSampling(game, start, task.payoff, readSeed(options.seed))
  await run(sampling, budget, terminal, signal)
  const policy = sampledPolicyOf(game, sampling, provenance(sampling.iterations))
  const tree = smallTree(task)
  if (tree === undefined)
    return { method, policy, seconds: seconds(), sets: policy.states.length, ...settings(policy) }
  const profile = policyFromTable(tree, new PolicyTable(policy))
  const exact = exploitability(tree, profile)
  return reportOf(
    tree,
    { ...policy, values: [exact.value, -exact.value], exploitability: exact.exploitability },
    profile,
    seconds(),
  )
}

function reportOf(
  tree: GameTree,
  policy: SolvedPolicy,
  profile: Parameters<typeof exploitability>[1],
  seconds: number,
): SolveReport {
  const exact: Exploitability = exploitability(tree, profile)
  return {
    method: policy.method,
    policy,
    seconds,
    nodes: tree.nodes,
    sets: tree.sets.length,
    ...settings(policy),
    ...exact,
  }
}

const settings = ({ iterations, payoff }: SolvedPolicy) => ({ iterations, payoff })

/** The tree of a game that was sampled, if it is small enough to measure the result exactly. */
function smallTree(task: Task): GameTree | undefined {
  try {
    return buildTree(task.game, task)
  } catch (error) {
    if (error instanceof Unsolvable || error instanceof TooManyOutcomes) return undefined
    throw error
  }
}

/** Measures how far an agent is from an equilibrium. A solved policy is read; any other agent is sampled. */
function measured(task: Task, given: string, samples: number): SolveReport {
  const [agent = ''] = readNames(given)
  const began = performance.now()
  const tree = buildTree(task.game, task)
  const external = parseExternalSpec(agent)
  const isSolved = external?.kind === 'solved'
  const profile = isSolved
    ? policyFromTable(tree, new PolicyTable(readSolvedPolicy(agent, external.file)))
    : sampleAgent(tree, (seed) => makeAgent(agent, seed), samples)
  return {
    agent,
    samples: isSolved ? null : samples,
    payoff: tree.payoff,
    seconds: (performance.now() - began) / 1000,
    nodes: tree.nodes,
    sets: tree.sets.length,
    ...exploitability(tree, profile),
  }
}

/** The method that fits a game: equilibria if it hides anything, else minimax, with chance nodes if it needs them. */
function methodFor(game: Game): Method {
  const { hidden, chance } = uncertaintyOf(game)
  if (hidden) return 'cfr+'
  return chance ? 'expectiminimax' : 'minimax'
}

function bestName({ game, start }: Task, picks: readonly number[]): string {
  const decision = game.decision(game.start(start))
  return picks.map((pick) => decision?.options[pick]?.label ?? String(pick)).join(', ')
}

function readMethod(given: string | undefined): Method | undefined {
  const method = METHODS.find((one) => one === given)
  if (given !== undefined && method === undefined)
    throw new UsageError(`--method takes ${METHODS.join(', ')}, not "${given}".`)
  return method
}

function readPayoff(given: string | undefined): Payoff | undefined {
  if (given === undefined || given === 'score' || given === 'result') return given
  throw new UsageError(`--payoff takes score or result, not "${given}".`)
}

/** The command with every option that affects the result, for the file of the policy. */
function commandOf(name: string, options: SolveOptions): string {
  const { method, iterations, seconds, payoff, scenario, seed, option } = options
  const flags = { method, iterations, seconds, payoff, scenario, seed }
  return [
    `ludoforge solve ${shellQuote(name)}`,
    ...Object.entries(flags).flatMap(([flag, value]) =>
      value === undefined ? [] : [`--${flag} ${shellQuote(value)}`],
    ),
    ...option.map((pair) => `--option ${shellQuote(pair)}`),
    ...botOptionsOf(options),
  ].join(' ')
}
