/** Events: their causes, their nesting, and a board updated by them. */
import type { Game, StepEvent, View } from '@ludoforge/kernel'
import { type Board, applyEvents, isVisibleTo } from '@ludoforge/play'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { effort, isThorough } from '../support/effort.js'
import { games, leftOut } from '../support/folders.js'
import { runsWithin, turns } from '../support/play.js'
import { veils } from '../support/leaky-game.js'

const all: readonly { readonly name: string; readonly game: Game }[] = [
  ...games,
  { name: 'veils', game: veils },
]

const boardOf = ({ variables, seats, zones }: View | Board) => ({ variables, seats, zones })

describe.each(all)(`$name${leftOut()}`, ({ game }) => {
  const watchers = [...game.def.seats.map(({ id }) => id), null]

  it('a board updated by events alone is the real one after every step, for every seat and a spectator', () => {
    let steps = 0
    const property = fc.property(fc.nat(), (seed) => {
      let boards: Board[] | undefined
      for (const { state, choice } of turns(game, seed, 300)) {
        boards ??= watchers.map((seat) => game.view(state, seat))
        const step = game.step(state, choice)
        boards = boards.map((board) => {
          const told = step.events.filter((event) => isVisibleTo(event, board.seat))
          const next = applyEvents(board, told)
          const view = game.view(step.state, board.seat)
          expect(boardOf(next)).toEqual(boardOf(view))
          expect(next.outcome).toEqual(view.outcome)
          return next
        })
        steps += 1
      }
    })
    fc.assert(property, effort(61, runsWithin(game, isThorough ? 600 : 200, 40)))
    expect(steps).toBeGreaterThan(50)
  })

  it('every event has its source line, and everything that opens also closes', () => {
    const lines = new Set(game.def.sources.map(({ file, line }) => `${file}:${line}`))
    const property = fc.property(fc.nat(), (seed) => {
      const open: string[] = []
      for (const { state, choice } of turns(game, seed, 2000)) {
        const { events, state: after } = game.step(state, choice)
        for (const event of events) {
          expect(lines, JSON.stringify(event)).toContain(event.place)
          nest(open, event)
        }
        if (game.outcome(after) !== undefined) expect(open).toEqual([])
      }
    })
    fc.assert(property, effort(62, runsWithin(game, isThorough ? 600 : 200, 20)))
  })
})

/** What is open after the event. The start before the first question isn't recorded. */
function nest(open: string[], event: StepEvent): void {
  if (event.type === 'began') open.push(`action ${event.action} ${event.seat}`)
  if (event.type === 'entered') open.push(`procedure ${event.procedure}`)
  const closed =
    event.type === 'ended'
      ? `action ${event.action} ${event.seat}`
      : event.type === 'left'
        ? `procedure ${event.procedure}`
        : undefined
  if (closed !== undefined && open.length > 0) expect(closed).toBe(open.pop())
}
