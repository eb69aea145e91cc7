/** Expressions in a few words, for explanations where no source line is known. */
import type { Expr, Performance } from '../def/index.js'
import { isRecord, quote } from './shape.js'

export function describe(node: unknown): string {
  if (!isRecord(node)) return String(node)
  const e = node as Exclude<Expr, number | boolean>
  if ('call' in e) return `${e.call}(${(e.args ?? []).map(describe).join(', ')})`
  if ('ref' in e) return reference(e)
  if ('seat' in e && typeof e.seat === 'string') return e.seat
  if ('zone' in e && typeof e.zone === 'string') return e.zone
  if ('value' in e && typeof e.value === 'string') return e.value
  if ('op' in e) {
    if (e.op === 'and' || e.op === 'or') return e.args.map(describe).join(` ${e.op} `)
    if (e.op === 'not') return `not ${describe(e.arg)}`
    if (e.op === 'in') return `${describe(e.item)} in ${describe(e.set)}`
    if (e.op === 'legal') return `legal(${performance(e)})`
    if (e.op === 'within') return `within(${describe(e.zone)})`
    if ('left' in e) return `${describe(e.left)} ${e.op} ${describe(e.right)}`
  }
  if ('aggregate' in e) return `${e.aggregate.op}(${describe(e.aggregate.query)})`
  if ('query' in e) return query(e)
  return quote(node)
}

function performance({ action, args, by, free, class: cls, within }: Performance): string {
  const given = args === undefined ? '' : `(${args.map(describe).join(', ')})`
  const clauses: readonly [string, Expr | undefined][] = [
    ['by ', by],
    ['as ', cls],
    ['within ', within],
  ]
  const said = clauses.flatMap(([word, e]) => (e === undefined ? [] : [`${word}${describe(e)}`]))
  return [`${describe(action)}${given}`, ...(free === undefined ? [] : ['free']), ...said].join(', ')
}

function reference(e: Readonly<Record<string, unknown>>): string {
  const name = e.name ?? e.var ?? e.marker ?? e.prop ?? e.option ?? e.family ?? e.column ?? e.ref
  const of = e.player ?? e.space ?? e.zone ?? e.token ?? e.seat ?? e.row
  return of === undefined ? String(name) : `${describe(of)}.${String(name)}`
}

function query(e: Readonly<Record<string, unknown>>): string {
  const of = e.zone ?? e.over ?? e.family ?? e.table ?? e.of ?? e.class ?? e.tag
  const words: Readonly<Record<string, string>> = {
    mapSpaces: 'the spaces of the map',
    players: 'the seats',
    tokensInZone: `the tokens in ${describe(of)}`,
    adjacentZones: `the neighbours of ${describe(of)}`,
    supply: 'the supply',
    filter: describe(of),
  }
  const kind = String(e.query)
  return Object.hasOwn(words, kind) ? words[kind] : of === undefined ? kind : `${kind} of ${describe(of)}`
}
