/** Walks over the nodes of a GameDef, by the tables: every part of every node, and the names that are known in it. */
import type { Block, Effect, Expr } from './index.js'
import { definition, type DefinitionName, EXPR, type Kind, nodeOf, type NodeShape } from './table.js'

export type Fields = Readonly<Record<string, unknown>>

/**
 * Calls `visit` for every object in a value of a definition, first for itself, with its row of the tables and the way
 * to it (one array for all: copy it to keep it). What is inside an object for which it gives false is left out.
 */
export function walk(
  name: DefinitionName,
  value: unknown,
  visit: (object: Fields, row: NodeShape, path: readonly (string | number)[]) => boolean | void,
): void {
  const path: (string | number)[] = []
  const inside = (key: string | number, kind: Kind, part: unknown): void => {
    if (typeof part !== 'object' || part === null) return
    path.push(key)
    go(kind, part)
    path.pop()
  }
  const go = (kind: Kind, at: object): void => {
    if (Array.isArray(at)) {
      const item = itemKind(kind)
      if (item !== undefined) at.forEach((part, i) => inside(i, item, part))
      return
    }
    const object = at as Fields
    const row = rowOf(kind, object)
    if (row === undefined || visit(object, row, path) === false) return
    for (const { name: field, kind: inner } of row.fields) inside(field, inner, object[field])
  }
  if (typeof value === 'object' && value !== null) go({ form: 'definition', name, for: null }, value)
}

/** The objects that a field holds: itself, or the items of a list. */
function open(kind: Kind, value: unknown, visit: (object: Fields, row: NodeShape) => void): void {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    const item = itemKind(kind)
    if (item !== undefined) for (const part of value) open(item, part, visit)
    return
  }
  const row = rowOf(kind, value as Fields)
  if (row !== undefined) visit(value as Fields, row)
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
  readonly of: Fields // the object whose fields those words speak of
}

/** An expression or a block directly inside a node. */
interface Part<T> {
  readonly field: string
  readonly value: T
  readonly names: readonly Bound[] // that are known in it, besides those that are known around the node
  readonly passed: boolean // the value of the node can be this one, or an item of it
}

export interface Parts {
  readonly exprs: readonly Part<Expr>[]
  readonly blocks: readonly Part<Block>[]
  readonly binds: readonly Bound[] // for the effects that follow
}

/** What lies directly inside a node: filters, texts, ways and the like are opened, expressions and blocks are not. */
export function partsOf(name: DefinitionName, value: unknown): Parts {
  const parts = { exprs: [], blocks: [], binds: [] }
  if (typeof value === 'object' && value !== null) {
    const row = nodeOf(name, value as Fields)
    if (row !== undefined) collect(row, value as Fields, [], parts.binds, parts)
  }
  return parts
}

/** The blocks directly inside an effect. */
export function blocksOf(effect: Effect): readonly Block[] {
  return partsOf('Effect', effect).blocks.map(({ value }) => value)
}

/** The effects of a block and those in the blocks inside them, in the order of the rules. */
export function* effectsIn(block: Block): Generator<Effect> {
  for (const effect of block) {
    yield effect
    for (const inner of blocksOf(effect)) yield* effectsIn(inner)
  }
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
  const source = sourceOf(row)
  let scoped: Scoped[] = NONE
  const bind = (fields: readonly string[], names: Bound[]): void => {
    if (scoped === NONE) scoped = []
    scoped.push({ fields, names })
  }
  for (const { name: field, kind } of row.fields) {
    if (kind.form !== 'bind') continue
    const name = object[field] ?? (kind.for === null ? undefined : 'it')
    if (name === undefined) continue
    const bound: Bound = { name: name as string, type: kind.type, of: object }
    if (kind.for === null) binds.push(bound)
    else bind(kind.for, [bound])
  }
  for (const { name: field, kind } of row.fields) {
    const value = object[field]
    if (value === undefined) continue
    let names = known
    for (const scope of scoped) if (scope.fields.includes(field)) names = [...names, ...scope.names]
    if (kind.form === 'expr' || kind.form === 'each') {
      const passed = source !== null && (field === source.field || source.types.includes(kind.type))
      if (kind.form === 'expr') out.exprs.push({ field, value: value as Expr, names, passed })
      else for (const item of value as readonly Expr[]) out.exprs.push({ field, value: item, names, passed })
    } else if (typeof value !== 'object') continue
    else if (kind.form === 'definition' && kind.name === 'Block')
      out.blocks.push({ field, value: value as Block, names, passed: false })
    else {
      const scope = scopeOf(kind)
      const inner: Bound[] = scope === null ? binds : []
      if (scope !== null) bind(scope, inner)
      open(kind, value, (at, node) => collect(node, at, names, inner, out))
    }
  }
}

interface Scoped {
  readonly fields: readonly string[]
  readonly names: readonly Bound[]
}

const NONE: Scoped[] = []

interface Source {
  readonly field: string
  readonly types: readonly string[]
}

const sources = new WeakMap<NodeShape, Source | null>()

/** The field from which the value of a node comes, and the types of others from which it can come as well. */
function sourceOf(row: NodeShape): Source | null {
  let source = sources.get(row)
  if (source === undefined) {
    const field = /^(?:list of|list as|as|item) (\w+)$/.exec(row.gives ?? '')?.[1]
    source = field === undefined ? null : { field, types: [`as ${field}`, `of ${field}`] }
    sources.set(row, source)
  }
  return source
}

function scopeOf(kind: Kind): readonly string[] | null {
  if (kind.form === 'list') return scopeOf(kind.of)
  return kind.form === 'definition' ? kind.for : null
}
