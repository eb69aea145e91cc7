/** The reasons of policies: what each part of a line kept and dropped. */
import { describe, expect, it } from 'vitest'
import {
  type Effect,
  type EntryDef,
  type Expr,
  type GameDef,
  type LineDef,
  linkGame,
  Rng,
} from '@ludoforge/kernel'
import { type ExplainedDecision, policyOf } from '../src/index.js'
import { itemAt } from '../../../test/support/items.js'
import { gameOf, it as option, procedure, ref, seat, zone } from '../../kernel/test/games/board.js'

const SPACES = ['moor', 'hill', 'bay', 'fen', 'ness', 'wold']
const listed: Expr = { query: 'list', type: 'zone', items: SPACES.map((id) => ({ zone: id })) }
const attribute = (prop: string): Expr => ({ ref: 'zoneProp', zone: option, prop })
const size = attribute('size')
const depth = attribute('depth')
const gold: Expr = { ref: 'gvar', var: 'gold' }
const atLeast = (left: Expr, right: number): Expr => ({ op: '>=', left, right })
const chosen: Expr = { aggregate: { op: 'count', query: ref('chosen') } }
const asNumber = (when: Expr): Expr => ({ if: { when, then: 1, else: 0 } })

const one: Effect = { chooseOne: { bind: 'place', type: 'zone', options: listed } }
const declinable: Effect = { chooseOne: { bind: 'place', type: 'zone', options: listed, optional: true } }
const several: Effect = { chooseN: { bind: 'place', type: 'zone', options: listed, min: 0, max: 4 } }
const number: Effect = {
  chooseOne: { bind: 'place', type: 'number', options: { query: 'intsInRange', min: 2, max: 9 } },
}

const gameWith = (asks: Effect, lines: readonly LineDef[]): GameDef => {
  const entry: EntryDef = { at: [{ procedure: 'play', name: 'place' }], names: [], lines }
  return gameOf({
    id: 'table',
    seats: [seat('ann')],
    attributes: [
      { id: 'size', type: 'number' },
      { id: 'depth', type: 'number' },
    ],
    zones: SPACES.map((id, i) =>
      zone(id, {
        space: true,
        attributes: { size: itemAt([3, 1, 4, 3, 4, 1], i), depth: itemAt([2, 2, 1, 7, 5, 1], i) },
      }),
    ),
    variables: [{ id: 'gold', scope: 'global', type: 'number', min: 0, max: 99, start: 2 }],
    policies: [{ id: 'calm', seats: ['ann'], entries: [entry] }],
    procedures: [procedure('play', [asks, { endGame: { kind: 'draw' } }])],
  })
}

function explained(asks: Effect, ...lines: readonly LineDef[]): ExplainedDecision {
  return explainedIn(gameWith(asks, lines))
}

function explainedIn(def: GameDef): ExplainedDecision {
  const game = linkGame(def)
  const found = policyOf(game, 0).explain(game.start(), new Rng(1))
  if (found === undefined) throw new Error('The policy has no entry.')
  return found
}
const decided = (asks: Effect, ...lines: readonly LineDef[]) =>
  explained(asks, ...lines).reasons.map((reason) => reason.decided)

const VALUES: readonly Expr[] = [size, depth, chosen, { op: '+', left: size, right: { dice: 3 } }]
const NARROWING: readonly LineDef['do'][] = ['prefer', 'avoid', 'only', 'first', 'first', 'otherwise', 'stop']

/** A random line, also with dice. */
function randomLine(rng: Rng): LineDef {
  const value = () => itemAt(VALUES, rng.below(VALUES.length))
  const test = atLeast(value(), rng.below(6))
  const when = rng.below(4) === 0 ? { when: atLeast({ dice: 2 }, 2) } : {}
  const does = itemAt(NARROWING, rng.below(NARROWING.length))
  if (does === 'stop') return { do: does, when: atLeast(chosen, 1 + rng.below(3)) }
  const ranks = Array.from({ length: rng.below(3) }, () => ({
    by: rng.below(2) === 0 ? ('most' as const) : ('least' as const),
    value: value(),
  }))
  const isTested = does === 'avoid' || does === 'only' || rng.below(2) === 0
  return { do: does, ...(isTested ? { test } : {}), ...(ranks.length > 0 ? { ranks } : {}), ...when }
}

