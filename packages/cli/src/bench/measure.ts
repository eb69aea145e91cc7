import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Something to measure: one call does a piece of work and says how many units of it. */
export interface Contender {
  readonly name: string
  readonly work: () => number
}

export interface Speed {
  readonly name: string
  readonly units: number
  readonly seconds: number
  readonly perSecond: number
}

const SLICES = 10

/**
 * Measures contenders in turn, slice by slice, so that whatever else the machine does hits all of them alike.
 * Ratios of what comes out mean something on any machine; the figures themselves do not.
 */
export function measure(
  contenders: readonly Contender[],
  secondsEach: number,
  warmSeconds = secondsEach * 0.3,
): Speed[] {
  const sums = contenders.map(() => ({ units: 0, ms: 0 }))
  for (const { work } of contenders) runFor(work, warmSeconds * 1000)
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
  const start = performance.now()
  let units = 0
  let ms = 0
  do {
    units += work()
    ms = performance.now() - start
  } while (ms < milliseconds)
  return { units, ms }
}

setFlagsFromString('--expose_gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Bytes of live heap. */
export function heapUsed(): number {
  collectGarbage()
  collectGarbage()
  return process.memoryUsage().heapUsed
}

/** Bytes that each of `count` things takes for as long as it is kept. */
export function bytesEach(count: number, make: () => unknown): number {
  const kept: unknown[] = Array.from({ length: count }, () => null)
  const before = heapUsed()
  for (let i = 0; i < count; i += 1) kept[i] = make()
  const after = heapUsed()
  if (kept.length !== count) throw new Error('unreachable: keeps the list alive')
  return Math.max(0, Math.round((after - before) / count))
}
