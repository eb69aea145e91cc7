/** A JSON Schema in the same terms as the types, so that the two can be compared. */
import { type Field, type Shape, union } from './type-text.js'

export interface SchemaNode {
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, SchemaNode>>
  readonly description?: string
  readonly type?: 'object' | 'array' | 'string' | 'integer' | 'boolean'
  readonly const?: string | number | boolean | null
  readonly enum?: readonly (string | number | boolean | null)[]
  readonly anyOf?: readonly SchemaNode[]
  readonly items?: SchemaNode
  readonly properties?: Readonly<Record<string, SchemaNode>>
  readonly required?: readonly string[]
  readonly additionalProperties?: false | SchemaNode
}

type Definitions = Readonly<Record<string, SchemaNode>>

/** References to definitions that are types stay names; others are what they refer to. */
export function shapeOf(node: SchemaNode, defs: Definitions, named: (name: string) => boolean): Shape {
  const inner = (child: SchemaNode): Shape => shapeOf(child, defs, named)
  if (node.$ref !== undefined) {
    const name = node.$ref.replace('#/$defs/', '')
    const target = defs[name]
    if (target === undefined) throw new Error(`The schema refers to ${name}, which it does not define.`)
    return named(name) ? { kind: 'name', name } : inner(target)
  }
  if (node.anyOf !== undefined) return union(node.anyOf.map(inner))
  if (node.enum !== undefined) return union(node.enum.map((value) => ({ kind: 'literal', value })))
  if (node.const !== undefined) return { kind: 'literal', value: node.const }
  if (node.type === 'array' && node.items !== undefined) return { kind: 'list', of: inner(node.items) }
  if (node.type === 'object') return objectShape(node, inner)
  if (node.type === 'string' || node.type === 'boolean') return { kind: 'name', name: node.type }
  if (node.type === 'integer') return { kind: 'name', name: 'number' }
  throw new Error(`This part of the schema admits anything: ${JSON.stringify(node)}`)
}

function objectShape(node: SchemaNode, inner: (child: SchemaNode) => Shape): Shape {
  const { properties, additionalProperties: rest, required = [] } = node
  if (properties === undefined && typeof rest === 'object') return { kind: 'record', of: inner(rest) }
  if (rest !== false) throw new Error(`This object is open: ${JSON.stringify(node)}`)
  const fields: Record<string, Field> = {}
  for (const [name, child] of Object.entries(properties ?? {}))
    fields[name] = { optional: !required.includes(name), type: inner(child) }
  return { kind: 'object', fields }
}
