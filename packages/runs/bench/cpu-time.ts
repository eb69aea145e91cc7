/** CPU time from Linux's /proc. On a busy machine it is a better measure than wall-clock time. */
import { readdirSync, readFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100 // USER_HZ

interface Stat {
  readonly parent: number
  readonly own: number // CPU seconds
  readonly children: number // CPU seconds of ended children
}

function statOf(pid: number | 'self'): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [, parent = 0] = fields
    const seconds = (at: number): number => ((fields[at] ?? 0) + (fields[at + 1] ?? 0)) / TICKS_PER_SECOND
    return { parent, own: seconds(11), children: seconds(13) }
  } catch {
    return undefined // the process has ended, or there is no /proc
  }
}

/** Returns the CPU time of all descendants of this process, ended ones included. */
export function cpuSeconds(): number | undefined {
  const self = statOf('self')
  if (self === undefined) return undefined
  const all = new Map<number, Stat>()
  for (const name of readdirSync('/proc')) {
    const pid = Number(name)
    const stat = Number.isInteger(pid) ? statOf(pid) : undefined
    if (stat !== undefined) all.set(pid, stat)
  }
  const isDescendant = (pid: number): boolean => {
    const parent = all.get(pid)?.parent
    return parent !== undefined && (parent === process.pid || isDescendant(parent))
  }
  const living = [...all].filter(([pid]) => isDescendant(pid))
  return living.reduce((sum, [, { own, children }]) => sum + own + children, self.children)
}
