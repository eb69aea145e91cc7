/** Bots that are slow, fail or never answer delay only themselves. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { TableBots } from '@ludoforge/table'
import { linkGame } from '@ludoforge/kernel'
import { build } from 'esbuild'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { itemAt } from '../../../test/support/items.js'
import { BotPool, Bots, BotMemory } from '../src/bots/index.js'
import { openStore, type Store } from '../src/store/index.js'
import { Tables } from '../src/tables/index.js'
import { defOf, Guest, offerFor } from './support/play.js'
import { type TestStore, STORES } from './support/stores.js'

/** Bundled once, so that threads start quickly. */
let code: { readonly here: string; readonly name: string }
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ludoforge-bots-'))
  await build({
    entryPoints: [path.join(import.meta.dirname, 'support/bad-bot.ts')],
    outfile: path.join(folder, 'bad-bot.js'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['source'],
  })
  await writeFile(path.join(folder, 'package.json'), '{"type":"module"}')
  code = { here: pathToFileURL(path.join(folder, 'here.js')).href, name: 'bad-bot' }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function thinking(agent: string, seed = '1', name = 'tic-tac-toe') {
  const game = linkGame(await defOf(name))
  const state = game.start({ seed })
  return { game, state, seat: game.decision(state)?.seat ?? '', agent, seed }
}

describe('the thread pool', () => {
  let pool: BotPool
  afterEach(() => pool.close())

  it('returns legal answers, and the same answer for the same seed', async () => {
    pool = new BotPool(2, 10_000, code)
    const asked = await thinking('greedy')
    const [one, two] = [await pool.answer(asked), await pool.answer(asked)]
    expect(one).toEqual(two)
    expect(() => asked.game.decide(asked.state, one.choice, asked.seat)).not.toThrow()
  })

  it.each([
    ['nobody', 'There is no agent'],
    ['throws', 'a bot that fails'],
    ['dies', 'its thread ended'],
    ['never', 'did not answer within 1.5 s'],
  ])('a bot that fails (%s) says so, and the next one is served', async (agent, problem) => {
    pool = new BotPool(1, agent === 'never' ? 1500 : 20_000, code)
    await expect(pool.answer(await thinking(agent))).rejects.toThrow(problem)
    expect(await pool.answer(await thinking('random'))).toBeDefined()
  })

  it("doesn't let quick bots wait for slow ones", async () => {
    pool = new BotPool(2, 20_000, code)
    const quick = await thinking('random')
    await pool.answer(quick)
    await pool.answer(quick) // it is known to be quick from here on
    const slow = await thinking('slow')
    await pool.answer(slow)
    const order: string[] = []
    const all = [1, 2].map(() => pool.answer(slow).then(() => order.push('slow')))
    for (let n = 0; n < 3; n += 1) await pool.answer(quick).then(() => order.push('quick'))
    await Promise.all(all)
    expect(order.slice(-1)).toEqual(['slow'])
    expect(order.filter((one) => one === 'quick')).toHaveLength(3)
  })

  it.each([1, 2])('does not starve slow bots under a load of quick ones (%i threads)', async (threads) => {
    pool = new BotPool(threads, 20_000, code)
    const [quick, slow] = [await thinking('random'), await thinking('slow')]
    for (const one of [quick, slow, slow]) await pool.answer(one)
    let done = false
    const crowd = Array.from({ length: 20 }, async () => {
      let answers = 0
      for (; !done; answers += 1) await pool.answer(quick)
      return answers
    })
    await pool.answer(slow)
    await pool.answer(slow)
    done = true
    const answers = await Promise.all(crowd)
    expect(Math.min(...answers)).toBeGreaterThan(0)
  })

  it('keeps the bots of a table in a thread, where they see the answers of the others', async () => {
    pool = new BotPool(3, 20_000, code)
    const game = linkGame(await defOf('texas-holdem'))
    const memory = new BotMemory()
    const minds = new TableBots(game)
    let state = game.start({ seed: 'kept' })
    for (let n = 0; n < 5; n += 1) {
      const seat = game.def.seats[game.deciding(state)[0] ?? 0]?.id ?? ''
      const asked = { seat, agent: 'search:12', seed: `${seat} ${n}` }
      const { choice } = await pool.answer({ game, state, memory, ...asked })
      expect(choice).toEqual((await minds.answer(state, asked)).choice)
      minds.watch(state, seat, choice)
      memory.untold.push({ seat, choice })
      state = game.decide(state, choice, seat)
    }
    // Dropped bots start without a memory.
    pool.forget(memory)
    const seat = game.def.seats[game.deciding(state)[0] ?? 0]?.id ?? ''
    const asked = { seat, agent: 'search:12', seed: 'anew' }
    const { choice } = await pool.answer({ game, state, memory, ...asked })
    expect(choice).toEqual((await new TableBots(game).answer(state, asked)).choice)
  })

  it('asks a bot for its best answer so far when its time is nearly over or the job is cancelled', async () => {
    pool = new BotPool(1, 2000, code)
    const long = await thinking('search:1000000', '1', 'connect-four') // not solved in a minute
    const told: number[] = []
    expect((await pool.answer({ ...long, progress: (spent) => told.push(spent) })).choice).toBeDefined()
    expect(told.length).toBeGreaterThan(1)
    await pool.close()
    pool = new BotPool(1, 60_000, code)
    const end = new AbortController()
    const stopped = pool.answer({ ...long, signal: end.signal, progress: () => end.abort() })
    const waiting = new AbortController()
    const never = pool.answer({ ...long, signal: waiting.signal })
    waiting.abort()
    await expect(never).rejects.toThrow('the job was cancelled')
    expect((await stopped).choice).toBeDefined()
  })

  it('shares its time between addresses, and between the people of an address', async () => {
    pool = new BotPool(1, 20_000, code)
    const slow = await thinking('slow')
    for (let n = 0; n < 3; n += 1) await pool.answer(slow) // it is known to be slow from here on
    const order: string[] = []
    const ask = (address: string, person: string): Promise<unknown> =>
      pool.answer({ ...slow, owner: { address, person } }).then(() => order.push(`${address}${person}`))
    const crowd = Array.from({ length: 8 }, () => ask('a', '1'))
    crowd.push(ask('a', '2'), ask('b', '1'), ask('b', '2'))
    await Promise.all(crowd)
    // The first job was running already; each address has a turn, and each person of an address.
    expect(order.slice(0, 5)).toEqual(['a1', 'b1', 'a1', 'b2', 'a2'])
    expect(order.slice(5)).toEqual(['a1', 'a1', 'a1', 'a1', 'a1', 'a1'])
  })

  it('interrupts a long thought when an address that has used less time waits', async () => {
    pool = new BotPool(1, 600_000, code)
    const long = await thinking('search:9999999', '1', 'connect-four')
    const first = pool.answer({ ...long, owner: { address: 'a', person: '1' } })
    const again = pool.answer({ ...long, owner: { address: 'a', person: '1' } })
    await pool.answer({ ...(await thinking('random')), owner: { address: 'b', person: '1' } })
    expect((await first).choice).toBeDefined()
    void again.catch(() => undefined) // nobody else waits, so it may think on
  })

  it('refuses a job that waits too long, and runs the others', async () => {
    pool = new BotPool(1, 20_000, code)
    const slow = await thinking('slow')
    const first = pool.answer(slow)
    await expect(pool.answer({ ...slow, patienceMs: 50 })).rejects.toThrow('all bot threads are busy')
    expect((await pool.answer(slow)).choice).toBe('a1')
    expect((await first).choice).toBe('a1')
  })

  it('runs the jobs behind a failed bot again', async () => {
    pool = new BotPool(1, 10_000, code)
    const [good, bad] = [await thinking('moody'), await thinking('moody', 'bad')]
    for (const one of [good, good]) await pool.answer(one) // it is known to be quick from here on
    const all = await Promise.allSettled([good, bad, good, good, good].map((one) => pool.answer(one)))
    const fulfilled = 'fulfilled'
    expect(all.map(({ status }) => status)).toEqual([fulfilled, 'rejected', fulfilled, fulfilled, fulfilled])
  })
})

describe('tables with bots that fail', () => {
  let place: TestStore
  let store: Store
  let tables: Tables
  let bots: Bots
  let pool: BotPool
  const problems: string[] = []
  beforeAll(async () => {
    place = await itemAt(STORES, 0).open()
    store = await openStore(await place.fresh())
    tables = new Tables(store)
    for (const name of ['tic-tac-toe', 'connect-four']) await tables.rulebooks.offer(await offerFor(name))
    pool = new BotPool(2, 1500, code)
    bots = new Bots(tables, pool, (problem) => problems.push(problem))
    await bots.start()
  })
  afterAll(async () => {
    await bots.close()
    await store.close()
    await place.end()
  })

  it.each(['throws', 'never', 'illegal'])(
    'a random choice replaces the answer of a failing bot (%s), with a note at the table',
    async (agent) => {
      const { table, key } = await tables.make({ game: 'tic-tac-toe', you: 'Ann', seats: { cross: 'me' } })
      // Clients can't name such an agent, so the test writes it into the row.
      await store.db
        .updateTable('seats')
        .set({ agent })
        .where('table_id', '=', table.id)
        .where('seat', '=', 'nought')
        .execute()
      const ann = await Guest.at(tables, table.id, key)
      await ann.table.lookAgain()
      await ann.decide('cross', 'b2')
      await expect
        .poll(() => ann.heard.at(-1))
        .toMatchObject({ type: 'note', text: expect.stringContaining(agent) as string })
      expect(ann.table.position.decisions).toBe(2)
      expect(problems.join('\n')).toContain(agent)
    },
  )

  it('a thinking bot is stopped by an undo, or when a person takes its seat', async () => {
    const request = {
      game: 'connect-four',
      you: 'Ann',
      seats: { red: 'me', yellow: { bot: 'random' } },
    } as const
    const answers = vi.spyOn(pool, 'answer')
    const { table, key } = await tables.make(request)
    const ann = await Guest.at(tables, table.id, key)
    await ann.ask({ type: 'seat', seat: 'yellow', to: { bot: 'search:10s' } })
    await ann.decide('red', 'd1')
    await ann.ask({ type: 'undo' })
    await ann.decide('red', 'a1')
    await ann.ask({ type: 'seat', seat: 'yellow', to: 'me' })
    await ann.decide('yellow', 'c1')
    const { decisions, number } = ann.table.position
    expect(decisions).toBe(2)
    expect(answers).toHaveBeenCalled()
    await Promise.allSettled(answers.mock.results.map(({ value }) => value)) // each too late
    expect(ann.table.position.number).toBe(number)
  })

  it('a bot continues after its server was killed', async () => {
    const { table } = await tables.make({ game: 'tic-tac-toe', you: 'Ann', seats: { nought: 'me' } })
    const seat = { agent: 'random' }
    await store.db
      .updateTable('seats')
      .set(seat)
      .where('table_id', '=', table.id)
      .where('seat', '=', 'cross')
      .execute()
    const later = new Tables(store)
    const more = new Bots(later, new BotPool(1, 10_000, code), () => {})
    await more.start()
    await expect.poll(async () => (await later.get(table.id)).position.decisions).toBe(1)
    await more.close()
  })
})
