/**
 * Implicit flows: where secrets decide what is done. A line of the rules that runs because of a secret answer, a hidden
 * card or a hidden variable would tell the secret by its mere number, if events named it. So for every effect the
 * analysis finds whether the way to it can depend on something that not everybody knows. Such an event names the
 * statement that decided, whose way everybody knows. All of it is found out while linking and costs nothing in play.
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
import { type Names, NO_NAMES } from './abstract-interpreter.js'
import type { ValueDomain } from './domain.js'
import { CLEAN, SECRET_ANSWER, type Taint } from './sources.js'
import { TaintAnalysis } from './taint.js'
import { present } from '../errors.js'

/** Effects that change the board, or may. */
const CHANGES = [
  'setVar',
  'addVar',
  'setMarker',
  'shiftMarker',
  'moveToken',
  'moveTokens',
  'setTokenProp',
  'perform',
]

/** A way that something hidden decides. */
export interface TaintedBranch {
  readonly governor: Effect | null // the statement that decided; null: one of another procedure
  readonly taint: Taint // what decided; never nothing
}

/** What decides whether a block is left before its end: what comes after it depends on that too. */
interface Left {
  readonly loop: Taint
  readonly procedure: Taint
}

const STAYS: Left = { loop: CLEAN, procedure: CLEAN }

/** One analysis of a game, to be asked about everybody, or by a `VisibilityAnalysis` about one viewer. */
export class ImplicitFlowAnalysis extends TaintAnalysis {
  readonly #procedures: readonly ProcedureDef[] // set-ups come last
  readonly #index: ReadonlyMap<string, number>
  readonly #blocks = new Map<number, Block>() // that were linked later
  readonly #veiled = new Map<number, TaintedBranch>() // procedures without a title, called where a secret decides
  readonly #ways = new Map<object, TaintedBranch>()
  readonly #open: boolean // there is nothing hidden in the game
  readonly #inActions: ReadonlySet<number> // procedures that can run as part of an action
  readonly #values: Map<Expr, ValueDomain>[] = [] // by procedure: what was found last
  #state: 'new' | 'running' | 'done' = 'new'
  #actionsAreTainted: boolean | undefined

  constructor(def: GameDef) {
    super(def)
    this.#procedures = [...def.procedures, ...setupsOf(def)]
    this.#index = new Map(def.procedures.map(({ id }, i) => [id, i]))
    this.#open = !hasSecrets(def)
    this.#inActions = this.#open ? new Set() : this.#reachableFromActions()
  }

  /** Undefined: everybody knows the way to it. */
  way(effect: object): TaintedBranch | undefined {
    this.ensureFixpoint()
    return this.#ways.get(effect)
  }

  /** What the names of a procedure can hold. */
  namesIn(procedure: number | string): Names {
    this.ensureFixpoint()
    const index = typeof procedure === 'number' ? procedure : this.#index.get(procedure)
    return (index === undefined ? undefined : this.names[index]) ?? NO_NAMES
  }

