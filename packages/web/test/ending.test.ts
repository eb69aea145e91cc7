/** The end of a game, without a browser: headlines, standings, turning points, rematches, highlights and sounds. */
import type { Outcome, StepEvent, View } from '@ludoforge/kernel'
import type { GameListing, Scene } from '@ludoforge/look'
import { type TableDocument, wordsOf } from '@ludoforge/table'
import { describe, expect, it } from 'vitest'
import { litOf, shownCards } from '../src/table/history/lit.js'
import { rematchSetup } from '../src/table/history/rematch-setup.js'
import { headline, scoreText, standingsOf } from '../src/table/history/standings.js'
import { turningPoints } from '../src/table/history/turning-points.js'
import { soundOf } from '../src/table/sound.js'
import type { TableFrame } from '../src/table/store/history-cache.js'
import { def, scene } from './support/fake-table.js'

const margins = {
  ...scene,
  seatValues: [
    { title: 'score', expression: 'score', hide: [], signed: false },
    { title: 'margin', expression: 'margin', hide: [], signed: true, marginOf: 'score' },
  ],
} as Scene
const words = wordsOf({ ...def, seats: ['red', 'blue'].map((id) => ({ id, name: id, props: {} })) }, margins)
const bare = wordsOf(words.def, scene)

const outcome = (change: Partial<Outcome> = {}): Outcome => ({
  kind: 'rank',
  reason: 'the deck is empty',
  winners: ['blue'],
  ranking: [
    { seat: 'red', rank: 2, score: 4 },
    { seat: 'blue', rank: 1, score: 9 },
  ],
  ...change,
})
const values = { seats: { red: [40, -10], blue: [50, -3] } }

describe('the headline', () => {
  const of = (mine: readonly string[], result = outcome(), known = words) =>
    headline(result, standingsOf(result, values, known), mine, known)

  it('is about you', () => {
    expect(of(['blue'])).toBe('You won')
    expect(of(['red'])).toBe('You lost by 7') // by margins
    expect(of(['red'], outcome(), bare)).toBe('You lost by 5') // by scores
    expect(of(['blue'], outcome({ winners: ['red', 'blue'] }))).toBe('You won, with others')
  })

  it('is about everybody if all win or lose together', () => {
    expect(of(['blue'], outcome({ kind: 'win', winners: ['red', 'blue'] }))).toBe('Everybody wins')
    expect(of(['blue'], outcome({ kind: 'lose', winners: [] }))).toBe('Everybody loses')
  })

  it('is about your team if all its seats win, and nobody else', () => {
    const seats = ['red', 'blue', 'green', 'grey']
    const known = wordsOf(
      {
        ...words.def,
        seats: seats.map((id) => ({ id, name: id, props: {} })),
        teams: [{ id: 'shore', name: 'the Shore', seats: ['red', 'green'] }],
      },
      scene,
    )
    const ranking = seats.map((seat, i) => ({ seat, rank: i % 2 === 0 ? 1 : 3 }))
    const won = (winners: readonly string[]) => outcome({ kind: 'win', winners, ranking })
    expect(of(['green'], won(['red', 'green']), known)).toBe('Your team won')
    expect(of(['blue'], won(['red', 'green']), known)).toBe('You lost')
    expect(of([], won(['red', 'green']), known)).toBe('red and green win as the Shore')
    expect(of(['red'], won(['red', 'grey']), known)).toBe('You won, with others')
  })

  it('is about the winner for spectators, shared screens and draws', () => {
    expect(of([])).toBe('blue wins')
    expect(of(['red', 'blue'])).toBe('blue wins')
    expect(of(['red'], outcome({ kind: 'draw', winners: [] }))).toBe('A draw')
  })

  it('has no number without scores', () => {
    const ranking = outcome().ranking.map(({ seat, rank }) => ({ seat, rank }))
    expect(of(['red'], outcome({ ranking }), bare)).toBe('You lost')
  })
})

it('standings are in order, with margins or scores', () => {
  const of = (known = words) =>
    standingsOf(outcome(), values, known).map((one) => [one.seat, scoreText(one), one.isMargin])
  expect(of()).toEqual([
    ['blue', '−3', true],
    ['red', '−10', true],
  ])
  expect(of(bare)).toEqual([
    ['blue', '9', false],
    ['red', '4', false],
  ])
})

it('turning points are the turns with the largest changes, in order', () => {
  const turn = (...by: number[]) => ({ gains: by.map((one, i) => ({ seat: String(i), by: one })) })
  const turns = [turn(1), turn(-8, 2), turn(), turn(3), turn(5, -4)]
  expect(turningPoints(turns, 2)).toEqual([turns[1], turns[4]])
  expect(turningPoints([turn()])).toEqual([])
})

