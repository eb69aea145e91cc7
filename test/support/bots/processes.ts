import { execFileSync } from 'node:child_process'
import { expect } from 'vitest'

/** The processes, including zombies, whose command contains this mark. */
export function running(mark: string): string[] {
  const all = execFileSync('ps', ['-eo', 'pid,ppid,stat,args'], { encoding: 'utf8', maxBuffer: 1e8 })
  return all.split('\n').filter((line) => line.includes(mark) && !line.includes('ps -eo'))
}

/** Zombie children of this process, except those of tsx. */
export function zombies(): string[] {
  const all = execFileSync('ps', ['-o', 'pid,stat,args', '--ppid', String(process.pid)], { encoding: 'utf8' })
  return all.split('\n').filter((line) => /^\s*\d+ +Z/.test(line) && !line.includes('esbuild'))
}

export async function expectNone(mark: string): Promise<void> {
  await expect.poll(() => running(mark), { interval: 100 }).toEqual([])
}
