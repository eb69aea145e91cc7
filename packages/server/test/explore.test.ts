/** A private branch of a running game has what its seat may know, and nothing else. */
import { branchPosition } from '@ludoforge/table'
import { determinize } from '@ludoforge/play'
import { Rng, presentSeats } from '@ludoforge/kernel'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { itemAt } from '../../../test/support/items.js'
import { defOf, Guest, hotSeat } from './support/play.js'
import { makeTable, startServer, type TestServer, TestSocket } from './support/server.js'
import { type TestStore, STORES } from './support/stores.js'

const GAMES = ['texas-holdem', 'three-crowns', 'goofspiel']

// A claim about rules and messages: one store is enough.
describe.each(STORES.slice(0, 1))('exploring on $name', (kind) => {
  let place: TestStore
  let server: TestServer
  beforeAll(async () => {
    place = await kind.open()
    server = await startServer(await place.fresh(), GAMES)
  })
  afterAll(async () => {
    await server.close()
    await place.end()
  })

  it.each(GAMES)(
    'sends the same bytes for all positions that the seat can’t distinguish: %s',
    async (name) => {
      const { table, key } = await hotSeat(server.tables, name, 'branch')
      const { id } = table
      const guest = await Guest.at(server.tables, id, key)
      const line = await TestSocket.at(server.url, id, key)
      const seats = presentSeats(await defOf(name), {}).map((seat) => seat.id)
      const rng = new Rng(3)
      let compared = 0
      let differ = 0
      for (let n = 0; n < 12 && guest.table.deciding.length > 0; n += 1) {
        const { game, position } = guest.table
        const { state, number } = position
        for (const seat of seats) {
          const answer = await line.ask({ type: 'explore', seat, number })
          if (answer.type === 'error') {
            expect(answer.message).toContain('A secret choice is in progress.')
            continue
          }
          const sent = JSON.stringify('position' in answer ? answer.position : undefined)
          const twin = determinize(game, state, seat, new Rng(rng.below(1 << 20)))
          if (game.hash(twin) !== game.hash(state)) differ += 1
          expect(sent).toBe(JSON.stringify(branchPosition(game, twin, seat, `${id} ${seat} ${number}`)))
          // It isn't the real position, and asking again reveals no more.
          const again = await line.ask({ type: 'explore', seat, number })
          expect(JSON.stringify('position' in again ? again.position : undefined)).toBe(sent)
          expect(sent).not.toBe(JSON.stringify(game.save(state)))
          // But the seat sees the same.
          const branch = game.restore(JSON.parse(sent))
          expect(game.view(branch, seat)).toEqual(game.view(state, seat))
          compared += 1
        }
        await guest.decideAny(itemAt(guest.table.deciding, 0), rng)
      }
      line.close()
      expect(compared).toBeGreaterThan(10)
      expect(differ).toBeGreaterThan(5)
    },
  )

  it('is for your own seats, and for the past', async () => {
    const seats = presentSeats(await defOf('texas-holdem'), {}).map((seat) => seat.id)
    const [own, other] = [itemAt(seats, 0), itemAt(seats, 1)]
    const made = await makeTable(server.url, {
      game: 'texas-holdem',
      you: 'Ann',
      seats: { ...Object.fromEntries(seats.map((seat) => [seat, { bot: 'random' }])), [own]: 'me' },
    })
    const { id } = made.table
    const line = await TestSocket.at(server.url, id, made.key)
    const spectator = await TestSocket.at(server.url, id)
    const ask = (socket: TestSocket, seat: string, number: number) =>
      socket.ask({ type: 'explore', seat, number })
    expect(await ask(line, own, 0)).toMatchObject({ type: 'done' })
    expect(await ask(line, other, 0)).toMatchObject({ type: 'error', code: 'not-allowed' })
    expect(await ask(spectator, own, 0)).toMatchObject({ type: 'error', code: 'not-allowed' })
    expect(await ask(line, own, 1000)).toMatchObject({ type: 'error', code: 'bad-message' })
    line.close()
    spectator.close()
  })
})
