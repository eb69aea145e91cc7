/** Visitors over the nodes of a GameDef, driven by the tables: every part of every node, and the names in its scope. */
import type { Block, Effect, Expr } from './index.js'
import {
  definition,
  type DefinitionName,
  EXPR,
  type Field,
  type Kind,
  nodeOf,
  type NodeShape,
} from './table.js'
import { isRecord } from './shape.js'

/** The fields of an object whose row isn't determined yet. */
export type Fields = Readonly<Record<string, unknown>>

/**
 * Calls `visit` for every object in a value, in pre-order, with its row of the tables and its path (one reused array:
 * copy it to keep it). Skips the inside of an object for which `visit` returns false.
 */
export function walk(
  name: DefinitionName,
  value: unknown,
  visit: (object: Fields, row: NodeShape, path: readonly (string | number)[]) => boolean | void,
): void {
  if (typeof value === 'object' && value !== null)
    walkIn({ form: 'definition', name, for: null }, value, visit, [])
}

function walkIn(kind: Kind, at: object, visit: Parameters<typeof walk>[2], path: (string | number)[]): void {
  if (Array.isArray(at)) {
    const item = itemKind(kind)
    if (item === undefined) return
    for (let i = 0; i < at.length; i++) {
      const part: unknown = at[i]
      if (typeof part !== 'object' || part === null) continue
      path.push(i)
      walkIn(item, part, visit, path)
      path.pop()
    }
    return
  }
  if (!isRecord(at)) return
  const row = rowOf(kind, at)
  if (row === undefined || visit(at, row, path) === false) return
  for (const { name: field, kind: inner } of row.inner) {
    const part = at[field]
    if (typeof part !== 'object' || part === null) continue
    path.push(field)
    walkIn(inner, part, visit, path)
    path.pop()
  }
}

/** Visits the objects of a field: the value itself, or the items of a list. */
function open(kind: Kind, value: unknown, visit: (object: Fields, row: NodeShape) => void): void {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    const item = itemKind(kind)
    if (item !== undefined) for (const part of value) open(item, part, visit)
    return
  }
  if (!isRecord(value)) return
  const row = rowOf(kind, value)
  if (row !== undefined) visit(value, row)
}

function itemKind(kind: Kind): Kind | undefined {
  if (kind.form === 'list') return kind.of
  if (kind.form === 'each') return EXPR
  if (kind.form !== 'definition') return undefined
  for (const inner of definition(kind.name).kinds) {
    const item = itemKind(inner)
    if (item !== undefined) return item
  }
  return undefined
}

function rowOf(kind: Kind, value: Fields): NodeShape | undefined {
  if (kind.form === 'expr') return nodeOf('Expr', value)
  if (kind.form === 'record') return kind.node
  return kind.form === 'definition' ? nodeOf(kind.name, value) : undefined
}

/** A name that a node binds. */
export interface Bound {
  readonly name: string
  readonly type: string // in the words of the tables
  readonly of: Fields // the object whose fields the type refers to
}

/** An expression or a block directly inside a node. */
interface Part<T> {
  readonly field: string
  readonly value: T
  readonly names: readonly Bound[] // in scope here, in addition to those in scope around the node
  readonly passed: boolean // the node can evaluate to this value, or to an item of it
}

export interface Parts {
  readonly exprs: readonly Part<Expr>[]
  readonly blocks: readonly Part<Block>[]
  readonly binds: readonly Bound[] // for the effects that follow
}

/**
 * Returns the expressions and blocks directly inside a node, also those inside its filters, texts and alternatives.
 * Those of sentences aren't parts: only explanations evaluate them.
 */
export function partsOf(name: DefinitionName, value: unknown): Parts {
  if (!isRecord(value)) return NO_PARTS
  let parts = found.get(value)
  if (parts === undefined) {
    const row = nodeOf(name, value)
    const plan = row === undefined ? NO_PLAN : planOf(row)
    if (row === undefined || (plan.parts.length === 0 && plan.binds.length === 0)) return NO_PARTS
    const made = { exprs: [], blocks: [], binds: [] }
    collect(row, value, [], made.binds, made)
    parts = made
    found.set(value, parts)
  }
  return parts
}

