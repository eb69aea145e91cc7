/**
 * Where secrets decide. A line of the rules that runs because of a secret answer, a hidden card or a hidden
 * variable would tell the secret by its mere number, if events named it. So for every effect it is worked out
 * whether the way to it can depend on something that not everybody knows; such an event names the statement
 * that decided, whose way everybody knows. The analysis errs on the safe side and costs nothing in play.
 */
import type {
  Alternatives,
  Block,
  ChooseN,
  ChooseOne,
  Effect,
  Expr,
  FunctionDef,
  Offering,
  ParameterDef,
  ProcedureDef,
} from '../def/index.js'
import { effectsIn, partsOf } from '../def/walk.js'
import type { Layout } from '../layout/layout.js'
import { ANSWER, type Env, Hidden, parameters, SECRET, SECRETS, UNNOTICED } from './hidden.js'

/** What a secret lets a block leave: what comes after it depends on the secret too. */
const LOOP = 1
const PROCEDURE = 2
const BY_ANSWER = 4 // the secret is an answer

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

const NO_NAMES: Env = new Map()

/** A way that something hidden decides. */
interface Way {
  readonly governor: Effect | null // the statement that decided; null: one of another procedure
  readonly answer: boolean // an answer that was given in secret
}

export class Secrets {
  private readonly open: boolean
  private readonly hidden: Hidden
  private readonly names: Env[] // by procedure
  private readonly veiled = new Map<number, Way>() // procedures without a title, called where a secret decides
  private readonly inActions: ReadonlySet<number> // procedures that can run as part of an action
  private readonly ways = new Map<object, Way>()
  private values: Map<Expr, number>[] = [] // by procedure: what was found out of its expressions
  private settled = false
  private inAnyAction: boolean | undefined

  constructor(
    private readonly layout: Layout,
    private readonly procedures: readonly ProcedureDef[],
    functions: readonly FunctionDef[],
  ) {
    this.names = procedures.map((p) =>
      parameters(p.offers === undefined ? p.params : [{ name: p.offers.bind }]),
    )
    const hidden = new Hidden(layout, this.names)
    this.hidden = hidden
    this.open = !hasSecrets(layout)
    this.inActions = this.open ? new Set() : reachable(layout, procedures)
    if (this.open) return
    if (layout.def.variables.some((v) => v.hidden !== undefined)) hidden.learn(UNNOTICED, '', SECRET)
    hidden.addFunctions(functions)
    procedures.forEach((_, i) => hidden.unread.add(i))
    this.readAll()
  }

  /** Takes in functions that none of the procedures calls. */
  addFunctions(functions: readonly FunctionDef[]): void {
    if (this.open) return
    this.hidden.addFunctions(functions)
    this.values = []
    this.readAll()
  }

  private readAll(): void {
    const { hidden, procedures } = this
    this.settled = false
    hidden.readAll((i) => {
      if (i >= procedures.length) return // a block that was linked later
      hidden.requires(i, procedures[i].requires, this.names[i])
      this.block(i, procedures[i].body, this.veiled.get(i))
    })
    this.settled = true
  }

  /** Takes in one more procedure, which none of the others calls. */
  add(index: number, params: readonly ParameterDef[], body: Block): void {
    // The number may have belonged to another block.
    this.names[index] = parameters(params)
    if (this.open) return
    const { hidden } = this
    this.values = []
    this.settled = false
    do hidden.readUnit(index, () => this.block(index, body, undefined))
    while (hidden.unread.has(index))
    this.settled = true
  }

  /** Undefined: everybody knows the way to it. */
  way(effect: object): Way | undefined {
    return this.ways.get(effect)
  }

  /** Can the value of something in a procedure, an expression, a text or several, depend on a secret? */
  shows(node: unknown, procedure: number): boolean {
    if (this.open || node === undefined || typeof node === 'string') return false
    if (Array.isArray(node)) return node.some((part) => this.shows(part, procedure))
    const shown = typeof node === 'object' && node !== null && 'show' in node ? node.show : node
    return (this.value(shown as Expr, procedure) & SECRET) !== 0
  }

  /** Can anything that actions require, do or ask depend on a secret, or hold one? */
  get matterInActions(): boolean {
    return (this.inAnyAction ??= [...this.inActions].some((i) => this.matterIn(i)))
  }

  private matterIn(procedure: number): boolean {
    const { requires, offers, body } = this.procedures[procedure]
    return (
      [...this.names[procedure].values()].some((bits) => (bits & SECRET) !== 0) ||
      requires.some(({ when }) => this.shows(when, procedure)) ||
      (offers !== undefined && this.shows(offers.from, procedure)) ||
      effectsIn(body).some((effect) =>
        partsOf('Effect', effect).exprs.some(({ value }) => this.shows(value, procedure)),
      )
    )
  }

