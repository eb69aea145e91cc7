/** Parses the node and declaration tables once. The schema, the validation and the walks are built on the result. */
import { DECLARATIONS } from './declarations.js'
import { NODES } from './nodes.js'
import type { Definitions, Entry } from './schema-dsl.js'
import { present } from '../errors.js'

/** The parsed specification of a field. */
export type Kind =
  | { readonly form: 'plain'; readonly plain: Plain }
  | { readonly form: 'words'; readonly words: readonly string[] }
  | { readonly form: 'name'; readonly of: string } // of something declared; `binding`: of a bound name
  | { readonly form: 'bind'; readonly type: string; readonly for: readonly string[] | null } // null: the following effects
  | { readonly form: 'expr' | 'each'; readonly type: string } // the expected type
  | { readonly form: 'list' | 'map'; readonly of: Kind }
  | { readonly form: 'definition'; readonly name: DefinitionName; readonly for: readonly string[] | null }
  | { readonly form: 'record'; readonly node: NodeShape }

const PLAIN = ['string', 'type', 'name', 'integer', 'count', 'place', 'boolean', 'true', 'null'] as const
type Plain = (typeof PLAIN)[number]

/** The names of all nodes and declarations of a GameDef. */
export type DefinitionName = keyof Definitions

/** A field of a node. */
export interface Field {
  readonly name: string
  readonly optional: boolean
  readonly kind: Kind
  readonly about?: string
}

/** One row of the tables. */
export interface NodeShape {
  readonly id: string
  readonly of: DefinitionName | null // null: a record inside another row
  readonly about: string
  readonly fields: readonly Field[]
  /** The fields that can hold nodes, or lists of nodes. */
  readonly inner: readonly Field[]
  readonly gives?: string // the type of its value
}

export interface Definition {
  readonly name: DefinitionName
  readonly about: string
  readonly form: 'either' | 'record' | 'tagged' | 'keyed' | 'wrapped'
  readonly kinds: readonly Kind[] // the alternatives of `either`
  readonly tag?: string
  readonly nodes: readonly NodeShape[]
  /** By the word in the tag, or by the discriminating field. */
  readonly index: ReadonlyMap<string, NodeShape>
}

const PLACE: Field = { name: 'src', optional: true, kind: { form: 'plain', plain: 'place' } }
export const EXPR: Kind = { form: 'expr', type: 'any' }
const parsed = new Map<string, Kind>()
const definitions = { ...NODES, ...DECLARATIONS }
const isDefinition = (name: string): name is DefinitionName => Object.hasOwn(definitions, name)

/** All definitions, by name. */
export const NODE_TABLE: ReadonlyMap<DefinitionName, Definition> = new Map(
  Object.keys(definitions)
    .filter(isDefinition)
    .map((name) => [name, read(name)]),
)

/** Returns the definition of a node or declaration. */
export function definition(name: DefinitionName): Definition {
  return present(NODE_TABLE.get(name), 'the table has a row for every definition.')
}

function read(name: DefinitionName): Definition {
  const given = definitions[name]
  const { about, form } = given
  const none = { name, about, form, kinds: [], nodes: [], index: new Map() }
  if (given.form === 'either') return { ...none, kinds: given.kinds.map(kindOf) }
  if (given.form === 'record') return { ...none, nodes: [rowOf(name, name, about, fieldsOf(given.fields))] }
  const nodes = Object.entries<Entry>(given.nodes).map(([id, entry]) => {
    const made = shapeOf(name, id, entry)
    if (given.form === 'keyed') return made
    const first: Field =
      given.form === 'tagged'
        ? { name: given.tag, optional: false, kind: { form: 'words', words: id.split(' ') } }
        : { name: id, optional: false, kind: bodyOf(id, entry) }
    if (given.form === 'tagged') return { ...made, fields: [first, ...made.fields] }
    return rowOf(name, id, made.about, [first, PLACE], `as ${id}`)
  })
  const index = new Map(nodes.flatMap((node) => node.id.split(' ').map((word) => [word, node])))
  return { ...none, nodes, index, ...(given.form === 'tagged' ? { tag: given.tag } : {}) }
}

