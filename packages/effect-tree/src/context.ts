/** The context of lowering: the symbol table, the names in scope, and readers of maps. */
import type { Effect, Expr, Filter, Saying, Text, TypeName } from '@ludoforge/kernel'
import { isList, itemOf, present } from '@ludoforge/kernel'
import {
  classNamed,
  describe,
  describeNode,
  DiagnosticError,
  Fields,
  onlyItem,
  Reader,
  capitalise,
  type Span,
  type Typed,
  unknownName,
  type SymbolTable,
  type YamlMap,
  type YamlNode,
} from '@ludoforge/compiler/dialect'
import { Names } from './names.js'

/** An item of a block: a node of the source, or an effect that desugaring adds. */
export type Item = YamlNode | { readonly kind: 'made'; readonly make: (cx: LoweringContext) => Effect }

/** The functions that lower each other's nodes, passed in to avoid import cycles. */
export interface Lowerers {
  readonly expr: (cx: LoweringContext, node: YamlNode, expected?: TypeName) => Typed
  readonly block: (cx: LoweringContext, items: readonly Item[]) => Effect[]
  readonly macro: (cx: LoweringContext, call: YamlMap) => Effect
  readonly filter: (cx: LoweringContext, node: YamlNode | undefined) => Filter
  readonly text: (cx: LoweringContext, node: YamlNode) => Text
  readonly saying: (cx: LoweringContext, node: YamlNode) => Saying
}

export interface LoweringSetting {
  readonly world: SymbolTable
  readonly parts: Lowerers
  readonly rule?: string
  readonly gives?: TypeName // the result type of the procedure
  /** Inside a macro: the arguments of the parameters that are names. */
  readonly words?: ReadonlyMap<string, YamlNode>
}

export class LoweringContext {
  constructor(
    readonly setting: LoweringSetting,
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

  /** A list with its item type. After an error the type of a name is `any`, which passes. */
  list(node: YamlNode, user: string): Typed & { readonly item: TypeName } {
    const typed = this.expr(node)
    if (typed.type === 'any') return { expr: typed.expr, type: 'list any', item: 'any' }
    if (!isList(typed.type))
      throw new DiagnosticError(
        'wrong-type',
        node.span,
        `${capitalise(user)} needs a list, found ${describe(typed.type)}.`,
      )
    return { ...typed, item: itemOf(typed.type) }
  }

  /** A seat: its name, `actor`, its index from 0, or any expression for one. */
  player(node: YamlNode): Expr {
    const { seats } = this.world.declarations
    if (node.kind !== 'scalar' || typeof node.value !== 'number') return this.expr(node, 'seat').expr
    const seat = seats[node.value]
    if (seat === undefined)
      throw new DiagnosticError(
        'out-of-range',
        node.span,
        `There is no seat ${node.raw}. Seats are numbered from 0 to ${seats.length - 1}.`,
      )
    return { seat: seat.id }
  }

  /** Lowers a block with its own scope. */
  block(node: YamlNode | undefined, names: Names = this.names.inner()): Effect[] {
    if (node === undefined) return []
    return this.setting.parts.block(this.with(names), effectsOf(node))
  }

  /** Lowers a branch of an `if`, whose names can be hoisted. */
  branch(node: YamlNode, names: Names, later: (name: string) => boolean): Effect[] {
    return this.setting.parts.block(
      new LoweringContext(this.setting, names, this.inLoop, later),
      effectsOf(node),
    )
  }

  with(names: Names): LoweringContext {
    return new LoweringContext(this.setting, names, this.inLoop)
  }

  /** The context inside a loop. */
  loop(): LoweringContext {
    return new LoweringContext(this.setting, this.names, true)
  }

  /** The context with one more name, for a query or aggregate. */
  inside(name: string, type: TypeName): LoweringContext {
    const names = this.names.inner()
    names.set(name, type)
    return this.with(names)
  }

  /** Reports a `DiagnosticError` and rethrows any other error. */
  report(error: unknown): void {
    if (!(error instanceof DiagnosticError)) throw error
    this.world.reporter.error(error.code, error.span, error.message, error.hint)
  }

  source(span: Span): number {
    const { world, rule } = this.setting
    return world.source(span, world.texts.line(span.file, span.line)?.trim() ?? '', rule)
  }

  /** Registers a condition without source text: players see a text generated from its nodes instead. */
  clause(span: Span): number {
    return this.world.source(span, '', this.setting.rule)
  }
}

/** A list of effects, a single effect, or nothing. */
export function effectsOf(node: YamlNode): readonly YamlNode[] {
  if (node.kind === 'list') return node.items
  if (node.kind === 'map') return [node]
  if (node.value === null) return []
  throw new DiagnosticError('wrong-type', node.span, `Effects must be a list, not ${describeNode(node)}.`)
}

/** Throws errors, which the effect or declaration around them reports. */
const READER = new Reader({
  error: (code: string, span: Span | undefined, message: string, hint?: string): void => {
    throw new DiagnosticError(code, span ?? NOWHERE, message, hint)
  },
})

const NOWHERE: Span = { file: '', line: 0, column: 0, length: 0 }

/** The keys of a map. Throws if it has any other key. */
export class Keys extends Fields {
  constructor(
    node: YamlNode,
    what: string,
    known: readonly string[],
    readonly cx?: LoweringContext,
  ) {
    super(READER.map(node, what)?.entries ?? [], what, READER, false, node.span)
    for (const key of known) this.node(key)
    this.end()
  }

