/** Follows an example step by step, with the position after each of them. */
import type { State } from '@ludoforge/kernel'
import type { Span } from '../source/index.js'
import type { Example, Step } from './parse.js'
import type { ExampleFailure, ExampleRunner } from './run.js'

/** One step of an example that was taken, or that failed. */
export interface TracedStep {
  readonly kind: 'given' | Step['step']
  readonly text: string // as it is written
  readonly span: Span
}

/** An example up to its end, or up to the step that fails: the last one. */
export interface ExampleTrace {
  readonly steps: readonly TracedStep[]
  /** The steps after the one that fails. */
  readonly untaken: readonly TracedStep[]
  /** The position before the failing step, or at the end. Absent if the position can't be set up. */
  readonly state?: State
  readonly failure?: ExampleFailure
}

/** Runs an example and returns how far it got. */
export function traceExample(runner: ExampleRunner, example: Example): ExampleTrace {
  const { given } = example
  const all: TracedStep[] = [
    { kind: 'given', text: 'given', span: given.span },
    ...example.steps.map(({ step, text, span }) => ({ kind: step, text, span })),
  ]
  let taken = 0
  let state: State | undefined
  try {
    state = runner.position({ ...example, steps: [] })
    for (const step of example.steps) {
      taken += 1
      state = runner.step(state, step, given.actor?.text)
    }
    return { steps: all, untaken: [], state }
  } catch (error) {
    const at = all[taken]?.span ?? example.span
    const failure = runner.failureOf(error, at, state)
    const steps = all.slice(0, taken + 1)
    return { steps, untaken: all.slice(taken + 1), failure, ...(state === undefined ? {} : { state }) }
  }
}
