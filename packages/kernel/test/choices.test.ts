/** Choices: what is offered, what may be answered, and what is skipped. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Block,
  IllegalChoice,
  isComplete,
  linkGame,
  selectionError,
  selectable,
  type State,
} from '../src/index.js'
import { linkBlock } from '@ludoforge/play'
import { entryOf, itemAt } from '../../../test/support/items.js'
import type { LinkedGame } from '../src/game/game.js'
import { it as item, ref } from './games/board.js'
import { islands } from './games/islands.js'

const game = linkGame(islands) as LinkedGame
const empty = game.start({ empty: true })
const run = (...effects: Block): State => linkBlock(game, effects).run(empty, { actor: 'red' })
const map = { query: 'mapSpaces' } as const
const put = (type: string, n: number, zone: string) =>
  ({ moveTokens: { tokens: { query: 'supply', filter: [{ type }] }, to: { zone }, limit: n } }) as const
const inCedar = { query: 'tokensInZone', zone: { zone: 'cedar' }, filter: [] } as const
const note = (name: string) =>
  ({
    setVar: { scope: 'global', var: 'round', value: { aggregate: { op: 'count', query: ref(name) } } },
  }) as const
const round = (s: State) => game.view(s, null).variables.round

describe('identical pieces', () => {
  const s = run(
    put('red-army', 3, 'cedar'),
    put('red-fort', 1, 'cedar'),
    {
      setTokenProp: {
        token: { aggregate: { op: 'first', query: inCedar } },
        prop: 'stance',
        value: { value: 'active', of: 'stance' },
      },
    },
    { chooseN: { bind: 'some', type: 'token', options: inCedar, min: 1, max: 3 } },
    { moveTokens: { tokens: ref('some'), to: { zone: 'elm' } } },
  )

  it('are one option with a count', () => {
    expect(game.decision(s)!.options).toEqual([
      { id: 'red-army+active@cedar', label: 'active Army of red in Cedar', count: 1 },
      { id: 'red-army@cedar', label: 'Army of red in Cedar', count: 2 },
      { id: 'red-fort@cedar', label: 'Fort of red in Cedar', count: 1 },
    ])
  })

  it('are named once each, or with a count', () => {
    const after = { 'red-army': 2, 'red-fort': 1 }
    expect(
      entryOf(game.view(game.decide(s, ['2 red-army@cedar', 'red-fort@cedar']), null).zones, 'elm').pieces,
    ).toEqual(after)
    const named = game.decide(s, ['red-army@cedar', 'red-fort@cedar', 'red-army@cedar'])
    expect(entryOf(game.view(named, null).zones, 'elm').pieces).toEqual(after)
  })

  it('keep their other properties when they move', () => {
    const moved = game.decide(s, ['red-army+active@cedar'])
    expect(entryOf(game.view(moved, null).zones, 'elm').pieces).toEqual({ 'red-army+active': 1 })
  })

  it.each<[string, Parameters<typeof game.decide>[1], RegExp]>([
    ['more than there are', ['3 red-army@cedar'], /can be chosen 2 times is chosen 3 times/],
    [
      'too many',
      ['2 red-army@cedar', 'red-fort@cedar', 'red-army+active@cedar'],
      /At most 3 can be chosen, not 4/,
    ],
    ['too few', [], /At least 1 must be chosen, not 0/],
    ['what is not offered', ['blue-army@cedar'], /'blue-army@cedar' is not offered for some/],
    ['a number of what is not offered', ['2 fish'], /not offered/],
    ['an absurd number', ['999999 red-army@cedar'], /At most 3/],
    ['no list of names', [{} as string], /must name options by their ids/],
    ['nothing at all', undefined as unknown as string, /must name options by their ids/],
  ])('cannot be answered with %s', (_, choice, message) => {
    const before = JSON.stringify(game.save(s))
    expect(() => game.decide(s, choice)).toThrow(IllegalChoice)
    expect(() => game.decide(s, choice)).toThrow(message)
    expect(JSON.stringify(game.save(s))).toBe(before)
  })

  it.each([[[9]], [[-1]], [[0.5]], [[0, 0]], [[Number.NaN]], [['0']], ['x'], [null]])(
    'cannot be answered in place with the picks %j, and nothing changes',
    (picks) => {
      const copy = game.fork(s)
      expect(() => game.answer(copy, picks as unknown as number[])).toThrow(IllegalChoice)
      expect(game.hash(copy)).toBe(game.hash(s))
      expect(game.decision(copy)).toEqual(game.decision(s))
    },
  )
})

describe('a choice of one', () => {
  it('can be declined only if it is optional', () => {
    const must = run({ chooseOne: { bind: 'z', type: 'zone', options: map } })
    expect(() => game.decide(must, [])).toThrow(/One option must be chosen/)
    expect(() => game.decide(must, ['ash', 'elm'])).toThrow(/Only one/)
    const may = run(
      { chooseOne: { bind: 'z', type: 'zone', options: map, optional: true } },
      {
        if: {
          when: { op: '==', left: ref('z'), right: { none: 'zone' } },
          then: [{ setVar: { scope: 'global', var: 'round', value: 7 } }],
        },
      },
    )
    expect(round(game.decide(may, []))).toBe(7)
    expect(round(game.decide(may, 'ash'))).toBe(0)
  })

  it('that is optional and has no options is skipped', () => {
    const s = run(
      { chooseOne: { bind: 't', type: 'token', options: inCedar, optional: true } },
      {
        if: {
          when: { op: '==', left: ref('t'), right: { none: 'token' } },
          then: [{ setVar: { scope: 'global', var: 'round', value: 3 } }],
        },
      },
    )
    expect(game.decision(s)).toBeUndefined()
    expect(round(s)).toBe(3)
  })

  it('that must be made is skipped if there are no options and `orAll` is set', () => {
    const one = { bind: 't', type: 'token', options: inCedar } as const
    expect(() => run({ chooseOne: one })).toThrow(/there are no options/)
    const s = run(
      { chooseOne: { ...one, orAll: true } },
      {
        if: {
          when: { op: '==', left: ref('t'), right: { none: 'token' } },
          then: [{ setVar: { scope: 'global', var: 'round', value: 3 } }],
        },
      },
    )
    expect(round(s)).toBe(3)
    const there = run(put('red-army', 1, 'cedar'), put('red-fort', 1, 'cedar'), {
      chooseOne: { ...one, orAll: true },
    })
    expect(game.decision(there)).toMatchObject({ optional: false })
  })

  it('of a kind can be declined: none is a kind that no piece has', () => {
    const kinds = [{ kinds: [{ type: 'red-army' }] }, { kinds: [{ group: 'forts' }] }]
    const options = { query: 'list', type: 'kind', items: kinds } as never
    const isNone = { op: '==', left: ref('k'), right: { none: 'kind' } } as const
    const s = run(
      { chooseOne: { bind: 'k', type: 'kind', options, optional: true } },
      { chooseOne: { bind: 'z', type: 'zone', options: map } },
      { if: { when: isNone, then: [{ setVar: { scope: 'global', var: 'round', value: 5 } }] } },
    )
    expect(round(game.decide(game.decide(s, []), 'ash'))).toBe(5)
    expect(round(game.decide(game.decide(s, 'forts'), 'ash'))).toBe(0)
    const filter = [{ kind: ref('k') }] as never
    const used = run(
      { chooseOne: { bind: 'k', type: 'kind', options, optional: true } },
      { moveTokens: { tokens: { query: 'supply', filter }, to: { zone: 'elm' } } },
    )
    expect(() => game.decide(used, [])).toThrow(/none/)
  })

  it('of a number is a range, not a list', () => {
    const s = run(
      { chooseOne: { bind: 'n', type: 'number', options: { query: 'intsInRange', min: 2, max: 90 } } },
      { setVar: { scope: 'global', var: 'round', value: ref('n') } },
    )
    expect(game.decision(s)).toMatchObject({ kind: 'number', min: 2, max: 90, options: [] })
    expect(round(game.decide(s, 17))).toBe(17)
    expect(round(game.decide(s, '17'))).toBe(17)
    for (const bad of [1, 91, 2.5, 'many', []])
      expect(() => game.decide(s, bad as number)).toThrow(IllegalChoice)
  })

  it('names enumeration values, seats, rows and kinds', () => {
    const ids = (type: string, options: never) =>
      game.decision(run({ chooseOne: { bind: 'x', type, options } }))!.options.map((o) => o.id)
    expect(ids('enum:unrest', { query: 'values', of: 'unrest' } as never)).toEqual([
      'calm',
      'tense',
      'revolt',
    ])
    expect(ids('seat', { query: 'players' } as never)).toEqual(['red', 'blue'])
    const kinds = [{ kinds: [{ type: 'red-army' }] }, { kinds: [{ group: 'forts' }] }]
    expect(ids('kind', { query: 'list', type: 'kind', items: kinds } as never)).toEqual(['red-army', 'forts'])
  })

  it('offers duplicates only once', () => {
    const twice = { query: 'concat', left: map, right: map } as const
    expect(
      game.decision(run({ chooseOne: { bind: 'x', type: 'zone', options: twice } }))!.options,
    ).toHaveLength(6)
  })
})

describe('a choice of several', () => {
  it('without options and with a minimum of 0 is skipped, and returns an empty list', () => {
    for (const max of [0, 3]) {
      const options = max === 0 ? map : ({ query: 'list', type: 'zone', items: [] } as const)
      const s = run(
        { setVar: { scope: 'global', var: 'round', value: 9 } },
        { chooseN: { bind: 'some', type: 'zone', options, min: 0, max } },
        note('some'),
      )
      expect(game.decision(s)).toBeUndefined()
      expect(round(s)).toBe(0)
    }
  })

  it('clamps a maximum that is out of reach', () => {
    const s = run({ chooseN: { bind: 'some', type: 'zone', options: map, min: 0, max: 99 } })
    expect(game.decision(s)!.max).toBe(6)
  })

  it('without a maximum allows all options', () => {
    const s = run({ chooseN: { bind: 'some', type: 'zone', options: map, min: 2 } })
    expect(game.decision(s)).toMatchObject({ min: 2, max: 6 })
  })

  it('of more than there are is a dead end, unless `orAll` is set', () => {
    const nine = { bind: 'some', type: 'zone', options: map, min: 9, max: 9 } as const
    expect(() => run({ chooseN: nine })).toThrow(/it needs at least 9, but only 6 can be chosen/)
    const worth = { ref: 'zoneProp', zone: item, prop: 'worth' } as const
    const paid = { costBind: 'it', cost: worth, budget: 2, orAll: true } as const
    expect(game.decision(run({ chooseN: { ...nine, ...paid } }))).toMatchObject({ min: 2, max: 2 })
    const none = { ...nine, options: { query: 'list', type: 'zone', items: [] }, orAll: true } as const
    expect(game.decision(run({ chooseN: none }))).toBeUndefined()
  })

  it('keeps the order of choosing', () => {
    const s = run(
      { chooseN: { bind: 'some', type: 'zone', options: map, min: 0, max: 3 } },
      {
        setVar: {
          scope: 'pvar',
          var: 'plan',
          player: { seat: 'red' },
          value: { aggregate: { op: 'first', query: ref('some') } },
        },
      },
    )
    expect(entryOf(game.view(game.decide(s, ['elm', 'ash']), 'red').seats, 'red').plan).toBe('elm')
  })

  it('stays within a budget: too expensive options are not offered, and the sum is checked', () => {
    const worth = { ref: 'zoneProp', zone: item, prop: 'worth' } as const
    const s = run({
      chooseN: {
        bind: 'some',
        type: 'zone',
        options: map,
        min: 0,
        max: 9,
        costBind: 'it',
        cost: worth,
        budget: 2,
      },
    })
    const decision = game.decision(s)!
    expect(decision.options.map((o) => [o.id, o.cost])).toEqual([
      ['ash', 2],
      ['birch', 1],
      ['dune', 1],
      ['elm', 2],
      ['fern', 1],
    ])
    expect(decision).toMatchObject({ budget: 2, max: 2 })
    expect(() => game.decide(s, ['ash', 'birch'])).toThrow(/costs 3, but the budget is 2/)
    expect(game.decision(game.decide(s, ['birch', 'fern']))).toBeUndefined()
  })
})

describe('selecting step by step', () => {
  const anyAsk = fc
    .record({
      options: fc.array(
        fc.record({ count: fc.integer({ min: 1, max: 3 }), cost: fc.integer({ min: 0, max: 5 }) }),
        { minLength: 1, maxLength: 6 },
      ),
      min: fc.integer({ min: 0, max: 4 }),
      max: fc.integer({ min: 1, max: 8 }),
      budget: fc.integer({ min: 0, max: 15 }),
      walk: fc.array(fc.nat(), { minLength: 8, maxLength: 8 }),
    })
    .map((r) => ({ ...r, min: Math.min(r.min, r.max) }))

  it('never leads to a selection that cannot be completed', () => {
    fc.assert(
      fc.property(anyAsk, ({ options, min, max, budget, walk }) => {
        const ask = {
          kind: 'many' as const,
          values: options.map((_, i) => i),
          counts: options.map((o) => o.count),
          costs: options.map((o) => o.cost),
          min,
          max,
          budget,
          optional: false,
          offers: [],
        }
        const picks: number[] = []
        if (min > 0 && selectable(ask, []).length === 0) return // the machine calls this a dead end
        for (const n of walk) {
          const next = selectable(ask, picks)
          if (next.length === 0) break
          picks.push(itemAt(next, n % next.length))
        }
        expect(selectionError(ask, picks)).toBeNull()
        expect(isComplete(ask, picks)).toBe(true)
      }),
    )
  })
})
