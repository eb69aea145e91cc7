/** The type of every expression of a GameDef, worked out from the nodes alone, whichever notation wrote them. */
import {
  ACTION_CLASS,
  type Aggregate,
  DIRECTION,
  enumId,
  enumType,
  type Expr,
  type Filter,
  isEnum,
  isList,
  isRow,
  itemOf,
  listOf,
  type Literal,
  type Operator,
  type Performance,
  type Predicate,
  type Query,
  type Reference,
  rowType,
  tableId,
  type TypeName,
} from '@ludoforge/kernel'
import { accepts, describe, type ProcedureInfo, type Scope, type World } from '../elaborate/index.js'

/** A node that does not fit where it stands. */
export class Misfit extends Error {}

export function typeOf(expr: Expr, scope: Scope, world: World): TypeName {
  if (typeof expr === 'number')
    return Number.isInteger(expr) ? 'number' : misfit(`${expr} is no whole number`)
  if (typeof expr === 'boolean') return 'flag'
  if ('ref' in expr) return referenceType(expr, scope, world)
  if ('op' in expr) return operatorType(expr, scope, world)
  if ('query' in expr) return queryType(expr, scope, world)
  if ('aggregate' in expr) return aggregateType(expr.aggregate, scope, world)
  if ('if' in expr) {
    const { when, then, else: otherwise } = expr.if
    need(when, 'flag', scope, world)
    const type = typeOf(then, scope, world)
    const other = need(otherwise, type, scope, world)
    return type === 'any' || type === 'list any' ? other : type
  }
  if ('call' in expr) {
    const fn = world.functions.get(expr.call) ?? misfit(`there is no function \`${expr.call}\``)
    checkArguments(expr.args, fn.params, fn.id, scope, world)
    return fn.returns() ?? 'any'
  }
  return literalType(expr, scope, world)
}

export function misfit(sentence: string): never {
  throw new Misfit(sentence)
}

/** The type of an expression that must have a certain one. */
export function need(expr: Expr, wanted: TypeName, scope: Scope, world: World): TypeName {
  const found = typeOf(expr, scope, world)
  if (!accepts(wanted, found))
    misfit(`expected ${describe(wanted)}, found ${describe(found)} in ${shown(expr)}`)
  return found
}

export function needList(expr: Expr, scope: Scope, world: World): TypeName {
  const found = typeOf(expr, scope, world)
  if (!isList(found)) misfit(`expected a list, found ${describe(found)} in ${shown(expr)}`)
  return itemOf(found)
}

function shown(node: unknown): string {
  const text = JSON.stringify(node)
  return text.length > 120 ? `${text.slice(0, 119)}…` : text
}

export function checkArguments(
  args: readonly Expr[],
  params: readonly { readonly type: TypeName }[],
  of: string,
  scope: Scope,
  world: World,
): void {
  if (args.length !== params.length)
    misfit(`\`${of}\` takes ${params.length} argument(s), not ${args.length}`)
  args.forEach((arg, i) => need(arg, params[i].type, scope, world))
}

/** An action, its arguments and its clauses; gives the action if it is named. `legal` needs no arguments. */
export function checkPerformance(
  node: Performance,
  needed: boolean,
  scope: Scope,
  world: World,
): ProcedureInfo | undefined {
  const { action, args = [], by, free, class: cls, within } = node
  need(action, 'action', scope, world)
  const literal = typeof action === 'object' && 'action' in action ? action.action : undefined
  const named = typeof literal === 'string' ? world.procedures.get(literal) : undefined
  if (named === undefined) checkSomeAction(args, scope, world)
  else if (needed || args.length > 0) checkArguments(args, named.params, named.id, scope, world)
  const clauses: readonly (readonly [Expr | undefined, TypeName])[] = [
    [by, 'seat'],
    [free, 'flag'],
    [cls, ACTION_CLASS],
    [within, 'list zone'],
  ]
  for (const [expr, type] of clauses) if (expr !== undefined) need(expr, type, scope, world)
  return named
}

/** Which action it is shows only in play; one at least must take these arguments. */
function checkSomeAction(args: readonly Expr[], scope: Scope, world: World): void {
  if (args.length === 0) return
  const types = args.map((arg) => typeOf(arg, scope, world))
  const taken = [...world.procedures.values()].some(
    ({ action, params }) =>
      action && params.length === types.length && params.every(({ type }, i) => accepts(type, types[i])),
  )
  if (!taken) misfit(`no action takes ${types.map(describe).join(', ')}`)
}

