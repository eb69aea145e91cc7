/** `{ref: …}`: variables, markers, properties, names. */
import { ACTION_CLASS, type Expr, rowType, type TypeName } from '@ludoforge/kernel'
import { didYouMean } from '../diagnostics/index.js'
import { Fault, type Typed, unknownName } from '../elaborate/index.js'
import type { YamlMap } from '../yaml/index.js'
import { boardCell, opposite, zoneToward } from './boards.js'
import { type Cx, Keys, spelled } from './context.js'
import { named } from './words.js'

type Word = ReturnType<Keys['word']>

interface Ref {
  readonly keys: readonly string[]
  readonly read: (cx: Cx, keys: Keys) => Typed
}

const REFS: Readonly<Record<string, Ref>> = {
  actor: { keys: [], read: () => ({ expr: { ref: 'actor' }, type: 'seat' }) },
  free: { keys: [], read: () => ({ expr: { ref: 'free' }, type: 'flag' }) },
  changed: { keys: [], read: () => ({ expr: { ref: 'changed' }, type: 'flag' }) },
  actionClass: { keys: [], read: () => ({ expr: { ref: 'actionClass' }, type: ACTION_CLASS }) },
  binding: {
    keys: ['name'],
    read: (cx, keys) => {
      const { text, span } = keys.word('name')
      return named(cx, text, span)
    },
  },
  option: {
    keys: ['option'],
    read: (cx, keys) => {
      const { text, span } = keys.word('option')
      const option = cx.world.options.get(text)
      if (option === undefined) throw unknownName(span, text, 'an option', cx.world.options.keys())
      cx.world.use(`option:${text}`)
      return { expr: { ref: 'option', option: text }, type: option.type }
    },
  },
  gvar: { keys: ['var'], read: (cx, keys) => globalValue(cx, keys.word('var')) },
  pvar: {
    keys: ['var', 'player'],
    read: (cx, keys) => {
      const variable = variableNamed(cx, keys.word('var'), 'seat')
      const player = keys.get('player')
      const seat: Expr = player === undefined ? { ref: 'actor' } : cx.player(player)
      return { expr: { ref: 'pvar', var: variable.id, player: seat }, type: variable.type }
    },
  },
  markerState: {
    keys: ['marker', 'space', 'zone'],
    read: (cx, keys) => {
      const variable = variableNamed(cx, keys.word('marker'), 'zone')
      const space = cx.expr(keys.need('space', 'zone'), 'zone').expr
      return { expr: { ref: 'markerState', marker: variable.id, space }, type: variable.type }
    },
  },
  zoneProp: { keys: ['zone', 'prop'], read: zoneProp },
  zoneOwner: {
    keys: ['zone'],
    read: (cx, keys) => ({
      expr: { ref: 'zoneOwner', zone: cx.expr(keys.need('zone'), 'zone').expr },
      type: 'seat',
    }),
  },
  zoneOf: {
    keys: ['family', 'player'],
    read: (cx, keys) => {
      const { text, span } = keys.word('family')
      const family = spelled(text, (one) => cx.world.families.has(one))
      if (family === undefined) throw unknownName(span, text, 'a family of zones', cx.world.families)
      return { expr: { ref: 'zoneOf', family, player: cx.player(keys.need('player')) }, type: 'zone' }
    },
  },
  zoneCount: {
    keys: ['zone'],
    read: (cx, keys) => ({
      expr: { ref: 'zoneCount', zone: cx.expr(keys.need('zone'), 'zone').expr },
      type: 'number',
    }),
  },
  tokenProp: {
    keys: ['token', 'prop'],
    read: (cx, keys) => {
      const { id, type } = propertyNamed(cx, keys.word('prop'))
      return { expr: { ref: 'tokenProp', token: cx.expr(keys.need('token'), 'token').expr, prop: id }, type }
    },
  },
  tokenZone: {
    keys: ['token'],
    read: (cx, keys) => ({
      expr: { ref: 'tokenZone', token: cx.expr(keys.need('token'), 'token').expr },
      type: 'zone',
    }),
  },
  nextSeat: {
    keys: ['player'],
    read: (cx, keys) => ({ expr: { ref: 'nextSeat', player: cx.player(keys.need('player')) }, type: 'seat' }),
  },
  seatProp: {
    keys: ['seat', 'player', 'prop'],
    read: (cx, keys) => {
      const { text, span } = keys.word('prop')
      const prop = spelled(text, (one) => cx.world.seatProps.has(one))
      if (prop === undefined) throw unknownName(span, text, 'a property of seats', cx.world.seatProps.keys())
      const seat = cx.player(keys.need('seat', 'player'))
      return { expr: { ref: 'seatProp', seat, prop }, type: cx.world.seatProps.get(prop) ?? 'any' }
    },
  },
  column: {
    keys: ['table', 'row', 'column'],
    read: (cx, keys) => {
      const { text: table, span } = keys.word('table')
      const def = cx.world.tables.get(table)
      if (def === undefined) throw unknownName(span, table, 'a table', cx.world.tables.keys())
      cx.world.use(`table:${table}`)
      const { text: column, span: at } = keys.word('column')
      const found = def.columns.find((one) => one.id === column)
      const known = def.columns.map((one) => one.id)
      if (found === undefined) throw unknownName(at, column, `a column of ${table}`, known)
      const row = cx.expr(keys.need('row'), rowType(table)).expr
      return { expr: { ref: 'column', table, row, column }, type: found.type }
    },
  },
  zoneToward: { keys: ['zone', 'direction'], read: zoneToward },
  opposite: { keys: ['direction'], read: opposite },
  boardCell: { keys: ['board', 'column', 'row'], read: boardCell },
}

