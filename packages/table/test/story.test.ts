/** The story: one entry per turn, with its result, the change of scores and the spaces it touched. */
import type { StepEvent } from '@ludoforge/kernel'
import type { Values } from '@ludoforge/look'
import { describe, expect, it } from 'vitest'
import {
  GameLog,
  gainsText,
  rotateSeats,
  spacesOf,
  standingValue,
  stepsOf,
  tellTurns,
  turnsOf,
  turnsSince,
} from '@ludoforge/table'
import { words as plain } from './vocabulary.js'

const value = (title: string, marginOf?: string) => ({
  title,
  expression: title,
  hide: [],
  signed: marginOf !== undefined,
  ...(marginOf === undefined ? {} : { marginOf }),
})
const words = {
  ...plain,
  reckoned: { ...plain.reckoned, seatValues: [value('points'), value('margin', 'points')] },
}

const values = (left: number, right: number): Values => ({
  values: [],
  seats: { left: [left + 10, left], right: [right + 10, right] },
  spaces: {},
})
const entered = (title: string): StepEvent => ({ type: 'entered', procedure: title, title })
const exit: StepEvent = { type: 'left', procedure: 'x' }
const chose = (seat: string, choice: string, label?: string): StepEvent => ({
  type: 'chose',
  seat,
  name: 'what',
  choice,
  ...(label === undefined ? {} : { label }),
})
const moved = (what: string, from: string, into: string): StepEvent => ({
  type: 'moved',
  what,
  from,
  into,
  count: 1,
})
const said = (text: string): StepEvent => ({ type: 'said', text })

type Step = readonly [readonly StepEvent[], Values?]
function logOf(...steps: readonly Step[]): GameLog {
  const log = new GameLog(words, null)
  steps.forEach(([events, known], number) => log.tell(events, number, known))
  return log
}
const told = (log: GameLog) => {
  const turns = turnsOf(log, words)
  return tellTurns(turns, log, words).map(({ head, results, gains }, i) => ({
    seat: turns[i]?.seat,
    under: turns[i]?.under,
    numbers: [turns[i]?.first, turns[i]?.last],
    head,
    results,
    gains: gainsText(gains, words),
  }))
}

