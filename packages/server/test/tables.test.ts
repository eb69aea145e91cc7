import { Refusal } from '@ludoforge/table'
import { linkGame, Rng, presentSeats } from '@ludoforge/kernel'
import { parseTrace, replay } from '@ludoforge/play'
import { drawChoice } from '../../../test/support/play.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { firstItems, itemAt } from '../../../test/support/items.js'
import { openStore, type Store, type StoreOptions } from '../src/store/index.js'
import { Tables } from '../src/tables/index.js'
import { defOf, entriesOf, Guest, hotSeat, lastHorizon, lasting, offerFor, playOut } from './support/play.js'
import { type TestStore, STORES } from './support/stores.js'

const refused = (code: string) => expect.objectContaining({ name: 'Refusal', code })

describe.each(STORES)('tables on $name', (kind) => {
  let place: TestStore
  let where: StoreOptions
  let store: Store
  let tables: Tables

  async function launch(): Promise<void> {
    store = await openStore(where)
    tables = new Tables(store)
    for (const name of ['tic-tac-toe', 'goofspiel', 'texas-holdem', 'outposts', 'reversi'])
      await tables.rulebooks.offer(await offerFor(name))
  }

  beforeAll(async () => {
    place = await kind.open()
    where = await place.fresh()
    await launch()
  })
  afterAll(async () => {
    await store.close()
    await place.end()
  })

  /** Bob is invited to the second seat; all others are Ann's. */
  async function annAndBob(game = 'tic-tac-toe', seed: number | string = 1) {
    const ids = presentSeats(await defOf(game), {}).map(({ id }) => id)
    const [a, b] = firstItems(ids, 2)
    const seats = Object.fromEntries([a, ...ids.slice(2)].map((seat) => [seat, 'me' as const]))
    const made = await tables.make({ game, you: 'Ann', seats }, null, seed)
    const { id } = made.table
    const { secret } = await tables.invitations.create(await tables.get(id), [b])
    const joined = await tables.join(id, secret, 'Bob', undefined, { account: null })
    return {
      id,
      a: a,
      b: b,
      c: ids[2] ?? 'a third seat, which this game lacks',
      ann: await Guest.at(tables, id, made.key),
      bob: await Guest.at(tables, id, joined.key),
      keys: [made.key, joined.key] as const,
    }
  }

  it('has every state after a restart', async () => {
    const { table, key } = await hotSeat(tables, 'reversi', 'abc')
    const ann = await Guest.at(tables, table.id, key)
    await playOut(ann, 55)
    const { position, game } = ann.table
    const hash = game.hash(position.state)
    await store.close()
    await launch()
    const reopened = await tables.get(table.id)
    expect(reopened.game.hash(reopened.position.state)).toBe(hash)
    expect(reopened.position).toMatchObject({ number: 55, decisions: 55, question: position.question })
    const snapshots = await store.db
      .selectFrom('snapshots')
      .select('number')
      .where('table_id', '=', table.id)
      .execute()
    expect(snapshots).toEqual([{ number: 50 }])
  })

  it('a client that reconnects gets the same updates as one that stayed', async () => {
    const { table, key } = await hotSeat(tables, 'outposts')
    const stayed = await Guest.at(tables, table.id, key)
    const onlooker = await Guest.at(tables, table.id)
    await playOut(stayed, 120)
    await stayed.ask({ type: 'chat', text: 'hello' })
    await stayed.ask({ type: 'undo' })
    await playOut(stayed, 5, 9)
    expect(stayed.happenings.map(({ number }) => number)).toEqual(stayed.happenings.map((_, i) => i + 1))
    for (const last of [0, 50, 110, 121, stayed.happenings.length]) {
      const back = await Guest.at(tables, table.id, key, last)
      expect(back.happenings).toEqual(stayed.happenings.slice(last).map(lasting))
      expect(back.welcome.horizon).toEqual(lastHorizon(stayed.happenings))
      const looking = await Guest.at(tables, table.id, undefined, last)
      expect(looking.happenings).toEqual(onlooker.happenings.slice(last))
    }
  })

  it('a seat sees only what it may know, and a spectator what everybody may', async () => {
    const { ann, bob, a, b, c, id } = await annAndBob('goofspiel')
    const onlooker = await Guest.at(tables, id)
    const before = onlooker.heard.length
    await ann.decideAny(a)
    const [told] = bob.happenings.slice(-1)
    expect(told).toMatchObject({ type: 'step', seat: a, told: [{ eye: b }] })
    expect(JSON.stringify(onlooker.heard.slice(before))).not.toContain('choice')
    expect(JSON.stringify(bob.happenings)).not.toContain('hash')
    await bob.decideAny(b)
    await ann.decideAny(c)
    expect(JSON.stringify(onlooker.heard.slice(before))).toContain('"choice"')
  })

  it('accepts only one of two answers to a question', async () => {
    const { ann, a } = await annAndBob()
    const both = await Promise.allSettled([ann.decide(a, 'a1'), ann.decide(a, 'b2')])
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect(both[1]).toMatchObject({ reason: refused('stale') })
    expect(ann.table.position.decisions).toBe(1)
  })

  it('a stale, foreign or illegal answer is refused and changes nothing', async () => {
    const { ann, bob, a, b } = await annAndBob()
    await ann.decide(a, 'a1')
    const { number } = ann.table.position
    await expect(bob.decide(b, 'b2', 0)).rejects.toEqual(refused('stale'))
    await expect(bob.decide(a, 'b2')).rejects.toEqual(refused('not-allowed'))
    await expect(ann.decide(b, 'b2')).rejects.toEqual(refused('not-allowed'))
    await expect(ann.decide(a, 'b2')).rejects.toEqual(refused('stale'))
    await expect(bob.decide(b, 'a1')).rejects.toEqual(refused('illegal-choice'))
    await expect(ann.ask({ type: 'preview', seat: b, choices: ['b2'] })).rejects.toEqual(
      refused('not-allowed'),
    )
    await expect(ann.ask({ type: 'explain', seat: b, option: 'a1' })).rejects.toEqual(refused('not-allowed'))
    expect(ann.table.position.number).toBe(number)
    expect(await bob.ask({ type: 'explain', seat: b, option: 'a1' })).toMatchObject({
      explanation: { offered: false },
    })
    expect(await bob.ask({ type: 'preview', seat: b, choices: ['b2'] })).toMatchObject({
      previews: [{ until: 'question' }],
    })
  })

  it('undo of your own decision is free until another seat has decided; then that seat must agree', async () => {
    const { ann, bob, a, b } = await annAndBob()
    const start = ann.table.game.hash(ann.table.position.state)
    await ann.decide(a, 'a1')
    await ann.ask({ type: 'undo' })
    expect(ann.table.game.hash(ann.table.position.state)).toBe(start)
    expect(bob.heard.at(-1)).toMatchObject({ type: 'undone', decisions: 0, shown: [{ eye: b }] })
    await ann.decide(a, 'b2')
    const first = ann.table.position.number
    await bob.decide(b, 'c3')
    await ann.ask({ type: 'undo' })
    const proposal = ann.table.position.number
    expect(bob.heard.at(-1)).toMatchObject({ type: 'proposal', to: first, by: 'Ann', number: proposal })
    await expect(ann.ask({ type: 'consent', proposal, yes: true })).rejects.toEqual(refused('not-allowed'))
    await bob.ask({ type: 'consent', proposal, yes: false })
    await expect(bob.ask({ type: 'consent', proposal, yes: true })).rejects.toEqual(refused('stale'))
    expect(ann.table.position.decisions).toBe(2)
    await ann.ask({ type: 'undo', to: first })
    await bob.ask({ type: 'consent', proposal: ann.table.position.number, yes: true })
    expect(ann.table.position.decisions).toBe(0)
    expect(ann.table.game.hash(ann.table.position.state)).toBe(start)
    await expect(ann.ask({ type: 'undo' })).rejects.toEqual(refused('not-allowed'))
    // The history also has the undone decisions.
    const kinds = (await entriesOf(ann.table)).map((entry) => entry.kind).join(' ')
    expect(kinds).toBe('seats decision undo decision decision proposal consent proposal consent undo')
  })

  it('an undo request expires when the game continues', async () => {
    const { ann, bob, a, b } = await annAndBob()
    await ann.decide(a, 'a1')
    await bob.decide(b, 'b2')
    await ann.ask({ type: 'undo' })
    const proposal = ann.table.position.number
    await ann.decide(a, 'c3')
    await expect(bob.ask({ type: 'consent', proposal, yes: true })).rejects.toEqual(refused('stale'))
  })

  it('in a simultaneous choice, undoing one answer keeps the answers of the others', async () => {
    const { ann, bob, a, b, c } = await annAndBob('goofspiel')
    const { question } = ann.table.position
    await ann.decideAny(a)
    await bob.decideAny(b)
    expect(ann.table.position.question).toBe(question)
    const answer = (await entriesOf(ann.table)).at(-1)
    await ann.ask({ type: 'undo' })
    expect(ann.table.deciding).toEqual([a, c])
    expect((await entriesOf(ann.table)).at(-1)).toMatchObject({
      kind: 'decision',
      seat: b,
      choice: answer?.kind === 'decision' && answer.choice,
    })
    await expect(ann.decideAny(a).then(() => ann.decide(c, 'x', question))).rejects.toEqual(refused('stale'))
    await ann.decideAny(c)
    await bob.ask({ type: 'undo' }) // the answers are revealed, so undo is no longer free
    expect(bob.heard.at(-1)).toMatchObject({ type: 'proposal' })
  })

  it('people hand seats to bots and back, and nobody can take another’s seat', async () => {
    const { ann, bob, a, b } = await annAndBob()
    await expect(bob.ask({ type: 'seat', seat: a, to: { bot: 'random' } })).rejects.toEqual(
      refused('not-allowed'),
    )
    await expect(ann.ask({ type: 'seat', seat: b, to: { bot: 'nobody' } })).rejects.toEqual(
      refused('bad-message'),
    )
    await bob.ask({ type: 'seat', seat: b, to: { bot: 'random' } })
    expect(bob.heard.at(-1)).toMatchObject({
      type: 'seats',
      seats: [{ seat: a }, { seat: b, kind: 'bot', name: 'Bob' }],
    })
    await ann.decide(a, 'a1')
    await expect(bob.decide(b, 'b2')).rejects.toEqual(refused('not-allowed'))
    await bob.ask({ type: 'seat', seat: b, to: 'me' })
    await bob.decide(b, 'b2')
    await bob.ask({ type: 'seat', seat: b, to: 'open' })
    const seenBy = [{ person: bob.person, name: 'Bob' }]
    expect(ann.table.document.seats[1]).toEqual({ seat: b, kind: 'open', seenBy })
    await expect(bob.decide(b, 'c1')).rejects.toEqual(refused('not-allowed'))
    await ann.ask({ type: 'seat', seat: b, to: 'me' })
    expect(ann.heard.at(-1)).toMatchObject({ type: 'seats', shown: [{ eye: a }, { eye: b }] })
  })

  it('an invitation is valid for one of its seats, and for no other table', async () => {
    const [first, second] = [await annAndBob(), await tables.make({ game: 'tic-tac-toe', you: 'Eve' })]
    const table = await tables.get(second.table.id)
    const { secret } = await tables.invitations.create(table, ['cross'])
    const nobody = { account: null }
    await expect(tables.join(first.id, secret, 'Eve', undefined, nobody)).rejects.toEqual(
      refused('not-allowed'),
    )
    await expect(tables.join(table.id, secret, 'Eve', 'nought', nobody)).rejects.toEqual(refused('taken'))
    const two = await Promise.allSettled(
      ['Eve', 'Kim'].map((you) => tables.join(table.id, secret, you, undefined, nobody)),
    )
    expect(two.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const stored = JSON.stringify(await store.db.selectFrom('invitations').selectAll().execute())
    expect(stored).not.toContain(secret)
  })

  it('a finished table exports a save file that replays, with its undone decisions; a save file imports as a table', async () => {
    const { table, key } = await hotSeat(tables, 'texas-holdem', 'deal')
    const ann = await Guest.at(tables, table.id, key)
    await playOut(ann, 8)
    await expect(tables.save(ann.table)).rejects.toEqual(refused('not-allowed'))
    await ann.ask({ type: 'undo' })
    await playOut(ann)
    const text = await tables.save(ann.table)
    expect(text).toContain('{"undo":8}')
    const trace = parseTrace(text, 'save')
    const game = linkGame(await defOf('texas-holdem'))
    expect([...replay(game, trace)]).toHaveLength(ann.table.position.decisions)
    const cut = text.trimEnd().split('\n').slice(0, 8).join('\n')
    const copy = await tables.upload({
      you: 'Kim',
      save: `${cut}\n`,
      seats: { [itemAt(game.def.seats, 0).id]: 'me' },
    })
    expect(copy.table).toMatchObject({ number: 6, uploaded: true })
    await expect(
      tables.upload({ you: 'Kim', save: text.replaceAll('"seed":"deal"', '"seed":"luck"') }),
    ).rejects.toEqual(refused('bad-save'))
    await expect(tables.upload({ you: 'Kim', save: 'hello' })).rejects.toEqual(refused('bad-save'))
  })

  it('news since the last visit is grouped under actions and titles', async () => {
    const { table, key } = await hotSeat(tables, 'outposts')
    const ann = await Guest.at(tables, table.id, key)
    await playOut(ann, 10)
    await ann.ask({ type: 'seen', number: ann.table.position.number })
    expect((await ann.ask({ type: 'news' })).news?.told[0]?.items).toEqual([])
    await playOut(ann, 30)
    const { news } = await ann.ask({ type: 'news' })
    expect(news).toMatchObject({ since: 10, number: 40 })
    const kinds = JSON.stringify(news?.told[0]?.items)
    expect(kinds).toContain('"kind":"action"')
    expect(kinds).not.toContain('"type":"ended"')
  })

  it('refuses invalid requests for a table', async () => {
    const game = 'tic-tac-toe'
    await expect(tables.make({ game: 'no-such-game', you: 'A' })).rejects.toEqual(refused('not-found'))
    await expect(tables.make({ game, you: 'A', scenario: 'x' })).rejects.toEqual(refused('bad-message'))
    await expect(tables.make({ game, you: 'A', options: { x: 1 } })).rejects.toEqual(refused('bad-message'))
    await expect(tables.make({ game, you: 'A', seats: { red: 'me' } })).rejects.toEqual(
      refused('bad-message'),
    )
    await expect(tables.make({ game, you: 'A', seats: { cross: { bot: 'x' } } })).rejects.toBeInstanceOf(
      Refusal,
    )
    await expect(tables.get('nowhere')).rejects.toEqual(refused('not-found'))
  })
})

describe('two servers on one Postgres', () => {
  it('share a table: each sends its clients the updates of the other', async () => {
    const place = await itemAt(STORES, 1).open()
    const where = await place.fresh()
    const stores = [await openStore(where), await openStore(where)]
    const [one, two] = stores.map((store) => new Tables(store)) as [Tables, Tables]
    for (const tables of [one, two]) {
      await tables.rulebooks.offer(await offerFor('outposts'))
      await tables.listen()
    }
    const { table, key } = await hotSeat(one, 'outposts')
    const here = await Guest.at(one, table.id, key)
    const there = await Guest.at(two, table.id, key)
    const rng = new Rng(7)
    for (let n = 0; n < 40; n += 1) {
      const guest = n % 3 === 0 ? there : here
      // A server that is behind refuses the answer and catches up.
      await expect.poll(() => guest.table.position.decisions).toBe(n)
      const seat = itemAt(guest.table.deciding, 0)
      await guest.decideAny(seat, rng)
    }
    const racing = [here, there].map((guest) => guest.ask({ type: 'chat', text: 'at the same time' }))
    expect((await Promise.all(racing)).map(({ number }) => number)).toSatisfy(
      (both: number[]) => both.includes(41) && both.includes(42),
    )
    for (const guest of [here, there]) await expect.poll(() => guest.happenings.length).toBe(42)
    expect(there.happenings).toEqual(here.happenings)
    one.thinks(here.table, 'red', 0.5)
    const thinking = { type: 'thinking', seat: 'red', done: 0.5 }
    for (const guest of [here, there]) await expect.poll(() => guest.heard.at(-1)).toEqual(thinking)
    for (const store of stores) await store.close()
    await place.end()
  })

  it('a server that is behind reads the database before it refuses', async () => {
    const place = await itemAt(STORES, 1).open()
    const where = await place.fresh()
    const stores = [await openStore(where), await openStore(where)]
    const [one, two] = stores.map((store) => new Tables(store)) as [Tables, Tables] // neither listens
    for (const tables of [one, two]) await tables.rulebooks.offer(await offerFor('outposts'))
    const { table, key } = await hotSeat(one, 'outposts')
    const here = await Guest.at(one, table.id, key)
    const there = await Guest.at(two, table.id, key)
    await playOut(here, 5)
    const { question, state } = here.table.position
    const seat = itemAt(here.table.deciding, 0)
    const decision = here.table.game.decision(state, seat)
    expect(there.table.position.decisions).toBe(0)
    await there.decide(seat, drawChoice(decision!, new Rng(1)), question)
    expect(there.table.position.decisions).toBe(6)
    await expect(there.decide(seat, 'x', question)).rejects.toEqual(refused('stale'))
    const back = await Guest.at(one, table.id, key, 6)
    expect(back.welcome).toMatchObject({ number: 6, shown: [] })
    for (const store of stores) await store.close()
    await place.end()
  })
})
