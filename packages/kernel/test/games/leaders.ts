/** Changing cards: leaders that are face up or down and tire, in public and hidden zones. */
import type { Expr, Filter } from '../../src/index.js'
import { action, actor, gameOf, procedure, ref, seat, zone } from './board.js'

const seats = ['ann', 'ben']
const hand: Expr = { ref: 'zoneOf', family: 'hand', player: actor }
const cardsIn = (where: Expr, filter: Filter = []): Expr => ({ query: 'tokensInZone', zone: where, filter })
const facing = (value: string): Expr => ({ value, of: 'facing' })
const up: Filter = [{ prop: 'facing', eq: facing('up') }]
const leader = (id: string, count: number, changing: readonly string[]) => ({
  id,
  name: id,
  family: 'cards' as const,
  count,
  supply: 'deck',
  props: { strength: id.length },
  changing,
})

export const leaders = gameOf({
  id: 'leaders',
  seats: seats.map((id) => seat(id)),
  enums: [
    { id: 'action-class', values: [] },
    { id: 'facing', values: ['down', 'side', 'up'] },
  ],
  zones: [
    zone('deck', { holds: 'cards', visible: 'none' }),
    zone('table', { holds: 'cards' }),
    ...seats.map((id) => zone(`hand:${id}`, { holds: 'cards', visible: 'owner', family: 'hand', owner: id })),
    zone('camp'),
  ],
  properties: [
    { id: 'facing', type: 'enum:facing', changes: true, start: 'down' },
    { id: 'tired', type: 'flag', changes: true, start: false },
    { id: 'strength', type: 'number', changes: false },
  ],
  tokens: [
    leader('king', 1, ['facing', 'tired']),
    leader('rumour', 3, []),
    leader('baron', 4, ['facing']),
    { ...leader('tent', 3, ['tired']), family: 'pieces', supply: 'camp' },
  ],
  variables: [{ id: 'points', scope: 'seat', type: 'number', min: 0, max: 99, start: 0 }],
  procedures: [
    procedure('play', [
      { shuffle: { zone: { zone: 'deck' } } },
      { as: { player: { seat: 'ann' }, effects: [{ call: { procedure: 'deal', args: [] } }] } },
      { as: { player: { seat: 'ben' }, effects: [{ call: { procedure: 'deal', args: [] } }] } },
      {
        repeat: {
          limit: 6,
          effects: [
            {
              forEach: {
                bind: 's',
                type: 'seat',
                over: { query: 'players' },
                effects: [{ as: { player: ref('s'), effects: [{ call: { procedure: 'turn', args: [] } }] } }],
              },
            },
          ],
        },
      },
      {
        endGame: {
          kind: 'rank',
          bind: 's',
          score: { ref: 'pvar', var: 'points', player: ref('s') },
        },
      },
    ]),
    procedure('deal', [{ moveTokens: { tokens: cardsIn({ zone: 'deck' }), to: hand, limit: 2 } }]),
    procedure('turn', [
      { chooseOne: { bind: 'deed', type: 'action', options: { query: 'actions' } } },
      { perform: { action: ref('deed') } },
      {
        addVar: {
          scope: 'pvar',
          var: 'points',
          player: actor,
          delta: { aggregate: { op: 'count', query: cardsIn({ zone: 'table' }, up) } },
        },
      },
    ]),
    action('turn-in-hand', [
      {
        chooseN: {
          bind: 'cards',
          type: 'token',
          options: cardsIn(hand, [{ any: [[{ type: 'king' }], [{ type: 'baron' }]] }]),
          min: 0,
          max: 9,
          secret: true,
        },
      },
      {
        chooseOne: {
          bind: 'way',
          type: 'enum:facing',
          options: { query: 'values', of: 'facing' },
          secret: true,
        },
      },
      {
        forEach: {
          bind: 'card',
          type: 'token',
          over: ref('cards'),
          effects: [{ setTokenProp: { token: ref('card'), prop: 'facing', value: ref('way') } }],
        },
      },
    ]),
    action('play-out', [
      {
        chooseN: { bind: 'cards', type: 'token', options: cardsIn(hand), min: 0, max: 9 },
      },
      { moveTokens: { tokens: ref('cards'), to: { zone: 'table' } } },
      {
        forEach: {
          bind: 'card',
          type: 'token',
          over: cardsIn({ zone: 'table' }, [{ type: 'king' }]),
          effects: [
            {
              setTokenProp: {
                token: ref('card'),
                prop: 'tired',
                value: { op: 'not', arg: { ref: 'tokenProp', token: ref('card'), prop: 'tired' } },
              },
            },
          ],
        },
      },
    ]),
    action('turn-on-table', [
      {
        chooseOne: {
          bind: 'card',
          type: 'token',
          options: cardsIn({ zone: 'table' }, [
            { prop: 'facing', neq: facing('up') },
            { not: [{ type: 'rumour' }] },
          ]),
          optional: true,
        },
      },
      {
        if: {
          when: { op: '!=', left: ref('card'), right: { none: 'token' } },
          then: [{ setTokenProp: { token: ref('card'), prop: 'facing', value: facing('up') } }],
        },
      },
    ]),
    action('take-back', [
      {
        chooseN: { bind: 'cards', type: 'token', options: cardsIn({ zone: 'table' }), min: 0, max: 2 },
      },
      { moveTokens: { tokens: ref('cards'), to: hand } },
    ]),
    action('retire', [
      {
        chooseN: { bind: 'cards', type: 'token', options: cardsIn({ zone: 'table' }), min: 0, max: 9 },
      },
      { moveTokens: { tokens: ref('cards') } },
      { shuffle: { zone: { zone: 'deck' } } },
      { call: { procedure: 'deal', args: [] } },
    ]),
  ],
})
