/**
 * Macros become procedures and are called, never expanded inline. The types of their parameters are declared, or
 * inferred from their uses or from the first call. A parameter that is used as a name (`var: {param: resource}`)
 * can't be a value: the macro is specialised to one procedure `macro<word>` for each argument (monomorphisation).
 */
import type { Effect, ParameterDef, ProcedureDef, TypeName } from '@ludoforge/kernel'
import { withoutUndefined, itemOf, present } from '@ludoforge/kernel'
import {
  declareName,
  DiagnosticError,
  type Span,
  unknownName,
  type SymbolTable,
  type YamlMap,
  type YamlNode,
} from '@ludoforge/compiler/dialect'
import {
  LoweringContext,
  effectsOf,
  itemsOf,
  Keys,
  paramOf,
  type Lowerers,
  resolveSpelling,
  wordOf,
} from './context.js'
import { Names } from './names.js'
import { typeNamed } from './bare-words.js'

interface Param {
  readonly name: string
  readonly span: Span
  readonly type?: string
}

/** A parameter of a procedure, of a known type. */
type Declared = Pick<ParameterDef, 'name' | 'type'>

interface Macro {
  readonly id: string
  readonly span: Span
  readonly params: readonly Param[]
  readonly body: YamlNode
  readonly rule?: string
}

interface Instance {
  readonly id: string
  readonly macro: Macro
  readonly params: readonly Declared[]
  readonly words: ReadonlyMap<string, YamlNode>
}

/** A use of a parameter: its key, the map around it, and the path of macro calls to it. */
interface Use {
  readonly key: string
  readonly map: YamlMap
  readonly path: readonly string[]
}

const NAME_KEYS = new Set([
  'var',
  'marker',
  'prop',
  'family',
  'table',
  'column',
  'option',
  'procedure',
  'macro',
  'bind',
  'into',
])
const ZONES = new Set(['zone', 'space', 'to', 'from'])
const NUMBERS = new Set(['limit', 'min', 'max', 'delta', 'n', 'count', 'steps', 'budget', 'cost'])

export class Macros {
  readonly #macros = new Map<string, Macro>()
  readonly #instances = new Map<string, Instance>()
  readonly #worklist: Instance[] = []

  constructor(
    readonly world: SymbolTable,
    readonly parts: () => Lowerers,
  ) {}

