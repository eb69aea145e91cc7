/** How far back: what is told about it is what taking back comes to. */
import {
  activeDecisions,
  decided,
  type Entry,
  planUndo,
  positionAt,
  undoHorizon,
  undone,
} from '@ludoforge/table'
import { loadGame } from '@ludoforge/compiler'
import { Rng } from '@ludoforge/kernel'
import { describe, expect, it } from 'vitest'
import { drawChoice } from '../../../test/support/play.js'

describe('the horizon is the first decision that is free to take back', () => {
  it.each(['tic-tac-toe', 'texas-holdem', 'goofspiel', 'outposts'])('%s', async (name) => {
    const game = await loadGame(`games/${name}`)
    const beginning = { seed: 'horizon', options: {} }
    const seats = game.def.seats.map(({ id }) => id)
    const rng = new Rng(4)
    const entries: Entry[] = []
    let found = 0
    for (let n = 0; n < 40; n += 1) {
      const position = positionAt(game, beginning, entries, entries.length)
      const deciding = game.deciding(position.state)
      if (deciding.length === 0) break
      const mine = seats.filter((_, i) => i % 2 === 0)
      const decisions = activeDecisions(entries).filter(({ seat }) => mine.includes(seat))
      const free = decisions.find(({ number }) => planUndo(game, beginning, entries, mine, number)?.free)
      const told = undoHorizon(game, beginning, entries, mine, position.question)
      expect(told).toEqual({ free: free?.number ?? null, ask: decisions[0]?.number ?? null })
      if (free !== undefined) found += 1
      if (n % 9 === 8 && free !== undefined) {
        const back = positionAt(game, beginning, entries, free.number - 1)
        entries.push(undone(position, back, free.number, 'You').entry)
        continue
      }
      const seat = seats[deciding[rng.below(deciding.length)] ?? 0] ?? ''
      const decision = game.decision(position.state, seat)
      if (decision === undefined) throw new Error(`${seat} is not asked`)
      entries.push(decided(game, position, seat, drawChoice(decision, rng), 'me').entry)
    }
    expect(found).toBeGreaterThan(1)
  })
})