  /** The value of the first of these keys that is present. */
  get(...keys: string[]): YamlNode | undefined {
    const key = keys.find((name) => this.has(name))
    return key === undefined ? undefined : this.node(key)
  }

  need(...keys: [string, ...string[]]): YamlNode {
    return present(this.get(...keys) ?? this.required(keys[0]), '`required` throws if there is none.')
  }

  override oneOf<T extends string>(key: string, allowed: readonly T[]): T {
    this.need(key)
    return present(super.oneOf(key, allowed), '`oneOf` throws if it is none of them.')
  }

  /** A name, or the argument of a macro's parameter that is a name. */
  word(...keys: [string, ...string[]]): { readonly text: string; readonly span: Span } {
    return this.wordOf(this.need(...keys), keys[0])
  }

  wordOf(node: YamlNode, key: string): { readonly text: string; readonly span: Span } {
    return wordOf(this.cx, node, `\`${key}\` of ${this.what}`)
  }
}

/** A name that is bound or used. The `$` before it is optional. */
export function wordOf(
  cx: LoweringContext | undefined,
  node: YamlNode,
  what: string,
): { text: string; span: Span } {
  const param = paramOf(node)
  if (param !== undefined) {
    const argument = cx?.setting.words?.get(param)
    if (argument !== undefined) return { text: stripDollar(textOf(argument, what)), span: node.span }
    throw unknownName(node.span, param, 'a parameter that is a name', cx?.setting.words?.keys() ?? [])
  }
  return { text: stripDollar(textOf(node, what)), span: node.span }
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

export const stripDollar = (name: string): string => (name.startsWith('$') ? name.slice(1) : name)

/**
 * Resolves a name in the game's spelling: as written, or in kebab case for the camel case of the specs
 * (`passiveSupport` for `passive-support`).
 */
export function resolveSpelling(name: string, has: (name: string) => boolean): string | undefined {
  if (has(name)) return name
  const hyphens = name.replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase()
  return hyphens !== name && has(hyphens) ? hyphens : undefined
}

/** Resolves an action class in the spelling of the specs, by its name or an alias. */
export function classOf(world: SymbolTable, name: string): string | undefined {
  const id = resolveSpelling(name, (spelling) => classNamed(world, spelling) !== undefined)
  return id === undefined ? undefined : classNamed(world, id)
}
