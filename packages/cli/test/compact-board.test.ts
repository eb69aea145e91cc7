/** The compact board fits into every terminal and has the required parts. */
import { describe, expect, it } from 'vitest'
import {
  boardLines,
  compactBoard,
  type ShownTable,
  type Table,
  widthOf,
} from '../src/terminal/board/index.js'
import { briefSeats, seatRows } from '../src/terminal/board/seats.js'
import { knownGames } from '../src/games.js'
import { after, randomGame, seenByDecider, tableOf } from './positions.js'

const WIDTHS = [40, 47, 63, 80, 100, 120, 140, 160]
const HEIGHTS = [4, 5, 6, 7, 9, 12, 16, 24, 33, 50]

/** The words of a text: lines may wrap between them. */
const words = (text: string): string[] => text.split(/[\s,]+/).filter((word) => word !== '')

function missing({ view, values }: ShownTable, { labels }: Table, lines: readonly string[]): string[] {
  const shown = new Set(words(lines.join(' ')))
  const cards = labels.def.zones
    .filter(({ id, owner, holds, space }) => {
      return !space && holds === 'cards' && owner === view.seat && !labels.isHidden(id)
    })
    .flatMap(({ id }) => view.zones[id]?.cards ?? [])
    .map((card) => `[${labels.kind(card)}]`)
  const rows = seatRows(view, labels, values)
  const scores = briefSeats(rows, (key) => key === labels.look.inSight.find((one) => isOfSeats(one)))
  const turn = rows.some(({ deciding }) => deciding) ? ['>'] : []
  return [...cards, ...scores, ...turn].flatMap(words).filter((word) => !shown.has(word))

  function isOfSeats(key: string): boolean {
    return rows.some(({ items }) => items.some((item) => item.key === key))
  }
}

/** The positions of a random game, or of several if they are short. */
function* someDecisions(table: Table): ReturnType<typeof randomGame> {
  let n = 0
  for (let seed = 5; n < 12; seed += 1)
    for (const state of randomGame(table, seed)) {
      n += 1
      yield state
    }
}

describe.each(knownGames())('the compact board of %s', (name) => {
  it("fits into every terminal during a random game, with the player's own cards, the scores and the turn", async () => {
    const table = await tableOf(name)
    let n = 0
    let before: ShownTable | undefined
    for (const state of someDecisions(table)) {
      n += 1
      if (n > 700) break
      if (n % (table.game.def.zones.length > 60 ? 23 : 3) !== 1) continue
      const seen = seenByDecider(table, state)
      const sizes = [
        [40, 4],
        [80, 24],
        [WIDTHS[n % WIDTHS.length] ?? 0, HEIGHTS[n % HEIGHTS.length] ?? 0],
        [WIDTHS[(n * 7) % WIDTHS.length] ?? 0, HEIGHTS[(n * 3 + 1) % HEIGHTS.length] ?? 0],
      ] as const
      for (const [width, height] of sizes) {
        const lines = compactBoard(seen.view, table.labels, { width, height }, seen.values, before)
        const size = `${width}x${height}, decision ${n}`
        expect(lines.length, size).toBeLessThanOrEqual(height)
        expect(
          lines.filter((line) => widthOf(line) > width),
          size,
        ).toEqual([])
        expect(missing(seen, table, lines), `${size}\n${lines.join('\n')}`).toEqual([])
      }
      before = seen
    }
    expect(n).toBeGreaterThan(11)
  })
})

describe('the compact board', () => {
  it('is the whole board if it fits, otherwise a drawing with the required parts', async () => {
    const table = await tableOf('reversi')
    const { view, values } = seenByDecider(table, after(table, ['d3']))
    const at = (width: number, height: number) => compactBoard(view, table.labels, { width, height }, values)
    expect(at(80, 24)).toEqual(boardLines(view, table.labels, 80, values))
    expect(at(80, 9)).toHaveLength(9)
    expect(at(46, 9).join('\n')).toMatch(/^1 · · · · · · · ·/m)
  })

  it("lists the spaces of the pieces if the drawing doesn't fit", async () => {
    const table = await tableOf('reversi')
    const { view, values } = seenByDecider(table, after(table, ['d3']))
    expect(compactBoard(view, table.labels, { width: 80, height: 5 }, values)).toEqual([
      '●: d3 d4 e4 d5',
      '○: e5',
      'Black 4 · > White 1',
    ])
  })

  it("shows the options of a long list, then changed spaces, then the player's own", async () => {
    const table = await tableOf('fire-in-the-lake')
    let found: ShownTable | undefined
    for (const state of randomGame(table, 3)) {
      const { view, values } = seenByDecider(table, state)
      const { decision } = view
      if (decision?.type !== 'zone' || decision.options.length < 2 || decision.options.length > 4) continue
      found = { view, values }
      break
    }
    if (found?.view.decision === undefined) throw new Error('No such question was asked.')
    const { view, values } = found
    const lines = compactBoard(view, table.labels, { width: 80, height: 12 }, values)
    for (const { id } of found.view.decision.options)
      expect(lines.join('\n')).toContain(`\n  ${table.labels.zone(id)}`.slice(1))
    expect(lines.join('\n')).toMatch(/^… \d+ more spaces \(type board\)$/m)
    const quiet = 'binh-tuy-binh-thuan'
    const then = {
      ...view,
      zones: { ...view.zones, [quiet]: { size: 9, pieces: { 'vc-guerrillas': 9 }, markers: {} } },
    }
    const rowsOf = (some: readonly string[]) => some.filter((line) => line.startsWith('  '))
    const changed = compactBoard(view, table.labels, { width: 80, height: 12 }, values, {
      view: then,
      values,
    })
    expect(rowsOf(changed).join('\n')).toContain(table.labels.zone(quiet))
  })
})
