/** Lowers rules to GameDef functions and procedures: first every signature, then every body. */
import type { Block, FunctionDef, GroupDef, ProcedureDef, TypeName } from '@ludoforge/kernel'
import { withoutUndefined, isList, isRecord, oversizedGroup } from '@ludoforge/kernel'
import type { Declared, ExprNode, SayingNode, TokenActionNode } from '../parser/index.js'
import { formatLocation, type Span } from '../source/index.js'
import { type Announced, type PlainRule, withCallsAtEnds, withFollowers } from './announcements.js'
import { defaultClass } from './class-names.js'
import type { Context, Typed } from './expressions/expressions.js'
import {
  clausesOf,
  condition,
  elaborate,
  childContext,
  isUnclear,
  sourceOf,
} from './expressions/expressions.js'
import { DiagnosticError, unknownName, wrongType } from './diagnostic-error.js'
import { warnIfShadowing } from './checks/shadowing.js'
import { writtenParameters } from './lowering-trace.js'
import { parameterDefs, readParameters } from './parameters.js'
import { ResultType } from './statements/perform.js'
import { phraseFilter, phraseWords, wordsIn } from './expressions/phrases.js'
import { Scope } from './scope.js'
import { elaborateBlock, reportDiagnostic, catchDiagnostics } from './statements/statements.js'
import { elaborateSaying, sayingForm } from './expressions/sayings.js'
import { asTitle, elaborateText } from './expressions/text.js'
import { attachToTokens } from './statements/token-actions.js'
import { withThingValues } from './thing-values.js'
import { describe, typeOfWord } from './types.js'
import type { FunctionInfo, FunctionNode, Parameter, ProcedureNode, SymbolTable } from './symbols.js'

type Requirement = ProcedureDef['requires'][number]

/** The rules of one notation: declares its names in the symbol table, then lowers its bodies. */
export interface RuleSource {
  declare(world: SymbolTable): void
  lower(world: SymbolTable): LoweredRules
}

/** The rules of one notation as nodes of a GameDef. */
export interface LoweredRules {
  /** By name, lowered on demand. Returns `undefined` for a function with an error. */
  readonly functions: ReadonlyMap<string, () => FunctionDef | undefined>
  readonly procedures: readonly ProcedureDef[]
  readonly setups: readonly { readonly scenario?: string; readonly block: Block }[]
}

type NamedFunction = Extract<Declared['rules'][number], { node: 'named' }>

/** The longest chain of definitions, each of which needs the next before it is done. */
const MAX_CHAIN = 200

/** The rules written in `rules` blocks. */
export class NotationRules implements RuleSource {
  #chain = 0 // definitions that wait for others
  readonly #bodies = new Map<string, Typed | 'busy' | 'broken'>()
  readonly #params = new Map<FunctionNode | ProcedureNode, readonly Parameter[]>()
  readonly #functions = new Map<FunctionNode, FunctionDef>()
  readonly #procedures = new Map<ProcedureNode, ProcedureDef | 'busy'>()

  #nodes: readonly PlainRule[] = []
  #followers: Announced['followers'] = new Map()

  constructor(private readonly written: Declared['rules']) {}

