/** An empty game: fixtures add what they need. */
import { itemAt } from '../../../../test/support/items.js'
import { GAME_FORMAT, type GameDef, type ProcedureDef, type ZoneDef } from '../../src/index.js'

export function gameOf(parts: Partial<GameDef> & Pick<GameDef, 'id' | 'seats'>): GameDef {
  return {
    format: GAME_FORMAT,
    title: parts.id,
    seatProps: [],
    enums: [{ id: 'action-class', values: [] }],
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
    ...parts,
  }
}

export function seat(id: string, props: Record<string, string | number> = {}) {
  return { id, name: itemAt(id, 0).toUpperCase() + id.slice(1), props }
}

export function zone(id: string, more: Partial<ZoneDef> = {}): ZoneDef {
  const name = itemAt(id, 0).toUpperCase() + id.slice(1)
  return { id, name, space: false, holds: 'pieces', visible: 'all', attributes: {}, adjacent: [], ...more }
}

export function procedure(
  id: string,
  body: ProcedureDef['body'],
  more: Partial<ProcedureDef> = {},
): ProcedureDef {
  return { id, kind: 'procedure', by: [], tags: [], params: [], requires: [], body, ...more }
}

export function action(
  id: string,
  body: ProcedureDef['body'],
  more: Partial<ProcedureDef> = {},
): ProcedureDef {
  return procedure(id, body, { kind: 'action', ...more })
}

export const it = { ref: 'binding', name: 'it' } as const
export const ref = (name: string) => ({ ref: 'binding', name }) as const
export const actor = { ref: 'actor' } as const
