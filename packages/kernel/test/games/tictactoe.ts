/** Tic-tac-toe: marks on a 3x3 map, winning lines as a table. */
import type { Expr } from '../../src/index.js'
import { actor, gameOf, it, procedure, ref, seat, zone } from './board.js'

const cells = ['a1', 'a2', 'a3', 'b1', 'b2', 'b3', 'c1', 'c2', 'c3']
const lines = [
  ['a1', 'a2', 'a3'],
  ['b1', 'b2', 'b3'],
  ['c1', 'c2', 'c3'],
  ['a1', 'b1', 'c1'],
  ['a2', 'b2', 'c2'],
  ['a3', 'b3', 'c3'],
  ['a1', 'b2', 'c3'],
  ['a3', 'b2', 'c1'],
]

const marksOfActor = (where: Expr): Expr => ({
  aggregate: {
    op: 'any',
    query: { query: 'tokensInZone', zone: where, filter: [{ prop: 'owner', eq: actor }] },
  },
})

export const tictactoe = gameOf({
  id: 'tictactoe',
  seats: [seat('x'), seat('o')],
  zones: [zone('box'), ...cells.map((id) => zone(id, { space: true }))],
  properties: [{ id: 'owner', type: 'seat', changes: false }],
  tokens: ['x', 'o'].map((id) => ({
    id: `mark-${id}`,
    name: `Mark of ${id}`,
    family: 'pieces' as const,
    count: 5,
    supply: 'box',
    props: { owner: id },
    changing: [],
  })),
  tables: [
    { id: 'lines', columns: [{ id: 'cells', type: 'list zone' }], rows: lines.map((l) => ({ cells: l })) },
  ],
  functions: [
    {
      id: 'complete',
      params: [{ name: 'line', type: 'row:lines' }],
      returns: 'flag',
      body: {
        aggregate: {
          op: 'all',
          query: { ref: 'column', table: 'lines', row: ref('line'), column: 'cells' },
          bind: 'it',
          value: marksOfActor(it),
        },
      },
    },
    {
      id: 'empty',
      params: [{ name: 'cell', type: 'zone' }],
      returns: 'flag',
      body: { op: '==', left: { ref: 'zoneCount', zone: ref('cell') }, right: 0 },
    },
  ],
  procedures: [
    procedure('play', [
      { let: { bind: 'turn', type: 'seat', value: { seat: 'x' } } },
      {
        repeat: {
          limit: 9,
          effects: [
            {
              as: {
                player: ref('turn'),
                effects: [
                  {
                    chooseOne: {
                      bind: 'cell',
                      type: 'zone',
                      options: {
                        query: 'filter',
                        over: { query: 'mapSpaces' },
                        bind: 'it',
                        where: { call: 'empty', args: [it] },
                      },
                    },
                  },
                  {
                    moveToken: {
                      token: {
                        aggregate: {
                          op: 'first',
                          query: { query: 'supply', filter: [{ prop: 'owner', eq: actor }] },
                        },
                      },
                      to: ref('cell'),
                    },
                  },
                  {
                    if: {
                      when: {
                        aggregate: {
                          op: 'any',
                          query: { query: 'rows', table: 'lines' },
                          bind: 'it',
                          value: {
                            op: 'and',
                            args: [
                              {
                                op: 'in',
                                item: ref('cell'),
                                set: { ref: 'column', table: 'lines', row: it, column: 'cells' },
                              },
                              { call: 'complete', args: [it] },
                            ],
                          },
                        },
                      },
                      then: [{ endGame: { kind: 'win', seats: actor, reason: ['three in a line'] } }],
                    },
                  },
                ],
              },
            },
            {
              assign: {
                bind: 'turn',
                value: {
                  if: {
                    when: { op: '==', left: ref('turn'), right: { seat: 'x' } },
                    then: { seat: 'o' },
                    else: { seat: 'x' },
                  },
                },
              },
            },
          ],
        },
      },
      { endGame: { kind: 'draw', reason: ['the board is full'] } },
    ]),
  ],
})
