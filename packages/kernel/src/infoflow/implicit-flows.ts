/**
 * Implicit flows: control dependence on secrets. If a statement runs because of a secret answer, a hidden card or a
 * hidden variable, an event with its line number would leak the secret. For every effect the analysis computes whether
 * the branch to it is tainted. The events of such an effect name its governor instead: the outermost statement that
 * branched on the secret, which everybody knows to have run. The linker does this once; it costs nothing in play.
 */
import type {
  Alternatives,
  Block,
  ChooseN,
  ChooseOne,
  Effect,
  Expr,
  GameDef,
  Offering,
  ParameterDef,
  ProcedureDef,
} from '../def/index.js'
import { effectsIn, partsOf } from '../def/walk.js'
import { type NameDomains, NO_NAMES } from './abstract-interpreter.js'
import type { ValueDomain } from './domain.js'
import { CLEAN, SECRET_ANSWER, type Taint } from './taint-sources.js'
import { TaintAnalysis } from './taint.js'
import { present } from '../errors.js'

/** Effects that change the board, or may. */
const CHANGES = [
  'setVar',
  'addVar',
  'appendVar',
  'setMarker',
  'shiftMarker',
  'moveToken',
  'moveTokens',
  'setTokenProp',
  'perform',
]

/** A branch that depends on hidden information. */
export interface TaintedBranch {
  readonly governor: Effect | null // the statement that branched; null: a statement of another procedure
  readonly taint: Taint // of the condition; never CLEAN
}

/** The taint of leaving a block early. The statements after the block depend on it. */
interface ExitTaint {
  readonly loop: Taint
  readonly procedure: Taint
}

const NO_EXIT: ExitTaint = { loop: CLEAN, procedure: CLEAN }

/** The analysis of one game for all viewers. `VisibilityAnalysis` restricts it to one viewer. */
export class ImplicitFlowAnalysis extends TaintAnalysis {
  readonly #procedures: readonly ProcedureDef[] // set-ups come last
  readonly #index: ReadonlyMap<string, number>
  readonly #blocks = new Map<number, Block>() // linked later
  readonly #taintedCalls: Map<number, TaintedBranch> // untitled procedures, called in tainted branches
  readonly #branches: Map<object, TaintedBranch>
  readonly #open: boolean // the game hides nothing
  readonly #inActions: ReadonlySet<number> // procedures that can run as part of an action
  readonly #values: Map<Expr, ValueDomain>[] // by procedure: the latest result
  #state: 'new' | 'running' | 'done'
  #actionsAreTainted: boolean | undefined

  /** With `from`, an analysis of the same game at its fixpoint, starts there. */
  constructor(def: GameDef, from?: ImplicitFlowAnalysis) {
    super(def, from)
    this.#taintedCalls = new Map(from === undefined ? [] : from.#taintedCalls)
    this.#branches = new Map(from === undefined ? [] : from.#branches)
    this.#values = from === undefined ? [] : from.#values.map((values) => new Map(values))
    this.#state = from === undefined ? 'new' : from.#state
    this.#procedures = [...def.procedures, ...setupsOf(def)]
    this.#index = new Map(def.procedures.map(({ id }, i) => [id, i]))
    this.#open = !hasSecrets(def)
    this.#inActions = this.#open ? new Set() : this.#reachableFromActions()
  }

  /** Returns a copy at the fixpoint, to which blocks can be added. */
  copy(): ImplicitFlowAnalysis {
    this.ensureFixpoint()
    return new ImplicitFlowAnalysis(this.def, this)
  }

  /** Returns the tainted branch that an effect is in, or undefined if everybody knows that it runs. */
  way(effect: object): TaintedBranch | undefined {
    this.ensureFixpoint()
    return this.#branches.get(effect)
  }

  /** Returns the domains of a procedure's names. */
  namesIn(procedure: number | string): NameDomains {
    this.ensureFixpoint()
    const index = typeof procedure === 'number' ? procedure : this.#index.get(procedure)
    return (index === undefined ? undefined : this.names[index]) ?? NO_NAMES
  }

