/** Results of procedures and actions. */
import { describe, expect, it } from 'vitest'
import { type Block, type Expr, LinkError, linkGame, type ProcedureDef } from '../src/index.js'
import { linkBlock } from '@ludoforge/play'
import { entryOf } from '../../../test/support/items.js'
import type { LinkedGame } from '../src/game/game.js'
import { action, actor, gameOf, procedure, ref, seat, zone } from './games/board.js'
import { couriers } from './games/couriers.js'

const ask: Block[number] = {
  chooseOne: { bind: 'n', type: 'number', options: { query: 'intsInRange', min: 0, max: 9 } },
}
const into = (bind: string, type: string) => ({ into: { bind, type } })
const put = (value: Expr): Block[number] => ({ setVar: { scope: 'global', var: 'n', value } })

function small(...procedures: ProcedureDef[]) {
  const def = gameOf({
    id: 'small',
    seats: [seat('one'), seat('two')],
    zones: [zone('here', { space: true }), zone('there', { space: true })],
    variables: [
      { id: 'n', scope: 'global', type: 'number', start: 77 },
      { id: 'who', scope: 'global', type: 'seat', start: 'one' },
    ],
    procedures: [procedure('play', [{ endGame: { kind: 'draw' } }]), ...procedures],
  })
  return linkGame(def) as LinkedGame
}

/** Returns the variable `n` after the block. These numbers answer its questions. */
function run(game: LinkedGame, block: Block, ...answers: number[]): unknown {
  let s = linkBlock(game, block).run(game.start({ empty: true }), { actor: 'one' })
  for (const n of answers) s = game.decide(s, n)
  expect(game.decision(s)).toBeUndefined()
  return game.view(s, null).variables.n
}

describe('a result', () => {
  const double = { params: [{ name: 'x', type: 'number' }], gives: 'number' }
  const twice: Expr = { op: '*', left: ref('x'), right: 2 }

  it('is bound by the caller, whether the procedure asks or not', () => {
    const game = small(
      procedure('plain', [{ give: twice }], double),
      procedure('asking', [ask, { give: { op: '+', left: ref('n'), right: twice } }], double),
    )
    const call = (id: string): Block => [
      { call: { procedure: id, args: [4], ...into('got', 'number') } },
      put(ref('got')),
    ]
    expect(run(game, call('plain'))).toBe(8)
    expect(run(game, call('asking'), 3)).toBe(11)
  })

  it('passes through several callers with questions of their own', () => {
    const game = small(
      procedure('inner', [ask, { give: ref('n') }], { gives: 'number' }),
      procedure(
        'outer',
        [
          { call: { procedure: 'inner', args: [], ...into('a', 'number') } },
          { call: { procedure: 'inner', args: [], ...into('b', 'number') } },
          { give: { op: '-', left: ref('a'), right: ref('b') } },
        ],
        { gives: 'number' },
      ),
    )
    const block: Block = [
      { call: { procedure: 'outer', args: [], ...into('x', 'number') } },
      { call: { procedure: 'outer', args: [], ...into('y', 'number') } },
      put({ op: '+', left: { op: '*', left: ref('x'), right: 10 }, right: ref('y') }),
    ]
    expect(run(game, block, 7, 2, 9, 8)).toBe(51)
  })

  it.each([
    ['number', 0],
    ['flag', false],
    ['seat', { none: 'seat' }],
    ['zone', { none: 'zone' }],
    ['list zone', { query: 'list', type: 'zone', items: [] }],
    ['kind', { kinds: [{ any: [] }] }],
  ] as const)('is empty if a procedure ends without one: a %s', (type, empty) => {
    const nothing: Block[] = [[], [{ leave: 'procedure' }], [ask], [ask, { leave: 'procedure' }]]
    nothing.forEach((body, i) => {
      const game = small(procedure('p', body, { gives: type }))
      const same: Expr =
        type === 'flag'
          ? { op: 'not', arg: ref('got') }
          : type === 'kind'
            ? {
                op: 'not',
                arg: { aggregate: { op: 'any', query: { query: 'supply', filter: [{ kind: ref('got') }] } } },
              }
            : { op: '==', left: ref('got'), right: empty as Expr }
      const block: Block = [
        { call: { procedure: 'p', args: [], ...into('got', type) } },
        put({ if: { when: same, then: 1, else: 0 } }),
      ]
      expect(run(game, block, ...(i < 2 ? [] : [5]))).toBe(1)
    })
  })

  it('is computed for the actor there, and the caller’s actor is restored', () => {
    const other: Block = [
      {
        forEach: {
          bind: 'z',
          type: 'zone',
          over: { query: 'mapSpaces' },
          effects: [{ as: { player: { seat: 'two' }, effects: [{ give: actor }] } }],
        },
      },
    ]
    for (const body of [other, [ask, ...other]]) {
      const game = small(procedure('p', body, { gives: 'seat' }))
      const two: Expr = { op: '==', left: ref('got'), right: { seat: 'two' } }
      const one: Expr = { op: '==', left: actor, right: { seat: 'one' } }
      const block: Block = [
        { call: { procedure: 'p', args: [], ...into('got', 'seat') } },
        put({ if: { when: { op: 'and', args: [two, one] }, then: 1, else: 0 } }),
      ]
      expect(run(game, block, ...(body === other ? [] : [5]))).toBe(1)
    }
  })

  it('of an illegal action is empty, also the second time', () => {
    const once = { when: { op: '==', left: { ref: 'gvar', var: 'n' }, right: 77 } } as const
    for (const body of [[{ give: 5 }], [ask, { give: 5 }]] as Block[]) {
      const game = small(action('a', body, { gives: 'number', requires: [once] }))
      const block: Block = [
        { let: { bind: 'sum', type: 'number', value: 0 } },
        {
          repeat: {
            limit: 3,
            effects: [
              { perform: { action: { action: 'a' }, ...into('got', 'number') } },
              { assign: { bind: 'sum', value: { op: '+', left: ref('sum'), right: ref('got') } } },
              put(0),
            ],
          },
        },
        put(ref('sum')),
      ]
      expect(run(game, block, ...(body.length === 1 ? [] : [1]))).toBe(5)
    }
  })

  it('of an action known only in play is stored if its type matches', () => {
    const gives = { gives: 'number' }
    const seven: Block[number] = { give: 7 }
    for (const more of [[], [action('q', [ask], {})]]) {
      const game = small(
        action('a', [seven], gives),
        action('b', [put(3)], {}),
        action('c', [{ give: { zone: 'there' } }], { gives: 'zone' }),
        ...more,
      )
      const performed = (id: string) =>
        run(game, [
          { let: { bind: 'it', type: 'action', value: { action: id } } },
          { perform: { action: ref('it'), ...into('got', 'number') } },
          put(ref('got')),
        ])
      expect(performed('a')).toBe(7)
      expect(performed('b')).toBe(0)
      expect(performed('c')).toBe(0)
    }
  })

  it('of a recursive procedure is that of the outermost call', () => {
    const game = small(
      procedure(
        'sum',
        [
          { if: { when: { op: '<=', left: ref('x'), right: 0 }, then: [{ give: 0 }] } },
          {
            call: {
              procedure: 'sum',
              args: [{ op: '-', left: ref('x'), right: 1 }],
              ...into('less', 'number'),
            },
          },
          { give: { op: '+', left: ref('x'), right: ref('less') } },
        ],
        double,
      ),
    )
    expect(
      run(game, [{ call: { procedure: 'sum', args: [10], ...into('got', 'number') } }, put(ref('got'))]),
    ).toBe(55)
  })

  it('may be ignored', () => {
    const game = small(procedure('p', [{ give: 5 }], { gives: 'number' }))
    expect(run(game, [{ call: { procedure: 'p', args: [] } }])).toBe(77)
  })
})

