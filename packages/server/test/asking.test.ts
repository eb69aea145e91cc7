/** What a page asks of a table beside deciding: over every way the same. */
import { MessageChannel } from 'node:worker_threads'
import {
  hostTable,
  localTable,
  type Port,
  remoteTable,
  type Table,
  type WebSocketConstructor,
  workerTable,
} from '@ludoforge/client'
import { type LocalOptions, type TableUpdate } from '@ludoforge/table'
import { valueTexts } from '@ludoforge/look'
import { loadGame } from '@ludoforge/compiler'
import { applyEvents, loadModule, Rng, writeModule } from '@ludoforge/kernel'
import { WebSocket } from 'ws'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { opened } from '../../kernel/test/opened.js'
import { drawChoice } from '../../../test/support/play.js'
import { defOf, rulesFor } from './support/play.js'
import { startServer, type TestServer } from './support/server.js'
import { type Place, PLACES } from './support/stores.js'

let place: Place
let server: TestServer
beforeAll(async () => {
  place = await PLACES[0].open()
  server = await startServer(await place.fresh(), ['outposts', 'texas-holdem', 'goofspiel', 'reversi'])
})
afterAll(async () => {
  await server.close()
  await place.end()
})

interface Wish {
  readonly game: string
  /** Who plays a seat; all others are mine. */
  readonly seats?: Readonly<Record<string, string>>
}

async function remote({ game, seats = {} }: Wish): Promise<Table> {
  const all = (await defOf(game)).seats.map(({ id }) => {
    const who = seats[id]
    return [id, who === undefined ? 'me' : { bot: who }] as const
  })
  const made = await server.tables.make({ game, you: 'You', seats: Object.fromEntries(all) }, null, 'asking')
  const maker = WebSocket as unknown as WebSocketConstructor
  return remoteTable({ url: server.url, table: made.table.id, key: made.key, WebSocket: maker })
}

const optionsOf = async ({ game, seats = {} }: Wish): Promise<LocalOptions> => ({
  ...(await rulesFor(game)),
  seed: 'asking',
  seats,
})

async function local(wish: Wish): Promise<Table> {
  return localTable(await optionsOf(wish))
}

async function inWorker(wish: Wish): Promise<Table> {
  const { port1, port2 } = new MessageChannel()
  const options = await optionsOf(wish)
  await hostTable(options, port1 as unknown as Port)
  const table = await workerTable(port2 as unknown as Port, await defOf(wish.game))
  table.listen((heard) => {
    if (heard.type === 'connection' && !heard.open) port1.close()
  })
  return table
}

const WAYS = [
  ['a server', remote],
  ['this process', local],
  ['a worker', inWorker],
] as const

async function play(table: Table, decisions: number, seed = 3): Promise<void> {
  const rng = new Rng(seed)
  for (let n = 0; n < decisions && table.about.outcome === undefined; n += 1) {
    await expect.poll(() => table.asked.length > 0, { interval: 5 }).toBe(true)
    const [decision] = table.asked
    if (decision !== undefined) await table.decide(decision.seat, drawChoice(decision, rng))
  }
}

