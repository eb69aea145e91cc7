/** A small game for results: actions and procedures that return values, at once or after questions. */
import type { Expr } from '../../src/index.js'
import { action, actor, gameOf, it, procedure, ref, seat, zone } from './board.js'

const spaces = ['ash', 'birch', 'cedar', 'elm']
const map = { query: 'mapSpaces' } as const
const points = (delta: Expr) => ({ addVar: { scope: 'pvar', var: 'points', player: actor, delta } }) as const
const from = [{ name: 'from', type: 'zone' }]
const limited = { value: 'limited', of: 'action-class' } as const

export const couriers = gameOf({
  id: 'couriers',
  seats: [seat('red'), seat('blue')],
  enums: [{ id: 'action-class', values: ['full', 'limited'] }],
  zones: spaces.map((id) => zone(id, { space: true, adjacent: spaces.filter((x) => x !== id) })),
  variables: [
    { id: 'points', scope: 'seat', type: 'number', min: -99, max: 99, start: 0 },
    { id: 'camp', scope: 'global', type: 'zone', start: 'ash' },
  ],
  procedures: [
    procedure('play', [
      {
        repeat: {
          limit: 3,
          effects: [
            {
              forEach: {
                bind: 's',
                type: 'seat',
                over: { query: 'players' },
                effects: [
                  {
                    as: {
                      player: ref('s'),
                      effects: [
                        { call: { procedure: 'turn', args: [], into: { bind: 'won', type: 'number' } } },
                        points(ref('won')),
                      ],
                    },
                  },
                ],
              },
            },
          ],
        },
      },
      { endGame: { kind: 'rank', bind: 'it', score: { ref: 'pvar', var: 'points', player: it } } },
    ]),
    procedure(
      'turn',
      [
        { let: { bind: 'here', type: 'zone', value: { ref: 'gvar', var: 'camp' } } },
        {
          chooseOne: {
            bind: 'deed',
            type: 'action',
            options: {
              query: 'filter',
              over: { query: 'actions', tag: 'run' },
              bind: 'it',
              where: {
                op: 'legal',
                action: it,
                args: [ref('here')],
                free: true,
                class: limited,
                within: map,
              },
            },
          },
        },
        {
          perform: {
            action: ref('deed'),
            args: [ref('here')],
            free: true,
            class: limited,
            within: map,
            into: { bind: 'places', type: 'list zone' },
          },
        },
        {
          perform: {
            action: { action: 'ride' },
            args: [ref('here')],
            into: { bind: 'more', type: 'list zone' },
          },
        },
        {
          call: {
            procedure: 'measure',
            args: [{ query: 'concat', left: ref('places'), right: ref('more') }],
            into: { bind: 'length', type: 'number' },
          },
        },
        {
          perform: {
            action: { action: 'never' },
            args: [ref('here')],
            into: { bind: 'none', type: 'number' },
          },
        },
        { give: { op: '-', left: ref('length'), right: ref('none') } },
      ],
      { gives: 'number' },
    ),
    procedure(
      'measure',
      [
        {
          forEach: {
            bind: 'z',
            type: 'zone',
            over: ref('list'),
            effects: [
              {
                as: {
                  player: { ref: 'nextSeat', player: actor },
                  effects: [
                    {
                      if: {
                        when: { op: '==', left: ref('z'), right: { zone: 'elm' } },
                        then: [{ give: { ref: 'pvar', var: 'points', player: actor } }],
                      },
                    },
                  ],
                },
              },
            ],
          },
        },
        { give: { aggregate: { op: 'count', query: ref('list') } } },
      ],
      { gives: 'number', params: [{ name: 'list', type: 'list zone' }] },
    ),
    action(
      'ride',
      [
        {
          chooseN: {
            bind: 'legs',
            type: 'zone',
            options: map,
            min: 0,
            max: { if: { when: { ref: 'free' }, then: 3, else: 1 } },
          },
        },
        {
          if: {
            when: { aggregate: { op: 'any', query: ref('legs') } },
            then: [
              {
                setVar: {
                  scope: 'global',
                  var: 'camp',
                  value: { aggregate: { op: 'last', query: ref('legs') } },
                },
              },
              { give: ref('legs') },
            ],
          },
        },
      ],
      { tags: ['run'], class: 'full', params: from, gives: 'list zone' },
    ),
    action('wait', [{ give: { query: 'list', type: 'zone', items: [ref('from')] } }], {
      tags: ['run'],
      params: from,
      gives: 'list zone',
      requires: [{ when: { ref: 'free' } }, { when: { op: 'within', zone: ref('from') } }],
    }),
    action('sleep', [points(1)], { tags: ['run'], params: from }),
    action('weigh', [{ give: 9 }], { tags: ['run'], params: from, gives: 'number' }),
    action('never', [{ give: 50 }], {
      tags: ['run'],
      params: from,
      gives: 'number',
      requires: [{ when: { op: '!=', left: ref('from'), right: ref('from') } }],
    }),
  ],
})
