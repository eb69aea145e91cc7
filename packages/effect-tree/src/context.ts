/** What every part of the effect-tree notation shares: the world, the names in reach, and reading of maps. */
import type { Effect, Expr, Filter, Text, TypeName } from '@ludoforge/kernel'
import { isList, itemOf, present } from '@ludoforge/kernel'
import {
  classNamed,
  describe,
  describeNode,
  DiagnosticError,
  Fields,
  onlyItem,
  Reader,
  sentence,
  type Span,
  type Typed,
  unknownName,
  type SymbolTable,
  type YamlMap,
  type YamlNode,
} from '@ludoforge/compiler/dialect'
import { Names } from './names.js'

/** One thing to lower in a block: what was written, or an effect that the notation adds by itself. */
export type Item = YamlNode | { readonly kind: 'made'; readonly make: (cx: Cx) => Effect }

/** What the parts need of each other; given here so that no two files need one another. */
export interface Parts {
  readonly expr: (cx: Cx, node: YamlNode, expected?: TypeName) => Typed
  readonly block: (cx: Cx, items: readonly Item[]) => Effect[]
  readonly macro: (cx: Cx, call: YamlMap) => Effect
  readonly filter: (cx: Cx, node: YamlNode | undefined) => Filter
  readonly text: (cx: Cx, node: YamlNode) => Text
}

export interface Setting {
  readonly world: SymbolTable
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
    readonly later: (name: string) => boolean = () => false, // whether a name is used after a branch
  ) {}

  get world(): SymbolTable {
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
      throw new DiagnosticError(
        'wrong-type',
        node.span,
        `${sentence(user)} needs a list, not ${describe(typed.type)}.`,
      )
    return { ...typed, item: itemOf(typed.type) }
  }

  /** A seat: its name, `actor`, its place in the order of seats from 0, or anything that gives one. */
  player(node: YamlNode): Expr {
    const { seats } = this.world.declarations
    if (node.kind !== 'scalar' || typeof node.value !== 'number') return this.expr(node, 'seat').expr
    const seat = seats[node.value]
    if (seat === undefined)
      throw new DiagnosticError(
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

  /** A branch of an `if`, which can hand out what it binds. */
  branch(node: YamlNode, names: Names, later: (name: string) => boolean): Effect[] {
    return this.setting.parts.block(new Cx(this.setting, names, this.inLoop, later), effectsOf(node))
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
    if (!(fault instanceof DiagnosticError)) throw fault
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
  throw new DiagnosticError('wrong-type', node.span, `Effects must be a list, not ${describeNode(node)}.`)
}

/** A mistake is thrown to the effect or declaration that it is part of. */
const READER = new Reader({
  error: (code: string, span: Span | undefined, message: string, hint?: string): void => {
    throw new DiagnosticError(code, span ?? NOWHERE, message, hint)
  },
})

const NOWHERE: Span = { file: '', line: 0, column: 0, length: 0 }

/** The keys of a map, all of which are known; anything else in it is a mistake. */
export class Keys extends Fields {
  constructor(
    node: YamlNode,
    what: string,
    known: readonly string[],
    readonly cx?: Cx,
  ) {
    super(READER.map(node, what)?.entries ?? [], what, READER, false, node.span)
    for (const key of known) this.node(key)
    this.end()
  }

  /** The value under the first of these keys that is there. */
  get(...keys: string[]): YamlNode | undefined {
    const key = keys.find((one) => this.has(one))
    return key === undefined ? undefined : this.node(key)
  }

  need(...keys: [string, ...string[]]): YamlNode {
    return present(this.get(...keys) ?? this.required(keys[0]), 'a key that is required is there.')
  }

  override oneOf<T extends string>(key: string, allowed: readonly T[]): T {
    this.need(key)
    return present(super.oneOf(key, allowed), 'a word is one of those that are allowed.')
  }

  /** A name of the game, or the one that a macro's parameter stands for. */
  word(...keys: [string, ...string[]]): { readonly text: string; readonly span: Span } {
    return this.wordOf(this.need(...keys), keys[0])
  }

  wordOf(node: YamlNode, key: string): { readonly text: string; readonly span: Span } {
    return wordOf(this.cx, node, `\`${key}\` of ${this.what}`)
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
  const only = node.kind === 'map' ? onlyItem(node.entries) : undefined
  if (only === undefined) return undefined
  const { key, value } = only
  return key === 'param' && value.kind === 'scalar' && value.value !== null ? value.raw : undefined
}

export function textOf(node: YamlNode, what: string): string {
  return READER.string(node, what) ?? ''
}

export function itemsOf(node: YamlNode, what: string): readonly YamlNode[] {
  return READER.list(node, what)?.items ?? []
}

export function integerOf(node: YamlNode): number {
  return READER.int(node, 'a number') ?? 0
}

export const bare = (name: string): string => (name.startsWith('$') ? name.slice(1) : name)

/**
 * The name as the game spells it: as written, or with hyphens where the specs write it in one word with
 * capitals (`passiveSupport` for `passive-support`).
 */
export function spelled(name: string, has: (name: string) => boolean): string | undefined {
  if (has(name)) return name
  const hyphens = name.replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase()
  return hyphens !== name && has(hyphens) ? hyphens : undefined
}

/** The class of actions that the specs call so: as the game spells it, or as it says what other names mean. */
export function classOf(world: SymbolTable, name: string): string | undefined {
  const id = spelled(name, (one) => classNamed(world, one) !== undefined)
  return id === undefined ? undefined : classNamed(world, id)
}
