/**
 * A small area game that uses nearly everything the machine can do: markers, changing properties, dice,
 * windows, free and limited actions, costs within a budget, asking procedures inside each other.
 */
import type { TokenTypeDef } from '../../src/index.js'
import { gameOf, ref, seat, zone } from './board.js'
import { actions } from './islands/actions.js'
import { consequences, rounds } from './islands/course.js'
import { functions } from './islands/functions.js'
import { armies } from './islands/terms.js'

const land: Record<string, { terrain: string; worth: number; tags: string[]; next: string[] }> = {
  ash: { terrain: 'plain', worth: 2, tags: ['port'], next: ['birch', 'cedar'] },
  birch: { terrain: 'forest', worth: 1, tags: [], next: ['ash', 'cedar', 'dune'] },
  cedar: { terrain: 'plain', worth: 3, tags: ['port', 'holy'], next: ['ash', 'birch', 'elm'] },
  dune: { terrain: 'hill', worth: 1, tags: [], next: ['birch', 'elm'] },
  elm: { terrain: 'hill', worth: 2, tags: ['holy'], next: ['cedar', 'dune', 'fern'] },
  fern: { terrain: 'forest', worth: 1, tags: ['port'], next: ['elm'] },
}
const seats = ['red', 'blue']

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
  functions,
  procedures: [...rounds, ...actions, ...consequences],
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