  /** Can it depend on a secret which answers a question has? */
  answersShow(node: { readonly offering?: Offering | undefined }, procedure: number): boolean {
    if (this.open) return false
    const definition = 'min' in node ? 'ChooseN' : 'type' in node ? 'ChooseOne' : 'Alternatives'
    const deciding = partsOf(definition, node).exprs.filter(({ field }) => !TOLD.includes(field))
    if (
      this.shows(
        deciding.map(({ value }) => value),
        procedure,
      )
    )
      return true
    const window = node.offering && this.layout.procedureIndex.get(node.offering.window)
    return window !== undefined && this.shows(this.procedures[window].offers?.from, window)
  }

  /** Can a local name of a procedure hold something that depends on a secret? */
  holds(procedure: number, name: string): boolean {
    return ((this.names[procedure]?.get(name) ?? 0) & SECRET) !== 0
  }

  private value(e: Expr, procedure: number): number {
    if (typeof e !== 'object') return 0
    let known = this.values[procedure]
    if (known === undefined) this.values[procedure] = known = new Map()
    // What is found out is final when everything has been read.
    let bits = this.settled ? known.get(e) : undefined
    if (bits === undefined) {
      bits = this.hidden.read(e, this.names[procedure] ?? NO_NAMES)
      known.set(e, bits)
    }
    return bits
  }

  private block(procedure: number, block: Block, outer: Way | undefined): number {
    let way = outer
    let left = 0
    for (const effect of block) {
      if (way !== undefined) this.ways.set(effect, way)
      this.changes(procedure, effect, way !== undefined)
      this.bindings(procedure, effect, way)
      const out = this.inside(procedure, effect, way)
      left |= out
      if (out !== 0) way = onward(way, effect, (out & BY_ANSWER) !== 0)
    }
    return left
  }

  /** The blocks of an effect, and what it calls. Gives what a secret may make it leave. */
  private inside(procedure: number, effect: Effect, outer: Way | undefined): number {
    const secret = isSecretQuestion(effect)
    if (outer !== undefined || secret) this.calledSecretly(effect, secret || outer?.answer === true)
    if ('leave' in effect || 'give' in effect) {
      if (outer === undefined) return 0
      const by = outer.answer ? BY_ANSWER : 0
      if ('leave' in effect && effect.leave === 'loop') return LOOP | by
      // That it was left without a result, or with this one.
      this.hidden.learn('result', procedure, bitsOf(outer))
      return PROCEDURE | by
    }
    const { exprs, blocks } = partsOf('Effect', effect)
    if (blocks.length === 0) return 0
    const loops = 'forEach' in effect || 'repeat' in effect
    const decides = loops || 'if' in effect ? exprs.map(({ value }) => value) : []
    const bits = decides.reduce<number>((all, e) => all | this.value(e, procedure), 0)
    const way = (bits & SECRET) === 0 ? outer : onward(outer, effect, (bits & ANSWER) !== 0)
    const always = 'chooseAtOnce' in effect ? effect.chooseAtOnce.effects : undefined // whatever is chosen
    const run = (around: Way | undefined): number =>
      blocks.reduce((out, { value }) => {
        const chosen = secret && value !== always ? onward(around, effect, true) : around
        return out | this.block(procedure, value, chosen)
      }, 0)
    const out = run(way)
    if (!loops && always === undefined) return out
    // A loop that a secret can stop is one whose every round depends on it.
    const rounds = (out & LOOP) === 0 ? way : onward(way, effect, (out & BY_ANSWER) !== 0)
    const again = rounds === way ? out : run(rounds)
    return (again & PROCEDURE) === 0 ? 0 : again & ~LOOP
  }

  /** Entering a procedure with a title, like beginning an action, tells everybody what runs. */
  private calledSecretly(effect: Effect, answer: boolean): void {
    const id = 'call' in effect ? effect.call.procedure : windowOf(effect)
    const index = id === undefined ? undefined : this.layout.procedureIndex.get(id)
    const known = index === undefined ? undefined : this.veiled.get(index)
    if (index === undefined || (known !== undefined && (known.answer || !answer))) return
    const { kind, title } = this.procedures[index]
    if (kind === 'procedure' && title !== undefined) return
    this.veiled.set(index, { governor: null, answer })
    this.hidden.unread.add(index)
  }

  /** What is done because of a secret, or with a token that lies hidden, may or may not change something. */
  private changes(procedure: number, effect: Effect, secretly: boolean): void {
    if (!this.inActions.has(procedure)) return
    const turns = 'setTokenProp' in effect && this.shows(effect.setTokenProp.token, procedure)
    if (turns || (secretly && CHANGES.some((key) => key in effect))) this.hidden.learn(UNNOTICED, '', SECRET)
  }

