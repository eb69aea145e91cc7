/** Labels of a small game, for tests of the screen. */
import type { ZoneDef } from '@ludoforge/kernel'
import { NUMBERS } from '../../agents/test/tiny.js'
import { type Look, PLAIN_LOOK } from '@ludoforge/look/node'
import { Labels } from '../src/terminal/board/index.js'
import { makePaint } from '../src/terminal/terminal.js'

export function space(id: string, attributes: ZoneDef['attributes'] = {}, isSpace = true): ZoneDef {
  return {
    id,
    name: id.toUpperCase(),
    space: isSpace,
    holds: 'pieces',
    visible: 'all',
    attributes,
    adjacent: [],
  }
}

export function labelsOf(zones: readonly ZoneDef[], look: Partial<Look> = {}): Labels {
  const def = {
    ...NUMBERS,
    zones,
    enums: [
      ...NUMBERS.enums,
      { id: 'action-class', values: ['small-deed'], names: { 'small-deed': 'Small deed' } },
    ],
    properties: [{ id: 'owner', type: 'seat', changes: false }],
    tokens: [
      {
        id: 'cube',
        name: 'Cube',
        many: 'Cubes',
        family: 'pieces' as const,
        count: 9,
        supply: 'box',
        props: { owner: 'left' },
        changing: [],
      },
      {
        id: 'pawn',
        name: 'Pawn',
        many: 'Pawns',
        family: 'pieces' as const,
        count: 1,
        supply: 'box',
        props: {},
        changing: [],
      },
      {
        id: 'storm',
        name: 'Storm',
        family: 'cards' as const,
        count: 1,
        supply: 'box',
        props: { order: ['right', 'left'] },
        changing: [],
      },
    ],
    variables: [
      ...NUMBERS.variables,
      { id: 'round', scope: 'global' as const, type: 'number', min: 0, max: 9, start: 1 },
      { id: 'leader', scope: 'global' as const, type: 'seat', start: 'left' },
      { id: 'mood', scope: 'zone' as const, type: 'enum:mood', start: 'calm' },
    ],
  }
  return new Labels(def, { ...PLAIN_LOOK, ...look }, makePaint(false))
}