/** A type that exists: not `any`, and of enumerations and tables of this game. */
export function checkType(type: TypeName, world: World): TypeName {
  if (isList(type))
    return isList(itemOf(type))
      ? misfit('a list of lists is no type')
      : listOf(checkType(itemOf(type), world))
  if (isEnum(type))
    return world.enums.has(enumId(type)) ? type : misfit(`there is no enumeration \`${enumId(type)}\``)
  if (isRow(type))
    return world.tables.has(tableId(type)) ? type : misfit(`there is no table \`${tableId(type)}\``)
  if (['number', 'flag', 'text', 'seat', 'zone', 'token', 'kind', 'action'].includes(type)) return type
  return misfit(`\`${type}\` is no type`)
}

function literalType(expr: Literal, scope: Scope, world: World): TypeName {
  if ('seat' in expr) return world.seats.has(expr.seat) ? 'seat' : misfit(`there is no seat \`${expr.seat}\``)
  if ('zone' in expr) return world.zones.has(expr.zone) ? 'zone' : misfit(`there is no zone \`${expr.zone}\``)
  if ('value' in expr) {
    const values = world.enums.get(expr.of) ?? misfit(`there is no enumeration \`${expr.of}\``)
    return values.includes(expr.value)
      ? enumType(expr.of)
      : misfit(`\`${expr.value}\` is no value of \`${expr.of}\``)
  }
  if ('kinds' in expr) {
    checkFilter(expr.kinds, scope, world)
    return 'kind'
  }
  if ('action' in expr)
    return world.procedures.get(expr.action)?.action === true
      ? 'action'
      : misfit(`there is no action \`${expr.action}\``)
  if (expr.none === 'number' || expr.none === 'flag' || isList(expr.none))
    return misfit(`there is no none of the type ${expr.none}`)
  return checkType(expr.none, world)
}

export function variableType(world: World, id: string, scope: 'global' | 'seat' | 'zone'): TypeName {
  const variable = world.variables.get(id)
  if (variable === undefined || variable.scope !== scope)
    return misfit(`there is no ${scope} variable \`${id}\``)
  return variable.type
}

/** A board that exists; one need not be named where there is only one. */
function checkBoard(id: string | undefined, world: World): void {
  if (id === undefined ? world.boards.size !== 1 : !world.boards.has(id))
    misfit(id === undefined ? 'it is not said which board is meant' : `there is no board \`${id}\``)
}

function referenceType(expr: Reference, scope: Scope, world: World): TypeName {
  const known = (type: TypeName | undefined, what: string): TypeName => type ?? misfit(`there is no ${what}`)
  switch (expr.ref) {
    case 'actor':
      return 'seat'
    case 'free':
    case 'changed':
      return 'flag'
    case 'actionClass':
      return ACTION_CLASS
    case 'option':
      return known(world.options.get(expr.option)?.type, `option \`${expr.option}\``)
    case 'binding':
      return known(scope.get(expr.name), `name \`${expr.name}\` here`)
    case 'gvar':
      return variableType(world, expr.var, 'global')
    case 'pvar':
      need(expr.player, 'seat', scope, world)
      return variableType(world, expr.var, 'seat')
    case 'markerState':
      need(expr.space, 'zone', scope, world)
      return variableType(world, expr.marker, 'zone')
    case 'zoneProp':
      need(expr.zone, 'zone', scope, world)
      return known(world.attributes.get(expr.prop), `attribute \`${expr.prop}\``)
    case 'zoneOwner':
      need(expr.zone, 'zone', scope, world)
      return 'seat'
    case 'zoneOf':
      need(expr.player, 'seat', scope, world)
      return known(world.families.has(expr.family) ? 'zone' : undefined, `family of zones \`${expr.family}\``)
    case 'zoneCount':
      need(expr.zone, 'zone', scope, world)
      return 'number'
    case 'tokenProp':
      need(expr.token, 'token', scope, world)
      return known(world.properties.get(expr.prop)?.type, `property \`${expr.prop}\``)
    case 'tokenZone':
      need(expr.token, 'token', scope, world)
      return 'zone'
    case 'nextSeat':
      need(expr.player, 'seat', scope, world)
      return 'seat'
    case 'seatProp':
      need(expr.seat, 'seat', scope, world)
      return known(world.seatProps.get(expr.prop), `property of seats \`${expr.prop}\``)
    case 'column': {
      need(expr.row, rowType(expr.table), scope, world)
      const column = world.tables.get(expr.table)?.columns.find(({ id }) => id === expr.column)
      return known(column?.type, `column \`${expr.column}\` of \`${expr.table}\``)
    }
    case 'zoneToward':
      need(expr.zone, 'zone', scope, world)
      need(expr.direction, checkType(DIRECTION, world), scope, world)
      return 'zone'
    case 'opposite':
      return need(expr.direction, checkType(DIRECTION, world), scope, world)
    case 'boardCell':
      checkBoard(expr.board, world)
      need(expr.column, 'number', scope, world)
      need(expr.row, 'number', scope, world)
      return 'zone'
  }
}

