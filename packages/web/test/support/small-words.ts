/** A game without names, for tests that need a vocabulary but no words of it. */
import { GAME_FORMAT, type GameDef } from '@ludoforge/kernel'
import type { NamedScene } from '@ludoforge/table'

export const SMALL: GameDef = {
  format: GAME_FORMAT,
  id: 'small',
  title: 'Small',
  seats: [],
  seatProps: [],
  enums: [],
  attributes: [],
  zones: [],
  properties: [],
  tokens: [],
  groups: [],
  variables: [],
  tables: [],
  options: [],
  scenarios: [],
  functions: [],
  procedures: [],
  setup: [],
  play: 'play',
  policies: [],
  sources: [],
}

export const NO_NAMES: NamedScene = {
  names: {},
  many: {},
  short: {},
  hide: [],
  values: [],
  seatValues: [],
  spaceValues: [],
}
