import { execFileSync } from 'node:child_process'
import { expect } from 'vitest'

/** The processes, zombies too, whose command has this mark in it. */
export function running(mark: string): string[] {
  const all = execFileSync('ps', ['-eo', 'pid,ppid,stat,args'], { encoding: 'utf8', maxBuffer: 1e8 })
  return all.split('\n').filter((line) => line.includes(mark) && !line.includes('ps -eo'))
}

/** Children of this process that have ended and nobody has looked after, but for those of tsx, which runs sources. */
export function zombies(): string[] {
  const all = execFileSync('ps', ['-o', 'pid,stat,args', '--ppid', String(process.pid)], { encoding: 'utf8' })
  return all.split('\n').filter((line) => /^\s*\d+ +Z/.test(line) && !line.includes('esbuild'))
}

export async function expectNone(mark: string): Promise<void> {
  await expect.poll(() => running(mark), { interval: 100 }).toEqual([])
}