  /** Returns whether an expression or a text of a procedure, or one of several, can depend on a secret. */
  isTainted(node: unknown, procedure: number): boolean {
    if (this.#open || node === undefined || typeof node === 'string') return false
    if (Array.isArray(node)) return node.some((part) => this.isTainted(part, procedure))
    const shown = typeof node === 'object' && node !== null && 'show' in node ? node.show : node
    return this.#secretIn(shown as Expr, procedure) !== CLEAN
  }

  /** Returns whether a local name of a procedure can hold a value that depends on a secret. */
  isTaintedName(procedure: number, name: string): boolean {
    if (this.#open) return false
    const held = this.namesIn(procedure).get(name)
    return held !== undefined && (held.taint & this.sources.secret) !== CLEAN
  }

  /** Returns the taint of a question's set of answers. `to`: the expression for the asked seat, and its value. */
  answerTaint(
    node: QuestionNode,
    procedure: number,
    to?: { readonly asked: Expr; readonly seat: string },
  ): Taint {
    if (this.#open) return CLEAN
    const definition = 'min' in node ? 'ChooseN' : 'type' in node ? 'ChooseOne' : 'Alternatives'
    const exprs = partsOf(definition, node).exprs.filter(({ field }) => !PRESENTATION_FIELDS.includes(field))
    const window = node.offering && this.#index.get(node.offering.window)
    const from = window === undefined ? undefined : this.#definition(window).offers?.from
    let taint = CLEAN
    if (to === undefined) {
      for (const { value } of exprs) taint |= this.value(value, procedure).taint
      return window === undefined || from === undefined ? taint : taint | this.value(from, window).taint
    }
    const seat = this.domains.seat(to.seat)
    const actor = isRef(to.asked, 'actor') ? seat : this.domains.anything
    const names = new Map(this.namesIn(procedure))
    if (isRef(to.asked, 'binding')) names.set(to.asked.name, seat)
    for (const { value } of exprs) taint |= this.query(value, names, actor).taint
    return from === undefined ? taint : taint | this.query(from, NO_NAMES, actor).taint
  }

  /** Returns whether any requirement, effect, question or name of an action can depend on a secret. */
  get actionsAreTainted(): boolean {
    this.ensureFixpoint()
    return (this.#actionsAreTainted ??= [...this.#inActions].some((i) => this.#isProcedureTainted(i)))
  }

  #definition(index: number): ProcedureDef {
    return present(this.#procedures[index], 'the analysis numbers the procedures of the game.')
  }

  #isProcedureTainted(procedure: number): boolean {
    const { requires, offers, body } = this.#definition(procedure)
    return (
      [...this.namesIn(procedure).keys()].some((name) => this.isTaintedName(procedure, name)) ||
      requires.some(({ when }) => this.isTainted(when, procedure)) ||
      (offers !== undefined && this.isTainted(offers.from, procedure)) ||
      effectsIn(body).some((effect) =>
        partsOf('Effect', effect).exprs.some(({ value }) => this.isTainted(value, procedure)),
      )
    )
  }

  /** Returns the domain of an expression outside procedures, for an actor. */
  domainOf(e: Expr, names: NameDomains, actor: ValueDomain): ValueDomain {
    return this.query(e, names, actor)
  }

  /** Adds a procedure that no other calls. Its number may have belonged to an earlier block. */
  add(index: number, params: readonly ParameterDef[], body: Block): void {
    if (this.#open) return
    this.ensureFixpoint()
    this.names[index] = new Map(params.map(({ name }) => [name, this.domains.anything]))
    this.#blocks.set(index, body)
    this.#values[index] = new Map()
    this.worklist.add(index)
    this.#run()
  }

  protected ensureFixpoint(): void {
    if (this.#state !== 'new' || this.#open) return
    if (this.sources.hasVariables) this.learnUnobservedChange()
    this.#procedures.forEach(({ params, offers }, i) => {
      const given = offers === undefined ? params : [{ name: offers.bind }]
      this.names[i] = new Map(given.map(({ name }) => [name, this.domains.nothing]))
      this.worklist.add(i)
    })
    this.#run()
  }

  #run(): void {
    this.#state = 'running'
    this.runToFixpoint()
    this.#state = 'done'
  }

  protected procedure(index: number): void {
    const body = this.#blocks.get(index) ?? this.#definition(index).body
    this.#block(index, body, this.#taintedCalls.get(index))
  }

  /** Returns the domain of an expression in a procedure. */
  protected value(e: Expr, procedure: number): ValueDomain {
    if (typeof e !== 'object') return this.domains.nothing
    this.ensureFixpoint()
    const names = this.names[procedure] ?? NO_NAMES
    const known = (this.#values[procedure] ??= new Map<Expr, ValueDomain>())
    // The latest result is final: the worklist re-evaluates a procedure whenever one of its inputs grows.
    let value = this.#state === 'running' ? undefined : known.get(e)
    if (value === undefined) {
      value = this.#state === 'running' ? this.read(e, names) : this.query(e, names, this.domains.anything)
      known.set(e, value)
    }
    return value
  }

  #secretIn(e: Expr, procedure: number): Taint {
    return this.value(e, procedure).taint & this.sources.secret
  }

  #block(procedure: number, block: Block, outer: TaintedBranch | undefined): ExitTaint {
    let way = outer
    let left = NO_EXIT
    for (const effect of block) {
      if (way !== undefined) this.#branches.set(effect, way)
      this.#changes(procedure, effect, way !== undefined)
      this.#bindings(procedure, effect, way?.taint ?? CLEAN)
      const out = this.#inside(procedure, effect, way)
      if (out === NO_EXIT) continue
      left = joinExits(left, out)
      way = nested(way, effect, out.loop | out.procedure)
    }
    return left
  }

  /** Analyses the blocks and calls of an effect. Returns the taint of leaving it early. */
  #inside(procedure: number, effect: Effect, outer: TaintedBranch | undefined): ExitTaint {
    const secret = questionOf(effect)?.secret === true
    const called = (outer?.taint ?? CLEAN) | (secret ? SECRET_ANSWER : CLEAN)
    if (called !== CLEAN) this.#calledSecretly(effect, called)
    if ('leave' in effect || 'give' in effect) {
      if (outer === undefined) return NO_EXIT
      if ('leave' in effect && effect.leave === 'loop') return { loop: outer.taint, procedure: CLEAN }
      // Leaving without a result, or with this one, depends on the branch.
      this.learnResult(procedure, this.domains.tainted(this.domains.nothing, outer.taint))
      return { loop: CLEAN, procedure: outer.taint }
    }
    const { exprs, blocks } = partsOf('Effect', effect)
    if (blocks.length === 0) return NO_EXIT
    const loops = 'forEach' in effect || 'repeat' in effect
    let decides = CLEAN
    if (loops || 'if' in effect) for (const { value } of exprs) decides |= this.#secretIn(value, procedure)
    const way = nested(outer, effect, decides)
    const always = 'chooseAtOnce' in effect ? effect.chooseAtOnce.effects : undefined // runs for every answer
    const run = (around: TaintedBranch | undefined): ExitTaint =>
      blocks.reduce((left, { value }) => {
        const chosen = secret && value !== always ? nested(around, effect, SECRET_ANSWER) : around
        return joinExits(left, this.#block(procedure, value, chosen))
      }, NO_EXIT)
    const out = run(way)
    if ((!loops && always === undefined) || out.loop === CLEAN) return out
    // If a secret can stop a loop, every iteration and their number depend on it.
    const { countBind } = 'forEach' in effect ? effect.forEach : { countBind: undefined }
    if (countBind !== undefined) this.hold(procedure, countBind, this.domains.nothing, out.loop)
    const again = run(nested(way, effect, out.loop))
    return again.procedure === CLEAN ? NO_EXIT : { loop: CLEAN, procedure: again.procedure }
  }

  /** Taints an untitled procedure that a tainted branch calls. A title, like an action, makes public what runs. */
  #calledSecretly(effect: Effect, taint: Taint): void {
    const id = 'call' in effect ? effect.call.procedure : windowOf(effect)
    const index = id === undefined ? undefined : this.#index.get(id)
    if (index === undefined) return
    const { kind, title } = this.#definition(index)
    if (kind === 'procedure' && title !== undefined) return
    const known = this.#taintedCalls.get(index)?.taint ?? CLEAN
    if ((known | taint) === known) return
    this.#taintedCalls.set(index, { governor: null, taint: known | taint })
    this.worklist.add(index)
  }

