/** Describes expressions in words, for explanations without the text of the rulebook. */
import type { Aggregate, Expr, Filter, Operator, Performance, Query, Reference } from '@ludoforge/kernel'

const MAX_LENGTH = 240

export function describe(node: Expr): string {
  const text = words(node)
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 3)}...` : text
}

function words(e: Expr): string {
  if (typeof e !== 'object') return String(e)
  if ('call' in e) return call(e.call, e.args)
  if ('ref' in e) return reference(e)
  if ('op' in e) return operator(e)
  if ('aggregate' in e) return aggregate(e.aggregate)
  if ('query' in e) return query(e)
  if ('if' in e) return `if ${words(e.if.when)} then ${words(e.if.then)} else ${words(e.if.else)}`
  if ('after' in e) return `after(${words(e.after)})`
  if ('would' in e) return `would(${words(e.would)}, ${words(e.then)})`
  if ('dice' in e) return `roll(${words(e.dice)})`
  if ('timing' in e) return `timing is ${e.timing}`
  if ('kinds' in e) return filter(e.kinds)
  if ('seat' in e) return e.seat
  if ('zone' in e) return e.zone
  if ('value' in e) return e.value
  return 'action' in e ? e.action : 'none'
}

function performance({ action, args, by, free, class: cls, within }: Performance): string {
  const clauses: readonly [string, Expr | undefined][] = [
    ['by ', by],
    ['as ', cls],
    ['within ', within],
  ]
  const texts = clauses.flatMap(([word, e]) => (e === undefined ? [] : [`${word}${words(e)}`]))
  return [call(words(action), args), ...(free === undefined ? [] : ['free']), ...texts].join(', ')
}

function call(id: string, args: readonly Expr[] | undefined): string {
  return args === undefined || args.length === 0 ? id : `${id}(${args.map(words).join(', ')})`
}

function reference(e: Reference): string {
  switch (e.ref) {
    case 'actionClass':
      return 'class'
    case 'option':
      return e.option
    case 'binding':
      return e.name
    case 'gvar':
      return e.var
    case 'pvar':
      return `${e.var} of ${words(e.player)}`
    case 'markerState':
      return `${e.marker} of ${words(e.space)}`
    case 'zoneProp':
      return `${e.prop} of ${words(e.zone)}`
    case 'zoneOwner':
      return `owner of ${words(e.zone)}`
    case 'zoneOf':
      return `${e.family} of ${words(e.player)}`
    case 'zoneCount':
      return `the number of pieces or cards in ${words(e.zone)}`
    case 'tokenProp':
      return `${e.prop} of ${words(e.token)}`
    case 'tokenZone':
      return `the place of ${words(e.token)}`
    case 'nextSeat':
      return `the seat after ${words(e.player)}`
    case 'seatProp':
      return `${e.prop} of ${words(e.seat)}`
    case 'column':
      return `${e.column} of ${words(e.row)}`
    case 'zoneToward':
      return `the neighbour of ${words(e.zone)} toward ${words(e.direction)}`
    case 'opposite':
      return `the opposite of ${words(e.direction)}`
    case 'boardCell':
      return `the cell in row ${words(e.row)} and column ${words(e.column)}`
    default:
      return e.ref
  }
}

const SIGNS: Readonly<Record<string, string>> = { '==': '=', min: 'or at most', max: 'or at least' }

function operator(e: Operator): string {
  switch (e.op) {
    case 'and':
    case 'or':
      return (e.args ?? []).map((part) => joined(part, e.op)).join(` ${e.op} `)
    case 'not':
      return opposite(e.arg)
    case 'in':
      return `${words(e.item)} is among ${words(e.set)}`
    case 'zonePropIncludes':
      return `${e.prop} of ${words(e.zone)} includes ${words(e.value)}`
    case 'kindIs':
      return `${words(e.token)} is one of ${filter(e.filter)}`
    case 'adjacent':
      return `${words(e.left)} is next to ${words(e.right)}`
    case 'within':
      return `the action may use ${words(e.zone)}`
    case 'legal':
      return `${performance(e)} is possible`
    case 'level':
      return `the level of ${words(e.value)}`
    case 'compare':
      return `how ${words(e.left)} compares with ${words(e.right)}`
    default:
      return `${operand(e.left)} ${SIGNS[e.op] ?? e.op} ${operand(e.right)}`
  }
}

function joined(part: Expr, op: 'and' | 'or'): string {
  const other = typeof part === 'object' && 'op' in part && (part.op === 'and' || part.op === 'or')
  return other && part.op !== op ? `(${words(part)})` : words(part)
}

function operand(part: Expr): string {
  return typeof part === 'object' && 'op' in part && 'left' in part ? `(${words(part)})` : words(part)
}

function opposite(e: Expr): string {
  if (typeof e === 'object' && 'op' in e) {
    if (e.op === 'not') return words(e.arg)
    if (e.op === '==') return `${operand(e.left)} is not ${operand(e.right)}`
    if (e.op === 'in') return `${words(e.item)} is not among ${words(e.set)}`
    if (e.op === 'kindIs') return `${words(e.token)} is none of ${filter(e.filter)}`
  }
  if (typeof e === 'object' && 'aggregate' in e && e.aggregate.op === 'any')
    return ofThem('no', 'none of', e.aggregate.query)
  return typeof e === 'object' && ('op' in e || 'aggregate' in e) ? `not (${words(e)})` : `not ${words(e)}`
}

/** Chooses between "some guards in mill" and "some of the spaces". */
function ofThem(plain: string, partitive: string, list: Expr): string {
  const text = words(list)
  return `${text.startsWith('the ') ? partitive : plain} ${text}`
}

function aggregate({ op, query: list, value }: Aggregate): string {
  const of = value === undefined ? '' : `${words(value)} `
  switch (op) {
    case 'count':
      return `the number of ${words(list)}`
    case 'any':
      return ofThem('some', 'some of', list)
    case 'all':
      return `${of}for all of ${words(list)}`
    case 'sum':
      return `the sum of ${of}over ${words(list)}`
    case 'min':
      return `the least ${of}of ${words(list)}`
    case 'max':
      return `the greatest ${of}of ${words(list)}`
    case 'best':
      return `the one with the greatest ${of}of ${words(list)}`
    default:
      return `the ${op} of ${words(list)}`
  }
}

function query(e: Query): string {
  switch (e.query) {
    case 'mapSpaces':
      return 'the spaces of the map'
    case 'zoneFamily':
      return `the zones ${e.family}`
    case 'adjacentZones':
      return `the neighbours of ${words(e.zone)}`
    case 'connectedZones':
      return `the spaces that can be reached from ${words(e.zone)}`
    case 'ray':
    case 'line':
      return `the ${e.query} of ${words(e.zone)} toward ${words(e.direction)}`
    case 'boardRow':
      return `the cells of row ${words(e.row)}`
    case 'boardColumn':
      return `the cells of column ${words(e.column)}`
    case 'tokensInZone':
      return `${filter(e.filter)} in ${words(e.zone)}`
    case 'supply':
      return `${filter(e.filter)} in the supply`
    case 'players':
      return 'the seats'
    case 'playersFrom':
      return `the seats from ${words(e.player)} on`
    case 'intsInRange':
      return `${words(e.min)}..${words(e.max)}`
    case 'values':
      return `the values of ${e.of}`
    case 'rows':
      return `the rows of ${e.table}`
    case 'actions':
      if (e.tag !== undefined) return `the actions tagged ${e.tag}`
      return e.class === undefined ? 'the actions' : `the actions of the class ${e.class}`
    case 'list':
      return (e.items ?? []).length === 0 ? 'nothing' : e.items.map(words).join(', ')
    case 'filter':
      return `${words(e.over)} where ${words(e.where)}`
    case 'collect':
      return `${words(e.value)} for each of ${words(e.over)}`
    case 'take':
      return `the first ${words(e.count)} of ${words(e.over)}`
    case 'union':
    case 'concat':
      return `${words(e.left)} and ${words(e.right)}`
    case 'except':
      return `${words(e.left)} but not ${words(e.right)}`
    case 'sort':
    case 'leading':
    case 'reverse':
    case 'distinct':
      return words(e.over)
    default:
      return 'a list' // of an unchecked GameDef
  }
}

/** Returns a noun phrase: "ready guards of actor". */
function filter(predicates: Filter | undefined): string {
  if (!Array.isArray(predicates) || predicates.length === 0) return 'what lies'
  const qualities: string[] = []
  const nouns: string[] = []
  const after: string[] = []
  for (const p of predicates as Filter) {
    if ('type' in p) nouns.push(p.type)
    else if ('family' in p) nouns.push(p.family)
    else if ('group' in p) nouns.push(p.group)
    else if ('kind' in p) nouns.push(words(p.kind))
    else if ('any' in p) nouns.push(`(${p.any.map(filter).join(' or ')})`)
    else if ('not' in p) after.push(`but not ${filter(p.not)}`)
    else if ('neq' in p) qualities.push(`not ${words(p.neq)}`)
    else if ('in' in p) qualities.push(p.in.map(words).join(' or '))
    else if (typeof p.eq === 'object' && 'ref' in p.eq) after.push(`of ${words(p.eq)}`)
    else qualities.push(p.eq === true ? p.prop : p.eq === false ? `not ${p.prop}` : words(p.eq))
  }
  const phrase = [...qualities, ...nouns]
  return [...(phrase.length === 0 ? ['those'] : phrase), ...after].join(' ')
}