describe('a decision that is made again', () => {
  it.each([
    ['one', one],
    ['one or none', declinable],
    ['several', several],
  ])('leaves the same options after every line: %s', (_, asks) => {
    const rng = new Rng('lines')
    let narrowed = 0
    for (let n = 0; n < 60; n += 1) {
      const lines = Array.from({ length: 1 + rng.below(5) }, () => randomLine(rng))
      // The lines up to each line are a policy of their own, whose generated code leaves what the record says.
      for (let count = 1; count <= lines.length; count += 1) {
        const game = linkGame(gameWith(asks, lines.slice(0, count)))
        const policy = policyOf(game, 0)
        const state = game.start()
        const fast = [...(policy.choose(state, new Rng(n)) ?? [])]
        const again = policy.explain(state, new Rng(n))
        expect(again?.picks).toEqual(fast)
        const round = again?.rounds[0]
        if (asks !== several)
          expect(policy.left(state, new Rng(n))).toEqual(
            round?.declines === null ? round.left.map((pick) => [pick]) : [[]],
          )
        const last = round?.parts.at(-1)
        if (last === undefined || round?.declines !== null) continue
        expect(round.left).toEqual(last.after)
        narrowed += round.parts.filter(({ before, after }) => after.length < before.length).length
      }
    }
    expect(narrowed).toBeGreaterThan(50)
  })

  it('takes nothing from the answer that it explains', () => {
    const game = linkGame(gameWith(one, []))
    const policy = policyOf(game, 0)
    const state = game.start()
    const picks = policy.choose(state, new Rng(3))
    const copy = [...(picks ?? [])]
    for (let seed = 0; seed < 9; seed += 1) policy.explain(state, new Rng(seed))
    expect(picks).toEqual(copy)
  })
})

