/** Lowers references `{ref: …}`: variables, markers, properties, names. */
import type { Expr } from '@ludoforge/kernel'
import {
  boardNamed,
  DiagnosticError,
  needBoard,
  needOnBoard,
  onlyItem,
  type Typed,
  unknownName,
} from '@ludoforge/compiler/dialect'
import { type LoweringContext, type Keys, resolveSpelling } from './context.js'
import { type Word, variableNamed } from './declared-names.js'
import type { Sugar } from './read-node.js'
import type { Form } from './tagged.js'
import { resolveName } from './bare-words.js'

const ACTOR: Expr = { ref: 'actor' }

/** Nodes with a direction. */
export const DIRECTIONAL: Sugar = {
  before: (cx, keys) => needBoard(cx.world, keys.span),
  after: (cx, keys, { node }) => {
    if ('zone' in node) needOnBoard(cx.world, node.zone as Expr, keys.need('zone').span)
  },
}

/** Nodes with a column or row. */
export const ON_BOARD: Sugar = {
  before: (cx, keys) => {
    if (!keys.has('board')) boardNamed(cx.world, undefined, keys.span)
  },
}

export const REFERENCES: Readonly<Record<string, Sugar>> = {
  pvar: { otherwise: { player: ACTOR } },
  markerState: { other: { space: 'zone' } },
  seatProp: { other: { seat: 'player' } },
  zoneToward: DIRECTIONAL,
  opposite: DIRECTIONAL,
  boardCell: ON_BOARD,
}

export const OWN_REFERENCES: Readonly<Record<string, Form>> = {
  binding: {
    keys: ['name'],
    read: (cx, keys) => {
      const { text, span } = keys.word('name')
      return resolveName(cx, text, span)
    },
  },
  gvar: { keys: ['var'], read: (cx, keys) => globalValue(cx, keys.word('var')) },
  zoneProp: { keys: ['zone', 'prop'], read: zoneProp },
}

/** A global variable, or a function without parameters of that name. */
function globalValue(cx: LoweringContext, { text, span }: Word): Typed {
  const { world } = cx
  const value = resolveSpelling(text, (one) => world.functions.get(one)?.params.length === 0)
  if (resolveSpelling(text, (one) => world.variables.has(one)) === undefined && value !== undefined) {
    const type = world.functions.get(value)?.returns()
    if (type === undefined)
      throw new DiagnosticError('circular', span, `\`${value}\` is defined in terms of itself.`)
    world.use(`function:${value}`)
    return { expr: { call: value, args: [] }, type }
  }
  const variable = variableNamed(cx, { text, span }, 'global')
  return { expr: { ref: 'gvar', var: variable.id }, type: variable.type }
}

/** An attribute, marker or function of a zone. `id` is the zone itself. */
function zoneProp(cx: LoweringContext, keys: Keys): Typed {
  const { world } = cx
  const { text, span } = keys.word('prop')
  const zone = cx.expr(keys.need('zone'), 'zone').expr
  const attribute = resolveSpelling(text, (one) => world.attributes.has(one))
  if (attribute !== undefined)
    return {
      expr: { ref: 'zoneProp', zone, prop: attribute },
      type: world.attributes.get(attribute) ?? 'any',
    }
  if (text === 'id' || text === 'spaceId') return { expr: zone, type: 'zone' }
  const marker = resolveSpelling(text, (one) => world.variables.get(one)?.scope === 'zone')
  if (marker !== undefined) {
    const { id, type } = variableNamed(cx, { text: marker, span }, 'zone')
    return { expr: { ref: 'markerState', marker: id, space: zone }, type }
  }
  const isOfZone = (id: string): boolean => {
    return onlyItem(world.functions.get(id)?.params ?? [])?.type === 'zone'
  }
  const value = resolveSpelling(text, isOfZone)
  const type = value === undefined ? undefined : world.functions.get(value)?.returns()
  if (value === undefined || type === undefined)
    throw unknownName(span, text, 'an attribute of spaces', world.attributes.keys())
  world.use(`function:${value}`)
  return { expr: { call: value, args: [zone] }, type }
}