  declare(world: SymbolTable): void {
    const { rules, followers } = withFollowers(world, withThingValues(world, this.written))
    this.#nodes = rules
    this.#followers = followers
    for (const node of this.#nodes) {
      if (node.node === 'setup') continue
      const { text: id, span } = node.name
      if (node.node === 'named') {
        if (declareName(world, 'function', id, span)) world.functions.set(id, this.#info(world, node))
        continue
      }
      const params = this.#parameters(world, node)
      if (attachAction(world, id, node.tied) && declareName(world, 'procedure', id, span)) {
        const gives = mentionsGive(node.body)
          ? () =>
              world.tracer.answer(
                { about: 'gives', id },
                () => this.#gives(world, node),
                (type) => type,
              )
          : () => null
        const [action, window] = [node.form === 'action', node.form === 'window']
        world.procedures.set(id, { id, action, window, params, gives, span })
        if (node.follows !== undefined) world.use(`procedure:${id}`)
      }
    }
    const classes = world.declarations.enums.find((e) => e.id === 'action-class')?.values ?? []
    const named = this.#nodes.flatMap((n) => (n.node === 'procedure' && n.class ? [n.class.text] : []))
    if (classes.length === 0) world.enums.set('action-class', [...new Set(named)])
  }

  lower(world: SymbolTable): LoweredRules {
    const functions = new Map<string, () => FunctionDef | undefined>()
    const procedures: ProcedureDef[] = []
    const setups: { scenario?: string; block: Block }[] = []
    for (const node of this.#nodes) {
      if (node.node === 'named') functions.set(node.name.text, () => this.#function(world, node.read()))
      else if (node.node === 'procedure') procedures.push(this.#procedure(world, node))
      else {
        const cx = contextFor(world)
        const lower = (): Block => elaborateBlock(cx, { rule: node.rule }, node.body)
        const block = world.lowering?.setups.of(world, node, lower) ?? lower()
        const scenarios = world.declarations.scenarios.map((s) => s.id)
        const { text: scenario, span } = node.scenario ?? {}
        if (scenario !== undefined && span !== undefined && !scenarios.includes(scenario))
          reportDiagnostic(cx, unknownName(span, scenario, 'a scenario', scenarios))
        setups.push({ block, ...withoutUndefined({ scenario }) })
      }
    }
    return { functions, procedures, setups }
  }

  /** The signature. Parses the text only if more than the name is needed. */
  #info(world: SymbolTable, { name, read }: NamedFunction): FunctionInfo {
    const id = name.text
    const { tracer } = world
    const params = (): readonly Parameter[] => this.#parameters(world, read())
    return {
      id,
      get params() {
        return tracer.answer({ about: 'parameters', id }, params, writtenParameters)
      },
      span: name.span,
      returns: () =>
        tracer.answer(
          { about: 'returns', id },
          () => this.#returns(world, read()),
          (type) => type,
        ),
    }
  }

  #parameters(world: SymbolTable, node: FunctionNode | ProcedureNode | undefined): readonly Parameter[] {
    if (node === undefined) return []
    const known = this.#params.get(node)
    if (known !== undefined) return known
    const followed = node.node === 'procedure' ? node.follows : undefined
    const params =
      followed === undefined
        ? readParameters(world, node.params).map((p, i) => withTracedDefault(world, node.name.text, p, i))
        : this.#parameters(world, followed).map(({ name, type }) => ({ name, type }))
    this.#params.set(node, params)
    return params
  }

  /**
   * Elaborates a definition that others wait for. Reports a long chain of them as an error of the rules, far from the end of
   * the stack: there, V8 ends the process if it has to compile a regular expression.
   */
  #inChain<T>({ name }: FunctionNode, work: () => T): T {
    const message = `\`${name.text}\` depends on too long a chain of definitions.`
    if (this.#chain >= MAX_CHAIN) throw new DiagnosticError('too-large', name.span, message)
    this.#chain += 1
    try {
      return work()
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      throw new DiagnosticError('too-large', name.span, message)
    } finally {
      this.#chain -= 1
    }
  }

  #body(world: SymbolTable, node: FunctionNode): Typed | 'busy' | 'broken' {
    const known = this.#bodies.get(node.name.text)
    if (known !== undefined) return known
    this.#bodies.set(node.name.text, 'busy')
    const cx = contextFor(world, this.#parameters(world, node))
    const body = catchDiagnostics(cx, () => {
      const lower = (): Typed => elaborate(cx, node.body, node.form === 'test' ? 'flag' : undefined)
      const made = this.#inChain(node, () => world.lowering?.bodies.of(world, node, lower) ?? lower())
      if (node.form === 'set' && !isList(made.type))
        throw wrongType(node.body.span, `Expected a list for a set, found ${describe(made.type)}.`)
      if (isUnclear(cx, made.type)) throw wrongType(node.body.span, "The type of this can't be inferred.")
      return made
    })
    this.#bodies.set(node.name.text, body ?? 'broken')
    return body ?? 'broken'
  }

  #returns(world: SymbolTable, node: FunctionNode | undefined): TypeName | undefined {
    if (node === undefined) return 'any'
    if (node.form === 'test') return 'flag'
    const body = this.#body(world, node)
    return body === 'busy' ? undefined : body === 'broken' ? 'any' : body.type
  }