  /** Records an unobserved change: an effect in a tainted branch, or on a hidden token, may or may not change something. */
  #changes(procedure: number, effect: Effect, secretly: boolean): void {
    if (!this.#inActions.has(procedure)) return
    const turns = 'setTokenProp' in effect && this.isTainted(effect.setTokenProp.token, procedure)
    if (turns || (secretly && CHANGES.some((key) => key in effect))) this.learnUnobservedChange()
  }

  /**
   * Propagates values to local names and to the parameters of callees. `decided`: the taint of the branch. Only names
   * that outlive the branch need it: a name bound inside reveals no more than the branch itself.
   */
  #bindings(procedure: number, effect: Effect, decided: Taint): void {
    const { nothing } = this.domains
    if ('let' in effect) this.hold(procedure, effect.let.bind, this.value(effect.let.value, procedure))
    else if ('assign' in effect)
      this.hold(procedure, effect.assign.bind, this.value(effect.assign.value, procedure), decided)
    else if ('forEach' in effect) {
      const { bind, countBind, over, limit } = effect.forEach
      const list = this.value(over, procedure)
      this.hold(procedure, bind, list)
      if (countBind === undefined) return
      const most = limit === undefined ? CLEAN : this.value(limit, procedure).taint
      this.hold(procedure, countBind, nothing, list.taint | most | decided)
    } else if ('give' in effect) this.learnResult(procedure, this.value(effect.give, procedure))
    else if ('call' in effect) {
      const { procedure: id, args, into } = effect.call
      const callee = this.#index.get(id)
      if (callee === undefined) return
      const given = args.map((arg) => this.value(arg, procedure))
      this.#pass(callee, given, decided)
      if (into !== undefined) this.hold(procedure, into.bind, this.result(callee), decided)
    } else if ('perform' in effect) this.#performed(procedure, effect.perform, decided)
    // Not every viewer sees a roll in a tainted branch.
    else if ('rollRandom' in effect) this.hold(procedure, effect.rollRandom.bind, nothing, decided)
    else {
      if ('chooseAtOnce' in effect)
        this.hold(procedure, effect.chooseAtOnce.seat, this.value(effect.chooseAtOnce.seats, procedure))
      const asked = questionOf(effect)
      if (asked !== undefined && 'bind' in asked)
        this.hold(procedure, asked.bind, this.#chosen(asked, procedure))
    }
  }

