/** The horizon of `UndoLine` agrees with its plans. */
import { type Game, Rng } from '@ludoforge/kernel'
import {
  decisionTransition,
  type Entry,
  type GameStart,
  type KnownOrNeeded,
  positionAt,
  replayEntries,
  type Transition,
  undoTransition,
  UndoLine,
} from '@ludoforge/table'
import { describe, expect, it } from 'vitest'
import { gameOf } from '../../../test/support/games.js'
import { drawChoice } from '../../../test/support/play.js'

const start: GameStart = { seed: 'horizon', options: {} }

/** Runs a query on an `UndoLine` built from entries alone, and replays the steps it needs. */
function later(game: Game, entries: readonly Entry[]) {
  const line = new UndoLine()
  for (const entry of entries) line.takeEntry(entry)
  let replays = 0
  const known = <T>(ask: (line: UndoLine) => KnownOrNeeded<T>): T => {
    for (;;) {
      const answer = ask(line)
      if ('known' in answer) return answer.known
      replays += 1
      for (const transition of replayEntries(game, start, entries)) line.learn(transition)
    }
  }
  return { known, replays: () => replays }
}

function knownNow<T>(answer: KnownOrNeeded<T>): T {
  if ('known' in answer) return answer.known
  throw new Error(`The line has followed all of it, and doesn't know ${answer.needs}.`)
}

describe('the horizon is the first decision that is free to undo', () => {
  it.each(['tic-tac-toe', 'texas-holdem', 'goofspiel', 'outposts'])('%s', async (name) => {
    const game = await gameOf(name)
    const seats = game.def.seats.map(({ id }) => id)
    const mine = seats.filter((_, i) => i % 2 === 0)
    const rng = new Rng(4)
    const entries: Entry[] = []
    const line = new UndoLine()
    const happen = (transition: Transition): void => {
      entries.push(transition.entry)
      line.take(transition)
    }
    let found = 0
    for (let n = 0; n < 40; n += 1) {
      const position = positionAt(game, start, entries, entries.length)
      const { question } = position
      const deciding = game.deciding(position.state)
      if (deciding.length === 0) break
      const own: number[] = []
      for (const { entry } of replayEntries(game, start, entries)) {
        if (entry.kind === 'decision' && mine.includes(entry.seat)) own.push(entry.number)
        if (entry.kind === 'undo') while ((own.at(-1) ?? 0) >= entry.to) own.pop()
      }
      const free = own.find((number) => knownNow(line.plan(mine, number))?.free)
      const horizon = knownNow(line.horizon(mine, question))
      expect(horizon).toEqual({ free: free ?? null, ask: own[0] ?? null })

      const { known, replays } = later(game, entries)
      expect(known((one) => one.horizon(mine, question))).toEqual(horizon)
      for (const number of own)
        expect(known((one) => one.plan(mine, number))).toEqual(knownNow(line.plan(mine, number)))
      expect(replays()).toBeLessThanOrEqual(1)

      if (free !== undefined) found += 1
      if (n % 9 === 8 && free !== undefined) {
        happen(undoTransition(position, positionAt(game, start, entries, free - 1), free, 'You'))
        continue
      }
      const seat = seats[deciding[rng.below(deciding.length)] ?? 0] ?? ''
      const decision = game.decision(position.state, seat)
      if (decision === undefined) throw new Error(`${seat} is not asked`)
      happen(decisionTransition(game, position, seat, drawChoice(decision, rng), 'me'))
    }
    expect(found).toBeGreaterThan(1)
  })
})
