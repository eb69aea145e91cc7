/** Pure logic of the table page: names, previews, highlighting, series, moments, history and rulebook. */
import type { GameDef, StepEvent, View } from '@ludoforge/kernel'
import { applyEvents } from '@ludoforge/play'
import type { Scene, Values } from '@ludoforge/look'
import { consequences, type TableUpdate, wordsOf } from '@ludoforge/table'
import type { Table } from '@ludoforge/client'
import { describe, expect, it } from 'vitest'
import { HistoryCache, type TableFrame } from '../src/table/store/history-cache.js'
import { highlight } from '../src/table/rulebook/highlight.js'
import { isQuestionHeld, hasVisibleEvents, momentsOf } from '../src/table/store/moments.js'
import { seriesOf } from '../src/table/history/series.js'
import { capitalize, joinWithAnd } from '../src/table/vocabulary.js'

const scene = {
  names: { cube: 'Cube', 'cube+open': 'Open cube', open: 'open', ace: 'Ace' },
  many: { cube: 'Cubes', 'cube+open': 'Open cubes' },
  short: { cube: 'C' },
  seats: { red: { name: 'The Reds' }, blue: { name: 'The Blues' } },
  hide: ['books', 'box'],
  values: [],
  seatValues: [
    { title: 'Gold', signed: false },
    { title: 'Margin', signed: true },
  ],
  spaceValues: [],
} as unknown as Scene

const def = {
  seats: [
    { id: 'red', name: 'The Reds' },
    { id: 'blue', name: 'The Blues' },
  ],
  enums: [],
  zones: [
    { id: 'hill', name: 'hill', space: true },
    { id: 'mill', name: 'mill', space: true },
  ],
  properties: [
    { id: 'faction', type: 'seat', changes: false },
    { id: 'holder', type: 'seat', changes: true },
    { id: 'size', type: 'number', changes: false },
  ],
  tokens: [
    { id: 'cube', family: 'pieces', props: { faction: 'red', size: 1 } },
    { id: 'disc', family: 'pieces', props: { holder: 'red' } },
    { id: 'tower', family: 'pieces', props: { faction: 'nobody' } },
  ],
  procedures: [],
  variables: [
    { id: 'lead', type: 'seat' },
    { id: 'round', type: 'number' },
    { id: 'spent', type: 'number', during: 'march' },
  ],
} as unknown as GameDef