describe.each(WAYS)('over %s', (_, open) => {
  it('history is what was told, and leads from any view to any later one', async () => {
    const table = await open({ game: 'texas-holdem' })
    const heard: TableUpdate[] = []
    table.listen((one) => {
      if (one.type !== 'connection' && one.type !== 'thinking') heard.push(one)
    })
    const [beginning] = table.you.seats.map((seat) => table.view(seat))
    await play(table, 12)
    await table.chat('a word in between')
    const before = table.you.seats.map((seat) => table.view(seat))
    const at = table.number
    await play(table, 8)
    await table.undo()

    const all = await table.history(0, table.number)
    expect(all.happenings).toEqual(heard)
    expect(all.shown.map(({ eye }) => eye)).toEqual(table.you.seats)
    expect(all.shown[0]?.view).toEqual(beginning)
    expect(all.opening.map(({ eye }) => eye)).toEqual(table.you.seats)
    expect(all.opening[0]?.events.length).toBeGreaterThan(0)

    const later = await table.history(at, table.number - 1)
    expect(later.shown.map(({ view }) => view)).toEqual(before)
    expect(later.opening.every(({ events }) => events.length === 0)).toBe(true)
    expect(later.happenings.map(({ number }) => number)).toEqual(
      heard.map(({ number }) => number).filter((n) => n > at && n < table.number),
    )
    for (const { eye, view } of later.shown) {
      const told = later.happenings.flatMap((one) =>
        one.type === 'step' ? one.told.filter((to) => to.eye === eye).flatMap(({ events }) => events) : [],
      )
      const there = await table.history(table.number - 1, table.number - 1)
      const { seat, zones, seats } = applyEvents(view, told)
      expect({ seat, zones, seats }).toEqual(
        expect.objectContaining({
          zones: there.shown.find((one) => one.eye === eye)?.view.zones,
          seats: there.shown.find((one) => one.eye === eye)?.view.seats,
        }),
      )
    }
    await expect(table.history(5, 4)).rejects.toMatchObject({ code: 'bad-message' })
    await expect(table.history(0, 999)).rejects.toMatchObject({ code: 'bad-message' })
    table.close()
  })

  it('the horizon is where what is free to take back begins', async () => {
    const table = await open({ game: 'outposts', seats: { blue: 'random' } })
    expect(await table.horizon()).toEqual({ free: null, ask: null })
    await play(table, 20)
    const { free, ask } = await table.horizon()
    const { happenings } = await table.history(0, table.number)
    const mine = happenings.flatMap((one) => (one.type === 'step' && one.seat === 'red' ? [one.number] : []))
    expect([null, ...mine]).toContain(free)
    expect(ask).toBe(mine[0])
    await table.undo(ask ?? 0)
    expect(await table.horizon()).toEqual({ free: null, ask: null })
    table.close()
  })

  it('a hint is a legal answer with its reasons or its plan', async () => {
    const table = await open({ game: 'texas-holdem' })
    const [decision] = table.asked
    const hint = await table.hint(decision.seat)
    expect(hint).toMatchObject({ seat: decision.seat, agent: 'policy', plan: [] })
    expect(hint.reasons.length).toBeGreaterThan(0)
    expect(hint.label).not.toBe('')
    await table.decide(decision.seat, hint.choice)
    const [next] = table.asked
    await expect(table.hint(next.seat, 'nobody')).rejects.toMatchObject({ code: 'bad-message' })
    const idle = table.you.seats.find((seat) => seat !== next.seat) ?? ''
    await expect(table.hint(idle)).rejects.toMatchObject({ code: 'stale' })
    await expect(table.hint('nobody')).rejects.toMatchObject({ code: 'not-allowed' })
    table.close()
  })

  it('a hint of one who plans has the rest of the turn', async () => {
    const table = await open({ game: 'outposts' })
    let [decision] = table.asked
    let hint = await table.hint(decision.seat, 'search:60')
    for (let turn = 0; turn < 12 && hint.plan.length === 0; turn += 1) {
      await table.decide(decision.seat, hint.choice) // a turn of one answer
      ;[decision] = table.asked
      hint = await table.hint(decision.seat, 'search:60')
    }
    expect(hint.plan.length).toBeGreaterThan(0)
    const ids = hint.plan.map(({ seat, label }) => ({ seat, label }))
    expect(ids.every(({ seat, label }) => seat === decision.seat && label !== '')).toBe(true)
    await table.decide(decision.seat, hint.choice)
    table.close()
  })

  it('people hear how far a bot has come', async () => {
    const table = await open({ game: 'reversi', seats: { white: 'search:700ms' } })
    const done: number[] = []
    table.listen((heard) => {
      if (heard.type === 'thinking' && heard.seat === 'white') done.push(heard.done)
    })
    await play(table, 1)
    await expect.poll(() => table.asked.length).toBe(1)
    expect(done.length).toBeGreaterThan(1)
    expect(done).toEqual(done.toSorted((a, b) => a - b))
    table.close()
  })

  it('a policy tells why it chose', async () => {
    const table = await open({ game: 'outposts', seats: { blue: 'policy' } })
    await play(table, 15)
    const { happenings } = await table.history(0, table.number)
    const chosen = happenings.flatMap((one) =>
      one.type === 'step' && one.seat === 'blue' ? one.told.flatMap(({ events }) => events) : [],
    )
    const reasons = chosen.flatMap((event) => (event.type === 'chose' ? (event.why ?? []) : []))
    expect(reasons.length).toBeGreaterThan(0)
    expect(reasons.every(({ text, secret }) => text !== '' && secret === undefined)).toBe(true)
    table.close()
  })
})

describe('values of a scene', () => {
  it('are the same over every way, for each eye, after every step', async () => {
    const stories: unknown[] = []
    for (const [, open] of WAYS) {
      const table = await open({ game: 'reversi' })
      const told = [table.values('black'), table.values('white')]
      for (let n = 0; n < 6; n += 1) {
        await play(table, 1, n)
        told.push(table.values('black'), table.values('white'))
      }
      stories.push(told)
      table.close()
    }
    expect(stories[0]).toHaveLength(14)
    expect((stories[0] as unknown[])[2]).toMatchObject({ seats: { black: [4], white: [1] } })
    expect(stories[1]).toEqual(stories[0])
    expect(stories[2]).toEqual(stories[0])
  })

  const look = (title: string, expression: string) => ({ title, expression, hide: [], signed: false })
  const scene = {
    values: [look('Leading', 'seats where count(discs of it in map) > 2')],
    seatValues: [look('Discs', 'count(discs of {it} in map)')],
    spaceValues: [look('Disc', 'count(discs in {it})')],
  }

  it('come with views, and with steps that change them', async () => {
    const game = await loadGame('games/reversi')
    const texts = valueTexts(game.def, scene)
    const all = [...texts.values, ...Object.values(texts.seats).flat(), ...Object.values(texts.spaces).flat()]
    const expressions = Object.fromEntries(all.map((text) => [text, game.expression(text)]))
    const module = loadModule(opened(writeModule(game.def, expressions)).module)
    for (const rules of [{ def: game.def, expressions }, { module }]) {
      const table = await localTable({ ...rules, scene, seed: 1 })
      expect(table.values()).toMatchObject({ values: [[]], seats: { black: [2], white: [2] } })
      expect(table.values().spaces['d4']).toEqual([1])
      const [decision] = table.asked
      await table.decide(decision.seat, decision.options[0]?.id ?? '')
      expect(table.values()).toMatchObject({ values: [['black']], seats: { black: [4], white: [1] } })
      table.close()
    }
  })
})