function operatorType(expr: Operator, scope: Scope, world: World): TypeName {
  switch (expr.op) {
    case '+':
    case '-':
    case '*':
    case '/':
    case '%':
    case 'min':
    case 'max':
      need(expr.left, 'number', scope, world)
      return need(expr.right, 'number', scope, world)
    case '==':
    case '!=':
      need(expr.right, typeOf(expr.left, scope, world), scope, world)
      return 'flag'
    case '<':
    case '<=':
    case '>':
    case '>=': {
      const type = typeOf(expr.left, scope, world)
      if (type !== 'number' && type !== 'any' && !isEnum(type))
        misfit(`${describe(type)} has no order in ${shown(expr)}`)
      need(expr.right, type, scope, world)
      return 'flag'
    }
    case 'and':
    case 'or':
      for (const arg of expr.args) need(arg, 'flag', scope, world)
      return 'flag'
    case 'not':
      return need(expr.arg, 'flag', scope, world)
    case 'in':
      need(expr.item, needList(expr.set, scope, world), scope, world)
      return 'flag'
    case 'zonePropIncludes': {
      const type = referenceType({ ref: 'zoneProp', zone: expr.zone, prop: expr.prop }, scope, world)
      if (!isList(type)) misfit(`the attribute \`${expr.prop}\` is no list`)
      need(expr.value, itemOf(type), scope, world)
      return 'flag'
    }
    case 'kindIs':
      need(expr.token, 'token', scope, world)
      checkFilter(expr.filter, scope, world)
      return 'flag'
    case 'adjacent':
      need(expr.left, 'zone', scope, world)
      need(expr.right, 'zone', scope, world)
      return 'flag'
    case 'within':
      need(expr.zone, 'zone', scope, world)
      return 'flag'
    case 'legal':
      checkPerformance(expr, false, scope, world)
      return 'flag'
    case 'level': {
      const type = typeOf(expr.value, scope, world)
      return isEnum(type) || type === 'any' ? 'number' : misfit(`${describe(type)} has no level`)
    }
    case 'compare':
      need(expr.left, 'list number', scope, world)
      need(expr.right, 'list number', scope, world)
      return 'number'
  }
}

function aggregateType(node: Aggregate, scope: Scope, world: World): TypeName {
  const item = needList(node.query, scope, world)
  const inner = scope.with(node.bind ?? 'it', item)
  const measured = node.value === undefined ? item : typeOf(node.value, inner, world)
  const measurable = measured === 'number' || measured === 'any' || isEnum(measured)
  switch (node.op) {
    case 'sum':
      return measurable ? 'number' : misfit(`${describe(measured)} cannot be summed up`)
    case 'min':
    case 'max':
      return measurable ? measured : misfit(`${describe(measured)} cannot be compared`)
    case 'best':
      if (node.value === undefined || !measurable) misfit('`best` needs a number for every item')
      return item
    default:
      if (node.value !== undefined) need(node.value, 'flag', inner, world)
      if (node.op === 'first' || node.op === 'last') return item
      return node.op === 'count' ? 'number' : 'flag'
  }
}

