/** A small card game: hidden hands, a face-down deck, a secret bid, tricks of one card each. */
import type { Expr } from '../../src/index.js'
import { action, actor, gameOf, it, procedure, ref, seat, zone } from './board.js'

const seats = ['ann', 'ben', 'cas']
const suits = ['sun', 'moon']
const hand = (who: Expr): Expr => ({ ref: 'zoneOf', family: 'hand', player: who })

export const cards = gameOf({
  id: 'cards',
  seats: seats.map((id) => seat(id)),
  enums: [
    { id: 'action-class', values: [] },
    { id: 'suit', values: suits },
  ],
  zones: [
    zone('deck', { holds: 'cards', visible: 'none' }),
    zone('table', { holds: 'cards' }),
    zone('pile', { holds: 'cards', visible: 'none' }),
    ...seats.map((id) => zone(`hand:${id}`, { holds: 'cards', visible: 'owner', family: 'hand', owner: id })),
  ],
  properties: [
    { id: 'suit', type: 'enum:suit', changes: false },
    { id: 'rank', type: 'number', changes: false },
  ],
  tokens: suits.flatMap((suit) =>
    [1, 2, 3, 4, 5, 6].map((rank) => ({
      id: `${suit}-${rank}`,
      name: `${rank} of ${suit}`,
      family: 'cards' as const,
      count: 2,
      supply: 'deck',
      props: { suit, rank },
      changing: [],
    })),
  ),
  variables: [
    { id: 'points', scope: 'seat', type: 'number', min: 0, max: 99, start: 0 },
    { id: 'bid', scope: 'seat', type: 'number', min: 0, max: 9, start: 0, hidden: 'owner' },
    { id: 'best', scope: 'global', type: 'number', start: 0, hidden: 'all' },
    { id: 'lead', scope: 'global', type: 'seat', start: 'ann' },
  ],
  procedures: [
    procedure('play', [
      { shuffle: { zone: { zone: 'deck' } } },
      {
        forEach: {
          bind: 's',
          type: 'seat',
          over: { query: 'players' },
          effects: [
            {
              moveTokens: {
                tokens: { query: 'tokensInZone', zone: { zone: 'deck' }, filter: [] },
                to: hand(ref('s')),
                limit: 5,
              },
            },
          ],
        },
      },
      {
        forEach: {
          bind: 's',
          type: 'seat',
          over: { query: 'players' },
          effects: [
            {
              chooseOne: {
                bind: 'bid',
                type: 'number',
                player: ref('s'),
                secret: true,
                options: { query: 'intsInRange', min: 0, max: 5 },
              },
            },
            { setVar: { scope: 'pvar', var: 'bid', player: ref('s'), value: ref('bid') } },
          ],
        },
      },
      { repeat: { limit: 5, effects: [{ call: { procedure: 'trick', args: [] } }] } },
      {
        endGame: {
          kind: 'rank',
          bind: 's',
          score: {
            op: '-',
            left: { ref: 'pvar', var: 'points', player: ref('s') },
            right: { ref: 'pvar', var: 'bid', player: ref('s') },
          },
          ties: [{ ref: 'pvar', var: 'points', player: ref('s') }],
        },
      },
    ]),
    procedure('trick', [
      { setVar: { scope: 'global', var: 'best', value: 0 } },
      {
        forEach: {
          bind: 's',
          type: 'seat',
          over: { query: 'playersFrom', player: { ref: 'gvar', var: 'lead' } },
          effects: [{ perform: { action: { action: 'play-card' }, by: ref('s') } }],
        },
      },
      {
        moveTokens: {
          tokens: { query: 'tokensInZone', zone: { zone: 'table' }, filter: [] },
          to: { zone: 'pile' },
          position: 'bottom',
        },
      },
    ]),
    action('play-card', [
      {
        chooseOne: {
          bind: 'card',
          type: 'token',
          options: {
            query: 'sort',
            over: { query: 'tokensInZone', zone: hand(actor), filter: [] },
            bind: 'it',
            by: { ref: 'tokenProp', token: it, prop: 'rank' },
            order: 'down',
          },
        },
      },
      { moveToken: { token: ref('card'), to: { zone: 'table' } } },
      {
        if: {
          when: {
            op: '>',
            left: { ref: 'tokenProp', token: ref('card'), prop: 'rank' },
            right: { ref: 'gvar', var: 'best' },
          },
          then: [
            {
              setVar: {
                scope: 'global',
                var: 'best',
                value: { ref: 'tokenProp', token: ref('card'), prop: 'rank' },
              },
            },
            { setVar: { scope: 'global', var: 'lead', value: actor } },
            { addVar: { scope: 'pvar', var: 'points', player: actor, delta: 1 } },
          ],
        },
      },
    ]),
  ],
})