  #function(world: SymbolTable, node: FunctionNode | undefined): FunctionDef | undefined {
    if (node === undefined) return undefined
    const known = this.#functions.get(node)
    if (known !== undefined) return known
    const made = this.#body(world, node)
    if (made === 'busy' || made === 'broken') {
      warnOfShadowingParameters(world, node)
      return undefined
    }
    const lower = (): FunctionDef => this.#lowerFunction(world, node, made)
    const refresh = (before: FunctionDef): FunctionDef =>
      before.body === made.expr ? before : { ...before, body: made.expr }
    const def = world.lowering?.functions.of(world, node, lower, { refresh }) ?? lower()
    this.#functions.set(node, def)
    return def
  }

  #lowerFunction(world: SymbolTable, node: FunctionNode, { expr: body, type: returns }: Typed): FunctionDef {
    const { rule } = node
    warnOfShadowingParameters(world, node)
    const params = parameterDefs(this.#parameters(world, node))
    const src = world.source(node.span, headOf(node.text), rule)
    const clauses = returns === 'flag' ? clausesOf(contextFor(world), node.body) : undefined
    const cx = contextFor(world, this.#parameters(world, node))
    const says = catchDiagnostics(cx, () => node.says && elaborateSaying(cx, node.says, sayingForm(returns)))
    return withoutUndefined({ id: node.name.text, params, returns, body, says, rule, src, clauses })
  }

  /** The result type, inferred from the body. Returns `undefined` while the body is being elaborated. */
  #gives(world: SymbolTable, node: ProcedureNode): TypeName | undefined {
    return this.#procedures.get(node) === 'busy' ? undefined : (this.#procedure(world, node).gives ?? 'any')
  }

  #procedure(world: SymbolTable, node: ProcedureNode): ProcedureDef {
    const known = this.#procedures.get(node)
    if (known !== undefined && known !== 'busy') return known
    this.#procedures.set(node, 'busy')
    const params = this.#parameters(world, node)
    const lower = (): ProcedureDef => {
      if (node.follows === undefined) warnOfShadowingParameters(world, node)
      return lowerProcedure(world, node, params)
    }
    const lowered = world.lowering?.procedures.of(world, node, lower) ?? lower()
    const followers = (this.#followers.get(node.name.text) ?? []).map(({ name, span, text, rule }) => ({
      id: name.text,
      src: world.source(span, text, rule),
    }))
    const made =
      followers.length === 0
        ? lowered
        : { ...lowered, body: withCallsAtEnds(lowered.id, lowered.body, params, lowered.gives, followers) }
    this.#procedures.set(node, made)
    return made
  }
}

/** A parameter whose default is part of the traces of the calls that use it. */
function withTracedDefault(world: SymbolTable, id: string, parameter: Parameter, index: number): Parameter {
  const { otherwise } = parameter
  if (otherwise === undefined) return parameter
  const question = { about: 'default', id, parameter: index } as const
  return { ...parameter, otherwise: () => world.tracer.answer(question, otherwise, JSON.stringify) }
}

function warnOfShadowingParameters(world: SymbolTable, { params }: FunctionNode | ProcedureNode): void {
  for (const { name, type } of params)
    if (type !== undefined || typeOfWord(name.text, world) === undefined) warnIfShadowing(world, name)
}

function lowerProcedure(world: SymbolTable, node: ProcedureNode, params: readonly Parameter[]): ProcedureDef {
  const { keyword, form, rule, offers } = node
  const cx = contextFor(world, params)
  // `play`, windows and `whenever` have no caller that could take a result.
  const giving = ['play', 'window', 'whenever'].includes(keyword) ? undefined : new ResultType(node.name.text)
  // Inside a window the chosen action has a name.
  const within = offers === undefined ? cx : childContext(cx, offers.name.text, 'action')
  const body = elaborateBlock(within, { rule, giving }, node.body)
  for (const error of giving?.faults() ?? []) reportDiagnostic(cx, error)
  for (const { text, span } of node.by)
    if (!world.seats.has(text)) reportDiagnostic(cx, unknownName(span, text, 'a seat', world.seats))
  const classes = world.enums.get('action-class') ?? []
  if (node.class !== undefined && !classes.includes(node.class.text))
    reportDiagnostic(cx, unknownName(node.class.span, node.class.text, 'a class of actions', classes))
  const requires = node.requires.flatMap(
    ({ when, says }) => catchDiagnostics(cx, () => [requirementOf(cx, when, says)]) ?? [],
  )
  const tags = [...(form === 'action' ? [keyword] : []), ...node.tags.map((t) => t.text)]
  return withoutUndefined({
    id: node.name.text,
    kind: form,
    title: titleOf(cx, node),
    verb: node.verb,
    rule,
    by: node.by.flatMap(({ text }) => (world.seats.has(text) ? [text] : [])),
    class: node.class?.text ?? (form === 'action' ? defaultClass(world, tags) : undefined),
    tags,
    params: parameterDefs(params),
    requires,
    offers: offersOf(cx, node),
    gives: giving?.type,
    body,
    src: world.source(node.span, node.text, rule),
  })
}