  #performed(
    procedure: number,
    { action, args = [], by, into }: Extract<Effect, { perform: unknown }>['perform'],
    decided: Taint,
  ): void {
    const given = args.map((arg) => this.value(arg, procedure))
    // The result depends on which action it is, and on its legality.
    const performed = this.value(action, procedure)
    let taint = performed.taint | decided
    let result = this.domains.nothing
    const before = this.actor
    if (by !== undefined) this.actor = this.domains.clean(this.value(by, procedure))
    for (const one of this.actionsOf(performed)) {
      const callee = this.#index.get(one.id)
      if (callee === undefined) continue
      this.#pass(callee, given, decided)
      if (into === undefined) continue
      taint |= this.requirements(one, given)
      result = this.domains.join(result, this.result(callee))
    }
    this.actor = before
    if (into !== undefined) this.hold(procedure, into.bind, result, taint)
  }

  /** Passes arguments to the parameters of a procedure. */
  #pass(callee: number, given: readonly ValueDomain[], decided: Taint): void {
    this.#definition(callee).params.forEach(({ name }, i) => {
      const value = given[i]
      if (value !== undefined) this.hold(callee, name, value, decided)
    })
  }

  /** Returns the domain of an answer. It is public unless the choice is secret; a token only to viewers of its zone. */
  #chosen({ options, type, secret }: ChooseOne | ChooseN, procedure: number): ValueDomain {
    const { domains } = this
    const value = this.value(options, procedure)
    if (secret === true) return domains.tainted(value, SECRET_ANSWER)
    const answer = domains.clean(value)
    return type === 'token' ? domains.tainted(answer, value.zones) : answer
  }

  /** Returns the actions, the procedures that they call, and the windows that they open. */
  #reachableFromActions(): ReadonlySet<number> {
    const found = new Set(
      this.actionsOf(this.domains.anything).map(({ id }) =>
        present(this.#index.get(id), 'every action is a procedure.'),
      ),
    )
    for (const index of found)
      for (const effect of effectsIn(this.#definition(index).body)) {
        const name = 'call' in effect ? effect.call.procedure : windowOf(effect)
        const called = name === undefined ? undefined : this.#index.get(name)
        if (called !== undefined) found.add(called)
      }
    return found
  }
}

