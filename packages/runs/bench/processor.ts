/** Time on the processor, as Linux tells it: on a machine that has other things to do it says more than a clock. */
import { readdirSync, readFileSync } from 'node:fs'

const TICKS = 100 // a second, on every Linux of today

interface Stat {
  readonly parent: number
  readonly own: number // seconds
  readonly children: number // that have ended
}

function statOf(pid: number | 'self'): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [, parent = 0] = fields
    const seconds = (at: number): number => ((fields[at] ?? 0) + (fields[at + 1] ?? 0)) / TICKS
    return { parent, own: seconds(11), children: seconds(13) }
  } catch {
    return undefined // it has ended, or there is no such thing here
  }
}

/** All that this process has started, and what these have: also what has ended. */
export function processorSeconds(): number | undefined {
  const self = statOf('self')
  if (self === undefined) return undefined
  const all = new Map<number, Stat>()
  for (const name of readdirSync('/proc')) {
    const pid = Number(name)
    const stat = Number.isInteger(pid) ? statOf(pid) : undefined
    if (stat !== undefined) all.set(pid, stat)
  }
  const below = (pid: number): boolean => {
    const parent = all.get(pid)?.parent
    return parent !== undefined && (parent === process.pid || below(parent))
  }
  const living = [...all].filter(([pid]) => below(pid))
  return living.reduce((sum, [, { own, children }]) => sum + own + children, self.children)
}