describe('a reason of a policy', () => {
  it('is a part that kept the chosen option and dropped another', () => {
    const lines: LineDef[] = [
      { do: 'prefer', test: atLeast(size, 0) }, // drops nothing
      { do: 'prefer', test: atLeast(size, 3) },
      { do: 'prefer', ranks: [{ by: 'most', value: size }, { by: 'least', value: depth }] }, // biome-ignore format: one line
    ]
    expect(decided(one, ...lines)).toEqual([
      { part: 'test', picks: 1, pick: 0, before: 6, after: 4, chosen: 'bay', dropped: 'hill' },
      { part: 'rank', rank: 0, picks: 1, pick: 0, before: 4, after: 2, chosen: 'bay', dropped: 'moor', value: 4, next: 3 }, // biome-ignore format: one line
      { part: 'rank', rank: 1, picks: 1, pick: 0, before: 2, after: 1, chosen: 'bay', dropped: 'ness', value: 1, next: 5 }, // biome-ignore format: one line
    ])
  })

  it('is not a `first` line that dropped nothing', () => {
    expect(
      decided(one, { do: 'first', test: atLeast(size, 0), ranks: [{ by: 'most', value: depth }] }),
    ).toEqual([expect.objectContaining({ part: 'rank', chosen: 'fen', dropped: 'ness', value: 7, next: 5 })])
  })

  it('of a number made of a condition is the condition, if the chosen option meets it and others do not', () => {
    const deep = asNumber(atLeast(depth, 5))
    expect(
      decided(one, {
        do: 'prefer',
        ranks: [
          { by: 'most', value: deep },
          { by: 'most', value: size },
        ],
      }),
    ).toEqual([
      expect.objectContaining({ part: 'test', rank: 0, chosen: 'ness', value: 1, next: 0 }),
      expect.objectContaining({ part: 'rank', rank: 1, chosen: 'ness', dropped: 'fen' }),
    ])
    const nowhere = asNumber(atLeast(depth, 50))
    expect(
      decided(one, {
        do: 'prefer',
        ranks: [
          { by: 'most', value: nowhere },
          { by: 'most', value: depth },
        ],
      }),
    ).toEqual([expect.objectContaining({ part: 'rank', rank: 1 })])
  })

  it('of several picks is first the part that decided most of them', () => {
    const lines: LineDef[] = [
      { do: 'prefer', test: { op: 'and', args: [atLeast(size, 3), { op: '==', left: depth, right: 1 }] } },
      { do: 'prefer', ranks: [{ by: 'most', value: depth }] },
      { do: 'take', amount: 3 },
    ]
    expect(decided(several, ...lines)).toEqual([
      expect.objectContaining({ part: 'rank', picks: 2, pick: 1, chosen: 'fen' }),
      expect.objectContaining({ part: 'test', picks: 1, pick: 0, chosen: 'bay' }),
    ])
  })

  it('names what is left to chance', () => {
    const { reasons } = explained(one, { do: 'prefer', ranks: [{ by: 'least', value: size }] })
    expect(reasons.map(({ text }) => text).at(-1)).toBe('one of 2 equally good')
    expect(explained(one, { do: 'prefer', ranks: [{ by: 'most', value: depth }] }).reasons).toHaveLength(1)
    expect(explained(several, { do: 'take', amount: 2 }).reasons.map(({ text }) => text)).toEqual(['2 of 6 equally good']) // biome-ignore format: one line
  })

  it('is the condition of a line that declines, and nothing without one', () => {
    expect(decided(declinable, { do: 'stop', when: atLeast(gold, 1) })).toEqual([
      { part: 'stop', picks: 1, pick: 0, before: 6, after: 0 },
    ])
    expect(decided(declinable, { do: 'stop' })).toEqual([])
    expect(decided(declinable, { do: 'first', test: atLeast(size, 9) }, { do: 'otherwise' })).toEqual([])
  })

  it('is the amount, if another was possible', () => {
    const text = (...lines: LineDef[]) => explained(number, ...lines).reasons.map((reason) => reason.text)
    expect(text({ do: 'take', extreme: 'most' })).toEqual(['as many as possible'])
    expect(text({ do: 'take', amount: 40 })).toEqual(['as many as possible'])
    expect(text({ do: 'take', amount: 1 })).toEqual(['as few as possible'])
    expect(text({ do: 'take', amount: 4, when: atLeast(gold, 1) })).toEqual(['gold is at least 1'])
    expect(text({ do: 'take', amount: 5 })).toEqual([])
  })

  it('of a line that only names an option is its condition, or nothing', () => {
    const named: LineDef = { do: 'first', test: { op: '==', left: option, right: { zone: 'hill' } } }
    const when = atLeast(gold, 1)
    expect(decided(one, named)).toEqual([])
    expect(explained(one, { ...named, when }).reasons.map(({ text }) => text)).toEqual(['gold is at least 1'])
  })

  it('states only the conjuncts that dropped something', () => {
    const test: Expr = { op: 'and', args: [atLeast(size, 0), atLeast(depth, 7)] }
    expect(explained(one, { do: 'first', test }).reasons.map(({ text }) => text)).toEqual([
      'depth of Fen is at least 7',
    ])
  })

  it('says nothing rather than a formula', () => {
    const sum: Expr = { op: '+', left: size, right: { op: '*', left: depth, right: 9 } }
    expect(decided(one, { do: 'prefer', ranks: [{ by: 'most', value: sum }] })).toEqual([])
  })

  it('is what the line says, if it says something', () => {
    const says = { holds: ['it is deep'] }
    const ranks = [{ by: 'most', value: size }] as const
    const line: LineDef = { do: 'first', test: atLeast(depth, 5), ranks, says }
    expect(explained(one, line).reasons.map(({ text }) => text)).toEqual(['it is deep'])
  })
})

describe('a rank by an order', () => {
  const order: GameDef['functions'][number] = {
    id: 'order',
    params: [{ name: 'space', type: 'zone' }],
    returns: 'number',
    body: { ref: 'zoneProp', zone: ref('space'), prop: 'size' },
    says: { holds: ['first to be visited'], fails: ['last to be visited'] },
  }
  const ranked = (by: 'most' | 'least', says = order.says) => {
    const line: LineDef = { do: 'prefer', ranks: [{ by, value: { call: 'order', args: [option] } }] }
    const def = gameWith(one, [line, { do: 'prefer', ranks: [{ by: 'most', value: depth }] }])
    return explainedIn({ ...def, functions: [{ ...order, ...(says && { says }) }] }).reasons[0]?.text
  }

  it('says what comes first or last, without the numbers', () => {
    expect(ranked('most')).toBe('first to be visited (next Moor)')
    expect(ranked('least')).toBe('last to be visited (next Moor)')
  })

  it('is a measure with numbers if it has one form', () => {
    expect(ranked('most', { holds: ['visitors'] })).toBe('most visitors (4; next Moor, 3)')
  })
})