function requirementOf(cx: Context, when: ExprNode, written: SayingNode | undefined): Requirement {
  const says = written && elaborateSaying(cx, written, 'condition')
  return { when: condition(cx, when), ...withoutUndefined({ says }), src: sourceOf(cx, when) }
}

function offersOf(cx: Context, { offers }: ProcedureNode): ProcedureDef['offers'] {
  if (offers === undefined) return undefined
  return catchDiagnostics(cx, () => {
    const prompt = offers.prompt && elaborateText(cx, offers.prompt)
    const { expr: from } = elaborate(cx, offers.from, 'list action')
    return { bind: offers.name.text, from, ...withoutUndefined({ prompt }) }
  })
}

/** The title of an action is plain text. The title of a procedure may show values, such as its parameters. */
function titleOf(cx: Context, { title }: ProcedureNode): ProcedureDef['title'] {
  return typeof title === 'object' ? catchDiagnostics(cx, () => asTitle(elaborateText(cx, title))) : title
}

/** The head of a definition: the text before its sentence or its `=`, ignoring those inside brackets. */
function headOf(text: string): string {
  let depth = 0
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '(') depth++
    else if (text[i] === ')') depth--
    else if ((text[i] === '=' || text[i] === '"') && depth === 0) return text.slice(0, i).trim()
  }
  return text.trim()
}

/** Whether a body contains a `give`. If not, its result type is known without elaborating it. */
function mentionsGive(part: unknown): boolean {
  if (Array.isArray(part)) return part.some(mentionsGive)
  if (!isRecord(part)) return false
  if (part.node === 'give') return true
  if ('node' in part && !('text' in part)) return false // an expression
  for (const key in part) if (key !== 'span' && mentionsGive(part[key])) return true
  return false
}

export function contextFor(world: SymbolTable, params: readonly Parameter[] = []): Context {
  const scope = new Scope()
  for (const p of params) scope.set(p.name, p.type)
  return { world, scope }
}

/** Makes an action a property of tokens. Reports errors; returns `false` if the action is already declared. */
export function attachAction(world: SymbolTable, action: string, tied: TokenActionNode | undefined): boolean {
  if (tied === undefined) return true
  const done = catchDiagnostics(contextFor(world), () => (attachToTokens(world, action, tied), true))
  return done ?? !world.procedures.has(action)
}

/** Checks that a name is free. Reports and returns `false` if another rule has it. */
export function declareName(
  world: SymbolTable,
  what: 'function' | 'procedure',
  id: string,
  span: Span,
): boolean {
  const taken = world.functions.get(id) ?? world.procedures.get(id)
  if (taken === undefined) return true
  const place = taken.span === undefined ? '' : ` (${formatLocation(taken.span)})`
  const message = `There is already a rule \`${id}\`${place}.`
  world.reporter.error('duplicate', span, message, `Give this ${what} another name.`)
  return false
}

/** Lowers groups of pieces: a piece belongs to a group if it matches any of its phrases. */
export function elaborateGroups(world: SymbolTable): GroupDef[] {
  const cx = contextFor(world)
  const filterOf = ({ text, span }: { readonly text: string; readonly span: Span }) => {
    const phrase = phraseFilter(world, cx.scope, wordsIn(text, span))
    if ('filter' in phrase) return [phrase.filter]
    throw unknownName(span, phrase.unknown.text, 'a word for pieces', phraseWords(world))
  }
  const groups = world.declarations.groups.map(({ id, name, many, phrases }) => ({
    id,
    ...withoutUndefined({ name, many }),
    filter: [{ any: phrases.flatMap((phrase) => catchDiagnostics(cx, () => filterOf(phrase)) ?? []) }],
  }))
  const oversized = oversizedGroup(groups)
  if (oversized === undefined) return groups
  const [phrase] = world.declarations.groups.find(({ id }) => id === oversized)?.phrases ?? []
  world.reporter.error('too-large', phrase?.span, `The group \`${oversized}\` expands to too many groups.`)
  return groups.map(({ id }) => ({ id, filter: [] }))
}
