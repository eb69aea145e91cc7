import { fileURLToPath } from 'node:url'
import { loadGame } from '@ludoforge/compiler'
import { proseLines } from '@ludoforge/compiler/headings'
import { describe, expect, it } from 'vitest'
import { gameOf } from '../../../test/support/games.js'
import { dataTables } from '../src/files/data-tables.js'
import { blockKind, foldTitle, sectionAt } from '../src/index.js'
import { bookOf } from '../src/node.js'

const root = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url))
const GAMES = [
  'backgammon',
  'before-the-ice',
  'chess',
  'connect-four',
  'fire-in-the-lake',
  'goofspiel',
  'hearts',
  'kuhn-poker',
  'landfall',
  'leduc-poker',
  'liars-dice',
  'outposts',
  'reversi',
  'texas-holdem',
  'three-crowns',
  'tic-tac-toe',
]

const names = { 'red-guards': 'Red Guards', red: 'Red', mill: 'Old Mill' }
const tablesOf = (yaml: string) =>
  dataTables({ path: 'rules.md', text: `# Rules\n\n\`\`\`yaml\n${yaml}\n\`\`\`\n` }, names)

describe('a yaml block', () => {
  it('has a row for each entry, a column for each key, and names instead of ids', () => {
    expect(
      tablesOf(
        'pieces:\n  red-guards: {name: Guards of Red, owner: red, count: 12}\n  stone: {count: 3, supply: mill, loose: true}',
      ),
    ).toEqual([
      {
        line: 3,
        tables: [
          {
            title: 'Pieces',
            columns: ['Name', 'Owner', 'Count', 'Supply', 'Loose'],
            rows: [
              ['Guards of Red', 'Red', '12', '', ''],
              ['Stone', '', '3', 'Old Mill', 'yes'],
            ],
            isFolded: false,
          },
        ],
      },
    ])
  })

  it('shows lists, ranges, phrases and nested maps as text', () => {
    const [data] = tablesOf(
      'scenarios:\n  short:\n    title: Short\n    variables: {round: 6}\n    spaces:\n      mill: {unrest: 2, pieces: {spent red-guards: 1}}\n      old-inn: {pieces: {red-guards: 2}}\nseats: [red, blue]\nvariables:\n  round: 1..12',
    )
    expect(data?.tables.map(({ title, columns, rows }) => ({ title, columns, rows }))).toEqual([
      { title: 'Scenarios › Short', columns: [], rows: [['Title', 'Short']] },
      { title: 'Scenarios › Short › Variables', columns: [], rows: [['Round', '6']] },
      {
        title: 'Scenarios › Short › Spaces',
        columns: ['Name', 'Unrest', 'Pieces'],
        rows: [
          ['Old Mill', '2', 'spent Red Guards: 1'],
          ['Old inn', '', 'Red Guards: 2'],
        ],
      },
      { title: 'Seats', columns: [], rows: [['Red, blue']] },
      { title: 'Variables', columns: [], rows: [['Round', '1 to 12']] },
    ])
  })

  it('is folded if it is long, or what the rules keep track of', () => {
    const rows = Array.from({ length: 13 }, (_, i) => `  stone-${i}: {count: 1}`)
    expect(tablesOf(`pieces:\n${rows.join('\n')}`)[0]?.tables[0]?.isFolded).toBe(true)
    expect(tablesOf(`pieces:\n${rows.slice(1).join('\n')}`)[0]?.tables[0]?.isFolded).toBe(false)
    expect(tablesOf('variables: {round: 1..12}')[0]?.tables[0]?.isFolded).toBe(true)
  })

  it('of the title and the glossary shows nothing, and rules in another notation have no tables', () => {
    expect(tablesOf('game: {id: test}\nterms: {Fog: hides}')).toEqual([{ line: 3, tables: [] }])
    expect(tablesOf('procedures: {play: []}')).toEqual([])
  })
})

