/** Fault injection: a killed server, a lost database, a jumping clock. */
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { remoteTable, type Table } from '@ludoforge/client'
import { Rng } from '@ludoforge/kernel'
import { WebSocket } from 'ws'
import { describe, expect, it } from 'vitest'
import { itemAt } from '../../../test/support/items.js'
import { drawChoice } from '../../../test/support/play.js'
import { openStore } from '../src/store/index.js'
import { Tables } from '../src/tables/index.js'
import { checkRecord, makeTables, pause, Player } from './support/fault-players.js'
import { entriesOf, Guest, hotSeat, lasting, offerFor, playOut } from './support/play.js'
import { freePort, startPostgres } from './support/postgres.js'
import { type Child, startChild } from './support/serving.js'
import { makeTable, startServer } from './support/server.js'
import { STORES } from './support/stores.js'

const GAME = 'reversi'

describe.each(STORES)('killed under load, on $name', (kind) => {
  it('50 times: no acknowledged decision is lost, and clients reconnect automatically', async () => {
    const place = await kind.open()
    const where = await place.fresh()
    const port = await freePort()
    let child: Child = await startChild(where, port, [GAME])
    const { url } = child
    const players: Player[] = []
    const sit = async (): Promise<void> => {
      for (const { id, key } of await makeTables(url, GAME, 4))
        players.push(new Player(await remoteTable({ url, table: id, key, WebSocket }), players.length))
    }
    await sit()
    for (let n = 0; n < 50; n += 1) {
      await pause(100 + 7 * n)
      await child.kill()
      child = await startChild(where, port, [GAME])
      if (n % 10 === 9) await sit()
    }
    await pause(2000)
    for (const player of players) await player.stop()
    await child.kill()
    const store = await openStore(where)
    const checked = await checkRecord(store, players)
    console.log(`${kind.name}: ${checked} acknowledged decisions compared, 0 lost`)
    expect(checked).toBeGreaterThan(200)
    await store.close()
    await place.end()
  })
})

describe('two servers on one Postgres', () => {
  it('clients play on both; after one is killed, the other continues and plays the bots', async () => {
    const place = await itemAt(STORES, 1).open()
    const where = await place.fresh()
    const [first, second] = [
      await startChild(where, await freePort(), [GAME]),
      await startChild(where, await freePort(), [GAME]),
    ]
    const { table, key } = await makeTable(first.url, {
      game: GAME,
      you: 'Ann',
      seats: { black: 'me', white: { bot: 'random' } },
    })
    const here = await remoteTable({ url: first.url, table: table.id, key, WebSocket })
    const there = await remoteTable({ url: second.url, table: table.id, key, WebSocket })
    const rng = new Rng(1)
    const play = async (by: Table, to: number): Promise<void> => {
      while (by.number < to) {
        const [decision] = by.asked
        if (decision === undefined) await pause(10)
        else await by.decide(decision.seat, drawChoice(decision, rng)).catch(() => pause(20))
      }
    }
    await play(here, 6)
    await expect.poll(() => there.number, { timeout: 10_000 }).toBeGreaterThanOrEqual(6)
    await play(there, 12)
    await first.kill()
    await play(there, 24)
    expect(there.number).toBeGreaterThanOrEqual(24)
    here.close()
    there.close()
    await second.kill()
    await place.end()
  })
})

describe('Postgres that goes down', () => {
  it('comes back: acknowledged decisions are there, and the game continues', async () => {
    const postgres = await startPostgres({ durable: true })
    const server = await startServer({ data: '', database: await postgres.fresh() }, [GAME])
    const { table, key } = await makeTable(server.url, {
      game: GAME,
      you: 'Ann',
      seats: { black: 'me', white: 'me' },
    })
    const at = await remoteTable({ url: server.url, table: table.id, key, WebSocket })
    const player = new Player(at, 1)
    await pause(500)
    await postgres.restart()
    const before = player.acknowledged.length
    await expect.poll(() => player.acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(before + 3)
    await player.stop()
    expect(await checkRecord(server.tables.store, [player])).toBe(player.acknowledged.length)
    await server.close()
    await postgres.stop()
  })
})

describe('a clock that jumps', () => {
  it('changes nothing but the displayed times', async () => {
    const kind = itemAt(STORES, 0)
    const place = await kind.open()
    const store = await openStore(await place.fresh())
    const tables = new Tables(store)
    await tables.rulebooks.offer(await offerFor(GAME))
    const { table, key } = await hotSeat(tables, GAME)
    const guest = await Guest.at(tables, table.id, key)
    const { now } = Date
    try {
      for (const jump of [-1e10, 1e10, 0, -5e9]) {
        Date.now = () => now() + jump
        await playOut(guest, 3, jump)
      }
      await guest.ask({ type: 'undo' })
    } finally {
      Date.now = now
    }
    const numbers = (await entriesOf(guest.table)).map(({ number }) => number)
    expect(numbers).toEqual(numbers.map((_, i) => i + 1))
    const reopened = await Guest.at(new Tables(store), table.id, key, 0)
    expect(reopened.happenings).toEqual(guest.happenings.map(lasting))
    await store.close()
    await place.end()
  })
})

describe('`ludoforge serve`', () => {
  it('stops on a signal, and prints why it cannot start', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'ludoforge-cmd-'))
    const port = await freePort()
    const where = { data: path.join(folder, 'data') }
    const child = await startChild(where, port, ['tic-tac-toe'])
    const second = spawnSync(
      process.execPath,
      [
        '--import',
        'tsx',
        '--conditions=source',
        'packages/cli/src/main.ts',
        'serve',
        '--port',
        '0',
        '--data',
        where.data,
      ],
      { encoding: 'utf8' },
    )
    expect(second.status).toBe(1)
    expect(second.stderr).toContain('Another server uses the folder')
    child.process.kill('SIGTERM')
    await new Promise((resolve) => {
      child.process.once('exit', resolve)
    })
    expect(child.process.exitCode).toBe(0)
    await rm(folder, { recursive: true, force: true })
  })
})