function queryType(node: Query, scope: Scope, world: World): TypeName {
  switch (node.query) {
    case 'mapSpaces':
      return 'list zone'
    case 'zoneFamily':
      return world.families.has(node.family)
        ? 'list zone'
        : misfit(`there is no family of zones \`${node.family}\``)
    case 'adjacentZones':
      need(node.zone, 'zone', scope, world)
      return 'list zone'
    case 'connectedZones': {
      need(node.zone, 'zone', scope, world)
      const inner = scope.with(node.bind, 'zone')
      for (const test of [node.to, node.via]) if (test !== undefined) need(test, 'flag', inner, world)
      if (node.steps !== undefined) need(node.steps, 'number', scope, world)
      return 'list zone'
    }
    case 'ray':
    case 'line':
      need(node.zone, 'zone', scope, world)
      need(node.direction, checkType(DIRECTION, world), scope, world)
      return 'list zone'
    case 'boardRow':
    case 'boardColumn':
      checkBoard(node.board, world)
      need(node.query === 'boardRow' ? node.row : node.column, 'number', scope, world)
      return 'list zone'
    case 'tokensInZone': {
      const place = typeOf(node.zone, scope, world)
      if (!accepts('zone', place) && !accepts('list zone', place))
        misfit(`expected a space, found ${describe(place)}`)
      checkFilter(node.filter, scope, world)
      return 'list token'
    }
    case 'supply':
      checkFilter(node.filter, scope, world)
      return 'list token'
    case 'players':
      return 'list seat'
    case 'playersFrom':
      need(node.player, 'seat', scope, world)
      return 'list seat'
    case 'intsInRange':
      need(node.min, 'number', scope, world)
      need(node.max, 'number', scope, world)
      return 'list number'
    case 'values':
      return listOf(checkType(enumType(node.of), world))
    case 'rows':
      return listOf(checkType(rowType(node.table), world))
    case 'actions':
      return 'list action'
    case 'list':
      for (const item of node.items) need(item, checkType(node.type, world), scope, world)
      return listOf(checkType(node.type, world))
    case 'filter':
      need(node.where, 'flag', scope.with(node.bind, needList(node.over, scope, world)), world)
      return typeOf(node.over, scope, world)
    case 'leading': {
      const item = needList(node.over, scope, world)
      for (const test of [node.while, node.end])
        if (test !== undefined) need(test, 'flag', scope.with(node.bind, item), world)
      return listOf(item)
    }
    case 'collect':
      return listOf(typeOf(node.value, scope.with(node.bind, needList(node.over, scope, world)), world))
    case 'sort': {
      const by = typeOf(node.by, scope.with(node.bind, needList(node.over, scope, world)), world)
      if (by !== 'number' && by !== 'flag' && by !== 'any' && !isEnum(by))
        misfit(`nothing can be sorted by ${describe(by)}`)
      return typeOf(node.over, scope, world)
    }
    case 'take':
      need(node.count, 'number', scope, world)
      return listOf(needList(node.over, scope, world))
    case 'reverse':
    case 'distinct':
      return listOf(needList(node.over, scope, world))
    case 'union':
    case 'except':
    case 'concat': {
      const left = listOf(needList(node.left, scope, world))
      const right = need(node.right, left, scope, world)
      return left === 'list any' ? right : left
    }
  }
}

function checkFilter(filter: Filter, scope: Scope, world: World): void {
  for (const predicate of filter) checkPredicate(predicate, scope, world)
}

function checkPredicate(predicate: Predicate, scope: Scope, world: World): void {
  if ('prop' in predicate) {
    const type =
      world.properties.get(predicate.prop)?.type ?? misfit(`there is no property \`${predicate.prop}\``)
    if (isList(type)) misfit(`the property \`${predicate.prop}\` is a list: a filter cannot compare it`)
    const values = 'eq' in predicate ? [predicate.eq] : 'neq' in predicate ? [predicate.neq] : predicate.in
    for (const value of values) need(value, type, scope, world)
  } else if ('type' in predicate) {
    if (!world.tokenTypes.has(predicate.type)) misfit(`there is no type of tokens \`${predicate.type}\``)
  } else if ('group' in predicate) {
    if (!world.groups.has(predicate.group)) misfit(`there is no group \`${predicate.group}\``)
  } else if ('kind' in predicate) need(predicate.kind, 'kind', scope, world)
  else if ('not' in predicate) checkFilter(predicate.not, scope, world)
  else for (const filter of predicate.any) checkFilter(filter, scope, world)
}
