/** A vocabulary for tests of the log: capitalized ids, and a small board. */
import { GAME_FORMAT, type GameDef, type ZoneDef } from '@ludoforge/kernel'
import type { Vocabulary } from '@ludoforge/table'

const zone = (id: string, more: Partial<ZoneDef> = {}): ZoneDef => ({
  id,
  name: id,
  space: false,
  holds: 'pieces',
  visible: 'all',
  attributes: {},
  adjacent: [],
  ...more,
})

const token = (id: string, family: 'pieces' | 'cards') => ({
  id,
  name: id,
  family,
  count: 9,
  supply: family === 'cards' ? 'deck' : 'box',
  props: {},
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
    zone('hand:left', { holds: 'cards', visible: 'owner', owner: 'left' }),
    zone('hand:right', { holds: 'cards', visible: 'owner', owner: 'right' }),
  ],
  properties: [],
  tokens: [token('cube', 'pieces'), token('disc', 'pieces'), token('ace', 'cards'), token('king', 'cards')],
  groups: [],
  variables: [
    { id: 'score', scope: 'seat', type: 'number', start: 0 },
    { id: 'turn', scope: 'global', type: 'seat', start: 'left' },
    { id: 'ready', scope: 'seat', type: 'flag', start: false },
    { id: 'round', scope: 'global', type: 'number', start: 1 },
  ],
  tables: [],
  options: [],
  scenarios: [],
  functions: [],
  procedures: [
    { id: 'march', kind: 'action', by: [], tags: [], params: [], requires: [], body: [], rule: '3.1' },
    { id: 'raid', kind: 'action', by: [], tags: [], params: [], requires: [], body: [] },
  ],
  setup: [],
  play: 'march',
  policies: [],
  sources: [],
}

const capital = (id: string): string => id.charAt(0).toUpperCase() + id.slice(1)

export const words: Vocabulary = {
  def,
  reckoned: { values: [], seatValues: [], spaceValues: [] },
  arrow: '->',
  paint: { bold: (text) => text, dim: (text) => `~${text}~` },
  seat: capital,
  plainSeat: capital,
  zone: capital,
  action: capital,
  variable: (id) => id,
  fullKind: capital,
  word: (id) => id,
  fullWord: (id) => id,
  fullValue: (_, value) => String(value),
  times: (name, count) => (count === 1 ? name : `${name} x${count}`),
  ownerOf: (kind) => (kind === 'cube' ? 'left' : kind === 'disc' ? 'right' : undefined),
  isHidden: (id) => id === 'secret' || id === 'books',
  isKept: (variable) => variable === 'kept',
}
