/** Reads nodes field by field, driven by the kernel's table of nodes, with syntactic sugar on top. */
import { definition, isEnum, itemOf, isList, listOf, type NodeShape, type TypeName } from '@ludoforge/kernel'
import {
  describe,
  DiagnosticError,
  needDirection,
  needType,
  type Typed,
  type YamlNode,
} from '@ludoforge/compiler/dialect'
import { type LoweringContext, itemsOf, type Keys, textOf } from './context.js'
import { declaredName } from './declared-names.js'
import { typeNamed } from './bare-words.js'

/** Syntactic sugar of a node: what the notation adds to its row of the table. */
export interface Sugar {
  readonly other?: Readonly<Record<string, string>> // aliases of fields
  readonly otherwise?: Readonly<Record<string, unknown>> // default values of fields
  readonly more?: readonly string[] // keys that aren't fields
  readonly own?: readonly string[] // fields with a reader elsewhere
  readonly loop?: true // its effects are the body of a loop
  readonly item?: string // an alias of the item's default name `it`
  readonly before?: (cx: LoweringContext, keys: Keys) => void
  readonly after?: (cx: LoweringContext, keys: Keys, read: Read) => void
}

export interface Read<T = Readonly<Record<string, unknown>>> {
  readonly node: T
  readonly types: ReadonlyMap<string, TypeName> // of the values of fields, or of what they name
  readonly binds: readonly (readonly [name: string, type: TypeName])[] // for the effects that follow
}

/** The keys a node can have. Source fields aren't written. */
export function keysOf({ fields }: NodeShape, { other = {}, more = [] }: Sugar = {}): string[] {
  const written = fields.map(({ name }) => name).filter((name) => name !== 'src' && name !== 'clauses')
  return [...written, ...Object.values(other), ...more]
}

/** Reads a node by its row. `T` is the type of the row. */
export function readNode<T>(cx: LoweringContext, row: NodeShape, keys: Keys, sugar: Sugar = {}): Read<T> {
  sugar.before?.(cx, keys)
  const reading = new Reading(cx, row, keys, sugar)
  for (const field of row.fields) reading.field(field)
  sugar.after?.(cx, keys, reading)
  return reading as Read as Read<T>
}

/** Resolves a type expression of the table, in a node whose fields have these types. */
export function resolveType(words: string, types: ReadonlyMap<string, TypeName>): TypeName {
  const [, list, how, field] = /^(list )?(of|as|item) (\w+)$/.exec(words) ?? []
  if (field === undefined) return words
  const type = types.get(field) ?? 'any'
  const base = how === 'item' ? itemOf(type) : type
  return list === undefined || isList(base) ? base : listOf(base) // no list contains lists
}

type Field = NodeShape['fields'][number]