  declare(node: YamlNode): void {
    const keys = new Keys(node, 'a macro', ['id', 'params', 'exports', 'effects', 'rule'])
    const { text: id, span } = keys.word('id')
    const exported = keys.get('exports')
    if (exported !== undefined && itemsOf(exported, '`exports`').length > 0)
      throw new DiagnosticError(
        'unsupported',
        exported.span,
        "A macro can't export names to its caller.",
        'Remove `exports`, or use a procedure with `gives`.',
      )
    const rule = keys.string('rule')
    const params = itemsOf(keys.get('params') ?? { kind: 'list', items: [], span }, '`params`').map(readParam)
    if (!declareName(this.world, 'procedure', id, span) || this.#macros.has(id)) {
      if (this.#macros.has(id))
        throw new DiagnosticError('duplicate', span, `There are two macros \`${id}\`.`, 'Rename one of them.')
      return
    }
    this.#macros.set(id, {
      id,
      span,
      params,
      body: keys.need('effects'),
      ...withoutUndefined({ rule }),
    })
  }

  /** Instantiates the macros whose types are known without a call, so that they are checked even if unused. */
  announce(): void {
    for (const macro of this.#macros.values()) {
      const types = macro.params.map((param) => this.#typeWithoutCall(macro, param))
      if (macro.params.some((param) => this.#isName(macro, param.name)) || types.includes(undefined)) continue
      const params = macro.params.map(({ name }, i) => ({ name, type: types[i] ?? 'any' }))
      this.#instance(macro, macro.id, params, new Map())
    }
  }

  call(cx: LoweringContext, node: YamlMap): Effect {
    const keys = new Keys(node, 'a call of a macro', ['macro', 'args'], cx)
    const { text, span } = keys.word('macro')
    const macro = this.#macros.get(text)
    if (macro === undefined) throw unknownName(span, text, 'a macro', this.#macros.keys())
    const names = macro.params.map(({ name }) => name)
    const none: YamlMap = { kind: 'map', entries: [], span: node.span }
    const given = new Keys(keys.get('args') ?? none, `\`args\` of \`${text}\``, names)
    const words = new Map<string, YamlNode>()
    const values: { param: Param; node: YamlNode }[] = []
    for (const param of macro.params) {
      const arg = given.need(param.name)
      if (this.#isName(macro, param.name)) {
        const { text: word } = wordOf(cx, arg, `\`${param.name}\` of \`${text}\``)
        words.set(param.name, { kind: 'scalar', value: word, raw: word, span: arg.span })
      } else values.push({ param, node: arg })
    }
    const spelling = [...words.values()].map((word) => (word.kind === 'scalar' ? word.raw : ''))
    const id = words.size === 0 ? macro.id : `${macro.id}<${spelling.join(',')}>`
    const known = this.#instances.get(id)
    const params =
      known?.params ??
      values.map(({ param, node: arg }) => ({
        name: param.name,
        type: this.#typeFromCall(cx, macro, param, arg, words),
      }))
    const paramAt = (i: number) => present(params[i], `${id} has a parameter for every value.`)
    const args = values.map(({ node: arg }, i) => cx.expr(arg, paramAt(i).type).expr)
    if (known === undefined) this.#instance(macro, id, params, words)
    this.world.use(`procedure:${id}`)
    return { call: { procedure: id, args } }
  }

  /** Lowers the called macros, and transitively those they call (a worklist). */
  lower(): ProcedureDef[] {
    const lowered: ProcedureDef[] = []
    for (let next = this.#worklist.shift(); next !== undefined; next = this.#worklist.shift())
      lowered.push(this.#lower(next))
    const called = new Set([...this.#instances.values()].map(({ macro }) => macro.id))
    for (const { id, span } of this.#macros.values())
      if (!called.has(id))
        this.world.reporter.warn('unused', span, `No rule uses the macro \`${id}\`, so it isn't checked.`)
    return lowered
  }

  #lower({ id, macro, params, words }: Instance): ProcedureDef {
    const rule = withoutUndefined({ rule: macro.rule })
    const names = new Names()
    for (const { name, type } of params) names.set(name, type)
    const cx = new LoweringContext({ world: this.world, parts: this.parts(), words, ...rule }, names)
    let body: Effect[] = []
    try {
      body = this.parts().block(cx.with(names.inner()), effectsOf(macro.body))
    } catch (error) {
      cx.report(error)
    }
    const src = cx.source(macro.span)
    return { id, kind: 'procedure', ...rule, by: [], tags: [], params, requires: [], body, src }
  }

  #instance(
    macro: Macro,
    id: string,
    params: readonly Declared[],
    words: ReadonlyMap<string, YamlNode>,
  ): void {
    const instance = { id, macro, params, words }
    this.#instances.set(id, instance)
    this.#worklist.push(instance)
    this.world.procedures.set(id, { id, action: false, params, span: macro.span })
  }

  /** Whether the parameter is used as a name, here or in a macro it is passed to. */
  #isName(macro: Macro, param: string, seen: ReadonlySet<string> = new Set()): boolean {
    const mark = `${macro.id} ${param}`
    if (seen.has(mark)) return false
    return usesOf(macro.body, param).some((use) => {
      const passed = this.#passedTo(use)
      if (passed !== undefined) return this.#isName(passed, use.key, new Set([...seen, mark]))
      return NAME_KEYS.has(use.key)
    })
  }

  /** The macro that gets the parameter as an argument. */
  #passedTo(use: Use): Macro | undefined {
    if (use.path.at(-1) !== 'args') return undefined
    const called = use.path.at(-2)
    return called === undefined ? undefined : this.#macros.get(called)
  }

  #typeWithoutCall(macro: Macro, param: Param, seen: ReadonlySet<string> = new Set()): TypeName | undefined {
    const mark = `${macro.id} ${param.name}`
    if (seen.has(mark)) return undefined
    if (param.type !== undefined && !['string', 'value', 'any'].includes(param.type)) {
      const { world } = this
      return param.type === 'player' ? 'seat' : typeNamed(world, param.type, param.span)
    }
    for (const use of usesOf(macro.body, param.name)) {
      const passed = this.#passedTo(use)
      const taker = passed?.params.find(({ name }) => name === use.key)
      const type =
        passed === undefined || taker === undefined
          ? typeByUse(this.world, use)
          : this.#typeWithoutCall(passed, taker, new Set([...seen, mark]))
      if (type !== undefined) return type
    }
    return undefined
  }

  #typeFromCall(
    cx: LoweringContext,
    macro: Macro,
    param: Param,
    arg: YamlNode,
    words: ReadonlyMap<string, YamlNode>,
  ): TypeName {
    const known = this.#typeWithoutCall(macro, param) ?? this.#typeByWord(macro, param, words)
    const type = known ?? cx.expr(arg).type
    if (type !== 'any') return type
    throw new DiagnosticError(
      'wrong-type',
      arg.span,
      `The type of \`${param.name}\` can't be inferred.`,
      'Declare its `type`.',
    )
  }

  /** Infers the type of a value whose property or marker is itself a parameter. */
  #typeByWord(macro: Macro, param: Param, words: ReadonlyMap<string, YamlNode>): TypeName | undefined {
    for (const use of usesOf(macro.body, param.name)) {
      const type = typeByUse(this.world, use, words)
      if (type !== undefined) return type
    }
    return undefined
  }
}

function readParam(node: YamlNode): Param {
  if (node.kind === 'scalar') return { name: node.raw, span: node.span }
  const keys = new Keys(node, 'a parameter', ['name', 'type'])
  const { text: name, span } = keys.word('name')
  const type = keys.string('type')
  return { name, span, ...withoutUndefined({ type }) }
}

function usesOf(node: YamlNode, param: string): Use[] {
  const found: Use[] = []
  const look = (at: YamlNode, key: string, map: YamlMap | undefined, path: readonly string[]): void => {
    if (map !== undefined && paramOf(at) === param) found.push({ key, map, path })
    else if (at.kind === 'list') for (const item of at.items) look(item, key, map, path)
    else if (at.kind === 'map') {
      const called = at.entries.find((entry) => entry.key === 'macro')?.value
      for (const entry of at.entries) {
        const inner = called?.kind === 'scalar' && entry.key === 'args' ? [...path, called.raw, 'args'] : []
        look(entry.value, entry.key, at, key === 'args' && path.length > 0 ? path : inner)
      }
    }
  }
  look(node, '', undefined, [])
  return found
}

/** Infers the type of a parameter from one use. */
function typeByUse(
  world: SymbolTable,
  { key, map }: Use,
  words?: ReadonlyMap<string, YamlNode>,
): TypeName | undefined {
  const text = (name: string): string | undefined => {
    const value = map.entries.find((entry) => entry.key === name)?.value
    const param = value === undefined ? undefined : paramOf(value)
    const resolved = param === undefined ? value : words?.get(param)
    return resolved?.kind === 'scalar' ? resolved.raw : undefined
  }
  const [prop, marker, op] = [text('prop'), text('marker'), text('op')]
  if (key === 'concat' || key === 'player' || key === 'seat' || key === 'by') return 'seat'
  if (key === 'token') return 'token'
  if (ZONES.has(key)) return 'zone'
  if (NUMBERS.has(key)) return 'number'
  if (key === 'state' && marker !== undefined) return named(world.variables, marker)?.type
  if (prop !== undefined && ['eq', 'neq', 'in', 'value'].includes(key)) {
    if (op === 'zonePropIncludes') {
      const type = world.attributes.get(resolveSpelling(prop, (one) => world.attributes.has(one)) ?? '')
      return type === undefined ? undefined : itemOf(type)
    }
    if (prop === 'type' && !world.properties.has('type')) return 'kind'
    return named(world.properties, prop)?.type
  }
  if (op !== undefined && ['+', '-', '*', '/', '%', 'min', 'max'].includes(op)) return 'number'
  return undefined
}

function named<T>(map: ReadonlyMap<string, T>, name: string): T | undefined {
  return map.get(resolveSpelling(name, (one) => map.has(one)) ?? '')
}
