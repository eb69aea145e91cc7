/**
 * A small area game that uses nearly everything the machine can do: markers, changing properties, dice,
 * windows, free and limited actions, costs within a budget, asking procedures inside each other.
 */
import type { Effect, Expr, Filter, TokenTypeDef } from '../../src/index.js'
import { action, actor, gameOf, it, procedure, ref, seat, zone } from './board.js'

const land: Record<string, { terrain: string; worth: number; tags: string[]; next: string[] }> = {
  ash: { terrain: 'plain', worth: 2, tags: ['port'], next: ['birch', 'cedar'] },
  birch: { terrain: 'forest', worth: 1, tags: [], next: ['ash', 'cedar', 'dune'] },
  cedar: { terrain: 'plain', worth: 3, tags: ['port', 'holy'], next: ['ash', 'birch', 'elm'] },
  dune: { terrain: 'hill', worth: 1, tags: [], next: ['birch', 'elm'] },
  elm: { terrain: 'hill', worth: 2, tags: ['holy'], next: ['cedar', 'dune', 'fern'] },
  fern: { terrain: 'forest', worth: 1, tags: ['port'], next: ['elm'] },
}
const seats = ['red', 'blue']

const armies = (owner: Expr): Filter => [{ group: 'armies' }, { prop: 'owner', eq: owner }]
const mine = armies(actor)
const tokensIn = (where: Expr, filter: Filter) => ({ query: 'tokensInZone', zone: where, filter }) as const
const count = (where: Expr, filter: Filter): Expr => ({
  aggregate: { op: 'count', query: tokensIn(where, filter) },
})
const some = (where: Expr, filter: Filter): Expr => ({
  aggregate: { op: 'any', query: tokensIn(where, filter) },
})
const where = (test: Expr, clauses?: number[], over: Expr = { query: 'mapSpaces' }): Expr => ({
  query: 'filter',
  over,
  bind: 'it',
  where: test,
  ...(clauses === undefined ? {} : { clauses }),
})
const gold: Expr = { ref: 'pvar', var: 'gold', player: actor }
const call = (id: string, ...args: Expr[]): Effect => ({ call: { procedure: id, args } })
const rival: Expr = {
  aggregate: {
    op: 'first',
    query: {
      query: 'filter',
      over: { query: 'players' },
      bind: 's',
      where: { op: '!=', left: ref('s'), right: actor },
    },
  },
}
const free: Expr = { ref: 'free' }

const unit = (owner: string): TokenTypeDef[] => [
  {
    id: `${owner}-army`,
    name: `Army of ${owner}`,
    family: 'pieces',
    count: 6,
    supply: `${owner}-box`,
    props: { owner, strength: 1 },
    changing: ['stance', 'worn'],
  },
  {
    id: `${owner}-fort`,
    name: `Fort of ${owner}`,
    family: 'pieces',
    count: 2,
    supply: `${owner}-box`,
    props: { owner, strength: 2 },
    changing: [],
  },
]

const spaceLimit: Expr = {
  if: {
    when: { op: '==', left: { ref: 'actionClass' }, right: { value: 'limited', of: 'action-class' } },
    then: 1,
    else: 3,
  },
}