/** Returns the row of the tables that an object matches, where this definition is expected. */
export function nodeOf(
  name: DefinitionName,
  value: Readonly<Record<string, unknown>>,
): NodeShape | undefined {
  const { only, tags, keys } = discriminators.get(name) ?? discriminatorsOf(name)
  if (only !== undefined) return only
  for (const [tag, index] of tags) {
    const word = value[tag]
    if (typeof word === 'string') return index.get(word)
  }
  for (const key in value) {
    const node = keys.get(key)
    if (node !== undefined) return node
  }
  return undefined
}

interface Discriminators {
  readonly only?: NodeShape
  readonly tags: (readonly [string, ReadonlyMap<string, NodeShape>])[]
  readonly keys: Map<string, NodeShape>
}

const discriminators = new Map<DefinitionName, Discriminators>()

function discriminatorsOf(name: DefinitionName): Discriminators {
  const { form, kinds, tag, nodes, index } = definition(name)
  const made: Discriminators = { ...(form === 'record' ? { only: nodes[0] } : {}), tags: [], keys: new Map() }
  if (tag !== undefined) made.tags.push([tag, index])
  else for (const [key, node] of index) made.keys.set(key, node)
  for (const kind of kinds)
    if (kind.form === 'definition') {
      const inner = discriminatorsOf(kind.name)
      if (inner.only !== undefined)
        for (const field of inner.only.fields) made.keys.set(field.name, inner.only)
      made.tags.push(...inner.tags)
      for (const [key, node] of inner.keys) made.keys.set(key, node)
    }
  discriminators.set(name, made)
  return made
}

function shapeOf(of: DefinitionName | null, id: string, [about, fields, gives]: Entry): NodeShape {
  return rowOf(of, id, about, typeof fields === 'string' ? [] : fieldsOf(fields), gives)
}

function rowOf(
  of: DefinitionName | null,
  id: string,
  about: string,
  fields: readonly Field[],
  gives?: string,
): NodeShape {
  const inner = fields.filter(({ kind }) => !isPlain(kind))
  return { id, of, about, fields, inner, ...(gives === undefined ? {} : { gives }) }
}

function isPlain(kind: Kind): boolean {
  if (kind.form === 'list' || kind.form === 'map') return isPlain(kind.of)
  return kind.form === 'plain' || kind.form === 'words' || kind.form === 'name' || kind.form === 'bind'
}

function bodyOf(id: string, entry: Entry): Kind {
  return typeof entry[1] === 'string' ? kindOf(entry[1]) : { form: 'record', node: shapeOf(null, id, entry) }
}

function fieldsOf(fields: Readonly<Record<string, string>>): Field[] {
  return Object.entries(fields).map(([key, text]) => {
    const [spec = '', about] = text.split('; ', 2)
    const name = key.replace(/\?$/, '')
    return { name, optional: name !== key, kind: kindOf(spec), ...(about === undefined ? {} : { about }) }
  })
}

function kindOf(spec: string): Kind {
  const known = parsed.get(spec) ?? parse(spec)
  parsed.set(spec, known)
  return known
}

function parse(spec: string): Kind {
  const plain = PLAIN.find((word) => word === spec)
  if (plain !== undefined) return { form: 'plain', plain }
  if (spec.startsWith('=')) return { form: 'words', words: [spec.slice(1)] }
  const [what = '', known] = spec.split(' for ', 2)
  const scope = known === undefined ? null : known.split(' ')
  if (isDefinition(what)) return what === 'Expr' ? EXPR : { form: 'definition', name: what, for: scope }
  const inner = /^[[{](.+)[\]}]$/.exec(what)?.[1]
  if (inner !== undefined) {
    const of = kindOf(known === undefined ? inner : `${inner} for ${known}`)
    return { form: what.startsWith('[') ? 'list' : 'map', of }
  }
  if (what.includes('|')) return { form: 'words', words: what.split('|') }
  const [first, ...rest] = what.split(' ')
  if (first === 'name') return { form: 'name', of: rest.join(' ') }
  if (first === 'bind') return { form: 'bind', type: rest.join(' '), for: scope }
  if (first === 'each') return { form: 'each', type: rest.join(' ') }
  return { form: 'expr', type: what }
}
