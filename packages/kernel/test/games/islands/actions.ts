/** What a seat can do in its turn: rally, march and scheme, and raid meanwhile. */
import type { Expr, ProcedureDef } from '../../../src/index.js'
import { action, actor, it, ref } from '../board.js'
import { call, count, free, gold, mine, rival, some, tokensIn, where } from './terms.js'

const spaceLimit: Expr = {
  if: {
    when: { op: '==', left: { ref: 'actionClass' }, right: { value: 'limited', of: 'action-class' } },
    then: 1,
    else: 3,
  },
}

export const actions: ProcedureDef[] = [
  action(
    'rally',
    [
      {
        chooseN: {
          bind: 'places',
          type: 'zone',
          options: where({ call: 'can-rally', args: [it] }, [5]),
          min: 0,
          max: spaceLimit,
          costBind: 'p',
          cost: { if: { when: free, then: 0, else: { ref: 'zoneProp', zone: ref('p'), prop: 'worth' } } },
          budget: gold,
        },
        src: 5,
      },
      {
        forEach: {
          bind: 'place',
          type: 'zone',
          over: ref('places'),
          countBind: 'rallied',
          effects: [
            {
              if: {
                when: { op: 'not', arg: free },
                then: [
                  {
                    addVar: {
                      scope: 'pvar',
                      var: 'gold',
                      player: actor,
                      delta: {
                        op: '-',
                        left: 0,
                        right: { ref: 'zoneProp', zone: ref('place'), prop: 'worth' },
                      },
                      exact: true,
                    },
                  },
                ],
              },
            },
            { moveTokens: { tokens: { query: 'supply', filter: mine }, to: ref('place'), limit: 2 } },
            { window: { name: 'special', timing: 'during' } },
          ],
        },
      },
      { say: { text: ['Rallied in ', { show: ref('rallied'), type: 'number' }] } },
    ],
    {
      class: 'operation',
      rule: '3.1',
      requires: [{ when: { aggregate: { op: 'any', query: { query: 'supply', filter: mine } } }, src: 6 }],
    },
  ),
  action(
    'march',
    [
      { window: { name: 'special', timing: 'before' } },
      {
        repeat: {
          limit: 4,
          while: {
            op: '>',
            left: { aggregate: { op: 'count', query: { call: 'my-places', args: [] } } },
            right: 0,
          },
          effects: [
            {
              chooseOne: {
                bind: 'from',
                type: 'zone',
                optional: true,
                options: { call: 'my-places', args: [] },
              },
              src: 7,
            },
            {
              if: {
                when: { op: '==', left: ref('from'), right: { none: 'zone' } },
                then: [{ leave: 'loop' }],
              },
            },
            {
              chooseN: {
                bind: 'movers',
                type: 'token',
                options: tokensIn(ref('from'), mine),
                min: 1,
                max: 3,
              },
            },
            {
              chooseOne: {
                bind: 'to',
                type: 'zone',
                options: {
                  query: 'connectedZones',
                  zone: ref('from'),
                  bind: 'z',
                  via: {
                    op: '==',
                    left: { ref: 'zoneProp', zone: ref('z'), prop: 'terrain' },
                    right: { value: 'plain', of: 'terrain' },
                  },
                  steps: 2,
                },
              },
            },
            {
              forEach: {
                bind: 'm',
                type: 'token',
                over: ref('movers'),
                effects: [
                  { moveToken: { token: ref('m'), to: ref('to') } },
                  {
                    setTokenProp: {
                      token: ref('m'),
                      prop: 'stance',
                      value: { value: 'active', of: 'stance' },
                    },
                  },
                ],
              },
            },
            call('clash', ref('to')),
          ],
        },
      },
    ],
    {
      class: 'operation',
      requires: [
        {
          when: {
            op: '>',
            left: { aggregate: { op: 'count', query: { call: 'my-places', args: [] } } },
            right: 0,
          },
          src: 3,
        },
      ],
    },
  ),
  action(
    'scheme',
    [
      {
        chooseOne: { bind: 'target', type: 'zone', options: { query: 'mapSpaces' }, secret: true },
      },
      { setVar: { scope: 'pvar', var: 'plan', player: actor, value: ref('target') } },
      {
        alternatives: {
          prompt: ['How?'],
          options: [
            {
              id: 'tax',
              label: ['Raise taxes'],
              effects: [{ addVar: { scope: 'pvar', var: 'gold', player: actor, delta: 3 } }],
            },
            {
              id: 'drill',
              label: ['Drill armies'],
              when: some(ref('target'), [...mine, { prop: 'stance', eq: { value: 'active', of: 'stance' } }]),
              effects: [
                {
                  forEach: {
                    bind: 't',
                    type: 'token',
                    over: tokensIn(ref('target'), [
                      ...mine,
                      { prop: 'stance', neq: { value: 'hidden', of: 'stance' } },
                    ]),
                    limit: 2,
                    effects: [
                      {
                        setTokenProp: {
                          token: ref('t'),
                          prop: 'stance',
                          value: { value: 'hidden', of: 'stance' },
                        },
                      },
                    ],
                  },
                },
              ],
            },
            {
              id: 'order',
              when: { op: '>=', left: gold, right: 2 },
              effects: [
                { addVar: { scope: 'pvar', var: 'gold', player: actor, delta: -2, exact: true } },
                {
                  perform: {
                    action: { action: 'rally' },
                    free: true,
                    class: { value: 'limited', of: 'action-class' },
                    within: { query: 'list', type: 'zone', items: [ref('target')] },
                  },
                },
              ],
            },
          ],
        },
      },
    ],
    { class: 'operation' },
  ),
  action(
    'raid',
    [
      {
        chooseOne: {
          bind: 'victim',
          type: 'zone',
          options: where({
            op: 'and',
            args: [some(it, mine), { op: 'not', arg: { ref: 'markerState', marker: 'raided', space: it } }],
          }),
        },
      },
      { setMarker: { marker: 'raided', space: ref('victim'), state: true } },
      { rollRandom: { bind: 'die', min: 1, max: 6 } },
      {
        if: {
          when: { op: '<=', left: ref('die'), right: count(ref('victim'), mine) },
          then: [
            { addVar: { scope: 'pvar', var: 'gold', player: rival, delta: -1 } },
            { shiftMarker: { marker: 'unrest', space: ref('victim'), delta: 1 } },
          ],
        },
      },
    ],
    {
      class: 'special',
      tags: ['extra'],
      requires: [
        {
          when: {
            aggregate: {
              op: 'any',
              query: where({
                op: 'and',
                args: [
                  some(it, mine),
                  { op: 'not', arg: { ref: 'markerState', marker: 'raided', space: it } },
                ],
              }),
            },
          },
        },
      ],
    },
  ),
]