  /** Can the value of something in a procedure, an expression, a text or several, depend on a secret? */
  isTainted(node: unknown, procedure: number): boolean {
    if (this.#open || node === undefined || typeof node === 'string') return false
    if (Array.isArray(node)) return node.some((part) => this.isTainted(part, procedure))
    const shown = typeof node === 'object' && node !== null && 'show' in node ? node.show : node
    return this.#secretIn(shown as Expr, procedure) !== CLEAN
  }

  /** Can a local name of a procedure hold something that depends on a secret? */
  isTaintedName(procedure: number, name: string): boolean {
    if (this.#open) return false
    const held = this.namesIn(procedure).get(name)
    return held !== undefined && (held.taint & this.sources.secret) !== CLEAN
  }

  /** What it can depend on which answers a question has; `to`: the expression that says who is asked, and who is. */
  answerTaint(node: Asking, procedure: number, to?: { readonly asked: Expr; readonly seat: string }): Taint {
    if (this.#open) return CLEAN
    const definition = 'min' in node ? 'ChooseN' : 'type' in node ? 'ChooseOne' : 'Alternatives'
    const exprs = partsOf(definition, node).exprs.filter(({ field }) => !SAID.includes(field))
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

  /** Can anything that actions require, do or ask depend on a secret, or hold one? */
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

  /** The value of an expression outside of procedures, for an actor. */
  domainOf(e: Expr, names: Names, actor: ValueDomain): ValueDomain {
    return this.query(e, names, actor)
  }

  /** Takes in one more procedure, which none of the others calls. Its number may have belonged to another block. */
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
    this.#block(index, body, this.#veiled.get(index))
  }

  /** The value of an expression in a procedure. */
  protected value(e: Expr, procedure: number): ValueDomain {
    if (typeof e !== 'object') return this.domains.nothing
    this.ensureFixpoint()
    const names = this.names[procedure] ?? NO_NAMES
    const known = (this.#values[procedure] ??= new Map<Expr, ValueDomain>())
    // What was found last is final: a procedure is evaluated again when anything is more than it went by.
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

  #block(procedure: number, block: Block, outer: TaintedBranch | undefined): Left {
    let way = outer
    let left = STAYS
    for (const effect of block) {
      if (way !== undefined) this.#ways.set(effect, way)
      this.#changes(procedure, effect, way !== undefined)
      this.#bindings(procedure, effect, way?.taint ?? CLEAN)
      const out = this.#inside(procedure, effect, way)
      if (out === STAYS) continue
      left = either(left, out)
      way = onward(way, effect, out.loop | out.procedure)
    }
    return left
  }

  /** The blocks of an effect, and what it calls. Returns what a secret may make it leave. */
  #inside(procedure: number, effect: Effect, outer: TaintedBranch | undefined): Left {
    const secret = questionOf(effect)?.secret === true
    const called = (outer?.taint ?? CLEAN) | (secret ? SECRET_ANSWER : CLEAN)
    if (called !== CLEAN) this.#calledSecretly(effect, called)
    if ('leave' in effect || 'give' in effect) {
      if (outer === undefined) return STAYS
      if ('leave' in effect && effect.leave === 'loop') return { loop: outer.taint, procedure: CLEAN }
      // That it was left without a result, or with this one.
      this.learnResult(procedure, this.domains.tainted(this.domains.nothing, outer.taint))
      return { loop: CLEAN, procedure: outer.taint }
    }
    const { exprs, blocks } = partsOf('Effect', effect)
    if (blocks.length === 0) return STAYS
    const loops = 'forEach' in effect || 'repeat' in effect
    let decides = CLEAN
    if (loops || 'if' in effect) for (const { value } of exprs) decides |= this.#secretIn(value, procedure)
    const way = onward(outer, effect, decides)
    const always = 'chooseAtOnce' in effect ? effect.chooseAtOnce.effects : undefined // whatever is chosen
    const run = (around: TaintedBranch | undefined): Left =>
      blocks.reduce((left, { value }) => {
        const chosen = secret && value !== always ? onward(around, effect, SECRET_ANSWER) : around
        return either(left, this.#block(procedure, value, chosen))
      }, STAYS)
    const out = run(way)
    if ((!loops && always === undefined) || out.loop === CLEAN) return out
    // A loop that a secret can stop is one whose every round depends on it, and how many there are.
    const { countBind } = 'forEach' in effect ? effect.forEach : { countBind: undefined }
    if (countBind !== undefined) this.hold(procedure, countBind, this.domains.nothing, out.loop)
    const again = run(onward(way, effect, out.loop))
    return again.procedure === CLEAN ? STAYS : { loop: CLEAN, procedure: again.procedure }
  }

  /** Entering a procedure with a title, like beginning an action, tells everybody what runs. */
  #calledSecretly(effect: Effect, taint: Taint): void {
    const id = 'call' in effect ? effect.call.procedure : windowOf(effect)
    const index = id === undefined ? undefined : this.#index.get(id)
    if (index === undefined) return
    const { kind, title } = this.#definition(index)
    if (kind === 'procedure' && title !== undefined) return
    const known = this.#veiled.get(index)?.taint ?? CLEAN
    if ((known | taint) === known) return
    this.#veiled.set(index, { governor: null, taint: known | taint })
    this.worklist.add(index)
  }

  /** What is done because of a secret, or with a token that lies hidden, may or may not change something. */
  #changes(procedure: number, effect: Effect, secretly: boolean): void {
    if (!this.#inActions.has(procedure)) return
    const turns = 'setTokenProp' in effect && this.isTainted(effect.setTokenProp.token, procedure)
    if (turns || (secretly && CHANGES.some((key) => key in effect))) this.learnUnobservedChange()
  }

  /**
   * What local names, and parameters of what is called, come to hold. `decided`: what decided that it is done. A name
   * that is bound there is known only there, so that it tells no more than being there does.
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
    // What is rolled where a secret answer decides, not everybody is told.
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
    // Which action it is, and whether it is legal, decides what it gives.
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

  /** Arguments become what the parameters of a procedure can hold. */
  #pass(callee: number, given: readonly ValueDomain[], decided: Taint): void {
    this.#definition(callee).params.forEach(({ name }, i) => {
      const value = given[i]
      if (value !== undefined) this.hold(callee, name, value, decided)
    })
  }

