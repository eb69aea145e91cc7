/** `test --mutate`: mutation testing of a game's examples, on all cores. */
import { withoutUndefined } from '@ludoforge/kernel'
import { availableParallelism } from 'node:os'
import type { Mutation, MutationRequest } from '@ludoforge/compiler'
import { startWorker } from '@ludoforge/agents/node'
import { readCount } from '../settings.js'
import type { Paint, Terminal } from '../terminal/terminal.js'
import { Failure, UsageError } from '../usage.js'

export interface MutateOptions {
  readonly only?: string
  readonly sample?: string
  readonly seed: string
  readonly jobs?: string
}

export interface MutatingStart {
  readonly path: string // of the game
  readonly request: Omit<MutationRequest, 'onProgress'>
}

export interface MutatingStep {
  readonly done: number
  readonly all: number
}

export interface MutatingDone {
  readonly mutations: readonly Mutation[]
}

export interface MutationReport {
  readonly made: number // mutants that compile
  readonly noticed: number // killed by an example
  readonly percent: number
  readonly unlinkable: number
  readonly survivors: readonly Mutation[] // mutants that no example kills, or that no example gets to
}

export async function mutate(
  path: string,
  files: MutationRequest['files'],
  options: MutateOptions,
  terminal: Terminal,
): Promise<MutationReport> {
  const jobs =
    options.jobs === undefined ? availableParallelism() : readCount('--jobs', options.jobs, 1, 1024)
  const request = {
    seed: options.seed,
    ...(options.sample === undefined ? {} : { sample: readCount('--sample', options.sample, 1) }),
    ...withoutUndefined({ files, only: options.only?.replace(/\/$/, '') }),
  }
  const steps: MutatingStep[] = Array.from({ length: jobs }, () => ({ done: 0, all: 0 }))
  const progress = (): void => {
    const [done, all] = [steps.reduce((sum, s) => sum + s.done, 0), steps.reduce((sum, s) => sum + s.all, 0)]
    terminal.status(all === 0 ? 'Running the examples' : `${done} of ${all} mutants`)
  }
  progress()
  try {
    const parts = await Promise.all(
      steps.map((_, index) =>
        work({ path, request: { ...request, part: [index, jobs] } }, terminal, (step) => {
          steps[index] = step
          progress()
        }),
      ),
    )
    const mutations = parts.flat().toSorted((a, b) => a.number - b.number)
    if (mutations.length === 0 && options.only !== undefined)
      throw new UsageError(
        `${options.only} has no rules. Pass a file or folder of the game that has some, such as 1-components.md.`,
      )
    return reportOf(mutations)
  } finally {
    terminal.status('')
  }
}

/** Runs one worker thread and returns its results. */
function work(
  start: MutatingStart,
  terminal: Terminal,
  onStep: (step: MutatingStep) => void,
): Promise<readonly Mutation[]> {
  return new Promise((resolve, reject) => {
    const worker = startWorker(import.meta.url, 'mutate-worker', start)
    const silence = terminal.onInterrupt(() => end(() => reject(new Failure('Interrupted.'))))
    const end = (then: () => void): void => {
      silence()
      void worker.terminate().then(then)
    }
    worker.on('message', (message: MutatingStep | MutatingDone) => {
      if ('mutations' in message) end(() => resolve(message.mutations))
      else onStep(message)
    })
    worker.on('error', (error) => end(() => reject(error)))
  })
}

function reportOf(mutations: readonly Mutation[]): MutationReport {
  const unlinkable = mutations.filter(({ outcome }) => outcome === 'unlinkable').length
  const noticed = mutations.filter(({ outcome }) => outcome === 'noticed').length
  const made = mutations.length - unlinkable
  return {
    made,
    noticed,
    percent: made === 0 ? 100 : Math.round((1000 * noticed) / made) / 10,
    unlinkable,
    survivors: mutations.filter(({ outcome }) => outcome === 'unnoticed' || outcome === 'unreached'),
  }
}

export function mutationLines(report: MutationReport, paint: Paint): string[] {
  const { made, noticed, percent, unlinkable, survivors } = report
  const invalid = unlinkable === 0 ? '' : `; ${unlinkable} more don't compile`
  return [
    ...survivors.flatMap(({ file, line, column, rule, text, from, to, outcome }) => [
      `${file}:${line}:${column}:${rule === undefined ? '' : ` (${rule})`} ${text}`,
      paint.yellow(`    ${from} -> ${to}${outcome === 'unreached' ? ' (no example gets here)' : ''}`),
    ]),
    paint.bold(`${noticed} of ${made} mutants killed (${percent.toFixed(1)} %)${invalid}`),
  ]
}