describe('linking refuses', () => {
  const p = procedure('p', [{ give: 5 }], { gives: 'number' })
  const a = action('a', [], {})
  it.each<[string, ProcedureDef[], RegExp]>([
    ['giving where nothing is given', [procedure('x', [{ give: 5 }])], /declares no result/],
    [
      'giving another type',
      [procedure('x', [{ give: true }], { gives: 'number' })],
      /is a flag, but must be a number/,
    ],
    ['a type that is none', [procedure('x', [], { gives: 'nubmer' })], /'nubmer' isn't a type/],
    [
      'a name of another type',
      [p, procedure('x', [{ call: { procedure: 'p', args: [], ...into('y', 'zone') } }])],
      /The result of 'p' is 'number', not 'zone'/,
    ],
    [
      'a name for nothing',
      [a, procedure('x', [{ perform: { action: { action: 'a' }, ...into('y', 'zone') } }])],
      /The result of 'a' is nothing, not 'zone'/,
    ],
    [
      'a default that does not fit',
      [procedure('x', [], { params: [{ name: 'n', type: 'number', otherwise: { zone: 'here' } }] })],
      /a zone, but must be a number/,
    ],
  ])('%s', (_, procedures, message) => {
    expect(() => small(...procedures)).toThrow(LinkError)
    expect(() => small(...procedures)).toThrow(message)
  })
})

it('a game of couriers covers every form of result', () => {
  const game = linkGame(couriers) as LinkedGame
  let s = game.start({})
  const points = () => [
    entryOf(game.view(s, null).seats, 'red').points,
    entryOf(game.view(s, null).seats, 'blue').points,
  ]
  expect(game.decision(s)?.options.map((o) => o.id)).toEqual(['ride', 'wait', 'sleep', 'weigh'])
  // Three legs, then one more: four in all, none of which is elm.
  for (const choice of ['ride', ['ash', 'birch', 'cedar'], ['ash']]) s = game.decide(s, choice)
  expect(points()).toEqual([4, 0])
  // Waiting gives one place, and no leg is ridden.
  for (const choice of ['wait', []]) s = game.decide(s, choice)
  expect(points()).toEqual([4, 1])
  // Weighing gives a number, which is no list; elm ends the measuring with what the rival has.
  for (const choice of ['weigh', ['elm']]) s = game.decide(s, choice)
  expect(points()).toEqual([5, 1])
})