export const islands = gameOf({
  id: 'islands',
  seats: seats.map((id) => seat(id, { home: id === 'red' ? 'ash' : 'fern' })),
  seatProps: [{ id: 'home', type: 'zone' }],
  enums: [
    { id: 'action-class', values: ['operation', 'special', 'limited'] },
    { id: 'terrain', values: ['plain', 'forest', 'hill'] },
    { id: 'stance', values: ['hidden', 'active'] },
    { id: 'unrest', values: ['calm', 'tense', 'revolt'] },
    { id: 'tag', values: ['port', 'holy'] },
  ],
  attributes: [
    { id: 'terrain', type: 'enum:terrain' },
    { id: 'worth', type: 'number' },
    { id: 'tags', type: 'list enum:tag' },
  ],
  zones: [
    ...seats.map((id) => zone(`${id}-box`, { family: 'box', owner: id })),
    ...Object.entries(land).map(([id, { terrain, worth, tags, next }]) =>
      zone(id, { space: true, attributes: { terrain, worth, tags }, adjacent: next }),
    ),
  ],
  properties: [
    { id: 'owner', type: 'seat', changes: false },
    { id: 'strength', type: 'number', changes: false },
    { id: 'stance', type: 'enum:stance', changes: true, start: 'hidden' },
    { id: 'worn', type: 'flag', changes: true, start: false },
  ],
  tokens: seats.flatMap(unit),
  groups: [
    { id: 'armies', filter: [{ any: [[{ type: 'red-army' }], [{ type: 'blue-army' }]] }] },
    { id: 'forts', filter: [{ prop: 'strength', eq: 2 }] },
  ],
  variables: [
    { id: 'round', scope: 'global', type: 'number', min: 0, max: 99, start: 0 },
    { id: 'leader', scope: 'global', type: 'seat', start: null },
    { id: 'gold', scope: 'seat', type: 'number', min: 0, max: 12, track: true, start: 5 },
    { id: 'plan', scope: 'seat', type: 'zone', start: null, hidden: 'owner' },
    {
      id: 'unrest',
      scope: 'zone',
      type: 'enum:unrest',
      start: 'calm',
      only: ['birch', 'cedar', 'dune', 'elm'],
    },
    { id: 'raided', scope: 'zone', type: 'flag', start: false },
  ],
  options: [
    { id: 'rounds', about: 'How many rounds are played', type: 'number', min: 1, max: 10, default: 4 },
    { id: 'rich', about: 'Everybody starts with more', type: 'flag', default: false },
  ],
  scenarios: [
    { id: 'plain', title: 'Plain', options: {}, setup: [] },
    {
      id: 'long',
      title: 'Long',
      options: { rounds: 8, rich: true },
      setup: [
        { setMarker: { marker: 'unrest', space: { zone: 'elm' }, state: { value: 'revolt', of: 'unrest' } } },
      ],
    },
  ],
  functions: [
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
  ],
  procedures: [
    procedure('play', [
      {
        repeat: {
          limit: { ref: 'option', option: 'rounds' },
          effects: [
            { addVar: { scope: 'global', var: 'round', delta: 1 } },
            {
              forEach: {
                bind: 'turn',
                type: 'seat',
                over: { query: 'playersFrom', player: { seat: 'red' } },
                effects: [{ as: { player: ref('turn'), effects: [call('take-turn')] } }],
              },
            },
            call('upkeep'),
          ],
        },
      },
      {
        endGame: {
          kind: 'rank',
          bind: 's',
          score: { call: 'score', args: [ref('s')] },
          reason: ['the last round is over'],
        },
      },
    ]),
    procedure(
      'take-turn',
      [
        {
          chooseOne: {
            bind: 'what',
            type: 'action',
            prompt: [
              { show: actor, type: 'seat' },
              ': what do you do in round ',
              { show: { ref: 'gvar', var: 'round' }, type: 'number' },
              '?',
            ],
            options: where({ op: 'legal', action: it }, [4], { query: 'actions', class: 'operation' }),
          },
          src: 4,
        },
        { perform: { action: ref('what') } },
        { addVar: { scope: 'pvar', var: 'gold', player: actor, delta: 2 } },
      ],
      { rule: '2.1' },
    ),
    {
      ...procedure('special', [{ perform: { action: ref('extra') } }]),
      kind: 'window',
      offers: {
        bind: 'extra',
        from: where({ op: 'legal', action: it }, undefined, { query: 'actions', tag: 'extra' }),
      },
    },
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
                when: some(ref('target'), [
                  ...mine,
                  { prop: 'stance', eq: { value: 'active', of: 'stance' } },
                ]),
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
    procedure(
      'clash',
      [
        {
          if: { when: { op: 'not', arg: some(ref('where'), armies(rival)) }, then: [{ leave: 'procedure' }] },
        },
        { rollRandom: { bind: 'die', min: 1, max: 6 } },
        {
          if: {
            when: { op: '>=', left: ref('die'), right: 4 },
            then: [
              {
                as: {
                  player: rival,
                  effects: [
                    {
                      chooseN: {
                        bind: 'lost',
                        type: 'token',
                        options: tokensIn(ref('where'), mine),
                        min: 1,
                        max: 1,
                      },
                    },
                    { moveTokens: { tokens: ref('lost') } },
                    {
                      if: { when: { op: '==', left: ref('die'), right: 6 }, then: [{ leave: 'procedure' }] },
                    },
                    {
                      chooseOne: {
                        bind: 'gain',
                        type: 'number',
                        options: { query: 'intsInRange', min: 0, max: 1 },
                      },
                    },
                    { addVar: { scope: 'pvar', var: 'gold', player: actor, delta: ref('gain') } },
                  ],
                },
              },
            ],
          },
        },
      ],
      { params: [{ name: 'where', type: 'zone' }] },
    ),
    procedure('upkeep', [
      {
        forEach: {
          bind: 'z',
          type: 'zone',
          over: { query: 'mapSpaces' },
          effects: [
            { setMarker: { marker: 'raided', space: ref('z'), state: false } },
            {
              if: {
                when: {
                  op: 'zonePropIncludes',
                  zone: ref('z'),
                  prop: 'tags',
                  value: { value: 'holy', of: 'tag' },
                },
                then: [{ shiftMarker: { marker: 'unrest', space: ref('z'), delta: -1 } }],
              },
            },
          ],
        },
      },
      {
        setVar: {
          scope: 'global',
          var: 'leader',
          value: {
            aggregate: {
              op: 'best',
              query: { query: 'players' },
              bind: 's',
              value: { call: 'score', args: [ref('s')] },
            },
          },
        },
      },
    ]),
  ],
  setup: [
    {
      forEach: {
        bind: 's',
        type: 'seat',
        over: { query: 'players' },
        effects: [
          { let: { bind: 'home', type: 'zone', value: { ref: 'seatProp', seat: ref('s'), prop: 'home' } } },
          {
            moveTokens: { tokens: { query: 'supply', filter: armies(ref('s')) }, to: ref('home'), limit: 3 },
          },
          {
            moveTokens: {
              tokens: { query: 'supply', filter: [{ group: 'forts' }, { prop: 'owner', eq: ref('s') }] },
              to: ref('home'),
              limit: 1,
            },
          },
          {
            if: {
              when: { ref: 'option', option: 'rich' },
              then: [{ addVar: { scope: 'pvar', var: 'gold', player: ref('s'), delta: 4 } }],
            },
          },
        ],
      },
    },
  ],
  worth: 'score',
  sources: [
    'not rival-controlled(it)',
    'the action may use it',
    'not in revolt',
    'some armies of actor in it',
    'choose what from operations where legal(it)',
    'choose places, up to space-limit, from map where can-rally(it)',
    'requires some armies of actor in supply',
    'choose from, or nothing, from my-places',
  ].map((text, i) => ({ file: 'islands.md', line: 10 + i, column: 1, text, rule: i === 5 ? '3.1' : '2.1' })),
})
