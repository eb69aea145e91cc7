/** What every part of the effect-tree notation shares: the world, the names in reach, and reading of maps. */
import { type Effect, type Expr, isList, itemOf, type TypeName } from '@ludoforge/kernel'
import { didYouMean } from '../diagnostics/index.js'
import { describe, Fault, type Typed, unknownName, type World } from '../elaborate/index.js'
import type { Span } from '../source/index.js'
import type { YamlEntry, YamlMap, YamlNode } from '../yaml/index.js'
import { describeNode, INT32_MAX, INT32_MIN } from '../yaml/index.js'
import { Names } from './names.js'

/** One thing to lower in a block: what was written, or an effect that the notation adds by itself. */
export type Item = YamlNode | { readonly kind: 'made'; readonly make: (cx: Cx) => Effect }

/** What the parts need of each other; given here so that no two files need one another. */
export interface Parts {
  readonly expr: (cx: Cx, node: YamlNode, expected?: TypeName) => Typed
  readonly block: (cx: Cx, items: readonly Item[]) => Effect[]
  readonly macro: (cx: Cx, call: YamlMap) => Effect
}

export interface Setting {
  readonly world: World
  readonly parts: Parts
  readonly rule?: string
  readonly gives?: TypeName // what the procedure gives to its caller
  /** Inside a macro: what its parameters that are names stand for. */
  readonly words?: ReadonlyMap<string, YamlNode>
}

export class Cx {
  constructor(
    readonly setting: Setting,
    readonly names: Names = new Names(),
    readonly inLoop = false,
  ) {}

  get world(): World {
    return this.setting.world
  }

  expr(node: YamlNode, expected?: TypeName): Typed {
    return this.setting.parts.expr(this, node, expected)
  }

  flag(node: YamlNode): Expr {
    return this.expr(node, 'flag').expr
  }

  number(node: YamlNode): Expr {
    return this.expr(node, 'number').expr
  }

  /** A list and what it holds. A name whose effect is broken could hold anything, and was reported there. */
  list(node: YamlNode, user: string): Typed & { readonly item: TypeName } {
    const typed = this.expr(node)
    if (typed.type === 'any') return { expr: typed.expr, type: 'list any', item: 'any' }
    if (!isList(typed.type))
      throw new Fault('wrong-type', node.span, `${sentence(user)} needs a list, not ${describe(typed.type)}.`)
    return { ...typed, item: itemOf(typed.type) }
  }

  /** A seat: its name, `actor`, its place in the order of seats from 0, or anything that gives one. */
  player(node: YamlNode): Expr {
    const { seats } = this.world.declarations
    if (node.kind !== 'scalar' || typeof node.value !== 'number') return this.expr(node, 'seat').expr
    const seat = seats[node.value]
    if (seat === undefined)
      throw new Fault(
        'out-of-range',
        node.span,
        `There is no seat ${node.raw}: seats are counted from 0 to ${seats.length - 1}.`,
      )
    return { seat: seat.id }
  }

  /** A block of its own: what it binds is forgotten after it. */
  block(node: YamlNode | undefined, names: Names = this.names.inner()): Effect[] {
    if (node === undefined) return []
    return this.setting.parts.block(this.with(names), effectsOf(node))
  }

  with(names: Names): Cx {
    return new Cx(this.setting, names, this.inLoop)
  }

  /** The same inside a loop, which can be left. */
  loop(): Cx {
    return new Cx(this.setting, this.names, true)
  }

  /** The same with one more name, for a query or aggregate. */
  inside(name: string, type: TypeName): Cx {
    const names = this.names.inner()
    names.set(name, type)
    return this.with(names)
  }

  /** A mistake becomes a diagnostic; anything else is one in this program and goes on. */
  report(fault: unknown): void {
    if (!(fault instanceof Fault)) throw fault
    this.world.reporter.error(fault.code, fault.span, fault.message, fault.hint)
  }

  source(span: Span): number {
    const { world, rule } = this.setting
    return world.source(span, world.texts.line(span.file, span.line)?.trim() ?? '', rule)
  }

  /** The place of a condition. A tree is no text for players, so its words are left to be made from its meaning. */
  clause(span: Span): number {
    return this.world.source(span, '', this.setting.rule)
  }
}

/** A list of effects; a single one need not be a list, and nothing is an empty list. */
export function effectsOf(node: YamlNode): readonly YamlNode[] {
  if (node.kind === 'list') return node.items
  if (node.kind === 'map') return [node]
  if (node.value === null) return []
  throw new Fault('wrong-type', node.span, `Effects must be a list, not ${describeNode(node)}.`)
}

/** The keys of a map, all of which are known; anything else in it is a mistake. */
export class Keys {
  readonly span: Span
  readonly #entries: ReadonlyMap<string, YamlEntry>

