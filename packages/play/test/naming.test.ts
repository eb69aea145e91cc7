/** What a name means to the one who asks: actions by id, title or the beginning of an id; values by id or label. */
import { describe, expect, it, vi } from 'vitest'
import type { ClauseEvaluator } from '../src/explain/clause-evaluator.js'
import { actionsNamed, valueNamed } from '../src/explain/naming.js'

const PROCEDURES = [
  { id: 'round', kind: 'procedure', title: 'March', by: [] },
  { id: 'march-north', kind: 'action', title: 'March', by: ['red'] },
  { id: 'march-south-east', kind: 'action', title: 'March', by: ['blue'] },
  { id: 'rest', kind: 'action', by: [] },
  { id: 'rest-long', kind: 'action', title: 'Sleep', by: [] },
  { id: 'march', kind: 'procedure', by: [] },
  { id: 'dance-any', kind: 'action', title: 'Dance', by: [] },
  { id: 'dance-blue', kind: 'action', title: 'Dance', by: ['blue'] },
  { id: 'odd-one', kind: 'action', title: 7, by: ['blue'] }, // of a GameDef that no compiler has made
]
const SPACES = [
  { id: 'mill', label: 'Old Mill' },
  { id: 'ford', label: 'The Ford' },
  { id: 'ford-2', label: 'the ford' },
  { id: 'inn', label: 7 },
]

function asking(seat = 0, type = 'zone', change = {}) {
  const label = vi.fn((_s: unknown, _type: string, value: number) => SPACES[value]?.label)
  const evaluator = {
    linked: {},
    linker: {
      def: { procedures: PROCEDURES },
      layout: {
        procedureIndex: new Map(PROCEDURES.map(({ id }, i) => [id, i])),
        seats: ['red', 'blue', 'green'],
        size: () => SPACES.length,
      },
      kinds: { sets: SPACES },
    },
    names: { id: (_s: unknown, _type: string, value: number) => SPACES[value]?.id, label },
    procedure: (index: number) => PROCEDURES[index],
    s: {},
    seat,
    q: { type },
    ...change,
  } as unknown as ClauseEvaluator
  return { evaluator, label }
}

describe('an action', () => {
  const named = (name: string, seat = 0) =>
    actionsNamed(asking(seat).evaluator, name).map((i) => PROCEDURES[i]?.id)

  it('is meant by its id, whoever asks', () => {
    expect(named('march-south-east')).toEqual(['march-south-east'])
    expect(named('rest')).toEqual(['rest'])
  })

  it('is meant by its title, in any case: that of the seat, if it has one', () => {
    expect(named('March', 0)).toEqual(['march-north'])
    expect(named('mARCH', 1)).toEqual(['march-south-east'])
    expect(named('March', 2)).toEqual(['march-north', 'march-south-east'])
    expect(named('sleep', 2)).toEqual(['rest-long'])
    expect(named('Dance', 0)).toEqual(['dance-any'])
    expect(named('Dance', 1)).toEqual(['dance-any', 'dance-blue'])
  })

  it('is meant by the beginning of its id, up to any hyphen', () => {
    expect(named('march-south')).toEqual(['march-south-east'])
    expect(named('MARCH-SOUTH')).toEqual(['march-south-east'])
    expect(named('march-sou')).toEqual([])
    expect(named('odd', 1)).toEqual(['odd-one'])
    expect(named('7')).toEqual([])
    expect(named('', 1)).toEqual(['odd-one']) // a title that is no text
  })

  it('is looked up in a list that is made once for a game', () => {
    const listing = vi.spyOn(PROCEDURES, 'forEach')
    const { evaluator } = asking()
    expect(actionsNamed(evaluator, 'Sleep')).toEqual(actionsNamed(evaluator, 'rest-long'))
    expect(actionsNamed(evaluator, 'sleep')).toEqual([4])
    expect(listing).toHaveBeenCalledTimes(1)
    listing.mockRestore()
  })

  it('of an id that is a procedure is looked up as a title', () => {
    expect(named('march', 0)).toEqual(['march-north'])
    expect(named('round')).toEqual([])
  })
})

describe('a value', () => {
  it('is meant by its id, or by its label in any case, of which the first wins', () => {
    const { evaluator, label } = asking()
    const named = (name: string) => valueNamed(evaluator, name)
    expect(['mill', 'ford-2', 'old mill', 'THE FORD', 'Mill', 'nowhere'].map(named)).toEqual([
      0,
      2,
      0,
      1,
      undefined,
      undefined,
    ])
    expect(label).toHaveBeenCalledTimes(SPACES.length) // names of a game are listed once
  })

  it('of a number is a whole one', () => {
    const named = (name: string) => valueNamed(asking(0, 'number').evaluator, name)
    expect(['12', '-3', '1.5', '12345678901', 'x1', '1x'].map(named)).toEqual([
      12,
      -3,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })

  it('of a kind is meant by its id only', () => {
    const named = (name: string) => valueNamed(asking(0, 'kind').evaluator, name)
    expect(['mill', 'inn', 'Old Mill'].map(named)).toEqual([0, 3, undefined])
  })

  it('is that of the game and the type it is asked in', () => {
    const { evaluator } = asking()
    const names = { id: () => 'x', label: () => 'y' }
    const named = (type: string, change: object) => valueNamed(asking(0, type, change).evaluator, 'mill')
    const { linked } = evaluator
    expect(valueNamed(evaluator, 'mill')).toBe(0)
    expect(named('zone', { linked, names })).toBe(0) // it is known by now
    expect(named('seat', { linked, names })).toBeUndefined()
    expect(named('zone', { names })).toBeUndefined()
  })
})