  /** What local names, and parameters of what is called, come to hold. */
  private bindings(procedure: number, effect: Effect, way: Way | undefined): void {
    const { hidden } = this
    const names = this.names[procedure]
    const hold = (name: string | undefined, bits: number): void => {
      if (name !== undefined) hidden.hold(procedure, names, name, bits)
    }
    const veil = bitsOf(way)
    if ('let' in effect) hold(effect.let.bind, this.value(effect.let.value, procedure))
    else if ('assign' in effect) hold(effect.assign.bind, this.value(effect.assign.value, procedure) | veil)
    else if ('forEach' in effect) {
      const { bind, countBind, over, limit } = effect.forEach
      const list = this.value(over, procedure)
      hold(bind, list)
      const counted = list | (limit === undefined ? 0 : this.value(limit, procedure))
      hold(countBind, (counted & SECRETS) | veil)
    } else if ('give' in effect) hidden.learn('result', procedure, this.value(effect.give, procedure))
    else if ('call' in effect) {
      const { procedure: id, args, into } = effect.call
      const callees = [this.layout.procedureIndex.get(id) ?? -1]
      hidden.pass(args, callees, names)
      hold(into?.bind, this.results(callees) | veil)
    } else if ('perform' in effect) {
      const { action, args = [], into } = effect.perform
      const callees = hidden.actionsOf(action)
      hidden.pass(args, callees, names)
      const possible = hidden.legality(action) | (this.value(action, procedure) & SECRETS)
      hold(into?.bind, this.results(callees) | possible | veil)
    } else if ('rollRandom' in effect) hold(effect.rollRandom.bind, 0)
    else {
      if ('chooseAtOnce' in effect)
        hold(effect.chooseAtOnce.seat, this.value(effect.chooseAtOnce.seats, procedure))
      const asked = questionOf(effect)
      if (asked !== undefined && 'bind' in asked) hold(asked.bind, this.chosen(asked, procedure))
    }
  }

  private results(callees: readonly number[]): number {
    return callees.reduce((all, c) => all | this.hidden.known('result', c), 0)
  }

  /** What was chosen is told, but for a secret choice and for tokens that lie where not everybody looks. */
  private chosen({ options, type, secret }: ChooseOne | ChooseN, procedure: number): number {
    const bits = this.value(options, procedure)
    if (secret === true) return bits | SECRETS
    return type === 'token' ? bits : bits & ~SECRETS
  }
}

function bitsOf(way: Way | undefined): number {
  if (way === undefined) return 0
  return way.answer ? SECRETS : SECRET
}

/** The way behind something that decides too: the outermost is named. */
function onward(way: Way | undefined, governor: Effect, answer: boolean): Way {
  if (way !== undefined && (way.answer || !answer)) return way
  return { governor: way === undefined ? governor : way.governor, answer }
}

/** Parts of a question that say nothing about which answers it has. */
const TOLD = ['show', 'about', 'before']

/** The question that an effect asks. */
export function questionOf(effect: Effect): ChooseOne | ChooseN | Alternatives | undefined {
  const asking = 'chooseAtOnce' in effect ? effect.chooseAtOnce.ask : effect
  if ('chooseOne' in asking) return asking.chooseOne
  if ('chooseN' in asking) return asking.chooseN
  return 'alternatives' in asking ? asking.alternatives : undefined
}

/** The window whose actions an effect offers, beside its question or as one of its own. */
export function windowOf(effect: Effect): string | undefined {
  return 'window' in effect ? effect.window.name : questionOf(effect)?.offering?.window
}

function isSecretQuestion(effect: Effect): boolean {
  return questionOf(effect)?.secret === true
}

/** Actions, what they call, and what they open. */
function reachable(
  { actions, procedureIndex }: Layout,
  procedures: readonly ProcedureDef[],
): ReadonlySet<number> {
  const found = new Set(actions)
  for (const index of found)
    for (const effect of effectsIn(procedures[index].body)) {
      const name = 'call' in effect ? effect.call.procedure : windowOf(effect)
      const called = name === undefined ? undefined : procedureIndex.get(name)
      if (called !== undefined) found.add(called)
    }
  return found
}

/** In most games everybody sees everything. */
function hasSecrets({ zones, variables, def }: Layout): boolean {
  if (zones.some((zone) => zone.def.visible !== 'all')) return true
  if ([...variables.values()].some((variable) => variable.def.hidden !== undefined)) return true
  return JSON.stringify(def.procedures).includes('"secret":true')
}