  constructor(
    node: YamlNode,
    readonly what: string,
    known: readonly string[],
    readonly cx?: Cx,
  ) {
    if (node.kind !== 'map')
      throw new Fault(
        'wrong-type',
        node.span,
        `${sentence(what)} must be a map of keys and values, not ${describeNode(node)}.`,
      )
    this.span = node.span
    this.#entries = new Map(node.entries.map((entry) => [entry.key, entry]))
    for (const { key, keySpan } of node.entries) {
      if (known.includes(key)) continue
      const open = known.filter((one) => !this.#entries.has(one))
      const hint = didYouMean(key, open) ?? `it can have ${known.map((one) => `\`${one}\``).join(', ')}`
      throw new Fault('unknown-key', keySpan, `${sentence(what)} has no key \`${key}\`.`, hint)
    }
  }

  /** The value under the first of these keys that is there. */
  get(...keys: string[]): YamlNode | undefined {
    for (const key of keys) {
      const entry = this.#entries.get(key)
      if (entry !== undefined) return entry.value
    }
    return undefined
  }

  need(...keys: string[]): YamlNode {
    const node = this.get(...keys)
    if (node !== undefined) return node
    throw new Fault('missing-key', this.span, `${sentence(this.what)} needs the key \`${keys[0]}\`.`)
  }

  has(key: string): boolean {
    return this.#entries.has(key)
  }

  /** A name of the game, or the one that a macro's parameter stands for. */
  word(...keys: string[]): { readonly text: string; readonly span: Span } {
    return wordOf(this.cx, this.need(...keys), `\`${keys[0]}\` of ${this.what}`)
  }

  text(key: string): string | undefined {
    const node = this.get(key)
    return node === undefined ? undefined : textOf(node, `\`${key}\` of ${this.what}`)
  }

  flag(key: string): boolean {
    const node = this.get(key)
    if (node === undefined) return false
    if (node.kind === 'scalar' && typeof node.value === 'boolean') return node.value
    const message = `\`${key}\` of ${this.what} must be true or false, not ${describeNode(node)}.`
    throw new Fault('wrong-type', node.span, message)
  }

  oneOf<T extends string>(key: string, allowed: readonly T[], node = this.need(key)): T {
    const word = textOf(node, `\`${key}\` of ${this.what}`)
    const found = allowed.find((one) => one === word)
    if (found !== undefined) return found
    throw unknownName(node.span, word, `one of ${allowed.join(', ')}`, allowed)
  }
}

/** A name that is bound or used; the `$` before it may be left out. */
export function wordOf(cx: Cx | undefined, node: YamlNode, what: string): { text: string; span: Span } {
  const param = paramOf(node)
  if (param !== undefined) {
    const meant = cx?.setting.words?.get(param)
    if (meant !== undefined) return { text: bare(textOf(meant, what)), span: node.span }
    throw unknownName(node.span, param, 'a parameter that is a name', cx?.setting.words?.keys() ?? [])
  }
  return { text: bare(textOf(node, what)), span: node.span }
}

/** The name in `{param: name}`. */
export function paramOf(node: YamlNode): string | undefined {
  if (node.kind !== 'map' || node.entries.length !== 1) return undefined
  const [{ key, value }] = node.entries
  return key === 'param' && value.kind === 'scalar' && value.value !== null ? value.raw : undefined
}

export function textOf(node: YamlNode, what: string): string {
  if (node.kind === 'scalar' && node.value !== null) return node.raw
  throw new Fault('wrong-type', node.span, `${sentence(what)} must be text, not ${describeNode(node)}.`)
}

export function itemsOf(node: YamlNode, what: string): readonly YamlNode[] {
  if (node.kind === 'list') return node.items
  throw new Fault('wrong-type', node.span, `${sentence(what)} must be a list, not ${describeNode(node)}.`)
}

export function integerOf(node: YamlNode, value: number): number {
  if (!Number.isInteger(value) || value < INT32_MIN || value > INT32_MAX)
    throw new Fault('wrong-type', node.span, `${describeNode(node)} is not a whole number of 32 bits.`)
  return value === 0 ? 0 : value
}

export const bare = (name: string): string => (name.startsWith('$') ? name.slice(1) : name)

export const binding = (name: string): Expr => ({ ref: 'binding', name })

/**
 * The name as the game spells it: as written, or with hyphens where the specs write it in one word with
 * capitals (`passiveSupport` for `passive-support`).
 */
export function spelled(name: string, has: (name: string) => boolean): string | undefined {
  if (has(name)) return name
  const hyphens = name.replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase()
  return hyphens !== name && has(hyphens) ? hyphens : undefined
}

function sentence(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