const NO_PARTS: Parts = { exprs: [], blocks: [], binds: [] }
const found = new WeakMap<object, Parts>() // nodes never change

/** Returns the blocks directly inside an effect. */
export function blocksOf(effect: Effect): readonly Block[] {
  return partsOf('Effect', effect).blocks.map(({ value }) => value)
}

/** Returns the effects of a block and its nested blocks, in the order of the rules. */
export function effectsIn(block: Block, all: Effect[] = []): readonly Effect[] {
  for (const effect of block) {
    all.push(effect)
    for (const { value } of partsOf('Effect', effect).blocks) effectsIn(value, all)
  }
  return all
}

interface Collected {
  readonly exprs: Part<Expr>[]
  readonly blocks: Part<Block>[]
}

function collect(
  row: NodeShape,
  object: Fields,
  known: readonly Bound[],
  binds: Bound[],
  out: Collected,
): void {
  const plan = planOf(row)
  let scoped = NO_SCOPES
  for (const { name: field, type, scope } of plan.binds) {
    const name = object[field] ?? (scope === null ? undefined : 'it')
    if (typeof name !== 'string') continue
    const bound: Bound = { name, type, of: object }
    if (scope === null) binds.push(bound)
    else scoped = [...scoped, { fields: scope, names: [bound] }]
  }
  for (const { name: field, kind, scope, passed } of plan.parts) {
    const value = object[field]
    if (value === undefined) continue
    let names = known
    for (const { fields, names: own } of scoped) if (fields.includes(field)) names = [...names, ...own]
    if (kind.form === 'expr') out.exprs.push({ field, value: value as Expr, names, passed })
    else if (kind.form === 'each')
      for (const item of value as readonly Expr[]) out.exprs.push({ field, value: item, names, passed })
    else if (typeof value !== 'object') continue
    else if (kind.form === 'definition' && kind.name === 'Block')
      out.blocks.push({ field, value: value as Block, names, passed: false })
    else {
      const inner: Bound[] = scope === null ? binds : []
      if (scope !== null) scoped = [...scoped, { fields: scope, names: inner }]
      open(kind, value, (at, node) => collect(node, at, names, inner, out))
    }
  }
}

interface Scoped {
  readonly fields: readonly string[]
  readonly names: readonly Bound[]
}

const NO_SCOPES: readonly Scoped[] = []

/** A precomputed plan for collecting the parts of a row. */
interface Plan {
  readonly binds: readonly { readonly name: string; readonly type: string; readonly scope: Scope }[]
  readonly parts: readonly {
    readonly name: string
    readonly kind: Kind
    readonly scope: Scope
    readonly passed: boolean
  }[]
}

type Scope = readonly string[] | null // the fields where the bound name is in scope; null: the following effects

const plans = new Map<NodeShape, Plan>() // by row of the tables
const NO_PLAN: Plan = { binds: [], parts: [] }

function planOf(row: NodeShape): Plan {
  let plan = plans.get(row)
  if (plan === undefined) {
    // The field that the value of the node comes from. Fields of the same type can be its source, too.
    const source = /^(?:list of|list as|as|item) (\w+)$/.exec(row.gives ?? '')?.[1]
    const types = [`as ${source}`, `of ${source}`]
    plan = {
      binds: row.fields.flatMap(({ name, kind }) =>
        kind.form === 'bind' ? [{ name, type: kind.type, scope: kind.for }] : [],
      ),
      parts: row.inner.filter(isPart).map(({ name, kind }) => {
        const typed = kind.form === 'expr' || kind.form === 'each'
        const passed = typed && source !== undefined && (name === source || types.includes(kind.type))
        return { name, kind, scope: scopeOf(kind), passed }
      }),
    }
    plans.set(row, plan)
  }
  return plan
}

const isPart = ({ kind }: Field): boolean => !(kind.form === 'definition' && kind.name === 'Saying')

function scopeOf(kind: Kind): Scope {
  if (kind.form === 'list') return scopeOf(kind.of)
  return kind.form === 'definition' ? kind.for : null
}