/** Adds the taint of a condition to a branch. The outermost governor stays. */
function nested(way: TaintedBranch | undefined, governor: Effect, taint: Taint): TaintedBranch | undefined {
  if (taint === CLEAN) return way
  if (way === undefined) return { governor, taint }
  const all = way.taint | taint
  return all === way.taint ? way : { governor: way.governor, taint: all }
}

function joinExits(a: ExitTaint, b: ExitTaint): ExitTaint {
  if (b === NO_EXIT || a === b) return a
  return a === NO_EXIT ? b : { loop: a.loop | b.loop, procedure: a.procedure | b.procedure }
}

type QuestionNode = { readonly offering?: Offering | undefined }
type Reference = Extract<Expr, { ref: unknown }>

function isRef<R extends Reference['ref']>(e: Expr, ref: R): e is Extract<Reference, { ref: R }> {
  return typeof e === 'object' && 'ref' in e && e.ref === ref
}

/** Fields of a question that don't affect its set of answers. */
const PRESENTATION_FIELDS = ['show', 'about', 'before']

/** Returns the question that an effect asks. */
function questionOf(effect: Effect): ChooseOne | ChooseN | Alternatives | undefined {
  const node = 'chooseAtOnce' in effect ? effect.chooseAtOnce.ask : effect
  if ('chooseOne' in node) return node.chooseOne
  if ('chooseN' in node) return node.chooseN
  return 'alternatives' in node ? node.alternatives : undefined
}

/** Returns the window whose actions an effect offers, with its question or as a question of its own. */
export function windowOf(effect: Effect): string | undefined {
  return 'window' in effect ? effect.window.name : questionOf(effect)?.offering?.window
}

/** Returns the set-ups as procedures. They follow the game's procedures, and nothing can call them by name. */
export function setupsOf({ setup, scenarios }: GameDef): readonly ProcedureDef[] {
  return [
    setupOf('the set-up', setup),
    ...scenarios.map((s) => setupOf(`the set-up of scenario '${s.id}'`, s.setup)),
  ]
}

function setupOf(id: string, body: Block): ProcedureDef {
  return { id, kind: 'procedure', by: [], tags: [], params: [], requires: [], body }
}

/** Returns whether a game hides anything. Most don't, and skip the analysis. */
function hasSecrets({ zones, variables, procedures }: GameDef): boolean {
  if (zones.some(({ visible }) => visible !== 'all')) return true
  if (variables.some(({ hidden }) => hidden !== undefined)) return true
  return JSON.stringify(procedures).includes('"secret":true')
}