describe('the turns of a game', () => {
  it('name the spaces that a piece of the seat leaves and reaches', () => {
    const log = logOf(
      [[entered('Left')], values(0, 0)],
      [[chose('left', 'hill'), moved('cube', 'hill', 'mill'), exit]],
    )
    expect(told(log).map(({ head }) => head)).toEqual(['Left moves from Hill to Mill'])
  })

  it('begin with the report of the rules rather than with the choices', () => {
    const log = logOf(
      [[entered('Left')], values(0, 0)],
      [[chose('left', 'signal', 'Signal to a keeper'), chose('left', 'hill'), said('Left signals Hill: 2nd card'), exit]], // biome-ignore format: one line
    )
    expect(told(log).map(({ head }) => head)).toEqual(['Left signals Hill: 2nd card'])
    const loose = logOf([
      [chose('left', 'hill'), chose('left', 'mill'), said('Left scouts Mill')],
      values(0, 0),
    ])
    expect(told(loose).map(({ head }) => head)).toEqual(['Left scouts Mill'])
  })

  it('are the titles of seats, with the title around them', () => {
    const log = logOf(
      [[entered('Round 1'), entered('Left')], values(0, 0)],
      [[chose('left', 'hill'), moved('cube', 'box', 'hill')], values(2, -5)],
      [[chose('left', 'mill'), moved('cube', 'box', 'mill'), exit, entered('Right')]],
      [[chose('right', 'port'), moved('disc', 'box', 'port'), exit, exit], values(2, -3)],
    )
    expect(told(log)).toEqual([
      {
        seat: 'left',
        under: 'Round 1',
        numbers: [1, 2],
        head: 'Left plays Hill',
        results: ['Cube in Hill', 'Cube in Mill'],
        gains: 'Left +2, Right −5',
      },
      {
        seat: 'right',
        under: 'Round 1',
        numbers: [3, 3],
        head: 'Right plays Port',
        results: ['Disc in Port'],
        gains: 'Right +2',
      },
    ])
    const [first] = turnsOf(log, words)
    expect(first === undefined ? [] : spacesOf(first, words)).toEqual(['hill', 'mill'])
    expect(first === undefined ? [] : stepsOf(first).map(({ number }) => number)).toEqual([1, 1, 2, 2])
  })

  it('are the decisions of one seat in a row, if there are no titles', () => {
    const log = logOf(
      [[], values(0, 0)],
      [[chose('left', 'a', 'Raise')]],
      [[chose('left', 'b', '40')]],
      [[chose('right', 'c', 'Fold')], values(0, -1)],
      [[chose('left', 'd', 'Call')]],
    )
    expect(told(log).map(({ head, gains }) => [head, gains])).toEqual([
      ['Left chooses Raise and 40', ''],
      ['Right folds', 'Right −1'],
      ['Left calls', ''],
    ])
  })

  it('leave out chat, notes and phases of bookkeeping', () => {
    const log = logOf(
      [[entered('Setup'), { type: 'shuffled', zone: 'deck' }, exit]],
      [[chose('left', 'hill')]],
    )
    log.note('Ann: hello', 2, 'talk')
    expect(told(log).map(({ head }) => head)).toEqual(['Left chooses Hill'])
  })

  it('tell a phase without a net result by what happened', () => {
    const log = logOf([[entered('The draw'), moved('ace', 'deck', 'row'), exit]])
    const [phase] = told(log)
    expect(phase?.seat).toBeUndefined()
    expect([phase?.head, phase?.results]).toEqual(['The draw', [expect.stringContaining('Ace')]])
  })

  it('credit a result to the part that reports it', () => {
    const log = logOf(
      [[], values(0, 0)],
      [[chose('right', 'x', 'Fold'), entered('The pots'), said('Left wins 9'), exit], values(9, -9)],
    )
    expect(told(log).map(({ head, results, gains }) => [head, results, gains])).toEqual([
      ['Right folds', [], ''],
      ['The pots', ['Left wins 9'], 'Left +9, Right −9'],
    ])
  })

  it('are gone after an undo, with their values', () => {
    const log = logOf([[], values(0, 0)], [[chose('left', 'hill')], values(3, 0)])
    expect(log.valuesAt(1)).toEqual(values(3, 0))
    log.truncate(0)
    expect(told(log)).toEqual([])
    expect(log.valuesAt(1)).toEqual(values(0, 0))
    expect(log.valuesAt(-1)).toBeUndefined()
  })
})

describe('the turns since yours', () => {
  const log = logOf(...['left', 'right', 'right', 'left'].map((seat, i): Step => [[chose(seat, `x${i}`)]]))
  const turns = turnsOf(log, words)
  const since = (seat: string | null, isDeciding: boolean, most?: number) =>
    turnsSince(turns, seat, isDeciding, most).map(({ seat: who, first }) => `${who} ${first}`)

  it('begin after your last one, without the one in progress', () => {
    expect(turns.map(({ seat, first, last }) => [seat, first, last])).toEqual([
      ['left', 0, 0],
      ['right', 1, 2],
      ['left', 3, 3],
    ])
    expect(since('left', true)).toEqual(['right 1'])
    expect(since('left', false)).toEqual([])
    expect(since('right', true)).toEqual(['left 3'])
  })

  it('are the last few for a spectator', () => {
    expect(since(null, false, 2)).toEqual(['right 1', 'left 3'])
  })
})

it('a margin is compared before a signed value, and any value before none', () => {
  const of = (...seatValues: ReturnType<typeof value>[]) =>
    standingValue({ reckoned: { ...plain.reckoned, seatValues } })
  expect(of(value('points'), value('margin', 'points'))).toBe(1)
  expect(of(value('points'), { ...value('lead'), signed: true })).toBe(1)
  expect(of(value('points'))).toBe(0)
  expect(of()).toBe(-1)
})

it('rotated seats have the player of the seat before, among those who play', () => {
  const seats = ['a', 'b', 'c', 'd'].map((seat) => ({ seat, agent: `bot of ${seat}` }))
  expect(rotateSeats(seats, ['a', 'b', 'd'])).toEqual([
    { seat: 'a', agent: 'bot of d' },
    { seat: 'b', agent: 'bot of a' },
    { seat: 'c', agent: 'bot of c' },
    { seat: 'd', agent: 'bot of b' },
  ])
  expect(rotateSeats(seats, [])).toEqual(seats)
})
