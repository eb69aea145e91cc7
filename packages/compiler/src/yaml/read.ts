import { didYouMean, closestName, type Reporter, capitalise } from '../diagnostics/index.js'
import { onlyItem, type Span } from '../source/index.js'
import { describeNode, type YamlEntry, type YamlList, type YamlMap, type YamlNode } from './node.js'

const INT32_MIN = -(2 ** 31)
const INT32_MAX = 2 ** 31 - 1

export interface IntBounds {
  readonly min?: number
  readonly max?: number
}

/** A reporter that collects errors, or one that throws them. */
type ErrorSink = Pick<Reporter, 'error'>

/**
 * A typed reader: each method returns the value, or reports the expected type and returns `undefined`.
 * `what` names the thing in the message: "the count of `red-cubes`".
 */
export class Reader<R extends ErrorSink = Reporter> {
  constructor(readonly reporter: R) {}

  error(code: string, span: Span | undefined, message: string, hint?: string): undefined {
    this.reporter.error(code, span, message, hint)
  }

  /** The entries of an optional map. */
  entries(node: YamlNode | undefined, what: string): readonly YamlEntry[] {
    if (node === undefined || isNullValue(node)) return []
    return this.map(node, what)?.entries ?? []
  }

  map(node: YamlNode, what: string): YamlMap | undefined {
    return node.kind === 'map' ? node : this.#wrong(node, `${what} must be a map of keys and values`)
  }

  list(node: YamlNode, what: string): YamlList | undefined {
    return node.kind === 'list' ? node : this.#wrong(node, `${what} must be a list`)
  }

  /** A text. A number or flag is read as its source text. */
  string(node: YamlNode, what: string): string | undefined {
    if (node.kind === 'scalar' && node.value !== null) return node.raw
    return this.#wrong(node, `${what} must be text`)
  }

  /** A text for people, which isn't empty. */
  displayName(node: YamlNode, what: string): string | undefined {
    const text = this.string(node, what)?.trim()
    if (text !== '') return text
    return this.error(
      'empty-name',
      node.span,
      `${capitalise(what)} is empty.`,
      'write a name, or remove the key',
    )
  }

  /** Texts with their spans. */
  strings(nodes: readonly YamlNode[], what: string): { readonly text: string; readonly span: Span }[] {
    return nodes.flatMap((node) => {
      const text = this.string(node, what)
      return text === undefined ? [] : [{ text, span: node.span }]
    })
  }

  int(
    node: YamlNode,
    what: string,
    { min = INT32_MIN, max = INT32_MAX }: IntBounds = {},
  ): number | undefined {
    if (node.kind !== 'scalar' || typeof node.value !== 'number')
      return this.#wrong(node, `${what} must be a number`)
    const { value } = node
    if (!Number.isInteger(value)) return this.#wrong(node, `${what} must be a whole number`)
    if (value < INT32_MIN || value > INT32_MAX)
      return this.#wrong(node, `${what} must be a 32-bit number (${INT32_MIN} to ${INT32_MAX})`)
    const bound = value < min ? `at least ${min}` : value > max ? `at most ${max}` : undefined
    if (bound !== undefined)
      return this.error('out-of-range', node.span, `${capitalise(what)} must be ${bound}.`)
    return value === 0 ? 0 : value // normalises `-0`
  }

  flag(node: YamlNode, what: string): boolean | undefined {
    if (node.kind === 'scalar' && typeof node.value === 'boolean') return node.value
    const word = node.kind === 'scalar' ? node.raw.toLowerCase() : ''
    const meant = /^(yes|on|y)$/.test(word) ? 'true' : /^(no|off|n)$/.test(word) ? 'false' : undefined
    const hint = meant === undefined ? undefined : `\`${word}\` is text in YAML 1.2. Write \`${meant}\``
    return this.#wrong(node, `${what} must be true or false`, hint)
  }

  oneOf<T extends string>(node: YamlNode, what: string, allowed: readonly T[]): T | undefined {
    const word = node.kind === 'scalar' ? node.raw : undefined
    const found = allowed.find((allowedWord) => allowedWord === word)
    if (found !== undefined) return found
    const hint = word === undefined ? undefined : didYouMean(word, allowed)
    return this.#wrong(node, `${what} must be ${joinWithOr(allowed)}`, hint)
  }

