/** Lowers the rules of the effect tree: first every signature, then every body. */
import {
  withoutUndefined,
  type Effect,
  type FunctionDef,
  present,
  type ProcedureDef,
  type TypeName,
} from '@ludoforge/kernel'
import {
  declareName,
  type DialectRules,
  type LoweredRules,
  type Parameter,
  parameterDefs,
  type RuleNode,
  sayingForm,
  attachAction,
  type Typed,
  unknownName,
  type SymbolTable,
  type YamlNode,
} from '@ludoforge/compiler/dialect'
import { accompaniedBy, activityWindow, checkAccompanied, declareActivityUsed } from './activities.js'
import { lowerSaying, lowerText } from './choices.js'
import { LoweringContext, itemsOf, Keys, type Lowerers } from './context.js'
import { lowerBlock } from './effects.js'
import { lowerExpr } from './expressions.js'
import { lowerFilter } from './filters.js'
import { Macros } from './macros.js'
import { Names } from './names.js'
import type { Form, Signature } from './procedures.js'
import { lowerProcedure, profileOf, readParams, readSignature } from './procedures.js'
import { conjuncts } from './read-node.js'
import { Turns } from './turns.js'
import { typeNamed } from './bare-words.js'

const FORMS: Readonly<Record<string, Form>> = {
  procedures: 'procedure',
  actions: 'action',
  operationProfiles: 'operation',
  specialActivities: 'activity',
}

interface FunctionNode {
  readonly id: string
  readonly keys: Keys
  readonly params: readonly Parameter[]
  readonly returns?: TypeName
  readonly rule?: string | undefined
}

export class TreeRules implements DialectRules {
  readonly #functions: FunctionNode[] = []
  readonly #signatures: Signature[] = []
  readonly #bodies = new Map<string, Typed | 'busy' | 'broken'>()
  readonly #setups: YamlNode[] = []
  readonly #turns = new Turns()
  #macros: Macros | undefined
  #parts: Lowerers | undefined

  constructor(private readonly nodes: readonly RuleNode[]) {}

