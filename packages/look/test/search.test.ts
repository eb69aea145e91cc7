import { describe, expect, it } from 'vitest'
import { fileURLToPath } from 'node:url'
import { gameOf } from '../../../test/support/games.js'
import { stem, stemsOf } from '../src/book/stem.js'
import { type Book, searchBook } from '../src/index.js'
import { bookOf } from '../src/node.js'

const folder = (name: string): string => fileURLToPath(new URL(`../../../games/${name}`, import.meta.url))
const books = new Map<string, Promise<Book>>()
function bookOfGame(name: string): Promise<Book> {
  const known = books.get(name) ?? gameOf(name).then((game) => bookOf(folder(name), game))
  books.set(name, known)
  return known
}

const small: Book = {
  files: [
    {
      path: 'rules.md',
      title: '1 Crossing',
      markdown: [
        '# 1 Crossing',
        '',
        'Everybody crosses the **river** by boat.',
        '',
        '## 1.1 Boats',
        '',
        'A boat carries `four`.',
        '',
        '```rules',
        'action capsize "Capsize"',
        '```',
        '',
        '## 1 Storm',
        '',
        'Boats turn back.',
      ].join('\n'),
      cards: [13],
      data: [
        { line: 9, tables: [{ title: 'Seats', columns: [], rows: [['Ferryman', '3']], isFolded: false }] },
      ],
    },
  ],
  terms: [
    { name: 'Boat', means: 'what you cross in', also: ['vessel'], at: { path: 'rules.md', line: 5 } },
    { name: 'Crossing', also: ['win'], at: { path: 'rules.md', line: 1 } },
  ],
}
const found = (book: Book, query: string) =>
  searchBook(book, query).map(({ kind, title, line }) => `${kind} ${title}:${line}`)

describe('a stem', () => {
  it.each([
    ['troops', 'troop'],
    ['bases', 'base'],
    ['Rallies', 'rally'],
    ['rallied', 'rally'],
    ['patrolling', 'patrol'],
    ['moving', 'move'],
    ['removed', 'remove'],
    ['passes', 'pass'],
    ['sweeps', 'sweep'],
    ['winning', 'win'],
    ['controlled', 'control'],
    ["Trail's", 'trail'],
    ['adding', 'add'],
  ])('of %s is that of %s', (word, other) => {
    expect(stem(word)).toBe(stem(other))
  })

  it.each([
    ['king', 'k'],
    ['need', 'ne'],
    ['bring', 'br'],
    ['class', 'clas s'],
    ['US', 'u'],
    ['this', 'thi'],
    ['base', 'basin'],
  ])('of %s is not that of %s', (word, other) => {
    expect(stem(word)).not.toBe(stem(other))
  })

  it('leaves out small words, unless a query has no others', () => {
    expect(stemsOf('how do I win')).toEqual(['win'])
    expect(stemsOf('what is a LimOp')).toEqual(['limop'])
    expect(stemsOf('what is it')).toEqual(['what', 'is', 'it'])
    expect(stemsOf(' ')).toEqual([])
  })
})

describe('search', () => {
  it('ranks headings, then terms, then prose, then cards and tables', () => {
    expect(found(small, 'boats')).toEqual([
      'heading 1.1 Boats:5',
      'term Boat:5',
      'prose 1 Crossing:3',
      'card 1 Storm:15',
    ])
    expect(found(small, 'ferryman')).toEqual(['table Seats:9'])
  })

  it('knows other words, never code', () => {
    expect(found(small, 'vessels')).toEqual(['term Boat:5'])
    expect(found(small, 'how do I win')).toEqual(['heading 1 Crossing:1'])
    expect(found(small, 'capsize')).toEqual([])
  })

  it('falls back from all words to some, and completes the last one', () => {
    expect(found(small, 'boat four')).toEqual(['prose 1.1 Boats:7'])
    expect(found(small, 'river zeppelin')).toEqual(['prose 1 Crossing:3'])
    expect(found(small, 'cross riv')).toEqual(['prose 1 Crossing:3'])
    expect(found(small, 'riv ')).toEqual([])
    expect(found(small, '')).toEqual([])
  })

  it('shows the headings above, and the hit in its sentence', () => {
    expect(searchBook(small, 'carries')[0]).toMatchObject({
      above: ['1 Crossing'],
      title: '1.1 Boats',
      snippet: [
        { text: 'A boat ', isHit: false },
        { text: 'carries', isHit: true },
        { text: ' four.', isHit: false },
      ],
    })
  })
})

describe('search in the rulebook of Fire in the Lake', () => {
  const GAME = 'fire-in-the-lake'
  it.each([
    ['how do I win', 'heading', /^How to win$/],
    ['ambush', 'heading', /Ambush$/],
    ['what is a LimOp', 'term', /^Limited Operation$/],
    ['hidden', 'term', /^Underground$/],
    ['what is a turn', 'heading', /turn|Event cards/],
    ['rallying', 'heading', /^3\.3\.1 Rally$/],
    ['Gulf of Tonkin', 'card', /Gulf of Tonkin$/],
  ])('"%s" finds a %s first', async (query, kind, title) => {
    const [first] = searchBook(await bookOfGame(GAME), query)
    expect(first).toMatchObject({ kind, title: expect.stringMatching(title) })
  })
})

describe('search in every game', () => {
  it.each([
    'backgammon',
    'before-the-ice',
    'chess',
    'connect-four',
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
  ])('in %s "how do I win" finds how to win', async (name) => {
    expect(searchBook(await bookOfGame(name), 'how do I win')[0]).toMatchObject({ title: 'How to win' })
  })
})
