/** History by pages, and the news since a visit: what they begin with, and when others have their turn. */
import { type Game, Rng } from '@ludoforge/kernel'
import { eventsVisibleTo } from '@ludoforge/play'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { gameOf } from '../../../test/support/games.js'
import { drawChoice } from '../../../test/support/play.js'
import type { Entry } from '../src/record/entries.js'
import { applyDecision, type Position, replayEntries, startOf } from '../src/record/replay.js'
import { historyOf } from '../src/views/history.js'
import { newsOf } from '../src/views/news.js'
import { groupEvents } from '../src/views/updates.js'

const START = { seed: 'history', options: {} }
const ENTRIES = 31
const VIEWERS = ['red', null] as const

let game: Game
let positions: Position[]
let entries: Entry[]
beforeAll(async () => {
  game = await gameOf('goofspiel')
  positions = [startOf(game, START).position]
  entries = []
  const rng = new Rng(1)
  for (let number = 1; number <= ENTRIES; number += 1) {
    const before = positions[number - 1] as Position
    const seat = game.def.seats[game.deciding(before.state)[0] ?? -1]?.id ?? ''
    const decision = game.decision(before.state, seat)
    if (decision === undefined) throw new Error('Nobody is asked.')
    const choice = drawChoice(decision, rng)
    const { position } = applyDecision(game, before, seat, choice, number)
    const hash = game.hash(position.state)
    entries.push({ kind: 'decision', seat, name: decision.name, choice, hash, by: 'me', number, at: 0 })
    positions.push(position)
  }
})

const historyFrom = (from: number, to: number) => historyOf({ game }, START, entries, { from, to }, VIEWERS)

afterEach(() => {
  vi.restoreAllMocks()
})

describe('history', () => {
  it('from the start has what happened before the first decision, for each viewer', async () => {
    const { events } = game.begin(START)
    const { opening, shown } = await historyFrom(0, 1)
    expect(opening).toEqual(VIEWERS.map((eye) => ({ eye, events: eventsVisibleTo(events, eye) })))
    expect(opening[0]?.events).not.toEqual([])
    expect(shown.map(({ view }) => view)).toEqual(
      VIEWERS.map((eye) => game.view((positions[0] as Position).state, eye)),
    )
  })

  it('from later has no opening, and the position there', async () => {
    const { opening, shown, happenings } = await historyFrom(1, 3)
    expect(opening).toEqual(VIEWERS.map((eye) => ({ eye, events: [] })))
    expect(shown[0]?.view).toEqual(game.view((positions[1] as Position).state, 'red'))
    expect(happenings.map(({ number }) => number)).toEqual([2, 3])
  })

  it.each([
    [9, 0],
    [10, 1],
    [19, 1],
    [20, 2],
    [31, 3],
  ])('of %d entries pauses %d times for others', async (length, pauses) => {
    const timers = vi.spyOn(globalThis, 'setTimeout')
    const { happenings } = await historyFrom(0, length)
    expect(happenings).toHaveLength(length)
    expect(timers.mock.calls.filter(([, delay]) => delay === 0)).toHaveLength(pauses)
  })

  it('is refused outside of the entries', async () => {
    const message = `There is no history from 0 to 32. The last entry is ${ENTRIES}.`
    await expect(historyFrom(0, ENTRIES + 1)).rejects.toMatchObject({ code: 'bad-message', message })
    await expect(historyFrom(2, 1)).rejects.toMatchObject({ code: 'bad-message' })
    expect((await historyFrom(ENTRIES, ENTRIES)).happenings).toEqual([])
    await expect(historyOf({ game }, START, [], { from: 0, to: 1 }, VIEWERS)).rejects.toThrow(
      'There is no history from 0 to 1. The last entry is 0.',
    )
  })

  it('of no newer entries than a known position is that position', async () => {
    const base = positions[3] as Position
    const { shown, happenings } = await historyOf({ game }, START, [], { from: 3, to: 3 }, VIEWERS, base)
    expect(shown[0]?.view).toEqual(game.view(base.state, 'red'))
    expect(happenings).toEqual([])
  })
})

describe('news', () => {
  const transitionsAfter = (since: number) => [
    ...replayEntries(game, START, entries, positions[since], since + 3),
  ]
  const newsSince = (since: number) =>
    newsOf(game, START, transitionsAfter(since), [since, since + 3], VIEWERS)

  it('since the start have what happened before the first decision', () => {
    const { events } = game.begin(START)
    const all = [...events, ...transitionsAfter(0).flatMap((one) => one.events)]
    expect(newsSince(0)).toEqual({
      since: 0,
      number: 3,
      told: VIEWERS.map((eye) => ({ eye, items: groupEvents(game, eventsVisibleTo(all, eye)) })),
    })
  })

  it('since a later entry have what happened after it', () => {
    const later = transitionsAfter(3).flatMap((one) => one.events)
    expect(newsSince(3).told).toEqual(
      VIEWERS.map((eye) => ({ eye, items: groupEvents(game, eventsVisibleTo(later, eye)) })),
    )
  })
})
