/** The queue on Redis: REDIS_URL=redis://… npm run test:redis. */
import { readFileSync } from 'node:fs'
import type { LoadedGame } from '@ludoforge/compiler'
import { simulation } from '@ludoforge/sim'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gameOf } from '../../../test/support/games.js'
import { executeRun, type RunProgress } from '../src/index.js'
import { playedHere, TestCluster, textOf } from './support/cluster.js'

const redis = process.env['REDIS_URL']
const say = (): void => {}

if (redis === undefined)
  throw new Error('REDIS_URL must name a Redis: REDIS_URL=redis://… npm run test:redis')

describe('a queue on Redis', () => {
  let desk: TestCluster
  let game: LoadedGame
  beforeAll(async () => {
    desk = await TestCluster.open({ queue: redis })
    game = await gameOf('tic-tac-toe')
    for (let i = 0; i < 3; i += 1) desk.work()
  })
  afterAll(() => desk.close())

  it('gives the same bits as a local run, though it is paused and a worker is killed', async () => {
    const games = 100_000
    const sim = () => simulation({ game, games, seed: 'redis' })
    const out = { file: desk.file('.jsonl'), rows: 'games' as const }
    const id = await desk.start(sim(), game, out)
    const stop = new AbortController()
    const told: RunProgress[] = []
    const onProgress = (progress: RunProgress): void => {
      told.push(progress)
      if (progress.done > 0 && progress.workers === 3) stop.abort()
    }
    const first = await executeRun(desk.runs, id, { say, onProgress, signal: stop.signal })
    expect(first.state).toBe('paused')
    expect(told.at(-1)).toMatchObject({ workers: 3, threads: 3 })
    let killed: Promise<void> | undefined
    const { state, summary } = await executeRun(desk.runs, id, {
      say,
      onProgress: ({ done }) => {
        if (done > first.done && done < games) killed ??= desk.workers[0]?.kill()
      },
    })
    await killed
    expect(killed).toBeDefined()
    expect(state).toBe('done')
    const own = { ...out, file: desk.file('.jsonl') }
    expect(textOf(summary)).toBe(await playedHere(sim(), own))
    expect(readFileSync(out.file).equals(readFileSync(own.file))).toBe(true)
  })
})