  declare(world: SymbolTable): void {
    const macros = new Macros(world, () => parts)
    const parts: Lowerers = {
      expr: lowerExpr,
      block: lowerBlock,
      filter: lowerFilter,
      text: lowerText,
      saying: lowerSaying,
      macro: (cx, call) => macros.call(cx, call),
    }
    this.#macros = macros
    this.#parts = parts
    const cx = new LoweringContext({ world, parts })
    for (const { key, node } of this.nodes) {
      if (key === 'turn') attempt(cx, () => this.#turns.addTurn(node))
      else if (key === 'phases') attempt(cx, () => this.#turns.addPhases(node))
      else
        for (const item of attempt(cx, () => declarations(key, node)) ?? [])
          attempt(cx, () => this.#declare(cx, key, item))
    }
    attempt(cx, () => macros.announce())
    declareActivityUsed(
      world,
      this.nodes.map(({ node }) => node),
    )
    const { span } = this.#turns
    if (span !== undefined && declareName(world, 'procedure', 'play', span))
      world.procedures.set('play', { id: 'play', action: false, params: [], span })
    this.#addClasses(world)
  }

  #declare(cx: LoweringContext, key: string, node: YamlNode): void {
    const { world } = cx
    if (key === 'functions') this.#declareFunction(cx, node)
    else if (key === 'effectMacros' || key === 'macros') this.#macros?.declare(node)
    else if (key === 'procedures' && isSetup(node)) this.#setups.push(node)
    else {
      const signature = readSignature(cx, present(FORMS[key], `\`${key}\` is a key of this dialect.`), node)
      const { id, span, params, form, gives = null } = signature
      if (!attachAction(world, id, signature.tied)) return
      if (!declareName(world, 'procedure', id, span)) return
      const [action, window] = [form !== 'procedure', signature.keys.has('offers')]
      world.procedures.set(id, { id, action, window, params, gives: () => gives, span })
      this.#signatures.push(signature)
    }
  }

  #declareFunction(cx: LoweringContext, node: YamlNode): void {
    const { world } = cx
    const keys = new Keys(node, 'a function', ['id', 'params', 'returns', 'body', 'says', 'rule'])
    const { text: id, span } = keys.word('id')
    const params = readParams(cx, keys.get('params'))
    const returns = keys.has('returns')
      ? typeNamed(world, keys.word('returns').text, keys.need('returns').span)
      : undefined
    if (!declareName(world, 'function', id, span)) return
    const fn = {
      id,
      keys,
      params,
      rule: keys.string('rule'),
      ...withoutUndefined({ returns }),
    }
    this.#functions.push(fn)
    world.functions.set(id, { id, params, span, returns: () => returns ?? this.#returns(world, fn) })
  }

  /** Declares the classes of this notation's actions, unless the game declares all classes itself. */
  #addClasses(world: SymbolTable): void {
    if ((world.declarations.enums.find(({ id }) => id === 'action-class')?.values.length ?? 0) > 0) return
    const known = world.enums.get('action-class') ?? []
    const named = this.#signatures.flatMap((signature) => signature.class ?? [])
    world.enums.set('action-class', [...new Set([...known, ...named])])
  }

  #need(): Lowerers {
    if (this.#parts === undefined) throw new Error('Call `declare` before `lower`.')
    return this.#parts
  }

  lower(world: SymbolTable): LoweredRules {
    const parts = this.#need()
    const cx = new LoweringContext({ world, parts })
    this.#addClasses(world)
    const windows = this.#activityWindows(world, cx)
    const functions = new Map(
      this.#functions.map((node) => {
        const def = this.#function(world, node)
        return [node.id, () => def]
      }),
    )
    const procedures: ProcedureDef[] = this.#signatures.map((signature) =>
      lowerProcedure(world, parts, signature, windows.get(signature)?.id),
    )
    procedures.push(...windows.values())
    const play = this.#turns.lower(world, parts)
    if (play !== undefined && world.procedures.get('play')?.span === this.#turns.span) procedures.push(play)
    const setups = this.#setups.flatMap((node) => attempt(cx, () => [lowerSetup(cx, node)]) ?? [])
    procedures.push(...(this.#macros?.lower() ?? []))
    return { functions, procedures, setups }
  }

  /** Generates the windows for the activities of operation profiles. */
  #activityWindows(world: SymbolTable, cx: LoweringContext): Map<Signature, ProcedureDef> {
    const accompanying = new Map(
      this.#signatures.flatMap(({ id, form, keys }) => {
        const names = form === 'activity' ? attempt(cx, () => accompaniedBy(keys)) : undefined
        return names === undefined ? [] : [[id, names]]
      }),
    )
    const windows = new Map<Signature, ProcedureDef>()
    for (const signature of this.#signatures) {
      if (signature.form !== 'operation') continue
      const window = attempt(cx, () =>
        activityWindow(world, profileOf(signature), accompanying, (span) => cx.source(span)),
      )
      if (window !== undefined) windows.set(signature, window)
    }
    return windows
  }

  /** Runs when the rules of all notations are lowered. */
  check(world: SymbolTable, procedures: readonly ProcedureDef[]): void {
    const cx = new LoweringContext({ world, parts: this.#need() })
    const actions = procedures.filter(({ kind }) => kind === 'action')
    for (const { form, keys } of this.#signatures)
      if (form === 'activity') attempt(cx, () => checkAccompanied(world, keys, actions))
  }

  #body(world: SymbolTable, { id, keys, params, returns }: FunctionNode): Typed | 'busy' | 'broken' {
    const known = this.#bodies.get(id)
    if (known !== undefined) return known
    this.#bodies.set(id, 'busy')
    const cx = this.#within(world, params)
    const body = attempt(cx, () => cx.expr(keys.need('body'), returns)) ?? 'broken'
    this.#bodies.set(id, body)
    return body
  }

  #within(world: SymbolTable, params: FunctionNode['params']): LoweringContext {
    const names = new Names()
    for (const { name, type } of params) names.set(name, type)
    return new LoweringContext({ world, parts: this.#need() }, names)
  }

  #returns(world: SymbolTable, node: FunctionNode): TypeName | undefined {
    const body = this.#body(world, node)
    if (body === 'busy') return undefined
    return body === 'broken' ? 'any' : body.type
  }

  #function(world: SymbolTable, node: FunctionNode): FunctionDef | undefined {
    const body = this.#body(world, node)
    if (body === 'busy' || body === 'broken') return undefined
    const { id, keys, params, rule } = node
    const cx = new LoweringContext({ world, parts: this.#need(), ...withoutUndefined({ rule }) })
    const type = node.returns ?? body.type
    const written = keys.get('says')
    const says =
      written && attempt(cx, () => lowerSaying(this.#within(world, params), written, sayingForm(type)))
    const clauses = type === 'flag' ? conjuncts(keys.need('body')).map((part) => cx.clause(part.span)) : []
    return {
      id,
      params: parameterDefs(params),
      returns: type,
      body: body.expr,
      ...withoutUndefined({ says, rule }),
      src: cx.source(keys.span),
      ...(clauses.length === 0 ? {} : { clauses }),
    }
  }
}

function attempt<T>(cx: LoweringContext, work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    cx.report(error)
    return undefined
  }
}

/** A list of maps with an `id`, or a map by id. */
function declarations(key: string, node: YamlNode): readonly YamlNode[] {
  if (node.kind === 'scalar' && node.value === null) return []
  if (node.kind !== 'map') return itemsOf(node, `\`${key}\``)
  return node.entries.map(({ key: id, keySpan, value }) => {
    const own = { key: 'id', keySpan, value: { kind: 'scalar', value: id, raw: id, span: keySpan } } as const
    return value.kind === 'map' ? { ...value, entries: [own, ...value.entries] } : value
  })
}

const isSetup = (node: YamlNode): boolean =>
  node.kind === 'map' && node.entries.some(({ key }) => key === 'setup')

/** Lowers a set-up among the procedures: `{setup: true, effects}` for every scenario, `{setup: id, effects}` for one. */
function lowerSetup(cx: LoweringContext, node: YamlNode): { scenario?: string; block: Effect[] } {
  const keys = new Keys(node, 'a set-up', ['setup', 'effects'])
  const block = cx.block(keys.need('effects'), new Names())
  const which = keys.need('setup')
  if (which.kind === 'scalar' && which.value === true) return { block }
  const { text: scenario, span } = keys.word('setup')
  const known = cx.world.declarations.scenarios.map(({ id }) => id)
  if (!known.includes(scenario)) throw unknownName(span, scenario, 'a scenario', known)
  return { scenario, block }
}
