/** Derives the JSON Schema of a GameDef from the tables. */
import { present } from '../errors.js'
import {
  definition,
  type DefinitionName,
  type Field,
  type Kind,
  type NodeShape,
  NODE_TABLE,
} from './table.js'
import { TYPE_PATTERN } from './check.js'

type Schema = Readonly<Record<string, unknown>>

const INT32_MAX = 2 ** 31 - 1
const ref = (name: string): Schema => ({ $ref: `#/$defs/${name}` })
const array = (items: Schema): Schema => ({ type: 'array', items })

const PLAIN: Readonly<Record<string, Schema>> = {
  string: { type: 'string' },
  name: ref('Name'),
  type: ref('TypeName'),
  integer: ref('Integer'),
  count: { type: 'integer', minimum: 0, maximum: INT32_MAX },
  place: ref('Index'),
  boolean: { type: 'boolean' },
  true: { const: true },
  null: { const: null },
}

/** Returns the JSON Schema of a GameDef. */
export function gameDefSchema(): Schema {
  const $defs: Record<string, Schema> = {
    Name: { description: 'A name that is not empty.', type: 'string', minLength: 1 },
    TypeName: {
      description: 'The type of a value.',
      type: 'string',
      pattern: TYPE_PATTERN.source,
    },
    Integer: {
      description: 'A whole number of 32 bits.',
      type: 'integer',
      minimum: -INT32_MAX - 1,
      maximum: INT32_MAX,
    },
    Index: {
      description: 'An index into sources. Never part of the meaning.',
      type: 'integer',
      minimum: 0,
      maximum: INT32_MAX,
    },
  }
  for (const name of NODE_TABLE.keys()) if (name !== 'GameDef') $defs[name] = schemaOf(name)
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:ludoforge:game:1',
    title: 'GameDef',
    ...schemaOf('GameDef'),
    $defs,
  }
}

function schemaOf(name: DefinitionName): Schema {
  const { about: description, form, kinds, nodes } = definition(name)
  if (form === 'record') return { description, ...objectOf(present(nodes[0], 'a record has one node.')) }
  const members =
    form === 'either'
      ? kinds.map(kindOf)
      : nodes.map((node) => ({ description: node.about, ...objectOf(node) }))
  return members.length === 1 ? { description, ...members[0] } : { description, anyOf: members }
}

function objectOf({ fields }: NodeShape): Schema {
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, fieldOf(field)])),
    required: fields.filter(({ optional }) => !optional).map(({ name }) => name),
    additionalProperties: false,
  }
}

function fieldOf({ kind, about }: Field): Schema {
  return about === undefined ? kindOf(kind) : { description: about, ...kindOf(kind) }
}

function kindOf(kind: Kind): Schema {
  switch (kind.form) {
    case 'plain':
      return present(PLAIN[kind.plain], 'every plain kind has a schema.')
    case 'words':
      return kind.words.length === 1 ? { const: kind.words[0] } : { enum: kind.words }
    case 'name':
    case 'bind':
      return ref('Name')
    case 'expr':
      return ref('Expr')
    case 'each':
      return array(ref('Expr'))
    case 'list':
      return array(kindOf(kind.of))
    case 'map':
      return { type: 'object', additionalProperties: kindOf(kind.of) }
    case 'definition':
      return ref(kind.name)
    case 'record':
      return objectOf(kind.node)
  }
}
