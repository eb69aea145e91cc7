/** Simultaneous choices of three seats: numbers, hidden cards, alternatives; outside and inside an action. */
import type { Block, Effect, Expr } from '../../src/index.js'
import { action, gameOf, procedure, ref, seat, zone } from './board.js'

const seats = ['ann', 'ben', 'cas']
export const who = ref('who')
export const players = { query: 'players' } as const
const pvar = (name: string, player: Expr = who) => ({ ref: 'pvar', var: name, player }) as const
export const hand = (player: Expr = who): Expr => ({ ref: 'zoneOf', family: 'hand', player })
export const cardsOf = (player: Expr = who): Expr => ({
  query: 'tokensInZone',
  zone: hand(player),
  filter: [],
})
export const range = (min: Expr, max: Expr): Expr => ({ query: 'intsInRange', min, max })
export const store = (name: string, value: Expr): Effect => ({
  setVar: { scope: 'pvar', var: name, player: who, value },
})
export const add = (name: string, delta: Expr): Effect => ({
  addVar: { scope: 'pvar', var: name, player: who, delta },
})

/** Every seat chooses a number up to its gold. */
export const bids: Effect = {
  chooseAtOnce: {
    seat: 'who',
    seats: players,
    ask: {
      chooseOne: {
        bind: 'n',
        type: 'number',
        options: range(0, pvar('gold')),
        prompt: ['You have ', { show: pvar('gold'), type: 'number' }],
      },
    },
    effects: [store('bid', ref('n'))],
  },
}

/** Every seat passes two cards on, secretly. */
const passing: Effect = {
  chooseAtOnce: {
    seat: 'who',
    seats: { query: 'playersFrom', player: { seat: 'cas' } },
    ask: {
      chooseN: { bind: 'gifts', type: 'token', options: cardsOf(), min: 1, max: 2, secret: true },
    },
    effects: [{ moveTokens: { tokens: ref('gifts'), to: hand({ ref: 'nextSeat', player: who }) } }],
  },
}

/** Seats with gold choose an alternative; then each gets a piece of gold. */
export const council: Effect = {
  chooseAtOnce: {
    seat: 'who',
    seats: {
      query: 'filter',
      over: players,
      bind: 'x',
      where: { op: '>', left: pvar('gold', ref('x')), right: 0 },
    },
    ask: {
      alternatives: {
        options: [
          {
            id: 'rich',
            when: { op: '>', left: pvar('gold'), right: 2 },
            label: ['Keep ', { show: pvar('gold'), type: 'number' }],
            effects: [add('gold', 1)],
          },
          { id: 'poor', effects: [store('gold', 0)] },
        ],
      },
    },
    effects: [add('gold', 1)],
  },
}

const play: Block = [
  { shuffle: { zone: { zone: 'deck' } } },
  {
    forEach: {
      bind: 'who',
      type: 'seat',
      over: players,
      effects: [
        {
          moveTokens: {
            tokens: { query: 'tokensInZone', zone: { zone: 'deck' }, filter: [] },
            to: hand(),
            limit: 4,
          },
        },
        add('gold', { op: '+', left: 1, right: { op: 'level', value: { value: 'moon', of: 'suit' } } }),
      ],
    },
  },
  {
    repeat: {
      limit: 2,
      effects: [
        bids,
        passing,
        {
          chooseOne: { bind: 'deed', type: 'action', options: { query: 'actions' }, player: { seat: 'ann' } },
        },
        { perform: { action: ref('deed'), by: { seat: 'ann' } } },
        council,
        {
          chooseOne: {
            bind: 'last',
            type: 'seat',
            options: players,
            player: { seat: 'ben' },
          },
        },
      ],
    },
  },
  { endGame: { kind: 'rank', bind: 'who', score: pvar('gold') } },
]

export const parlour = gameOf({
  id: 'parlour',
  seats: seats.map((id) => seat(id)),
  enums: [
    { id: 'action-class', values: [] },
    { id: 'suit', values: ['sun', 'moon'] },
  ],
  zones: [
    zone('deck', { holds: 'cards', visible: 'none' }),
    zone('table', { holds: 'cards' }),
    ...seats.map((id) => zone(`hand:${id}`, { holds: 'cards', visible: 'owner', family: 'hand', owner: id })),
  ],
  properties: [{ id: 'rank', type: 'number', changes: false }],
  tokens: [1, 2, 3, 4, 5, 6, 7, 8].map((rank) => ({
    id: `card-${rank}`,
    name: `Card ${rank}`,
    family: 'cards' as const,
    count: 2,
    supply: 'deck',
    props: { rank },
    changing: [],
  })),
  variables: [
    { id: 'gold', scope: 'seat', type: 'number', min: 0, max: 99, start: 2 },
    { id: 'bid', scope: 'seat', type: 'number', min: 0, max: 99, start: 0 },
  ],
  procedures: [
    procedure('play', play),
    // One card each, which is seen only when all have chosen; then ann names a number.
    action('feast', [
      {
        chooseAtOnce: {
          seat: 'who',
          seats: players,
          ask: { chooseOne: { bind: 'dish', type: 'token', options: cardsOf(), optional: true } },
          effects: [
            {
              if: {
                when: { op: '!=', left: ref('dish'), right: { none: 'token' } },
                then: [{ moveToken: { token: ref('dish'), to: { zone: 'table' } } }],
              },
            },
          ],
        },
      },
      { chooseOne: { bind: 'toast', type: 'number', options: range(0, 2) } },
    ]),
    action('rest', []),
  ],
})
