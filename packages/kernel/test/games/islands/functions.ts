/** What is worked out in islands: who controls a place, where one may rally, what a seat has come to. */
import type { FunctionDef } from '../../../src/index.js'
import { it, ref } from '../board.js'
import { mine, rival, some, tokensIn, where } from './terms.js'

export const functions: FunctionDef[] = [
  {
    id: 'power',
    params: [
      { name: 'where', type: 'zone' },
      { name: 'who', type: 'seat' },
    ],
    returns: 'number',
    body: {
      aggregate: {
        op: 'sum',
        query: tokensIn(ref('where'), [{ prop: 'owner', eq: ref('who') }]),
        bind: 't',
        value: { ref: 'tokenProp', token: ref('t'), prop: 'strength' },
      },
    },
  },
  {
    id: 'controls',
    params: [
      { name: 'who', type: 'seat' },
      { name: 'where', type: 'zone' },
    ],
    returns: 'flag',
    body: {
      aggregate: {
        op: 'all',
        query: { query: 'players' },
        bind: 's',
        value: {
          op: 'or',
          args: [
            { op: '==', left: ref('s'), right: ref('who') },
            {
              op: '>',
              left: { call: 'power', args: [ref('where'), ref('who')] },
              right: { call: 'power', args: [ref('where'), ref('s')] },
            },
          ],
        },
      },
    },
  },
  {
    id: 'can-rally',
    params: [{ name: 'where', type: 'zone' }],
    returns: 'flag',
    body: {
      op: 'and',
      args: [
        { op: 'not', arg: { call: 'controls', args: [rival, ref('where')] } },
        { op: 'within', zone: ref('where') },
        {
          op: '!=',
          left: { ref: 'markerState', marker: 'unrest', space: ref('where') },
          right: { value: 'revolt', of: 'unrest' },
        },
      ],
    },
    clauses: [0, 1, 2],
    rule: '3.1',
  },
  {
    id: 'score',
    params: [{ name: 'who', type: 'seat' }],
    returns: 'number',
    body: {
      op: '+',
      left: {
        aggregate: {
          op: 'sum',
          query: where({ call: 'controls', args: [ref('who'), it] }),
          bind: 'z',
          value: { ref: 'zoneProp', zone: ref('z'), prop: 'worth' },
        },
      },
      right: { ref: 'pvar', var: 'gold', player: ref('who') },
    },
  },
  {
    id: 'my-places',
    params: [],
    returns: 'list zone',
    body: where({ op: 'and', args: [some(it, mine), { op: 'within', zone: it }] }, [3, 1]),
  },
]