export function lowerReference(cx: Cx, node: YamlMap): Typed {
  const ref = node.entries.find(({ key }) => key === 'ref')?.value
  const name = ref?.kind === 'scalar' ? ref.raw : ''
  if (!Object.hasOwn(REFS, name)) {
    const message = `There is no reference \`${name}\`.`
    const known = Object.keys(REFS)
    throw new Fault(
      'unknown-name',
      ref?.span ?? node.span,
      message,
      didYouMean(name, known) ?? `known are ${known.join(', ')}`,
    )
  }
  const { keys, read } = REFS[name]
  return read(cx, new Keys(node, `a reference \`${name}\``, ['ref', ...keys], cx))
}

/** A global variable; where the game works the value out or fixes it beforehand, a function or an option. */
function globalValue(cx: Cx, { text, span }: Word): Typed {
  const { world } = cx
  const value = spelled(text, (one) => world.functions.get(one)?.params.length === 0)
  if (spelled(text, (one) => world.variables.has(one)) === undefined && value !== undefined) {
    const type = world.functions.get(value)?.returns()
    if (type === undefined)
      throw new Fault('circular', span, `\`${value}\` needs its own value to be worked out.`)
    world.use(`function:${value}`)
    return { expr: { call: value, args: [] }, type }
  }
  const variable = variableNamed(cx, { text, span }, 'global')
  return { expr: { ref: 'gvar', var: variable.id }, type: variable.type }
}

const OWNERS = { global: 'the game', seat: 'a seat', zone: 'a space' } as const

export function variableNamed(
  cx: Cx,
  { text, span }: Word,
  scope: 'global' | 'seat' | 'zone',
): { id: string; type: TypeName } {
  const { variables } = cx.world
  const id = spelled(text, (one) => variables.has(one))
  const variable = id === undefined ? undefined : variables.get(id)
  if (variable === undefined) {
    const known = [...variables.values()].filter((one) => one.scope === scope).map((one) => one.id)
    throw unknownName(span, text, `a variable of ${OWNERS[scope]}`, known)
  }
  if (variable.scope !== scope)
    throw new Fault(
      'wrong-type',
      span,
      `\`${variable.id}\` is a variable of ${OWNERS[variable.scope]}, not of ${OWNERS[scope]}.`,
    )
  cx.world.use(`variable:${variable.id}`)
  return { id: variable.id, type: variable.type }
}

export function propertyNamed(
  cx: Cx,
  { text, span }: Word,
): { id: string; type: TypeName; changes: boolean } {
  const { properties } = cx.world
  const id = spelled(text, (one) => properties.has(one))
  const property = id === undefined ? undefined : properties.get(id)
  if (property === undefined) throw unknownName(span, text, 'a property of tokens', properties.keys())
  return property
}

/** An attribute of a zone; `id` is the zone itself; a marker or a function of a zone may be meant too. */
function zoneProp(cx: Cx, keys: Keys): Typed {
  const { world } = cx
  const { text, span } = keys.word('prop')
  const zone = cx.expr(keys.need('zone'), 'zone').expr
  const attribute = spelled(text, (one) => world.attributes.has(one))
  if (attribute !== undefined)
    return {
      expr: { ref: 'zoneProp', zone, prop: attribute },
      type: world.attributes.get(attribute) ?? 'any',
    }
  if (text === 'id' || text === 'spaceId') return { expr: zone, type: 'zone' }
  const marker = spelled(text, (one) => world.zoneVariable(one) !== undefined)
  if (marker !== undefined) {
    world.use(`variable:${marker}`)
    return {
      expr: { ref: 'markerState', marker, space: zone },
      type: world.zoneVariable(marker)?.type ?? 'any',
    }
  }
  const isOfZone = (id: string): boolean => {
    const params = world.functions.get(id)?.params
    return params?.length === 1 && params[0].type === 'zone'
  }
  const value = spelled(text, isOfZone)
  const type = value === undefined ? undefined : world.functions.get(value)?.returns()
  if (value === undefined || type === undefined)
    throw unknownName(span, text, 'an attribute of spaces', world.attributes.keys())
  world.use(`function:${value}`)
  return { expr: { call: value, args: [zone] }, type }
}
