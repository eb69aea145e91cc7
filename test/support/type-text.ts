/**
 * Reads the type declarations of the GameDef from their source text, so that the published schema can be
 * compared with them. Knows the part of TypeScript that those files use, and says so when it meets more.
 */

export interface Field {
  readonly optional: boolean
  readonly type: Shape
}

/** What a type admits. Unions are flat, intersections are worked out, names stay names. */
export type Shape =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null }
  | { readonly kind: 'list'; readonly of: Shape }
  | { readonly kind: 'record'; readonly of: Shape }
  | { readonly kind: 'object'; readonly fields: Readonly<Record<string, Field>> }
  | { readonly kind: 'union'; readonly of: readonly Shape[] }

const BUILT_IN = new Set(['string', 'number', 'boolean'])

/** All declared types by name, read from the texts of several files. */
export function readTypes(texts: readonly string[]): ReadonlyMap<string, Shape> {
  const reader = new TypeReader(texts.flatMap(tokenize))
  reader.read()
  return reader.types
}

function tokenize(text: string): string[] {
  const bare = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
  return bare.match(/'[^']*'|[A-Za-z_]\w*|\d+|[^\s\w]/g) ?? []
}

class TypeReader {
  readonly types = new Map<string, Shape>()
  readonly #constants = new Map<string, string>()
  #at = 0

  constructor(private readonly tokens: readonly string[]) {}

  read(): void {
    while (this.#at < this.tokens.length) this.#declaration()
  }

  #declaration(): void {
    const word = this.#next()
    if (word === 'export') {
      if (this.#take('*')) this.#skipPast(/^'/)
    } else if (word === 'import') this.#skipPast(/^'/)
    else if (word === 'const') this.#constant()
    else if (word === 'type') this.#alias()
    else if (word === 'interface') this.#interface()
    else throw new Error(`A declaration is expected, not ${word}.`)
  }

  #constant(): void {
    const name = this.#next()
    this.#expect('=')
    this.#constants.set(name, unquoted(this.#next()))
  }

  #alias(): void {
    const name = this.#next()
    this.#expect('=')
    this.types.set(name, this.#union())
  }

  #interface(): void {
    const name = this.#next()
    const base = this.#take('extends') ? this.#resolve(nameOf(this.#next())) : undefined
    const own = this.#object()
    this.types.set(name, base === undefined ? own : merge(base, own))
  }

  #union(): Shape {
    this.#take('|')
    const members = [this.#intersection()]
    while (this.#take('|')) members.push(this.#intersection())
    return union(members)
  }

  #intersection(): Shape {
    let shape = this.#postfix()
    while (this.#take('&')) shape = cross(this.#resolve(shape), this.#resolve(this.#postfix()))
    return shape
  }

  #postfix(): Shape {
    this.#take('readonly')
    let shape = this.#primary()
    while (this.#peek() === '[' && this.#take('[')) {
      this.#expect(']')
      shape = { kind: 'list', of: shape }
    }
    return shape
  }

  #primary(): Shape {
    const word = this.#peek()
    if (word === '{') return this.#object()
    if (this.#take('(')) {
      const inner = this.#union()
      this.#expect(')')
      return inner
    }
    this.#next()
    if (word.startsWith("'")) return { kind: 'literal', value: unquoted(word) }
    if (word === 'true' || word === 'false') return { kind: 'literal', value: word === 'true' }
    if (word === 'null') return { kind: 'literal', value: null }
    if (word === 'typeof') return { kind: 'literal', value: this.#constants.get(this.#next()) ?? '' }
    if (word === 'Readonly') return this.#record()
    return nameOf(word)
  }

  /** Readonly<Record<string, T>> */
  #record(): Shape {
    for (const token of ['<', 'Record', '<', 'string', ',']) this.#expect(token)
    const of = this.#union()
    this.#expect('>')
    this.#expect('>')
    return { kind: 'record', of }
  }

  #object(): Shape {
    const fields: Record<string, Field> = {}
    this.#expect('{')
    while (!this.#take('}')) {
      if (this.#take(';')) continue
      this.#expect('readonly')
      const name = this.#next()
      const optional = this.#take('?')
      this.#expect(':')
      fields[name] = { optional, type: this.#union() }
    }
    return { kind: 'object', fields }
  }

  /** A name that stands for an object or a union of objects declared before it. */
  #resolve(shape: Shape): Shape {
    if (shape.kind !== 'name') return shape
    const found = this.types.get(shape.name) ?? this.#lookAhead(shape.name)
    return this.#resolve(found)
  }

  #lookAhead(name: string): Shape {
    const back = this.#at
    const start = this.tokens.findIndex(
      (token, i) => (token === 'type' || token === 'interface') && this.tokens[i + 1] === name,
    )
    if (start < 0) throw new Error(`There is no type ${name}.`)
    this.#at = start
    this.#declaration()
    this.#at = back
    return this.#resolve(nameOf(name))
  }

  #peek(): string {
    return this.tokens[this.#at] ?? ''
  }

  #next(): string {
    return this.tokens[this.#at++] ?? ''
  }

  #take(token: string): boolean {
    if (this.#peek() !== token) return false
    this.#at += 1
    return true
  }

  #expect(token: string): void {
    const found = this.#next()
    if (found !== token) throw new Error(`Expected ${token}, found ${found}.`)
  }

  #skipPast(pattern: RegExp): void {
    while (!pattern.test(this.#next())) if (this.#at > this.tokens.length) return
  }
}

function nameOf(name: string): Shape {
  return { kind: 'name', name }
}

function unquoted(token: string): string {
  return token.slice(1, -1)
}

export function union(members: readonly Shape[]): Shape {
  const flat = members.flatMap((m) => (m.kind === 'union' ? m.of : [m]))
  return flat.length === 1 && flat[0] !== undefined ? flat[0] : { kind: 'union', of: flat }
}

/** Every member of the one union with every member of the other. */
function cross(left: Shape, right: Shape): Shape {
  const members = (shape: Shape): readonly Shape[] => (shape.kind === 'union' ? shape.of : [shape])
  return union(members(left).flatMap((l) => members(right).map((r) => merge(l, r))))
}

function merge(left: Shape, right: Shape): Shape {
  if (left.kind !== 'object' || right.kind !== 'object') throw new Error('Only objects can be joined.')
  return { kind: 'object', fields: { ...left.fields, ...right.fields } }
}

/** The names that a shape speaks of, built-in ones left out. */
export function namesIn(shape: Shape): string[] {
  if (shape.kind === 'name') return BUILT_IN.has(shape.name) ? [] : [shape.name]
  if (shape.kind === 'literal') return []
  if (shape.kind === 'object') return Object.values(shape.fields).flatMap((field) => namesIn(field.type))
  return (shape.kind === 'union' ? shape.of : [shape.of]).flatMap(namesIn)
}

/** One text for one meaning: the order of fields and of members plays no part. */
export function print(shape: Shape): string {
  if (shape.kind === 'name') return shape.name
  if (shape.kind === 'literal') return JSON.stringify(shape.value)
  if (shape.kind === 'list') return `[${print(shape.of)}]`
  if (shape.kind === 'record') return `record of ${print(shape.of)}`
  if (shape.kind === 'union') return [...new Set(shape.of.map(print))].sort().join(' | ')
  const fields = Object.entries(shape.fields).map(
    ([name, { optional, type }]) => `${name}${optional ? '?' : ''}: ${print(type)}`,
  )
  return `{ ${fields.sort().join('; ')} }`
}