describe('a rematch in this browser', () => {
  const card = {
    seats: ['red', 'blue', 'green'].map((id) => ({ id, name: id, colour: '' })),
    options: [],
    agents: [
      { spec: 'policy:list', title: '', says: '', listedIn: { blue: 'bots', green: 'bots', red: 'bots' } },
    ],
  } as Pick<GameListing, 'seats' | 'agents' | 'options'>
  const about = {
    name: 'Ours',
    scenario: 'long',
    options: { bots: ['blue', 'green'], speed: 3 },
    seats: [
      { seat: 'red', kind: 'person', person: 'me' },
      { seat: 'blue', kind: 'bot', agent: 'policy:list' },
      { seat: 'green', kind: 'bot', agent: 'policy:list' },
    ],
    outcome: outcome({ ranking: ['red', 'blue', 'green'].map((seat, i) => ({ seat, rank: i + 1 })) }),
  } as unknown as TableDocument

  it('has the same setup and players', () => {
    expect(rematchSetup(about, card, false)).toEqual({
      name: 'Ours',
      scenario: 'long',
      options: { speed: 3 }, // those of the bots follow from their seats
      seats: { red: 'me', blue: 'policy:list', green: 'policy:list' },
    })
  })

  it('rotates the players, and keeps options that were set by hand', () => {
    expect(rematchSetup(about, card, true).seats).toEqual({
      red: 'policy:list',
      blue: 'me',
      green: 'policy:list',
    })
    const set = { ...about, options: { bots: ['blue'] }, scenario: '' }
    expect(rematchSetup(set, card, true)).toEqual({
      name: 'Ours',
      options: { bots: ['blue'] },
      seats: { red: 'policy:list', blue: 'me', green: 'policy:list' },
    })
    expect(rematchSetup(about, undefined, false).options).toEqual(about.options)
  })
})

describe('what a result is about', () => {
  const cards = { ...scene, names: { ah: 'A♥', kd: 'K♦', tens: '10♥' } } as unknown as Scene
  const inWords = wordsOf(
    {
      ...def,
      tokens: ['ah', 'kd', 'tens'].map((id) => ({ id, family: 'cards', props: {} })),
    } as unknown as typeof def,
    cards,
  )
  const view = {
    zones: {
      board: { size: 2, cards: ['kd', 'tens'], markers: {} },
      hand: { size: 1, cards: ['ah'], markers: {} },
    },
  } as unknown as View
  const frame = (change: Partial<TableFrame> = {}): TableFrame => ({
    number: 1,
    view,
    values: { values: [], seats: {}, spaces: {} },
    events: [],
    ...change,
  })
  const says = (...texts: string[]) => frame({ passing: { titles: [], says: texts } })

  it('are the cards that it names, in its order, and those it reveals', () => {
    expect(shownCards(says('Ada wins with A♥ and K♦'), inWords)).toEqual([
      { card: 'ah', zone: 'hand' },
      { card: 'kd', zone: 'board' },
    ])
    expect(shownCards(says('Ada wins 110♥'), inWords)).toEqual([]) // not a whole word
    const revealed: StepEvent = { type: 'revealed', what: ['kd'], at: 'board' }
    expect(shownCards(frame({ events: [revealed] }), inWords)).toEqual([{ card: 'kd', zone: 'board' }])
  })

  it('is highlighted, with what the look lists, and nothing of it can be chosen', () => {
    expect(litOf(frame(), cards, inWords)).toBeUndefined()
    expect(Object.keys(litOf(says('A♥'), cards, inWords)?.cards ?? {})).toEqual(['ah@hand'])
    const line = frame({ values: { values: [['a1', 'b2']], seats: {}, spaces: {} } })
    expect(litOf(line, { ...cards, highlight: 0 }, inWords)?.spaces).toEqual({
      a1: { picked: 0, max: 0 },
      b2: { picked: 0, max: 0 },
    })
    expect(
      litOf(frame({ values: { values: [[]], seats: {}, spaces: {} } }), { ...cards, highlight: 0 }, inWords),
    ).toBeUndefined()
  })
})

it('dice and cards can be heard', () => {
  const kinds = new Set(['ace'])
  const moved = (what: string): StepEvent => ({ type: 'moved', what, from: 'a', into: 'b', count: 1 })
  expect(soundOf([moved('ace'), { type: 'rolled', name: 'die', value: 1, min: 1, max: 6 }], kinds)).toBe(
    'dice',
  )
  expect(soundOf([moved('ace+up')], kinds)).toBe('cards')
  expect(soundOf([moved('card')], kinds)).toBe('cards')
  expect(soundOf([{ type: 'shuffled', zone: 'deck' }], kinds)).toBe('cards')
  expect(soundOf([moved('cube')], kinds)).toBeUndefined()
})