class Reading implements Read {
  readonly node: Record<string, unknown> = {}
  readonly types = new Map<string, TypeName>()
  readonly #bound: {
    readonly name: string
    readonly type: string
    readonly for: readonly string[] | null
  }[] = []

  constructor(
    private readonly cx: LoweringContext,
    private readonly row: NodeShape,
    private readonly keys: Keys,
    private readonly sugar: Sugar,
  ) {}

  get binds(): readonly (readonly [string, TypeName])[] {
    return this.#bound
      .filter((bound) => bound.for === null)
      .map(({ name, type }) => [name, resolveType(type, this.types)])
  }

  field({ name, optional, kind }: Field): void {
    const { keys, sugar } = this
    if (sugar.own?.includes(name) === true) return
    const other = sugar.other?.[name]
    const node = other === undefined ? keys.get(name) : keys.get(name, other)
    if (node !== undefined) this.#read(name, kind, node)
    else if (kind.form === 'bind' && kind.for !== null) {
      this.#bound.push({ name: 'it', type: kind.type, for: kind.for })
      if (!optional) this.node[name] = 'it'
    } else if (sugar.otherwise !== undefined && name in sugar.otherwise)
      this.node[name] = sugar.otherwise[name]
    else if (kind.form === 'definition' && kind.name === 'Filter') this.node[name] = []
    else if (!optional && !this.#isInferred(name)) keys.need(name)
  }

  /** Whether the field is a type that can be inferred from a value. */
  #isInferred(name: string): boolean {
    return this.row.fields.some(({ kind }) => kind.form === 'expr' && kind.type.endsWith(`of ${name}`))
  }

  #read(name: string, kind: Field['kind'], node: YamlNode): void {
    const { cx, keys } = this
    const what = `\`${name}\` of ${keys.what}`
    const set = (value: unknown, type?: TypeName): void => {
      this.node[name] = value
      if (type !== undefined) this.types.set(name, type)
    }
    switch (kind.form) {
      case 'expr': {
        const { expr, type } = this.#expr(this.#within(name), kind.type, node)
        set(expr, type)
        if (name === 'where') this.node.clauses = conjuncts(node).map(({ span }) => cx.clause(span))
        return
      }
      case 'each': {
        const items = itemsOf(node, what)
        set(items.map((item) => this.#expr(this.#within(name), kind.type, item).expr))
        if (this.row.fields.some((field) => field.name === 'clauses'))
          this.node.clauses = items.map(({ span }) => cx.clause(span))
        return
      }
      case 'name': {
        const { id, type } = declaredName(cx, kind.of, keys.wordOf(node, name), this.node)
        return set(id, type)
      }
      case 'bind': {
        const { text } = keys.wordOf(node, name)
        this.#bound.push({ name: text, type: kind.type, for: kind.for })
        return set(text)
      }
      case 'words':
        return set(keys.oneOf(name, kind.words))
      case 'plain': {
        if (kind.plain === 'true') return keys.flag(name) === true ? set(true) : undefined
        if (kind.plain !== 'type') return set(keys.wordOf(node, name).text)
        const type = typeNamed(cx.world, textOf(node, what), node.span)
        return set(type, type)
      }
      case 'definition': {
        const { filter, saying, text } = cx.setting.parts
        const inner = this.#within(name)
        if (kind.name === 'Block') return set((this.sugar.loop === true ? inner.loop() : inner).block(node))
        if (kind.name === 'Saying') return set(saying(inner, node))
        if (kind.name === 'Text') return set(text(cx, node))
        if (kind.name === 'Filter') return set(filter(cx, node))
        const [words] = definition(kind.name).kinds
        if (words?.form === 'words') return set(keys.oneOf(name, words.words))
        throw new Error(`The field ${name} is read by its own form.`)
      }
      default:
        throw new Error(`The field ${name} is read by its own form.`)
    }
  }

  /** The context with the names that the node binds for a field. */
  #within(field: string): LoweringContext {
    const bound = this.#bound.filter((binding) => binding.for?.includes(field) === true)
    if (bound.length === 0) return this.cx
    const names = this.cx.names.inner()
    for (const { name, type } of bound) {
      const known = resolveType(type, this.types)
      if (name === 'it' && this.sugar.item !== undefined) names.set(this.sugar.item, known, name)
      names.set(name, known)
    }
    return this.cx.with(names)
  }

  #expr(cx: LoweringContext, words: string, node: YamlNode): Typed {
    if (words === 'seat') return { expr: cx.player(node), type: 'seat' }
    if (words === 'any') return cx.expr(node)
    if (words === 'list') return cx.list(node, this.keys.what)
    if (words === 'order' || words === 'enum') return this.#ranked(cx, words, node)
    if (words.includes(' or ')) return oneOf(cx, words.split(' or '), node)
    const [, list, field] = /^(list )?of (\w+)$/.exec(words) ?? []
    if (field !== undefined && !this.types.has(field) && !(field in this.node)) {
      const typed = list === undefined ? cx.expr(node) : cx.list(node, this.keys.what)
      this.types.set(field, list === undefined ? typed.type : itemOf(typed.type))
      this.node[field] = this.types.get(field)
      return typed
    }
    if (words === 'enum:direction' && node.kind === 'scalar' && cx.names.find(node.raw) === undefined)
      needDirection(cx.world, node.raw, node.span)
    return cx.expr(node, resolveType(words, this.types))
  }

  #ranked(cx: LoweringContext, words: 'order' | 'enum', node: YamlNode): Typed {
    const typed = cx.expr(node)
    const { type } = typed
    if (isEnum(type) || type === 'any' || (words === 'order' && (type === 'number' || type === 'flag')))
      return typed
    const wanted = words === 'enum' ? 'a value of an enumeration' : 'a number or a value of an enumeration'
    throw new DiagnosticError('wrong-type', node.span, `Expected ${wanted}, found ${describe(type)}.`)
  }
}

/** Lowers a value of one of several types. With a type and its list, the form of the node decides. */
export function oneOf(cx: LoweringContext, types: readonly TypeName[], node: YamlNode): Typed {
  const [first, second] = types
  const either = types.length === 2 && first !== undefined && second === listOf(first)
  if (either && node.kind === 'list') return cx.expr(node, second)
  if (either && node.kind === 'scalar' && !(typeof node.value === 'string' && node.value.startsWith('$')))
    return first === 'seat' ? { expr: cx.player(node), type: first } : cx.expr(node, first)
  const typed = cx.expr(node)
  if (types.includes(typed.type) || typed.type === 'any') return typed
  if (either) needType(node.span, first, typed.type)
  const wanted = `${types.slice(0, -1).map(describe).join(', ')} or ${describe(types.at(-1) ?? 'any')}`
  throw new DiagnosticError('wrong-type', node.span, `Expected ${wanted}, found ${describe(typed.type)}.`)
}

/** The parts of a conjunction. Each has its own source for explanations. */
export function conjuncts(node: YamlNode): readonly YamlNode[] {
  if (node.kind !== 'map') return [node]
  const [op, args] = ['op', 'args'].map((key) => node.entries.find((entry) => entry.key === key)?.value)
  return op?.kind === 'scalar' && op.raw === 'and' && args?.kind === 'list' ? args.items : [node]
}
