/** Legality tests of actions, in the context of their performance. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Expr, linkGame, type Performance, RuleError, RunawayRule } from '../src/index.js'
import { explain, linkBlock, linkExpr } from '@ludoforge/play'
import { itemAt } from '../../../test/support/items.js'
import type { LinkedGame } from '../src/game/game.js'
import { action, actor, gameOf, it as item, procedure, ref, seat, zone } from './games/board.js'

const free = { ref: 'free' } as const
const cls = (value: string) => ({ value, of: 'action-class' }) as const
const red = { seat: 'red' } as const
const blue = { seat: 'blue' } as const
const ash = { zone: 'ash' } as const
const zones = (...ids: string[]): Expr => ({
  query: 'list',
  type: 'zone',
  items: ids.map((id) => ({ zone: id })),
})
const done = [{ addVar: { scope: 'global', var: 'n', delta: 1 } }] as const
const when = (...tests: Expr[]) => ({ requires: tests.map((test) => ({ when: test })) })

const def = gameOf({
  id: 'tests',
  seats: [seat('red'), seat('blue')],
  enums: [{ id: 'action-class', values: ['full', 'limited'] }],
  zones: [zone('ash', { space: true }), zone('elm', { space: true })],
  variables: [{ id: 'n', scope: 'global', type: 'number', start: 0 }],
  sources: [{ file: 'tests.md', line: 3, column: 1, text: 'requires free', rule: '1.1' }],
  procedures: [
    procedure('play', [{ endGame: { kind: 'draw' } }]),
    action('any', done),
    action('free', done, { requires: [{ when: free, src: 0 }] }),
    action('paid', done, when({ op: 'not', arg: free })),
    action('full', done, {
      class: 'full',
      ...when({ op: '==', left: { ref: 'actionClass' }, right: cls('full') }),
    }),
    action('ash', done, when({ op: 'within', zone: ash })),
    action('blue', done, when({ op: '==', left: actor, right: blue })),
    action('own', done, { by: ['blue'] }),
    action('at', done, {
      params: [{ name: 'x', type: 'zone' }],
      ...when({ op: '==', left: ref('x'), right: ash }, { op: 'not', arg: { ref: 'free' } }),
    }),
    action('go', done, { params: [{ name: 'x', type: 'zone' }] }),
    action('count', done, { params: [{ name: 'x', type: 'number' }] }),
    action(
      'never',
      done,
      when({ op: '>', left: { op: '/', left: 1, right: { ref: 'gvar', var: 'n' } }, right: 0 }),
    ),
  ],
})
const game = linkGame(def) as LinkedGame
const start = game.start({ empty: true })

type Clauses = Omit<Performance, 'action'>
const legal = (id: string, clauses: Clauses = {}, who = 'red'): boolean => {
  const node = { op: 'legal', action: { action: id }, ...clauses } as const
  const known = linkExpr(game, node, 'flag')(start, who) !== 0
  // The same of an action that is known only in play.
  const params = [{ name: 'it', type: 'action' }]
  const index = def.procedures.findIndex((p) => p.id === id)
  expect(linkExpr(game, { ...node, action: item }, 'flag', params)(start, who, index) !== 0).toBe(known)
  return known
}

describe('without a clause', () => {
  it('an action is tested for the actor, in the current context', () => {
    expect(['any', 'paid', 'ash'].map((id) => legal(id))).toEqual([true, true, true])
    expect(['free', 'full', 'blue', 'own'].map((id) => legal(id))).toEqual([false, false, false, false])
    expect(legal('own', {}, 'blue')).toBe(true)
    const inside = (id: string) =>
      linkBlock(game, [
        {
          setVar: {
            scope: 'global',
            var: 'n',
            value: { if: { when: { op: 'legal', action: { action: id } }, then: 1, else: 0 } },
          },
        },
      ]).run(start, { actor: 'red', free: true, actionClass: 'full', within: ['elm'] })
    expect(['free', 'paid', 'full', 'ash'].map((id) => game.view(inside(id), null).variables.n)).toEqual([
      1, 0, 1, 0,
    ])
  })

  it('requirements that need arguments are tested only with them', () => {
    expect(legal('at')).toBe(true)
    expect(legal('at', { args: [ash] })).toBe(true)
    expect(legal('at', { args: [{ zone: 'elm' }] })).toBe(false)
  })
})

describe('with clauses', () => {
  it('missing clauses are not inherited, and the class is the declared one', () => {
    const within = (id: string, clauses: Clauses) => {
      const test: Expr = { op: 'legal', action: { action: id }, ...clauses }
      const block = linkBlock(game, [
        { setVar: { scope: 'global', var: 'n', value: { if: { when: test, then: 1, else: 0 } } } },
      ])
      const context = { actor: 'red', free: true, actionClass: 'limited', within: ['elm'] }
      return game.view(block.run(start, context), null).variables.n === 1
    }
    expect(within('free', {})).toBe(true)
    expect(within('free', { by: red })).toBe(false)
    expect(within('ash', {})).toBe(false)
    expect(within('ash', { free: true })).toBe(true)
    expect(within('full', {})).toBe(false)
    expect(within('full', { free: true })).toBe(true)
    expect(within('full', { class: cls('limited') })).toBe(false)
  })

  it('the seats of the action are checked for the actor, but not for a named seat', () => {
    expect(legal('own', { free: true })).toBe(false)
    expect(legal('own', { free: true }, 'blue')).toBe(true)
    expect(legal('own', { by: red })).toBe(true)
    expect(legal('at', { by: red, args: [ash] })).toBe(true)
    expect(legal('at', { by: red })).toBe(true)
    expect(legal('at', { by: red, free: true })).toBe(false)
  })

  it('it is tested just as it would be performed', () => {
    const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
    const clauses = fc.record({
      by: fc.constantFrom<Expr>(red, blue),
      free: maybe(fc.boolean()),
      class: maybe(fc.constantFrom(cls('full'), cls('limited'))),
      within: maybe(fc.constantFrom(zones(), zones('ash'), zones('elm', 'ash'))),
      action: fc.constantFrom('any', 'free', 'paid', 'full', 'ash', 'blue', 'own', 'at'),
      where: fc.constantFrom('ash', 'elm'),
    })
    const property = fc.property(clauses, ({ action: id, where, ...given }) => {
      const said = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
      const args = id === 'at' ? { args: [{ zone: where }] } : {}
      const performed = linkBlock(game, [{ perform: { action: { action: id }, ...args, ...said } }])
      const happened = game.view(performed.run(start, { actor: 'red' }), null).variables.n === 1
      expect(legal(id, { ...args, ...said })).toBe(happened)
    })
    fc.assert(property, { numRuns: 150 })
  })

  it('an action that takes other arguments is not legal with them', () => {
    const test: Expr = { op: 'legal', action: item, args: [ash], by: red }
    const list: Expr = { query: 'filter', over: { query: 'actions' }, bind: 'it', where: test }
    const found = linkExpr(game, list, 'list action')(start, 'red') as number[]
    expect(found.map((i) => itemAt(def.procedures, i).id)).toEqual(['at', 'go'])
  })

  it('the context is restored, even after an error', () => {
    const s = game.fork(start)
    const context = () => [s.actor, s.free, s.actionClass, s.within, s.action, s.timing, game.hash(s)]
    const before = context()
    const clauses = { by: blue, free: true, class: cls('full'), within: zones('elm') }
    const ask = (id: string) => linkExpr(game, { op: 'legal', action: { action: id }, ...clauses }, 'flag')
    expect(ask('any')(s)).toBe(1)
    expect(context()).toEqual(before)
    expect(() => ask('never')(s)).toThrow(RuleError)
    expect(context()).toEqual(before)
  })
})

it('actions that test each other endlessly are stopped', () => {
  const test = (id: string): Expr => ({ op: 'legal', action: { action: id }, by: red, args: [1] })
  const params = [{ name: 'x', type: 'number' }]
  const loop = linkGame({
    ...def,
    procedures: [
      itemAt(def.procedures, 0),
      action('a', [], { params, ...when(test('b')) }),
      action('b', [], { params, ...when(test('a')) }),
    ],
  })
  expect(() => linkExpr(loop, test('a'), 'flag')(loop.start({ empty: true }))).toThrow(RunawayRule)
})

describe('explaining why an action is not offered', () => {
  const offer = (clauses: Clauses, id: string) => {
    const options: Expr = {
      query: 'filter',
      over: { query: 'actions' },
      bind: 'it',
      where: { op: 'legal', action: item, ...clauses },
    }
    const s = linkBlock(game, [{ chooseOne: { bind: 'deed', type: 'action', options, optional: true } }]).run(
      linkBlock(game, [{ setVar: { scope: 'global', var: 'n', value: 1 } }]).run(start),
      { actor: 'red' },
    )
    const before = game.hash(s)
    const why = explain(game, s, id)
    expect(game.hash(s)).toBe(before)
    return why
  }

  it('names the requirement as it would be performed', () => {
    expect(offer({ free: true }, 'free').offered).toBe(true)
    expect(offer({ by: red }, 'free').failed).toEqual([
      { text: "the action isn't free", code: 'requires free', rule: '1.1', place: 'tests.md:3' },
    ])
    expect(offer({ by: blue }, 'blue').offered).toBe(true)
    expect(itemAt(offer({ free: true }, 'blue').failed, 0).text).toBe('Red acts, not Blue')
  })

  it('names the seats of the action only if they matter', () => {
    expect(offer({ free: true }, 'own').summary).toBe('Own is for Blue only.')
    expect(offer({ by: red }, 'own').offered).toBe(true)
  })

  it('uses the class and the zones', () => {
    expect(offer({ class: cls('limited') }, 'full').failed).toMatchObject([
      { text: 'this is a limited, needs a full' },
    ])
    expect(offer({ free: true }, 'full').offered).toBe(true)
    expect(offer({ within: zones('elm') }, 'ash').failed).toMatchObject([
      { text: "this action can't use Ash" },
    ])
  })

  it('uses the arguments', () => {
    expect(offer({ args: [ash] }, 'at').offered).toBe(true)
    expect(offer({ args: [{ zone: 'elm' }], by: red }, 'at').failed).toMatchObject([
      { text: 'Elm is not Ash' },
    ])
    expect(offer({ args: [ash], free: true }, 'at').failed).toMatchObject([{ text: 'the action is free' }])
    for (const [args, id] of [
      [[3], 'at'],
      [[ash], 'count'],
      [[ash], 'any'],
    ] as const)
      expect(offer({ args }, id).failed).toMatchObject([
        { text: `${id} can't be performed with these arguments` },
      ])
  })

  it('skips requirements that depend on missing arguments', () => {
    expect(offer({ by: red, free: true }, 'at').failed).toMatchObject([{ text: 'the action is free' }])
  })

  it('restores the context', () => {
    const where = { op: 'legal', action: item, by: blue, free: true, within: zones('elm') } as const
    const options: Expr = { query: 'filter', over: { query: 'actions' }, bind: 'it', where }
    const s = linkBlock(game, [
      { setVar: { scope: 'global', var: 'n', value: 1 } },
      { chooseOne: { bind: 'deed', type: 'action', options, optional: true } },
    ]).run(start, { actor: 'red' })
    const context = () => [s.actor, s.free, s.actionClass, s.within, s.action, s.timing, game.hash(s)]
    const before = context()
    expect(explain(game, s, 'paid').failed).toMatchObject([{ text: 'the action is free' }])
    expect(context()).toEqual(before)
  })
})
