/** `TableCore` over a record that counts its reads. */
import { type Game, Rng } from '@ludoforge/kernel'
import {
  type AppendRequest,
  checkAgentSpec,
  type Entry,
  handleRequest,
  MemoryRecord,
  type Person,
  Refusal,
  type Request,
  type ServerMessage,
  type StoredTable,
  TableCore,
} from '@ludoforge/table'
import { beforeAll, describe, expect, it } from 'vitest'
import { gameOf } from '../../../test/support/games.js'
import { drawChoice } from '../../../test/support/play.js'

let game: Game
beforeAll(async () => {
  game = await gameOf('reversi')
})

/** Counts how often all entries are read, and simulates concurrent processes. */
class CountingRecord extends MemoryRecord {
  all = 0
  largest = 0 // entries of one read
  faster: (() => Promise<void>) | undefined

  override async entries(after = 0, until = Number.POSITIVE_INFINITY): Promise<readonly Entry[]> {
    const entries = await super.entries(after, until)
    const last = (await super.entries()).length
    if (after === 0 && entries.length === last && last > 0) this.all += 1
    this.largest = Math.max(this.largest, entries.length)
    return entries
  }

  override async append(addition: AppendRequest<never>): Promise<boolean> {
    const { faster } = this
    this.faster = undefined
    await faster?.()
    return (await super.entries()).length === addition.after && super.append(addition)
  }
}

function stored(entries: readonly Entry[] = []): StoredTable {
  const { def, fingerprint } = game
  return {
    game: { id: def.id, title: def.title, fingerprint },
    beginning: { seed: 'core', options: {} },
    name: 'A table',
    seats: Object.fromEntries(def.seats.map(({ id }) => [id, 'me'])),
    created: 1,
    entries,
  }
}

const recordOf = (table: StoredTable): CountingRecord =>
  new CountingRecord('core', { game }, table, table.seats, undefined)

const services = {
  checkAgent: checkAgentSpec,
  hint: () => Promise.reject(new Error('There are no bots here.')),
}

class Player {
  readonly heard: ServerMessage[] = []

  private constructor(readonly table: TableCore) {}

  static async at(table: TableCore): Promise<Player> {
    const player = new Player(table)
    const hear = (text: string) => void player.heard.push(JSON.parse(text) as ServerMessage)
    await table.join({ person: 'me', hear }, 0)
    return player
  }

  ask(request: Request) {
    return handleRequest(services, this.table, this.table.person('me') as Person, request)
  }

  async play(decisions: number, rng = new Rng(1)): Promise<void> {
    for (let n = 0; n < decisions; n += 1) {
      const { position, deciding } = this.table
      const decision = game.decision(position.state, deciding[0] ?? '')
      if (decision === undefined) throw new Error('The game is over.')
      const choice = drawChoice(decision, rng) as string
      await this.ask({ type: 'decide', seat: decision.seat, question: position.question, choice })
    }
  }
}

describe('the full record is not read', () => {
  it('for steps with their horizon, an undo, a chat, an explanation or a preview', async () => {
    const record = recordOf(stored())
    const table = await TableCore.open(record, { alone: true })
    const player = await Player.at(table)
    record.all = 0
    await player.play(54)
    await player.ask({ type: 'undo' })
    await player.ask({ type: 'chat', text: 'hello' })
    await player.play(2)
    const [seat = ''] = table.deciding
    await player.ask({ type: 'explain', seat, option: 'nowhere' })
    await player.ask({ type: 'history', from: table.position.number - 5, to: table.position.number })
    expect(record.all).toBe(0)
    await player.ask({ type: 'news' })
    expect(record.all).toBe(1) // the person has seen nothing yet
    const steps = player.heard.filter(({ type }) => type === 'step')
    expect(steps).toHaveLength(56)
    expect(steps.every((step) => 'horizon' in step)).toBe(true)
  })

  it('when a table is opened at a snapshot, except once for the first person with seats', async () => {
    const first = recordOf(stored())
    const before = await Player.at(await TableCore.open(first))
    await before.play(53)
    const entries = await first.entries()
    const record = recordOf(stored(entries))
    const whole = await TableCore.open(record)
    record.all = 0
    const later = await Player.at(await TableCore.open(record)) // the record has snapshots by now
    expect(record.all).toBe(1)
    const [welcome] = later.heard
    const { seats } = whole
    const mine = seats.map(({ seat }) => seat)
    expect(welcome).toMatchObject({ type: 'welcome', horizon: await whole.undo.horizon(mine) })
    await later.play(2)
    expect(record.all).toBe(1)
  })

  it('in one piece for the first horizon of a long table', async () => {
    const first = recordOf(stored())
    const before = await Player.at(await TableCore.open(first, { alone: true }))
    const rng = new Rng(2)
    await before.play(10, rng)
    for (let n = 0; n < 600; n += 1) {
      await before.play(1, rng)
      await before.ask({ type: 'undo' })
    }
    const record = recordOf(stored(await first.entries()))
    await TableCore.open(record, { alone: true }) // takes snapshots
    record.largest = 0
    const later = await Player.at(await TableCore.open(record, { alone: true }))
    expect(record.largest).toBeLessThanOrEqual(500)
    expect(later.heard[0]).toMatchObject({ horizon: { free: 1, ask: 1 } })
  })
})

describe('another process appends first', () => {
  it('the request is planned again, and everybody gets both updates', async () => {
    const record = recordOf(stored())
    const here = await Player.at(await TableCore.open(record))
    const there = await Player.at(await TableCore.open(record))
    record.faster = async () => void (await there.ask({ type: 'chat', text: 'first' }))
    await here.ask({ type: 'chat', text: 'second' })
    const texts = here.heard.flatMap((one) => (one.type === 'chat' ? [one.text] : []))
    expect(texts).toEqual(['first', 'second'])
    expect(here.table.position.number).toBe(2)
  })

  it('a late answer is refused', async () => {
    const record = recordOf(stored())
    const here = await Player.at(await TableCore.open(record))
    const there = await Player.at(await TableCore.open(record))
    record.faster = () => there.play(1)
    await expect(here.play(1)).rejects.toMatchObject({ code: 'stale' })
    expect(here.table.position.decisions).toBe(1)
    expect(here.table.position.number).toBe(1)
  })
})

it('a failed write has no effect, and the table continues', async () => {
  const record = recordOf(stored())
  const player = await Player.at(await TableCore.open(record))
  await player.play(3)
  record.faster = () => Promise.reject(new Refusal('busy', 'The disk is full.'))
  await expect(player.play(1)).rejects.toMatchObject({ code: 'busy' })
  expect(player.heard.filter(({ type }) => type === 'step')).toHaveLength(3)
  await player.play(2)
  expect(player.table.position.decisions).toBe(5)
  expect((await record.entries()).map(({ number }) => number)).toEqual([1, 2, 3, 4, 5])
})