describe('names on the page', () => {
  const words = wordsOf(def, scene)
  it('are those of the look, or ids with spaces as separators', () => {
    expect([words.seat('red'), words.seat('old-king'), words.zone('north_gate:a'), words.action('-x')]).toEqual(['The Reds', 'old king', 'north gate a', '-x']) // biome-ignore format: one line
    expect(['cube', 'cube+open', 'disc'].map((id) => words.kind(id))).toEqual(['Cube', 'Open cube', 'disc'])
    expect([words.word('open'), words.word('young-turks'), words.word('red')]).toEqual(['open', 'young turks', 'The Reds']) // biome-ignore format: one line
    expect([1, 2].map((n) => words.counted('cube+open', n))).toEqual(['1 Open cube', '2 Open cubes'])
    expect([words.counted('piece', 1), words.counted('card', 3)]).toEqual(['a piece', '3 cards'])
    expect([words.paint.bold('x'), words.paint.dim('y')]).toEqual(['x', 'y'])
  })

  it('format values by the type of their variable', () => {
    expect([null, true, false, 3, 'red', [], ['red', 'blue']].map((value) => words.value('lead', value as never))).toEqual(['none', 'yes', 'no', '3', 'The Reds', 'none', 'The Reds and The Blues']) // biome-ignore format: one line
  })

  it('have owners of pieces, hidden ids and variables of actions', () => {
    expect(['cube', 'cube+open', 'disc', 'tower'].map((id) => words.ownerOf(id))).toEqual([
      'red',
      'red',
      undefined,
      undefined,
    ])
    expect(['books', 'box:red', 'hill', 'round'].map((id) => words.isHidden(id))).toEqual([
      true,
      true,
      false,
      false,
    ])
    expect(['spent', 'round', 'odd'].map((id) => words.isKept(id))).toEqual([true, false, false])
  })

  it('begin sentences and lists', () => {
    expect([capitalize('abc'), capitalize('')]).toEqual(['Abc', ''])
    expect([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map(joinWithAnd)).toEqual([
      '',
      'a',
      'a and b',
      'a, b and c',
    ])
  })
})

describe('the text of a preview', () => {
  const words = wordsOf(def, scene)
  const told = (until: 'question' | 'chance' | 'hidden' | 'over', ...events: StepEvent[]) =>
    consequences({ events, until }, { words, seat: 'red' }).lines
  const chose: StepEvent = { type: 'chose', seat: 'red', name: 'where', choice: 'hill' }
  const set = (variable: string, value: number): StepEvent => ({ type: 'set', variable, from: 0, value })

  it('omits the answer itself, and ends with what follows', () => {
    expect(told('question', chose, set('round', 2))).toEqual(['Round 0 → 2.'])
    expect(told('question', chose)).toEqual(['Nothing changes yet. There’s another choice first.'])
    expect(told('chance', chose)).toEqual(['Chance decides what happens.'])
    expect(told('chance', chose, set('round', 2))).toEqual(['Round 0 → 2.', 'Then chance decides.'])
    expect(told('hidden', chose)).toEqual(['The result depends on hidden information.'])
    expect(told('hidden', set('round', 2))).toEqual(['Round 0 → 2.', 'The rest depends on hidden information.']) // biome-ignore format: one line
    expect(told('over')).toEqual(['Then the game ends.'])
    expect(told('question', chose, { ...chose, choice: 'mill' })).toEqual(['The Reds chooses mill.'])
  })

  it('skips internal bookkeeping, and ends sentences once', () => {
    expect(told('question', chose, set('books', 2), { type: 'said', text: 'rain falls!' })).toEqual([
      'Rain falls!',
    ])
    expect(told('question', { type: 'said', text: 'Why?' }, { type: 'said', text: 'So.' })).toEqual([
      'Why?',
      'So.',
    ])
    expect(told('question', { type: 'entered', procedure: 'x', title: 'Storm' })).toEqual(['Storm.'])
    expect(told('question', { type: 'began', action: 'march', seat: 'red', free: false })).toEqual(['The Reds begins march.']) // biome-ignore format: one line
  })

  it('has at most eight lines', () => {
    const many = (n: number) =>
      Array.from({ length: n }, (_, i): StepEvent => ({ type: 'said', text: `${i}.` }))
    expect(told('question', ...many(8))).toHaveLength(8)
    expect(told('question', ...many(10)).slice(8)).toEqual(['And 2 more changes.'])
  })
})

describe('highlighting', () => {
  const kinds = (code: string, language: string) =>
    highlight(code, language).flatMap((line) => line.map(({ kind, text }) => `${kind}:${text}`))
  it('of rules has keywords, numbers, strings and comments', () => {
    expect(kinds('choose space from map # 3.1', 'rules')).toEqual(['word:choose', 'plain: space ', 'word:from', 'plain: ', 'word:map', 'plain: ', 'comment:# 3.1']) // biome-ignore format: one line
    expect(kinds('  say "it is" 12', 'example')).toEqual(['plain:  ', 'word:say', 'plain: ', 'text:"it is"', 'plain: ', 'number:12']) // biome-ignore format: one line
    expect(kinds("a-if if-b 'x'", 'rules')).toEqual(["plain:a-if if-b 'x'"])
    expect(kinds('gold', 'rules')).toEqual(['plain:gold'])
    expect(kinds('', 'rules')).toEqual([])
  })

  it('of data has keys', () => {
    expect(kinds('choose: 3 # x', 'yaml')).toEqual([
      'key:choose',
      'plain:: ',
      'number:3',
      'plain: ',
      'comment:# x',
    ])
    expect(kinds('a-b:\n  c:d', 'yaml')).toEqual(['key:a-b', 'plain::', 'plain:  c:d'])
    expect(kinds('"a": 1', 'json')).toEqual(['text:"a"', 'plain:: ', 'number:1'])
  })

  it('of another language is left as it is', () => {
    expect(kinds('choose 3', 'text')).toEqual(['plain:choose 3'])
  })
})

describe('the series of a plot', () => {
  const start = {
    view: { seats: { red: { points: 0, ready: true, same: 1 }, blue: { points: 1, ready: false, same: 1 } } },
    values: { seats: { red: [5, -1], blue: [6, 2] } },
  } as unknown as TableFrame
  const step = (number: number, told: object[]): TableUpdate => ({ type: 'step', number, told }) as unknown as TableUpdate // biome-ignore format: one line
  const set = (of: string, value: number, variable = 'points') => ({
    type: 'set',
    variable,
    of,
    from: 0,
    value,
  })
  const records = [
    step(1, [{ eye: 'blue', events: [set('red', 99)] }, { eye: 'red', events: [set('red', 2), set('red', 3)], values: { seats: { red: [5, 4], blue: [6, 2] } } }]), // biome-ignore format: one line
    { type: 'chat', number: 2 } as TableUpdate,
    step(3, [{ eye: null, events: [set('blue', 7), set('blue', 8, 'other')] }]),
  ]
  const turns = [{ seat: 'red', last: 2 }, { last: 3 }]
  const series = (eye: string | null = 'red', name = (id: string) => id) =>
    seriesOf(start, records, turns, eye, scene, name)

  it('are signed values first, then other values and variables that change', () => {
    expect(series()).toEqual([
      { title: 'Margin', of: { red: [-1, 4, 4], blue: [2, 2, 2] } },
      { title: 'points', of: { red: [0, 3, 3], blue: [1, 1, 7] } },
    ])
  })

  it('have a point for the start, for each turn of a seat, and for the present', () => {
    const points = (...ends: { readonly seat?: string; readonly last: number }[]) =>
      seriesOf(start, records, ends, 'red', scene, (id) => id)[1]?.of['blue']
    expect(points({ seat: 'red', last: 1 }, { seat: 'blue', last: 3 })).toEqual([1, 1, 7])
    expect(points({ seat: 'red', last: 3 })).toEqual([1, 7])
    expect(points({ last: 1 })).toEqual([1, 7])
    expect(points({ seat: 'red', last: 0 })).toEqual([1, 7])
  })

  it('are those of the viewer, or of the first viewer sent', () => {
    expect(series('green')).toEqual([{ title: 'points', of: { red: [0, 99, 99], blue: [1, 1, 7] } }])
  })

  it('with the same title appear once', () => {
    expect(series('red', () => 'Margin').map(({ of }) => of['red'])).toEqual([[-1, 4, 4]])
  })
})

describe('moments of a step', () => {
  const view = (cards: readonly string[]): View =>
    ({ zones: { hand: { size: 2 - cards.length, cards: ['ace', 'king'].filter((card) => !cards.includes(card)), markers: {} }, table: { size: cards.length, cards: [...cards], markers: {} } }, variables: {}, seats: {}, deciding: ['red'] }) as unknown as View // biome-ignore format: one line
  const values: Values = { values: [], seats: {}, spaces: {} }
  const frame = (number: number, cards: readonly string[], events: readonly StepEvent[]): TableFrame => ({ number, view: view(cards), values, events }) // biome-ignore format: one line
  const entered = (title: string): StepEvent => ({ type: 'entered', procedure: title, title })
  const left = { type: 'left', procedure: 'x' } as StepEvent
  const moved = (what: string, from: string, into: string): StepEvent => ({
    type: 'moved',
    what,
    from,
    into,
    count: 1,
  })
  const said: StepEvent = { type: 'said', text: 'Look!' }
  const of = (...events: StepEvent[]) => {
    const [before, after] = [frame(1, [], []), { ...applyEvents(view([]), events), deciding: ['red'] }]
    return momentsOf(before, { number: 2, view: after, values, events }, scene)
  }

  it('are positions that its end no longer shows', () => {
    const [moment, end, ...more] = of(entered('Deal'), moved('ace', 'hand', 'table'), said, left, entered('Sweep'), moved('ace', 'table', 'hand'), left) // biome-ignore format: one line
    expect(more).toEqual([])
    expect(moment).toMatchObject({ number: 2, passing: { titles: ['Deal'], says: ['Look!'] } })
    expect(moment?.view.zones['table']?.cards).toEqual(['ace'])
    expect(moment?.view.deciding).toEqual([])
    expect(end?.events.map(({ type }) => type)).toEqual(['entered', 'moved', 'left'])
    expect(end).not.toHaveProperty('passing')
  })

  it('are none if the end shows everything, or nothing is visible', () => {
    expect(of(entered('Deal'), moved('ace', 'hand', 'table'), left, entered('Next'), left)).toEqual([])
    expect(of(entered('Deal'), left, entered('Next'), left)).toEqual([])
    expect(of()).toEqual([])
  })

  it('hold the next question, unless the player steps through the past', () => {
    const plain = frame(1, [], [])
    const passing: TableFrame = { ...plain, passing: { titles: [], says: [] } }
    expect(isQuestionHeld({ shown: plain, waiting: [], stepping: undefined })).toBe(false)
    expect(isQuestionHeld({ shown: passing, waiting: [], stepping: undefined })).toBe(true)
    expect(isQuestionHeld({ shown: plain, waiting: [plain], stepping: undefined })).toBe(true)
    expect(isQuestionHeld({ shown: passing, waiting: [], stepping: { at: 1 } })).toBe(false)
  })

  it('take time if something is visible', () => {
    const seen = (event: StepEvent) => hasVisibleEvents([event])
    expect([moved('ace', 'hand', 'table'), said, { type: 'set', variable: 'a', from: 0, value: 1 } as const, { type: 'revealed', what: [], at: 'hand' } as const, { type: 'flipped', what: 'a', became: 'b', at: 'hand', prop: '', value: '' } as const, { type: 'rolled', name: 'die', min: 1, max: 6, value: 1 } as const].map(seen)).toEqual([true, true, true, true, true, true]) // biome-ignore format: one line
    expect([entered('A'), left, { type: 'shuffled', zone: 'hand' } as const].map(seen)).toEqual([false, false, false]) // biome-ignore format: one line
    expect(hasVisibleEvents([entered('A'), said])).toBe(true)
    expect(hasVisibleEvents([])).toBe(false)
  })
})

describe('the history cache', () => {
  const view = (n: number, eye: string) => ({ zones: {}, seats: {}, variables: { n, eye }, deciding: [] }) as unknown as View // biome-ignore format: one line
  const step = (number: number): TableUpdate =>
    ({ type: 'step', number, deciding: ['blue'], told: ['blue', 'red'].map((eye) => ({ eye, events: [{ type: 'set', variable: 'n', from: 0, value: eye === 'red' ? number : -1 }], ...(number === 2 ? { values: { values: [number], seats: {}, spaces: {} } } : {}) })) }) as unknown as TableUpdate // biome-ignore format: one line
  function filmed(last: number, eye: string | null = 'red') {
    const asked: string[] = []
    const table = {
      number: last,
      history: (from: number, to: number) => {
        asked.push(`${from}-${to}`)
        const happenings: TableUpdate[] = []
        for (let n = from + 1; n <= to; n += 1)
          happenings.push(n === 4 ? ({ type: 'chat', number: n } as TableUpdate) : n === 5 ? ({ type: 'undone', number: n, shown: [{ eye: 'red', view: view(50, 'red') }] } as unknown as TableUpdate) : step(n)) // biome-ignore format: one line
        return Promise.resolve({
          from,
          shown: ['blue', 'red'].map((one) => ({ eye: one, view: view(0, one) })),
          opening: [{ eye: 'red', events: [{ type: 'said', text: 'Hello.' }] }],
          happenings,
        })
      },
    } as unknown as Table
    return { film: new HistoryCache(table, eye, scene), asked }
  }

  it('requests a page around an entry once', async () => {
    const { film, asked } = filmed(200)
    const [a, b] = await Promise.all([film.at(100), film.at(100)])
    expect(a).toBe(b)
    expect(asked).toEqual(['80-160'])
    await film.at(160)
    expect(asked).toEqual(['80-160'])
    await film.at(161)
    await film.at(3)
    expect(asked).toEqual(['80-160', '141-200', '0-63'])
  })

  it('returns each frame as the viewer saw it', async () => {
    const { film } = filmed(6)
    const frames = await Promise.all([0, 1, 2, 3, 4, 5, 6].map((n) => film.at(n)))
    expect(frames.map(({ view: { variables } }) => variables['n'])).toEqual([0, 1, 2, 3, 3, 50, 6])
    expect(frames.map(({ values }) => values.values)).toEqual([[], [], [2], [2], [2], [2], [2]])
    expect(frames.map(({ events }) => events.length)).toEqual([1, 1, 1, 1, 0, 0, 1])
    expect(frames[1]?.view.deciding).toEqual(['blue'])
    expect((await film.until(0)).map(({ number }) => number)).toEqual([0])
    expect((await film.until(2)).map(({ number }) => number)).toEqual([2])
    const stranger = await filmed(6, null).film.at(1)
    expect(stranger.view.variables).toMatchObject({ eye: 'blue', n: -1 })
    expect(stranger.events).toHaveLength(1)
    expect((await filmed(6, null).film.at(0)).events).toEqual([])
  })

  it('throws for an entry that does not exist', async () => {
    await expect(filmed(3).film.at(9)).rejects.toThrow('The table has no entry 9.')
  })
})