  /**
   * The keys of a map. A key without a value (`hand:`) is an empty map, and so is a value that isn't a map, after
   * that is reported. `place`: where to report missing keys.
   */
  fields(node: YamlNode, what: string, place?: Span): Fields {
    const map = isNullValue(node) ? { entries: [], span: node.span } : this.map(node, what)
    return new Fields(map?.entries ?? [], what, this, map === undefined, place ?? node.span)
  }

  #wrong(node: YamlNode, expected: string, hint?: string): undefined {
    return this.error('wrong-type', node.span, `${capitalise(expected)}, not ${describeNode(node)}.`, hint)
  }
}

/** The keys of a map. Those that no method has read are unknown, and `end` reports them. */
export class Fields {
  readonly #entries: ReadonlyMap<string, YamlEntry>
  readonly #known = new Set<string>()
  readonly #missing = new Set<string>() // required keys

  constructor(
    entries: readonly YamlEntry[],
    readonly what: string,
    readonly reader: Reader<ErrorSink>,
    readonly broken: boolean,
    readonly span: Span,
  ) {
    this.#entries = new Map(entries.map((entry) => [entry.key, entry]))
  }

  has(key: string): boolean {
    return this.#entries.has(key)
  }

  /** The value of an optional key. */
  node(key: string): YamlNode | undefined {
    this.#known.add(key)
    return this.#entries.get(key)?.value
  }

  required(key: string): YamlNode | undefined {
    const node = this.node(key)
    if (node !== undefined || this.broken) return node
    this.#missing.add(key)
    const near = this.rest().find((entry) => closestName(entry.key, [key]) !== undefined)
    const hint = near && `rename \`${near.key}\` to \`${key}\``
    const message = `${capitalise(this.what)} needs the key \`${key}\`.`
    return this.reader.error('missing-key', near?.keySpan ?? this.span, message, hint)
  }

  keySpan(key: string): Span {
    return this.#entries.get(key)?.keySpan ?? this.span
  }

  string(key: string): string | undefined {
    return this.#read(key, (node, what) => this.reader.string(node, what))
  }

  name(key: string): string | undefined {
    return this.#read(key, (node, what) => this.reader.displayName(node, what))
  }

  int(key: string, bounds: IntBounds = {}): number | undefined {
    return this.#read(key, (node, what) => this.reader.int(node, what, bounds))
  }

  flag(key: string): boolean | undefined {
    return this.#read(key, (node, what) => this.reader.flag(node, what))
  }

  oneOf<T extends string>(key: string, allowed: readonly T[]): T | undefined {
    return this.#read(key, (node, what) => this.reader.oneOf(node, what, allowed))
  }

  list(key: string): YamlList | undefined {
    return this.#read(key, (node, what) => this.reader.list(node, what))
  }

  entries(key: string): readonly YamlEntry[] {
    return this.#read(key, (node, what) => this.reader.entries(node, what)) ?? []
  }

  /** The keys not read so far, for maps whose other keys are names of the game. */
  rest(): YamlEntry[] {
    return [...this.#entries.values()].filter(({ key }) => !this.#known.has(key))
  }

  /** Reports the keys not read so far, with the closest known key as a hint. */
  end(): void {
    const unknown = this.rest()
    // A misspelt required key is one error, which `required` has reported.
    const open = [...this.#known].filter((known) => !this.#entries.has(known))
    const others = open.filter((known) => !this.#missing.has(known))
    const only = onlyItem(unknown)
    if (only !== undefined && this.#missing.size === 1 && closestName(only.key, others) === undefined) return
    for (const { key, keySpan } of unknown) {
      const message = `${capitalise(this.what)} has no key \`${key}\`.`
      const known = [...this.#known].map((name) => `\`${name}\``).join(', ')
      const hint = didYouMean(key, open) ?? (known === '' ? undefined : `known keys: ${known}`)
      this.reader.error('unknown-key', keySpan, message, hint)
    }
  }

  #read<T>(key: string, expect: (node: YamlNode, what: string) => T | undefined): T | undefined {
    const node = this.node(key)
    return node === undefined ? undefined : expect(node, `\`${key}\` of ${this.what}`)
  }
}

/** Whether a key has no value. */
export const isNullValue = (node: YamlNode): boolean => node.kind === 'scalar' && node.value === null

function joinWithOr(words: readonly string[]): string {
  const quoted = words.map((word) => `\`${word}\``)
  return quoted.length < 2 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`
}
