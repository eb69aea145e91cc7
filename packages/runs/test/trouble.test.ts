/** Failures: they are reported, and the run can be resumed. */
import { rmSync, symlinkSync, writeFileSync } from 'node:fs'
import type { LoadedGame } from '@ludoforge/compiler'
import { simulation } from '@ludoforge/sim'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gameOf } from '../../../test/support/games.js'
import { freePort } from '../../server/test/support/postgres.js'
import { executeRun, parseQueueUrl, Runs } from '../src/index.js'
import { playedHere, TestCluster, textOf, VERSION } from './support/cluster.js'

let desk: TestCluster
let game: LoadedGame
const GAMES = 2000

beforeAll(async () => {
  desk = await TestCluster.open()
  game = await gameOf('tic-tac-toe')
})
afterAll(() => desk.close())

const sim = (seed: string) => simulation({ game, games: GAMES, seed })

describe('the address of a queue', () => {
  it('is one of Postgres or Redis', () => {
    const [pg, redis] = ['postgres://db/x', 'redis://cache']
    expect(parseQueueUrl(pg, undefined)).toEqual({ queue: pg, database: pg })
    expect(parseQueueUrl(undefined, pg)).toEqual({ queue: pg, database: pg })
    expect(parseQueueUrl(pg, 'postgres://other/y')).toEqual({ queue: pg, database: pg })
    expect(parseQueueUrl(redis, pg)).toEqual({ queue: redis, database: pg })
    expect(() => parseQueueUrl(undefined, undefined)).toThrow('No queue is given.')
    expect(() => parseQueueUrl('http://db', undefined)).toThrow('must start with postgres:// or redis://')
    expect(() => parseQueueUrl(redis, undefined)).toThrow(
      'With a queue on Redis, runs are stored in Postgres',
    )
  })

  it('that cannot be reached is reported at once', async () => {
    const url = `postgres://postgres@127.0.0.1:${await freePort()}/x`
    const opened = Runs.open({ queue: url, database: url }, () => {})
    await expect(opened).rejects.toThrow(/The database of the queue cannot be reached: .*ECONNREFUSED/)
    const { database } = desk.runs.place
    const without = database.replace(/\/[^/]*$/, '/nowhere')
    const unknown = Runs.open({ queue: without, database: without }, () => {})
    await expect(unknown).rejects.toThrow(/The database of the queue cannot be used: database "nowhere"/)
  })

  it('of a Redis that is not running is reported at once', async () => {
    const { database } = desk.runs.place
    const runs = await Runs.open({ queue: `redis://127.0.0.1:${await freePort()}`, database }, () => {})
    await expect(runs.queue(VERSION)).rejects.toThrow(/The queue cannot be reached: .*ECONNREFUSED/)
    await runs.close()
  })
})

describe('a full disk', () => {
  it('pauses the run, which can be resumed when there is space', async () => {
    desk.work()
    const out = { file: desk.file('.jsonl'), rows: 'games' as const }
    symlinkSync('/dev/full', out.file) // every write to it fails as on a full disk
    const id = await desk.start(sim('full'), game, out)
    const played = executeRun(desk.runs, id, { say: () => {} })
    await expect(played).rejects.toThrow(`${out.file} cannot be written: no space is left (ENOSPC).`)
    expect(await desk.runs.find(id)).toMatchObject({
      state: 'paused',
      problem: expect.stringContaining('no space'),
    })
    rmSync(out.file)
    writeFileSync(out.file, 'something else')
    const { state, summary } = await executeRun(desk.runs, id, { say: () => {} })
    expect(state).toBe('done')
    const own = { ...out, file: desk.file('.jsonl') }
    expect(textOf(summary)).toBe(await playedHere(sim('full'), own))
  })
})
