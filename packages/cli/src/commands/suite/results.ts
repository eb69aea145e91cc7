/** The stored results of the suite: a JSON file, rewritten after each match. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { gamesFolder } from '@ludoforge/games'
import type { SuiteMatch, SuitePlan } from '@ludoforge/sim'
import { Failure, UsageError } from '../../usage.js'

/** The machine that played a match. */
export interface Machine {
  readonly cores: number
  readonly model: string
  readonly load: number // runnable processes in the minute before
  readonly node: string
}

/** A match with the machine and version that played it. */
type PlayedMatch = SuiteMatch & { readonly machine: number; readonly version: string }

/** The peak memory of a process that plays a game with the agent in one seat, in megabytes. */
interface MemoryUse {
  readonly agent: string
  readonly game: string
  readonly mb: number
}

export interface SuiteResults {
  readonly format: 'ludoforge-suite-results/1'
  readonly machines: Machine[]
  readonly matches: PlayedMatch[]
  readonly memory: MemoryUse[]
}

const EMPTY: SuiteResults = { format: 'ludoforge-suite-results/1', machines: [], matches: [], memory: [] }

/** Reads the plan of the suite. */
export function readPlan(file = path.join(gamesFolder, 'suite.json')): SuitePlan {
  const plan = parse(file) as SuitePlan
  if (plan.format === 'ludoforge-suite/1' && Array.isArray(plan.games)) return plan
  throw new UsageError(`${file} is not the plan of a suite.`)
}

/** Reads the results so far. A missing file has none. */
export function readResults(file: string): SuiteResults {
  if (!existsSync(file)) return structuredClone(EMPTY)
  const results = parse(file) as SuiteResults
  if (results.format === EMPTY.format && Array.isArray(results.matches)) return results
  throw new UsageError(`${file} has no results of a suite. Choose another file with --results.`)
}

/** Writes the results, so that an interrupted run resumes after its last match. */
export function writeResults(file: string, results: SuiteResults): void {
  mkdirSync(path.dirname(file), { recursive: true })
  const { format, machines, matches, memory } = results
  const list = (items: readonly unknown[]): string =>
    `[${items.map((item) => `\n    ${JSON.stringify(item)}`).join(',')}\n  ]`
  const text = `{\n  "format": "${format}",\n  "machines": ${list(machines)},\n  "matches": ${list(matches)},\n  "memory": ${list(memory)}\n}\n`
  writeFileSync(`${file}.part`, text)
  renameSync(`${file}.part`, file)
}

/** Returns the number of this machine in the results, which it is added to. */
export function machineIn({ machines }: SuiteResults): number {
  const [cpu] = os.cpus()
  const here: Machine = {
    cores: os.cpus().length,
    model: cpu?.model ?? 'unknown',
    load: Math.round((os.loadavg()[0] ?? 0) * 10) / 10,
    node: process.versions.node,
  }
  return machines.push(here) - 1
}

function parse(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new Failure(`Can't read ${file}: ${error instanceof Error ? error.message : String(error)}`)
  }
}
