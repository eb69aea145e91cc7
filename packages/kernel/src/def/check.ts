/** Whether data that anybody may have written has the shape that the tables say. */
import { LinkError } from '../errors.js'
import { isInt32, isRecord, quote } from './shape.js'
import { definition, type DefinitionName, EXPR, type Kind, nodeOf, type NodeShape } from './table.js'
import { type Fields } from './walk.js'

/** A value that does not have the shape that its definition says cannot be linked. */
export function checkShape(name: DefinitionName, value: unknown): void {
  const sentence = shapeError(name, value)
  if (sentence !== undefined) throw new LinkError(`The ${name} is malformed. ${sentence}`, {})
}

/** What is wrong with the shape of a value, and where in it; undefined: nothing. */
export function shapeError(name: DefinitionName, value: unknown): string | undefined {
  const found = inDefinition(name, value, 0)
  if (found === undefined) return undefined
  const path = found.path.reverse()
  const place = (path.length <= LONGEST_PATH ? path : [...path.slice(0, 8), '…', ...path.slice(-3)]).join('')
  return `${place === '' ? '' : `At ${place.replace(/^\./, '')}: `}${found.sentence}`
}

/** Deeper than any rule that a person could read. */
const DEEPEST = 1000
/** A longer one is told by its two ends. */
const LONGEST_PATH = 12

interface Problem {
  readonly sentence: string
  readonly path: string[] // from the inside to the outside
}

const problem = (sentence: string): Problem => ({ sentence, path: [] })

function inside(found: Problem | undefined, key: string | number): Problem | undefined {
  found?.path.push(typeof key === 'number' ? `[${key}]` : `.${key}`)
  return found
}

function inDefinition(name: DefinitionName, value: unknown, depth: number): Problem | undefined {
  if (depth > DEEPEST) return problem('Nodes are nested too deeply.')
  const { form, kinds } = definition(name)
  if (form === 'either') {
    if (isRecord(value)) {
      const node = nodeOf(name, value)
      if (node !== undefined) return inNode(node, value, depth)
    }
    const fitting = kinds.find((kind) => admits(kind, value))
    return fitting === undefined ? unlike(name, value) : inKind(fitting, value, depth + 1)
  }
  if (!isRecord(value)) return unlike(name, value)
  const node = nodeOf(name, value)
  return node === undefined ? unlike(name, value) : inNode(node, value, depth)
}

function unlike(name: string, value: unknown): Problem {
  const odd = name === 'Expr' && typeof value === 'number' ? inPlain('integer', value) : undefined
  if (odd !== undefined) return odd
  const noun =
    name === 'Expr'
      ? 'expression'
      : name
          .replace(/Def$/, '')
          .replace(/\B[A-Z]/g, ' $&')
          .toLowerCase()
  return problem(`${quote(value)} is no ${noun}.`)
}

/** Of several kinds, the one that is meant. */
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
      return isRecord(value) ? inNode(kind.node, value, depth) : unlike(kind.node.id, value)
    case 'list':
    case 'each':
      return inList(kind.form === 'list' ? kind.of : EXPR, value, depth)
    case 'map': {
      if (!isRecord(value)) return problem(`${quote(value)} is no map.`)
      for (const key of Object.keys(value)) {
        const found = inKind(kind.of, value[key], depth + 1)
        if (found !== undefined) return inside(found, key)
      }
      return undefined
    }
    case 'words':
      if (typeof value === 'string' && kind.words.includes(value)) return undefined
      return problem(`${quote(value)} is none of ${kind.words.join(', ')}.`)
    case 'name':
    case 'bind':
      return inPlain('name', value)
    case 'plain':
      return inPlain(kind.plain, value)
  }
}

function inList(kind: Kind, value: unknown, depth: number): Problem | undefined {
  if (!Array.isArray(value)) return problem(`${quote(value)} is no list.`)
  for (let i = 0; i < value.length; i++) {
    const found = inKind(kind, value[i], depth + 1)
    if (found !== undefined) return inside(found, i)
  }
  return undefined
}

type Plain = Extract<Kind, { form: 'plain' }>['plain']

/** The words that name a type. */
export const TYPE_PATTERN = /^(list )?(number|flag|text|seat|zone|token|kind|action|enum:.+|row:.+)$/s

const PLAIN: Readonly<Record<Plain, readonly [what: string, is: (value: unknown) => boolean]>> = {
  string: ['text', (value) => typeof value === 'string'],
  name: ['name', (value) => typeof value === 'string' && value !== ''],
  type: ['type', (value) => typeof value === 'string' && TYPE_PATTERN.test(value)],
  integer: ['whole number of 32 bits', isInt32],
  count: ['whole number from 0', (value) => isInt32(value) && value >= 0],
  place: ['index', (value) => isInt32(value) && value >= 0],
  boolean: ['flag', (value) => typeof value === 'boolean'],
  true: ['true', (value) => value === true],
  null: ['null', (value) => value === null],
}

function inPlain(plain: Plain, value: unknown): Problem | undefined {
  const [what, is] = PLAIN[plain]
  return is(value) ? undefined : problem(`${quote(value)} is no ${what}.`)
}
