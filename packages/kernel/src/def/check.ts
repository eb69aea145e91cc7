/** Validates untrusted data against the shapes of the node table. */
import { LinkError } from '../errors.js'
import { isInt32, isRecord, quote } from './shape.js'
import { definition, type DefinitionName, EXPR, type Kind, nodeOf, type NodeShape } from './table.js'
import { type Fields } from './walk.js'

/** Throws LinkError if a value doesn't have the shape of its definition. */
export function checkShape(name: DefinitionName, value: unknown): void {
  const sentence = shapeError(name, value)
  if (sentence !== undefined) throw new LinkError(`The ${name} is malformed. ${sentence}`, {})
}

/** Returns the first shape error of a value with its path, or undefined if there is none. */
export function shapeError(name: DefinitionName, value: unknown): string | undefined {
  const found = inDefinition(name, value, 0)
  if (found === undefined) return undefined
  const path = found.path.reverse()
  const place = (path.length <= MAX_PATH ? path : [...path.slice(0, 8), '…', ...path.slice(-3)]).join('')
  return `${place === '' ? '' : `At ${place.replace(/^\./, '')}: `}${found.sentence}`
}

/** Deeper than any rule that a person could read. */
const MAX_DEPTH = 1000
/** A longer path is printed as its two ends. */
const MAX_PATH = 12

interface Problem {
  readonly sentence: string
  readonly path: string[] // innermost first
}

const problem = (sentence: string): Problem => ({ sentence, path: [] })

function inside(found: Problem | undefined, key: string | number): Problem | undefined {
  found?.path.push(typeof key === 'number' ? `[${key}]` : `.${key}`)
  return found
}

function inDefinition(name: DefinitionName, value: unknown, depth: number): Problem | undefined {
  if (depth > MAX_DEPTH) return problem('Nodes are nested too deeply.')
  const { form, kinds } = definition(name)
  if (form === 'either') {
    if (isRecord(value)) {
      const node = nodeOf(name, value)
      if (node !== undefined) return inNode(node, value, depth)
    }
    const fitting = kinds.find((kind) => admits(kind, value))
    return fitting === undefined ? wrongShape(name, value) : inKind(fitting, value, depth + 1)
  }
  if (!isRecord(value)) return wrongShape(name, value)
  const node = nodeOf(name, value)
  return node === undefined ? wrongShape(name, value) : inNode(node, value, depth)
}

function wrongShape(name: string, value: unknown): Problem {
  const odd = name === 'Expr' && typeof value === 'number' ? inPlain('integer', value) : undefined
  if (odd !== undefined) return odd
  const noun =
    name === 'Expr'
      ? 'expression'
      : name
          .replace(/Def$/, '')
          .replace(/\B[A-Z]/g, ' $&')
          .toLowerCase()
  return problem(`${quote(value)} isn't a valid ${noun}.`)
}

/** Returns whether a value looks like this kind, to pick one of several. */
function admits(kind: Kind, value: unknown): boolean {
  if (kind.form === 'list') return Array.isArray(value)
  if (kind.form === 'definition') return definition(kind.name).kinds.some((inner) => admits(inner, value))
  return kind.form === 'plain' ? PLAIN[kind.plain][1](value) : inKind(kind, value, 0) === undefined
}

function inNode(node: NodeShape, fields: Fields, depth: number): Problem | undefined {
  let known = 0
  for (const { name, optional, kind } of node.fields) {
    const given = fields[name]
    if (given === undefined) {
      if (optional) continue
      return problem(`${quote(fields)} has no \`${name}\`.`)
    }
    known += 1
    const found = inKind(kind, given, depth + 1)
    if (found !== undefined) return inside(found, name)
  }
  const keys = Object.keys(fields)
  if (keys.length === known) return undefined
  const unknown = keys.find(
    (key) => fields[key] !== undefined && !node.fields.some(({ name }) => name === key),
  )
  return unknown === undefined ? undefined : problem(`${quote(fields)} has no field \`${unknown}\`.`)
}

function inKind(kind: Kind, value: unknown, depth: number): Problem | undefined {
  switch (kind.form) {
    case 'expr':
      if (typeof value === 'boolean' || isInt32(value)) return undefined
      return inDefinition('Expr', value, depth)
    case 'definition':
      return inDefinition(kind.name, value, depth)
    case 'record':
      return isRecord(value) ? inNode(kind.node, value, depth) : wrongShape(kind.node.id, value)
    case 'list':
    case 'each':
      return inList(kind.form === 'list' ? kind.of : EXPR, value, depth)
    case 'map': {
      if (!isRecord(value)) return problem(`${quote(value)} isn't a map.`)
      for (const key of Object.keys(value)) {
        const found = inKind(kind.of, value[key], depth + 1)
        if (found !== undefined) return inside(found, key)
      }
      return undefined
    }
    case 'words':
      if (typeof value === 'string' && kind.words.includes(value)) return undefined
      return problem(`${quote(value)} isn't one of ${kind.words.join(', ')}.`)
    case 'name':
    case 'bind':
      return inPlain('name', value)
    case 'plain':
      return inPlain(kind.plain, value)
  }
}

function inList(kind: Kind, value: unknown, depth: number): Problem | undefined {
  if (!Array.isArray(value)) return problem(`${quote(value)} isn't a list.`)
  for (let i = 0; i < value.length; i++) {
    const found = inKind(kind, value[i], depth + 1)
    if (found !== undefined) return inside(found, i)
  }
  return undefined
}

type Plain = Extract<Kind, { form: 'plain' }>['plain']

/** Matches the name of a type. */
export const TYPE_PATTERN =
  /^(list )?(number|flag|text|seat|zone|token|kind|action|position|enum:.+|row:.+)$/s

const PLAIN: Readonly<Record<Plain, readonly [what: string, is: (value: unknown) => boolean]>> = {
  string: ['a text', (value) => typeof value === 'string'],
  name: ['a name', (value) => typeof value === 'string' && value !== ''],
  type: ['a type', (value) => typeof value === 'string' && TYPE_PATTERN.test(value)],
  integer: ['a 32-bit whole number', isInt32],
  count: ['a whole number from 0', (value) => isInt32(value) && value >= 0],
  place: ['an index', (value) => isInt32(value) && value >= 0],
  boolean: ['a flag', (value) => typeof value === 'boolean'],
  true: ['true', (value) => value === true],
  null: ['null', (value) => value === null],
}

function inPlain(plain: Plain, value: unknown): Problem | undefined {
  const [what, is] = PLAIN[plain]
  return is(value) ? undefined : problem(`${quote(value)} isn't ${what}.`)
}
