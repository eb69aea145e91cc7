/** Drawings of the installed games' boards. */
import { describe, expect, it } from 'vitest'
import { boardLines, widthOf } from '../src/terminal/board/index.js'
import { plainListLines } from '../src/terminal/board/spaces.js'
import { after, randomGame, seenByDecider, tableOf } from './positions.js'

async function drawn(name: string, answers: readonly string[], width = 80): Promise<string[]> {
  const table = await tableOf(name)
  const { view, values } = seenByDecider(table, after(table, answers))
  return boardLines(view, table.labels, width, values)
}

describe('a board', () => {
  it('of three by three has lines between its squares', async () => {
    expect(await drawn('tic-tac-toe', ['b2', 'a1', 'c1'])).toEqual([
      '   a   b   c       Cross   > Nought',
      '1  O │   │ X',
      '  ───┼───┼───',
      '2    │ X │',
      '  ───┼───┼───',
      '3    │   │',
    ])
  })

  it('of seven by six has one line per row, and marks the options', async () => {
    expect(await drawn('connect-four', ['d1', 'd1', 'c1', 'd1'])).toEqual([
      '  a b c d e f g    > Red     Yellow',
      '1 + + + + + + +',
      '2 · · · · · · ·    ● Red disc · ○ Yellow disc · + can be chosen',
      '3 · · · · · · ·',
      '4 · · · ○ · · ·',
      '5 · · · ○ · · ·',
      '6 · · ● ● · · ·',
    ])
  })

  it('of eight by eight has nine lines, with the scores next to it', async () => {
    expect(await drawn('reversi', ['d3', 'c3'])).toEqual([
      '  a b c d e f g h    > Black discs 3     White discs 3',
      '1 · · · · · · · ·',
      '2 · · · · · · · ·    ● Black disc · ○ White disc · + can be chosen',
      '3 · + ○ ● · · · ·',
      '4 · · + ○ ● · · ·',
      '5 · · · ● ○ + · ·',
      '6 · · · · + · · ·',
      '7 · · · · · · · ·',
      '8 · · · · · · · ·',
    ])
  })

  it('of hexes keeps its size, whichever hexes are options', async () => {
    for (const answers of [[], ['march'], ['march', 'b2'], ['muster']]) {
      const [, , , row = ''] = await drawn('outposts', answers)
      expect(row.slice(0, 31), answers.join()).toMatch(/^\/a3[ +]‡ \\_____\/c2 \^ \\_____\/e1 {3}\\$/)
    }
  })

  it('of hexes is drawn as hexes, with hills, harbours and soldiers', async () => {
    const lines = await drawn('outposts', ['march'])
    expect(lines).toEqual([
      '             _____                 Reserve (you): 7 Red soldiers',
      '       _____/c1   \\_____           Reserve (Blue): 7 Blue soldiers',
      ' _____/b2+  \\_____/d1   \\_____     > Red   hexes 1  soldiers 3',
      '/a3 ‡ \\_____/c2 ^ \\_____/e1   \\      Blue  hexes 1  soldiers 3',
      '\\3R___/b3+  \\_____/d2   \\_____/',
      '/a4+  \\_____/c3   \\_____/e2   \\    R Red soldier · B Blue soldier · ^ hill',
      '\\_____/b4   \\_____/d3   \\_____/    ‡ harbour · + can be chosen',
      '/a5   \\_____/c4 ^ \\_____/e3 ‡ \\',
      '\\_____/b5   \\_____/d4   \\3B___/',
      '      \\_____/c5   \\_____/',
      '            \\_____/',
    ])
    expect((await drawn('outposts', ['march'], 40)).slice(0, 11)).toEqual(
      lines.map((line) => line.slice(0, 32).trimEnd()),
    )
  })
})

describe('a list of many spaces', () => {
  it('has two columns in a wide terminal, each space below the title of its group', async () => {
    const table = await tableOf('fire-in-the-lake')
    const positions = randomGame(table, 4)
    let state = positions.next().value
    for (let n = 0; n < 60; n += 1) state = positions.next().value ?? state
    if (state === undefined) throw new Error('There is no such position.')
    const { view, values } = seenByDecider(table, state)
    const narrow = boardLines(view, table.labels, 119, values)
    for (const width of [120, 140, 160]) {
      const wide = boardLines(view, table.labels, width, values)
      expect(wide.length).toBeLessThan(narrow.length - 10)
      expect(Math.max(...wide.map(widthOf))).toBeLessThanOrEqual(width)
      const half = Math.floor((width - 3) / 2) + 3
      const columns = [wide.map((line) => line.slice(0, half)), wide.map((line) => line.slice(half))]
      for (const { title, spaces } of table.labels.look.groups)
        for (const name of spaces.map((id) => table.labels.zone(id)))
          for (const column of columns) {
            const at = column.findIndex((line) => line.startsWith(`  ${name}  `))
            const heads = column.slice(0, Math.max(0, at)).filter((line) => /^\S/.test(line))
            if (at >= 0) expect(heads.at(-1), name).toContain(title)
          }
    }
  })
})

describe('a list of few spaces', () => {
  const row = (name: string) => ({ id: name, name, cells: ['p 1'], held: ['2 Cubes'], empty: false })
  it('begins at the left, and has two columns in a wide terminal', () => {
    expect(plainListLines([row('Mill')], 120)).toEqual([expect.stringMatching(/^ {2}Mill {2}p 1/)])
    expect(plainListLines([row('Mill'), row('Ford')], 120)).toEqual([
      expect.stringMatching(/^ {2}Mill {2}p 1 .* Ford {2}p 1/),
    ])
  })
})

describe('cards', () => {
  it("are shown if they are open or the player's own; hidden ones are counted once", async () => {
    const lines = await drawn('three-crowns', [])
    expect(lines[0]).toMatch(/^Deck: 6 cards {3}Hand \(you\): \[\d\] {3}Hand \(East, South\): 1 card$/)
    expect(lines[1]).toBe('pot 3 · Dealer North')
    expect(lines[2]).toBe('> North coins 9, in play     East coins 9, in play     South coins 9, in play')
  })

  it("come with the pot, the stacks and the player's hand", async () => {
    const lines = (await drawn('texas-holdem', [])).join('\n')
    expect(lines).toMatch(/Hand \(you\): \[\w+[♣♦♥♠]\] \[\w+[♣♦♥♠]\]/)
    expect(lines).toMatch(/pot 30 · to call 20 · you hold/)
    expect(lines).not.toMatch(/Greta|Hugo|Ines|Jonas/) // six of ten seats are in play
    expect(lines).toMatch(/^ {2}Boris {3}stack 1490 {2}bet 10 .* Emma {4}stack 1500$/m)
  })
})