describe('fenced blocks', () => {
  it('are folded if they are rules or examples', () => {
    expect(['rules', 'example', 'yaml', 'text', ''].map((language) => blockKind(language, true))).toEqual([
      'rules',
      'examples',
      'data',
      'text',
      'text',
    ])
    expect(blockKind('yaml', false)).toBe('rules')
    expect(foldTitle('rules', ['play'])).toBe('How it runs')
    expect(foldTitle('examples', ['One  # 1\n  then x\n\nTwo\n  then y', 'Three\n  then z'])).toBe(
      '3 examples',
    )
    expect(foldTitle('examples', ['# a comment\nOne\n  then x'])).toBe('1 example')
  })
})

describe('the book of a game', () => {
  it.each(GAMES)('%s opens at how to win and what a turn is', async (name) => {
    const book = await bookOf(root(`games/${name}`), await gameOf(name))
    expect(book.start).toHaveLength(2)
    const [win, turn] = (book.start ?? []).map((at) => sectionAt(book, at))
    expect(win?.[0]).toMatch(/How to win|Victory/)
    expect(turn?.[0]).toMatch(/A turn|Turns|The week|A prize|A hand|course of a hand|Event cards/)
  })

  it('has the terms and the names of the game, in order, each with its section', async () => {
    const { terms = [], files } = await bookOf(root('games/outposts'), await gameOf('outposts'))
    expect(terms.map(({ name }) => name)).toEqual([
      'Attack',
      'Blue',
      'Blue soldier',
      'desert',
      'harbour',
      'March',
      'muster',
      'Red',
      'Red soldier',
      'supply',
    ])
    expect(terms.find(({ name }) => name === 'muster')).toEqual({
      name: 'muster',
      means: 'place two soldiers from the reserve in hexes in supply',
      also: ['recruit', 'build'],
      rule: '3',
      at: { path: 'rules.md', line: expect.any(Number) },
    })
    expect(terms.find(({ name }) => name === 'Red soldier')).toMatchObject({ kind: 'piece', rule: '1' })
    const isProse = proseLines(files[0]?.markdown.split('\n') ?? [])
    for (const { name, at } of terms) expect(isProse[(at?.line ?? 0) - 1], name).toBe(true)
  })

  it('has its chapters in order, no page for a file of terms alone, and the headings of cards', async () => {
    const { files, terms = [] } = await bookOf(
      root('games/fire-in-the-lake'),
      await gameOf('fire-in-the-lake'),
    )
    expect(files.map(({ path }) => path)).not.toContain('terms.md')
    expect(terms.length).toBeGreaterThan(70)
    const cards = files.flatMap(({ cards: lines = [] }) => lines)
    expect(cards.length).toBe(130 - 6) // Coups have no text of their own
    expect(files.find(({ path }) => path === 'map.yaml')?.title).toBe('Map')
    const folders = files
      .map(({ path }) => path.replace(/\/.*/, ''))
      .filter((part, i, all) => part !== all[i - 1])
    expect(folders).toEqual([
      'README.md',
      '1-components.md',
      '2-sequence-of-play.md',
      '3-operations.md',
      '3-4-modifiers.md',
      '4-special-activities.md',
      '4-6-modifiers.md',
      '5-events',
      '6-coup-rounds.md',
      '7-victory.md',
      '8-non-players',
      '8-strong',
      'authors.md',
      'examples',
      'map.yaml',
      'readings.md',
      'scenarios',
      'weights.yaml',
    ])
  })

  it('is empty without a folder', async () => {
    expect(await bookOf(undefined, await gameOf('tic-tac-toe'))).toEqual({ files: [] })
  })
})

describe('announced rules', () => {
  it('have below their block the sections of the rules that follow', async () => {
    const folder = root('docs/patterns')
    const { files } = await bookOf(folder, await loadGame(folder))
    const [file] = files
    const [follows] = file?.follows ?? []
    expect(follows?.text).toBe('Then 3.2 Triggers, 3.3 Triggers.')
    const at = follows?.line ?? 0
    expect(file?.markdown.split('\n').slice(at - 1, at + 1)).toEqual([
      '```rules',
      'procedure sell(seat, card), announced                             # 3.1',
    ])
  })
})
