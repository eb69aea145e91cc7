import { setImmediate } from 'node:timers/promises'
import type { Terminal } from '../../terminal/terminal.js'

/** An algorithm that gets better with every iteration. */
interface Iterative {
  readonly iterations: number
  iterate(): void
}

/** The end of the iterations: a number of them, of seconds, or both; `otherwise` iterations if neither is given. */
interface Budget {
  readonly iterations: number | undefined
  readonly seconds: number | undefined
  readonly otherwise: number
}

const SLICE_MS = 50

/** Iterates within the budget, and yields now and then, so that the user can interrupt it. */
export async function run(
  algorithm: Iterative,
  { iterations, seconds, otherwise }: Budget,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<void> {
  const most = iterations ?? (seconds === undefined ? otherwise : Infinity)
  const end = seconds === undefined ? Infinity : performance.now() + 1000 * seconds
  let slice = performance.now() + SLICE_MS
  while (algorithm.iterations < most && performance.now() < end && !signal.aborted) {
    algorithm.iterate()
    if (performance.now() < slice) continue
    terminal.status(`${algorithm.iterations} iterations`)
    await setImmediate()
    slice = performance.now() + SLICE_MS
  }
}
