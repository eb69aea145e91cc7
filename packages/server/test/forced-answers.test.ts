/** A forced answer reveals no secret: what an opponent receives is the same in twin positions, byte by byte. */
import type { Game } from '@ludoforge/kernel'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gameFrom } from '../../../test/support/games.js'
import { publish } from '../src/index.js'
import { rest, startServer, TestSocket, type TestServer } from './support/server.js'
import { type TestStore, STORES } from './support/stores.js'

/** Ben may only go if he holds a sun. Nobody else knows his card, so nobody may learn whether he had a choice. */
const TEXT = `# Hush

\`\`\`yaml
game: {id: hush}
seats: [ann, ben, cid]
zones:
  deck: {holds: cards, visible: none}
  hand: {holds: cards, per: seat, visible: owner}
cards:
  sun: {suit: gold, count: 6, supply: deck}
  moon: {suit: silver, count: 6, supply: deck}
\`\`\`

\`\`\`rules
setup
  shuffle deck
  draw 1 card from deck to hand of ann
  draw 1 card from deck to hand of ben
  draw 1 card from deck to hand of cid

play
  as ann
    do begin
  draw

procedure begin
  choose number from 1..2 "Begin"
  do answer
  choose number from 1..3 "End"

procedure answer
  choose by ben
    option stay
    option go if some(gold cards in hand of ben)
\`\`\`
`

/** Returns what a seat sees at the start: its own card, and nobody else's. */
function cardOf(game: Game, seed: number, seat: string): string {
  return JSON.stringify(game.view(game.start({ seed }), seat).zones)
}

/** Returns the text without what names this table: its id, its people, and times. */
function anonymous(text: string, names: readonly string[]): string {
  const plain = names.reduce((one, name) => one.replaceAll(name, 'ID'), text)
  return plain.replaceAll(/"(at|created|changed)":\d+/g, '"$1":0')
}

describe.each(STORES)('forced answers on $name', (kind) => {
  const game = gameFrom(TEXT, 'hush.md')
  let place: TestStore
  let server: TestServer
  beforeAll(async () => {
    place = await kind.open()
    server = await startServer(await place.fresh(), [])
    await server.tables.rulebooks.offer(await publish(game, undefined))
  })
  afterAll(async () => {
    await server.close()
    await place.end()
  })

  /** Plays a table to its end with Ben's answer `stay`. Returns everything that Cid and a spectator receive. */
  async function received(seed: number): Promise<{ texts: string[]; options: number }> {
    const { url } = server
    const { table, key } = await server.tables.make(
      { game: 'hush', you: 'Ann', seats: { ann: 'me', ben: 'me' } },
      null,
      seed,
    )
    const { id } = table
    const { secret } = (await rest(url, 'invite', { id, key, body: { seats: ['cid'] } })).body
    const joined = (await rest(url, 'join', { id, body: { invitation: secret, you: 'Cid' } })).body
    const [host, cid, spectator] = [
      await TestSocket.at(url, id, key),
      await TestSocket.at(url, id, joined.key),
      await TestSocket.at(url, id),
    ]
    let options = 0
    for (const [seat, choice] of [
      ['ann', 1],
      ['ben', 'stay'],
      ['ann', 1],
    ] as const) {
      const { question, shown } = (await rest(url, 'look', { id, key })).body
      const decision = shown.find(({ eye }) => eye === seat)?.view.decision
      if (seat === 'ben') options = decision?.options.length ?? 0
      expect(await host.ask({ type: 'decide', seat, question, choice })).toMatchObject({ type: 'done' })
    }
    const { number } = (await rest(url, 'table', { id })).body
    const all = (message: { readonly number?: number | undefined }): boolean => message.number === number
    await cid.until((message) => 'at' in message && all(message))
    await spectator.until((message) => 'at' in message && all(message))
    const again = await TestSocket.at(url, id, joined.key, 0)
    await again.until((message) => 'at' in message && all(message))
    await cid.ask({ type: 'history', from: 0, to: number })
    await cid.ask({ type: 'news' })
    const look = (await rest(url, 'look', { id, key: joined.key })).text
    const people = joined.table.seats.flatMap(({ person }) => person ?? [])
    const texts = [...cid.texts, ...spectator.texts, ...again.texts, look]
    for (const socket of [host, cid, spectator, again]) socket.close()
    return { texts: texts.map((text) => anonymous(text, [id, ...people])), options }
  }

  it('an opponent receives the same bytes whether Ben had a choice or not', async () => {
    // Twins: Ben holds a sun or a moon, and Cid's card is the same.
    const has = (seed: number, seat: string, card: string): boolean => cardOf(game, seed, seat).includes(card)
    const seeds = Array.from({ length: 200 }, (_, seed) => seed).filter((seed) => has(seed, 'cid', 'moon'))
    const free = seeds.find((seed) => has(seed, 'ben', 'sun')) ?? -1
    const forced = seeds.find((seed) => has(seed, 'ben', 'moon')) ?? -1
    expect(Math.min(free, forced)).toBeGreaterThanOrEqual(0)
    const [one, other] = [await received(free), await received(forced)]
    expect([one.options, other.options]).toEqual([2, 1])
    expect(other.texts).toEqual(one.texts)
    expect(one.texts.join('')).not.toContain('forced')
    expect(one.texts.join('')).toContain('"stay"')
  })
})
