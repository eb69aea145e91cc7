/** The command as users run it: workers and coordinators are killed, and the run resumes. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Statistics, TournamentResult } from '@ludoforge/sim'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type Postgres, startPostgres } from '../../server/test/support/postgres.js'
import { timeless } from './support/timeless.js'
import { CommandProcess } from './support/processes.js'

let postgres: Postgres
let folder: string
let url: string
let started: CommandProcess[] = []

beforeAll(async () => {
  postgres = await startPostgres()
  url = await postgres.fresh()
  folder = await mkdtemp(path.join(tmpdir(), 'ludoforge-killed-'))
})
afterEach(async () => {
  await Promise.all(started.map((one) => one.kill()))
  started = []
})
afterAll(async () => {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

function command(...args: string[]): CommandProcess {
  const one = new CommandProcess(args)
  started.push(one)
  return one
}

/** Returns the latest line of progress. */
function progressOf({ err }: CommandProcess): { done: number; games: number; workers: number } {
  const lines = err.split('\n').filter((line) => line.startsWith('{'))
  return JSON.parse(lines.at(-1) ?? '{"done":0,"games":1,"workers":0}')
}

const done = (one: CommandProcess, share: number): Promise<void> =>
  expect.poll(() => progressOf(one).done / progressOf(one).games, { timeout: 300_000 }).toBeGreaterThan(share)

it.each(['jsonl', 'parquet'])(
  'a worker is killed, then the coordinator: --resume gives the bits of a local run, in %s too',
  async (ending) => {
    const what = [
      'sim',
      'connect-four',
      '--games',
      '60000',
      '--seed',
      `k-${ending}`,
      '--rows',
      'games',
      '--json',
    ]
    const file = path.join(folder, `spread.${ending}`)
    const spread = [...what, '--queue', url, '--out', file, '--progress', 'json']
    const workers = [1, 2, 3].map(() => command('worker', '--queue', url, '--jobs', '1'))

    const first = command(...spread)
    await expect.poll(() => progressOf(first).workers, { timeout: 120_000 }).toBe(3)
    await done(first, 0.1)
    await workers[0]?.kill()
    await done(first, 0.3)
    await first.kill()

    const list = command('runs', '--queue', url, '--json')
    expect(await list.ended).toBe(0)
    const [run] = JSON.parse(list.out)
    expect(run).toMatchObject({ state: 'open', held: false, games: 60_000, game: 'connect-four' })
    expect(run.done).toBeLessThan(60_000)

    const second = command(...spread, '--resume')
    expect(await second.ended).toBe(0)
    expect(second.err).toContain(`Run ${run.id}: `)
    const own = path.join(folder, `here.${ending}`)
    const here = command(...what, '--out', own, '--jobs', '2')
    expect(await here.ended).toBe(0)
    const [one, other] = [second, here].map(({ out }) => timeless(JSON.parse(out) as Statistics))
    expect(one).toBe(other)
    const [rows, ownRows] = await Promise.all([readFile(file), readFile(own)])
    expect(rows.equals(ownRows)).toBe(true)

    const show = command('runs', 'show', run.id, '--queue', url, '--json')
    expect(await show.ended).toBe(0)
    const kept = JSON.parse(show.out)
    expect(kept).toMatchObject({
      id: run.id,
      state: 'done',
      fingerprint: run.fingerprint,
      node: process.version,
    })
    expect(kept.work.sim).toMatchObject({ seed: `k-${ending}`, agents: ['random', 'random'] })
    expect(timeless(kept.summary)).toBe(other)
    const gone = command('runs', 'delete', run.id, '--queue', url)
    expect(await gone.ended).toBe(0)
    const left = command('runs', '--queue', url)
    await left.ended
    expect(left.out).not.toContain(run.id)
  },
)

it('Ctrl-C pauses a tournament, and "runs resume" resumes it', async () => {
  const what = ['tournament', 'connect-four', '--agents', 'greedy,random', '--games', '4000', '--json']
  command('worker', '--queue', url, '--jobs', '2')
  const first = command(...what, '--queue', url, '--progress', 'json')
  await done(first, 0)
  expect(await first.kill('SIGINT')).toBe(130)
  const [, id = ''] = /ludoforge runs resume (\w+)/.exec(first.err) ?? []
  expect(first.err).toMatch(/Paused after \d+ games\. Resume it with: ludoforge runs resume \w+/)
  expect(JSON.parse(first.out).games).toBeLessThan(8000)
  const second = command('runs', 'resume', id, '--queue', url, '--json')
  expect(await second.ended).toBe(0)
  const here = command(...what)
  expect(await here.ended).toBe(0)
  const [one, other] = [second, here].map(({ out }) => timeless(JSON.parse(out) as TournamentResult))
  expect(one).toBe(other)
})
