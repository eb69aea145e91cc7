/** Bots repeat their answers after an undo, at a local table and at a server's. */
import { localTable, remoteTable, type Table } from '@ludoforge/client'
import { type StoredTable, type TableStorage } from '@ludoforge/table'
import { type Choice, Rng, presentSeats } from '@ludoforge/kernel'
import { WebSocket } from 'ws'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gameOf } from '../../../test/support/games.js'
import { itemAt } from '../../../test/support/items.js'
import { drawChoice } from '../../../test/support/play.js'
import { makeTable, startServer, type TestServer } from './support/server.js'
import { type TestStore, STORES } from './support/stores.js'

const GAME = 'outposts'
const AGENTS = ['random', 'policy', 'search:30']

let place: TestStore
let server: TestServer
beforeAll(async () => {
  place = await itemAt(STORES, 0).open()
  server = await startServer(await place.fresh(), [GAME])
})
afterAll(async () => {
  await server.close()
  await place.end()
})

/** The deciding seats, and the bots' answers seen so far. */
class Sitting {
  readonly answers: Choice[] = []

  constructor(readonly table: Table) {
    const { seats } = table.you
    table.listen((update) => {
      if (update.type === 'step' && !seats.includes(update.seat))
        for (const event of update.told[0]?.events ?? [])
          if (event.type === 'chose' && event.forced !== true) this.answers.push(event.choice)
    })
  }

  async asked(): Promise<void> {
    const isReady = () => this.table.asked.length > 0 || this.table.about.outcome !== undefined
    await expect.poll(isReady, { interval: 5 }).toBe(true)
  }

  /** Answers until the bots have decided a number of times. Returns all answers. */
  async play(rng: Rng, until: number): Promise<Choice[]> {
    const answers: Choice[] = []
    this.answers.length = 0
    for (await this.asked(); this.answers.length < until; await this.asked()) {
      const [decision] = this.table.asked
      if (decision === undefined) break
      answers.push(drawChoice(decision, rng))
      await this.table.decide(decision.seat, answers.at(-1) ?? [])
    }
    return answers
  }

  async repeat(answers: readonly Choice[]): Promise<void> {
    this.answers.length = 0
    for (const choice of answers) {
      await this.asked()
      await this.table.decide(this.table.asked[0]?.seat ?? '', choice)
    }
    await this.asked()
  }
}

async function sameAgain(table: Table): Promise<void> {
  const sitting = new Sitting(table)
  await sitting.asked()
  for (let n = 0; n < 2; n += 1) {
    const answers = await sitting.play(new Rng(n), 3)
    const first = [...sitting.answers]
    expect(first.length).toBeGreaterThan(2)
    for (let i = 0; i < answers.length; i += 1) await table.undo()
    await sitting.repeat(answers)
    expect(sitting.answers).toEqual(first)
  }
}

describe.each(AGENTS)('the bot %s answers the same again after an undo', (agent) => {
  it('at a table without a server, and when it is opened again', async () => {
    const { def } = await gameOf(GAME)
    const [, ...others] = presentSeats(def, {}).map(({ id }) => id)
    const storage = inMemory()
    const options = { def, seed: 5, seats: Object.fromEntries(others.map((id) => [id, agent])), storage }
    const table = await localTable(options)
    await sameAgain(table)
    const sitting = new Sitting(table)
    const answers = await sitting.play(new Rng(9), 3)
    const first = [...sitting.answers]
    for (let i = 0; i < answers.length; i += 1) await table.undo()
    table.close()
    const opened = new Sitting(await localTable(options))
    await opened.repeat(answers)
    expect(opened.answers).toEqual(first)
    opened.table.close()
  })

  it('at a table of a server', async () => {
    const { def } = await gameOf(GAME)
    const [mine = '', ...others] = presentSeats(def, {}).map(({ id }) => id)
    const seats = { [mine]: 'me', ...Object.fromEntries(others.map((id) => [id, { bot: agent }])) }
    const { table, key } = await makeTable(server.url, { game: GAME, you: 'Ann', seats })
    const reached = await remoteTable({ url: server.url, table: table.id, key, WebSocket })
    await sameAgain(reached)
    reached.close()
  })
})

it('the record shows what a player saw before the undo', async () => {
  const { def } = await gameOf(GAME)
  const [, ...others] = presentSeats(def, {}).map(({ id }) => id)
  const table = await localTable({
    def,
    seed: 5,
    seats: Object.fromEntries(others.map((id) => [id, 'random'])),
  })
  const beyond: unknown[] = []
  table.listen((event) => {
    if (event.type === 'undone') beyond.push(event.beyond)
  })
  const sitting = new Sitting(table)
  await sitting.asked()
  await sitting.play(new Rng(1), 1)
  await table.undo()
  expect(beyond[0]).toContain('answered')
  table.close()
})

function inMemory(): TableStorage {
  let kept: StoredTable | undefined
  return {
    load: async () => kept,
    begin: async (first) => {
      kept = first
    },
    add: async (entries) => {
      if (kept !== undefined) kept = { ...kept, entries: [...kept.entries, ...entries] }
    },
  }
}
