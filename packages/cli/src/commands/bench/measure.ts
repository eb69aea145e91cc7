import { readFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** A workload. One call of `work` does a piece of it and returns the number of units done. */
export interface Workload {
  readonly name: string
  readonly work: () => number
}

export interface Speed {
  readonly name: string
  readonly units: number
  readonly seconds: number
  readonly perSecond: number
}

/** CPU time of this thread in milliseconds, where the system provides it, so that other processes don't count. */
export const clock: () => number = (() => {
  const file = `/proc/self/task/${process.pid}/schedstat`
  const onProcessor = (): number => Number(readFileSync(file, 'latin1').split(' ')[0]) / 1e6
  try {
    if (onProcessor() > 0) return onProcessor
  } catch {
    // Not Linux: falls back to wall-clock time.
  }
  return () => performance.now()
})()

const SLICES = 10

/**
 * Measures workloads interleaved, in short slices, so that other load on the machine affects all of them alike.
 * The ratios are comparable between machines, the absolute figures are not.
 */
export function measure(contenders: readonly Workload[], secondsEach: number): Speed[] {
  const sums = contenders.map(() => ({ units: 0, ms: 0 }))
  for (let slice = 0; slice < SLICES; slice += 1) {
    contenders.forEach(({ work }, i) => {
      const sum = sums[i]
      if (sum === undefined) return
      const { units, ms } = runFor(work, (secondsEach * 1000) / SLICES)
      sum.units += units
      sum.ms += ms
    })
  }
  return contenders.map(({ name }, i) => {
    const { units, ms } = sums[i] ?? { units: 0, ms: 1 }
    return { name, units, seconds: ms / 1000, perSecond: Math.round((units / ms) * 1000) }
  })
}

function runFor(work: () => number, milliseconds: number): { units: number; ms: number } {
  const start = clock()
  let units = 0
  let ms = 0
  do {
    units += work()
    ms = clock() - start
  } while (ms < milliseconds)
  return { units, ms }
}

const SLICE_SECONDS = 0.25
const PATIENCE = 16 // slices without improvement: the JIT recompiles functions in steps
const BETTER = 1.02

/** Runs until the rate stops growing or the time is up. */
export function warmUp(work: () => number, mostSeconds: number): void {
  let best = 0
  let waited = 0
  for (let left = mostSeconds; left > 0 && waited < PATIENCE; left -= SLICE_SECONDS) {
    const { units, ms } = runFor(work, Math.min(left, SLICE_SECONDS) * 1000)
    const rate = units / ms
    waited = rate > best * BETTER ? 0 : waited + 1
    best = Math.max(best, rate)
  }
}

export interface WarmUpCurve {
  readonly firstThousand: number // per second
  readonly firstSecond: number
}

/** Measures the speed from a cold start. */
export function warmUpCurve(step: () => void, seconds: number): WarmUpCurve {
  const begin = clock()
  const perSecond = (units: number): number =>
    Math.round((units * 1000) / Math.max(clock() - begin, Number.EPSILON))
  const many = (count: number): void => {
    for (let i = 0; i < count; i += 1) step()
  }
  many(1000)
  const firstThousand = perSecond(1000)
  let units = 1000
  while (clock() - begin < seconds * 1000) {
    many(100)
    units += 100
  }
  return { firstThousand, firstSecond: perSecond(units) }
}

setFlagsFromString('--expose_gc')
const collectGarbage: () => void = runInNewContext('gc')

/** Bytes in use after a garbage collection, on the heap and in array buffers. */
export function bytesUsed(): number {
  collectGarbage()
  collectGarbage()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

/** The retained size of each of `count` objects, in bytes: what dropping them frees, so caches they fill don't count. */
export function bytesEach(count: number, make: () => unknown): number {
  const kept: unknown[] = Array.from({ length: count }, make)
  const held = bytesUsed()
  kept.fill(null)
  return Math.max(0, Math.round((held - bytesUsed()) / count))
}
