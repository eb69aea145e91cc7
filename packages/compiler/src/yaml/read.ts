import { didYouMean, type Reporter, sentence } from '../diagnostics/index.js'
import type { Span } from '../source/index.js'
import { describeNode, type YamlEntry, type YamlList, type YamlMap, type YamlNode } from './node.js'

/**
 * Reading with expectations: each function gives the value, or reports what was expected and gives
 * undefined. `what` names the thing in the message: "the count of `red-cubes`".
 */

export const INT32_MIN = -(2 ** 31)
export const INT32_MAX = 2 ** 31 - 1

export interface IntBounds {
  readonly min?: number
  readonly max?: number
}

export function expectMap(node: YamlNode, what: string, reporter: Reporter): YamlMap | undefined {
  if (node.kind === 'map') return node
  return wrong(node, `${what} must be a map of keys and values`, reporter)
}

export function expectList(node: YamlNode, what: string, reporter: Reporter): YamlList | undefined {
  if (node.kind === 'list') return node
  return wrong(node, `${what} must be a list`, reporter)
}

/** Text; a number or flag is taken as the text that was written. */
export function expectString(node: YamlNode, what: string, reporter: Reporter): string | undefined {
  if (node.kind === 'scalar' && node.value !== null) return node.raw
  return wrong(node, `${what} must be text`, reporter)
}

export function expectInt(
  node: YamlNode,
  what: string,
  reporter: Reporter,
  { min = INT32_MIN, max = INT32_MAX }: IntBounds = {},
): number | undefined {
  if (node.kind !== 'scalar' || typeof node.value !== 'number') {
    return wrong(node, `${what} must be a number`, reporter)
  }
  const { value } = node
  if (!Number.isInteger(value)) return wrong(node, `${what} must be a whole number`, reporter)
  if (value < INT32_MIN || value > INT32_MAX) {
    return wrong(node, `${what} must be a 32-bit number (${INT32_MIN} to ${INT32_MAX})`, reporter)
  }
  if (value < min) return outside(node, `${what} must be at least ${min}`, reporter)
  if (value > max) return outside(node, `${what} must be at most ${max}`, reporter)
  return value === 0 ? 0 : value // `-0` is no integer of the machine
}

export function expectFlag(node: YamlNode, what: string, reporter: Reporter): boolean | undefined {
  if (node.kind === 'scalar' && typeof node.value === 'boolean') return node.value
  const word = node.kind === 'scalar' ? node.raw.toLowerCase() : ''
  const meant = /^(yes|on|y)$/.test(word) ? 'true' : /^(no|off|n)$/.test(word) ? 'false' : undefined
  const hint = meant === undefined ? undefined : `\`${word}\` is text in YAML 1.2; write \`${meant}\``
  return wrong(node, `${what} must be true or false`, reporter, hint)
}

export function expectOneOf<T extends string>(
  node: YamlNode,
  what: string,
  allowed: readonly T[],
  reporter: Reporter,
): T | undefined {
  const word = node.kind === 'scalar' ? node.raw : undefined
  const found = allowed.find((one) => one === word)
  if (found !== undefined) return found
  const hint = word === undefined ? undefined : didYouMean(word, allowed)
  return wrong(node, `${what} must be ${either(allowed)}`, reporter, hint)
}

/** The keys of a map, each asked for once; what nobody asked for is unknown. */
export class Fields {
  readonly span: Span
  readonly what: string
  readonly #entries: ReadonlyMap<string, YamlEntry>
  readonly #known = new Set<string>()
  readonly #reporter: Reporter

  private constructor(map: YamlMap, what: string, reporter: Reporter, place?: Span) {
    this.span = place ?? map.span
    this.what = what
    this.#entries = new Map(map.entries.map((entry) => [entry.key, entry]))
    this.#reporter = reporter
  }

  /** A key without a value (`hand:`) is read as an empty map. `place`: where to report what is missing. */
  static of(node: YamlNode, what: string, reporter: Reporter, place?: Span): Fields | undefined {
    if (node.kind === 'scalar' && node.value === null) {
      return new Fields({ kind: 'map', entries: [], span: node.span }, what, reporter, place)
    }
    const map = expectMap(node, what, reporter)
    return map === undefined ? undefined : new Fields(map, what, reporter, place)
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
    if (node === undefined) {
      this.#reporter.error('missing-key', this.span, `${sentence(this.what)} needs the key \`${key}\`.`)
    }
    return node
  }

  keySpan(key: string): Span {
    return this.#entries.get(key)?.keySpan ?? this.span
  }

  string(key: string): string | undefined {
    return this.#read(key, (node, what) => expectString(node, what, this.#reporter))
  }

  int(key: string, bounds: IntBounds = {}): number | undefined {
    return this.#read(key, (node, what) => expectInt(node, what, this.#reporter, bounds))
  }

  flag(key: string): boolean | undefined {
    return this.#read(key, (node, what) => expectFlag(node, what, this.#reporter))
  }

  oneOf<T extends string>(key: string, allowed: readonly T[]): T | undefined {
    return this.#read(key, (node, what) => expectOneOf(node, what, allowed, this.#reporter))
  }

  list(key: string): YamlList | undefined {
    return this.#read(key, (node, what) => expectList(node, what, this.#reporter))
  }

  /** The keys that were not asked for, for maps whose other keys are names of the game. */
  rest(): YamlEntry[] {
    return [...this.#entries.values()].filter(({ key }) => !this.#known.has(key))
  }

  /** Reports the keys that were not asked for, with the nearest of those that were. */
  end(): void {
    for (const { key, keySpan } of this.rest()) {
      const open = [...this.#known].filter((known) => !this.#entries.has(known))
      const message = `${sentence(this.what)} has no key \`${key}\`.`
      const known = [...this.#known].map((one) => `\`${one}\``).join(', ')
      const hint = didYouMean(key, open) ?? (known === '' ? undefined : `it can have ${known}`)
      this.#reporter.error('unknown-key', keySpan, message, hint)
    }
  }

  #read<T>(key: string, expect: (node: YamlNode, what: string) => T | undefined): T | undefined {
    const node = this.node(key)
    return node === undefined ? undefined : expect(node, `\`${key}\` of ${this.what}`)
  }
}

function wrong(node: YamlNode, expected: string, reporter: Reporter, hint?: string): undefined {
  reporter.error('wrong-type', node.span, `${sentence(expected)}, not ${describeNode(node)}.`, hint)
  return undefined
}

function outside(node: YamlNode, expected: string, reporter: Reporter): undefined {
  reporter.error('out-of-range', node.span, `${sentence(expected)}.`)
  return undefined
}

function either(words: readonly string[]): string {
  const quoted = words.map((word) => `\`${word}\``)
  return quoted.length < 2 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`
}
