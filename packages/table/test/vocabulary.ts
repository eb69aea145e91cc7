/** A vocabulary for tests of the log: a small board whose names are its ids, capitalized. */
import { GAME_FORMAT, type GameDef, type ZoneDef } from '@ludoforge/kernel'
import { type Vocabulary, wordsOf } from '@ludoforge/table'

const capital = (id: string): string => id.charAt(0).toUpperCase() + id.slice(1)

const zone = (id: string, more: Partial<ZoneDef> = {}): ZoneDef => ({
  id,
  name: capital(id),
  space: false,
  holds: 'pieces',
  visible: 'all',
  attributes: {},
  adjacent: [],
  ...more,
})

const token = (id: string, family: 'pieces' | 'cards', owner?: string) => ({
  id,
  name: capital(id),
  many: `${capital(id)}s`,
  family,
  count: 9,
  supply: family === 'cards' ? 'deck' : 'box',
  props: owner === undefined ? {} : { owner },
  changing: [],
})

const def: GameDef = {
  format: GAME_FORMAT,
  id: 'small',
  title: 'Small',
  seats: [
    { id: 'left', name: 'Left', props: {} },
    { id: 'right', name: 'Right', props: {} },
  ],
  seatProps: [],
  enums: [],
  attributes: [],
  zones: [
    zone('hill', { space: true }),
    zone('mill', { space: true }),
    zone('port', { space: true }),
    zone('box'),
    zone('lost'),
    zone('deck', { holds: 'cards', visible: 'none' }),
    zone('pile', { holds: 'cards' }),
    zone('row', { holds: 'cards' }),
    zone('secret', { holds: 'cards' }),
    zone('hand:left', { name: 'Hand (Left)', holds: 'cards', visible: 'owner', owner: 'left' }),
    zone('hand:right', { name: 'Hand (Right)', holds: 'cards', visible: 'owner', owner: 'right' }),
    zone('played:left', { name: 'Played (Left)', holds: 'cards', owner: 'left' }),
    zone('played:right', { name: 'Played (Right)', holds: 'cards', owner: 'right' }),
  ],
  properties: [{ id: 'owner', type: 'seat', changes: false }],
  tokens: [
    token('cube', 'pieces', 'left'),
    token('disc', 'pieces', 'right'),
    token('ace', 'cards'),
    token('king', 'cards'),
  ],
  groups: [],
  variables: [
    { id: 'score', scope: 'seat', type: 'number', start: 0 },
    { id: 'turn', scope: 'global', type: 'seat', start: 'left' },
    { id: 'ready', scope: 'seat', type: 'flag', start: false },
    { id: 'round', scope: 'global', type: 'number', start: 1 },
    { id: 'kept', scope: 'global', type: 'number', start: 0, during: 'march' },
  ],
  tables: [],
  options: [],
  scenarios: [],
  functions: [],
  procedures: [
    {
      id: 'march',
      kind: 'action',
      by: [],
      tags: [],
      params: [],
      requires: [],
      body: [],
      rule: '3.1',
      title: 'March',
    },
    { id: 'raid', kind: 'action', by: [], tags: [], params: [], requires: [], body: [], title: 'Raid' },
  ],
  setup: [],
  play: 'march',
  policies: [],
  sources: [],
}

const named = Object.fromEntries(def.tokens.map(({ id, name }) => [id, name]))
const many = Object.fromEntries(def.tokens.map(({ id, name }) => [id, `${name}s`]))

export const words: Vocabulary = wordsOf(
  def,
  { names: named, many, short: {}, hide: ['secret', 'books'], values: [], seatValues: [], spaceValues: [] },
  { paint: { bold: (text) => text, dim: (text) => `~${text}~` }, inColour: (_, text) => text },
)
