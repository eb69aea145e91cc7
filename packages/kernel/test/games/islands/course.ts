/** How islands goes on: rounds and turns, and what follows of itself after a march and a round. */
import type { ProcedureDef } from '../../../src/index.js'
import { actor, it, procedure, ref } from '../board.js'
import { armies, call, mine, rival, some, tokensIn, where } from './terms.js'

export const rounds: ProcedureDef[] = [
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
]

export const consequences: ProcedureDef[] = [
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
]
