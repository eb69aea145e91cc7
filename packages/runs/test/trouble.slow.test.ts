/** Failures that take longer: they are reported, and the run recovers. */
import { readFileSync } from 'node:fs'
import type { LoadedGame } from '@ludoforge/compiler'
import { simulation } from '@ludoforge/sim'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gameOf } from '../../../test/support/games.js'
import { type Postgres, startPostgres } from '../../server/test/support/postgres.js'
import { executeRun } from '../src/index.js'
import { playedHere, TestCluster, textOf, VERSION } from './support/cluster.js'

let postgres: Postgres // its own: a test restarts it
let desk: TestCluster
let game: LoadedGame
const UNABLE = ['--disallow-code-generation-from-strings'] // a Node that cannot link a game

beforeAll(async () => {
  postgres = await startPostgres()
  desk = await TestCluster.open({ database: await postgres.fresh() })
  game = await gameOf('tic-tac-toe')
})
afterAll(async () => {
  await desk.close()
  await postgres.stop()
})

const sim = (seed: string, games = 2000) => simulation({ game, games, seed })

describe('a worker', () => {
  it('of another version skips the run, and both sides report it', async () => {
    const other = desk.work('other')
    const said: string[] = []
    const id = await desk.start(sim('version'), game)
    let right: unknown
    const say = (line: string): void => {
      said.push(line)
      if (line.includes('of version other')) right ??= desk.work()
    }
    const { state, summary } = await executeRun(desk.runs, id, { say })
    expect(state).toBe('done')
    expect(textOf(summary)).toBe(await playedHere(sim('version')))
    expect(said).toEqual([
      `No worker of version ${VERSION} is connected. Start one with "ludoforge worker", on any machine.`,
      'Workers of version other are connected, but they must run the same code as this command.',
    ])
    expect(other.said).toEqual([
      `Run ${id} needs version ${VERSION}, but this worker has other. It skips the run.`,
    ])
    await Promise.all(desk.workers.splice(0).map((worker) => worker.kill()))
  })

  it('that cannot play the game reports it and ends, and others continue', async () => {
    const bad = desk.work(VERSION, UNABLE)
    const id = await desk.start(sim('bad'), game)
    const said: string[] = []
    const say = (line: string): void => {
      if (said.push(line) === 1) desk.work()
    }
    const { state, summary } = await executeRun(desk.runs, id, { say })
    expect(state).toBe('done')
    expect(textOf(summary)).toBe(await playedHere(sim('bad')))
    expect(await bad.ended).toBe(1)
    expect(bad.said.at(-1)).toMatch(/^tic-tac-toe cannot be played on 1@.*strings/)
    expect(said).toContain(bad.said.at(-1))
    await Promise.all(desk.workers.splice(0).map((worker) => worker.kill()))
  })
})

describe('a batch that no worker can play', () => {
  it('pauses the run, which can be resumed', async () => {
    const one = simulation({ game, games: 1, seed: 'nobody' })
    const bad = [1, 2, 3].map(() => desk.work(VERSION, UNABLE))
    const id = await desk.start(one, game)
    const played = executeRun(desk.runs, id, { say: () => {} })
    await expect(played).rejects.toThrow(
      /^Games 0 to 0 could not be played\. tic-tac-toe cannot be played on/,
    )
    expect(await Promise.all(bad.map(({ ended }) => ended))).toEqual([1, 1, 1])
    const { state, problem } = await desk.runs.find(id)
    expect([state, problem]).toEqual(['paused', expect.stringContaining('cannot be played')])
    desk.work()
    const again = await executeRun(desk.runs, id, { say: () => {} })
    expect(again.state).toBe('done')
    expect(textOf(again.summary)).toBe(await playedHere(simulation({ game, games: 1, seed: 'nobody' })))
    expect((await desk.runs.find(id)).problem).toBe(null)
  })
})

describe('a database that is restarted', () => {
  it('is retried by workers and by the coordinator', async () => {
    await Promise.all(desk.workers.splice(0).map((worker) => worker.kill()))
    desk.work()
    desk.work()
    const games = 200_000
    const out = { file: desk.file('.jsonl'), rows: 'games' as const }
    const id = await desk.start(sim('restart', games), game, out)
    const said: string[] = []
    let restarted: Promise<void> | undefined
    const { state, summary } = await executeRun(desk.runs, id, {
      say: (line) => void said.push(line),
      onProgress: ({ done }) => {
        if (done > 0 && done < games) restarted ??= postgres.restart()
      },
    })
    await restarted
    expect(restarted).toBeDefined()
    expect(state).toBe('done')
    expect(said.some((line) => line.startsWith('The queue does not respond'))).toBe(true)
    const queue = await desk.runs.queue(VERSION)
    expect(await queue.workers()).toEqual({ workers: 2, threads: 2 })
    await queue.close()
    const own = { ...out, file: desk.file('.jsonl') }
    expect(textOf(summary)).toBe(await playedHere(sim('restart', games), own))
    expect(readFileSync(out.file).equals(readFileSync(own.file))).toBe(true)
  })
})