  /** What was chosen is told, but for a secret choice; and of tokens to those who see where they lie. */
  #chosen({ options, type, secret }: ChooseOne | ChooseN, procedure: number): ValueDomain {
    const { domains } = this
    const value = this.value(options, procedure)
    if (secret === true) return domains.tainted(value, SECRET_ANSWER)
    const told = domains.clean(value)
    return type === 'token' ? domains.tainted(told, value.zones) : told
  }

  /** Actions, what they call, and what they open. */
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

/** The way behind something that decides too: the outermost is named. */
function onward(way: TaintedBranch | undefined, governor: Effect, taint: Taint): TaintedBranch | undefined {
  if (taint === CLEAN) return way
  if (way === undefined) return { governor, taint }
  const all = way.taint | taint
  return all === way.taint ? way : { governor: way.governor, taint: all }
}

function either(a: Left, b: Left): Left {
  if (b === STAYS || a === b) return a
  return a === STAYS ? b : { loop: a.loop | b.loop, procedure: a.procedure | b.procedure }
}

type Asking = { readonly offering?: Offering | undefined }
type Reference = Extract<Expr, { ref: unknown }>

function isRef<R extends Reference['ref']>(e: Expr, ref: R): e is Extract<Reference, { ref: R }> {
  return typeof e === 'object' && 'ref' in e && e.ref === ref
}

/** Parts of a question that say nothing about which answers it has. */
const SAID = ['show', 'about', 'before']

/** The question that an effect asks. */
function questionOf(effect: Effect): ChooseOne | ChooseN | Alternatives | undefined {
  const asking = 'chooseAtOnce' in effect ? effect.chooseAtOnce.ask : effect
  if ('chooseOne' in asking) return asking.chooseOne
  if ('chooseN' in asking) return asking.chooseN
  return 'alternatives' in asking ? asking.alternatives : undefined
}

/** The window whose actions an effect offers, beside its question or as one of its own. */
export function windowOf(effect: Effect): string | undefined {
  return 'window' in effect ? effect.window.name : questionOf(effect)?.offering?.window
}

/** Set-ups are procedures too: they come after the game's own, where no name reaches them. */
export function setupsOf({ setup, scenarios }: GameDef): readonly ProcedureDef[] {
  return [
    setupOf('the set-up', setup),
    ...scenarios.map((s) => setupOf(`the set-up of scenario '${s.id}'`, s.setup)),
  ]
}

function setupOf(id: string, body: Block): ProcedureDef {
  return { id, kind: 'procedure', by: [], tags: [], params: [], requires: [], body }
}

/** In most games everybody sees everything. */
function hasSecrets({ zones, variables, procedures }: GameDef): boolean {
  if (zones.some(({ visible }) => visible !== 'all')) return true
  if (variables.some(({ hidden }) => hidden !== undefined)) return true
  return JSON.stringify(procedures).includes('"secret":true')
}
