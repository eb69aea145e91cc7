/**
 * `say`: words the conditions of the rules as sentences about the present position. It states what is the case, so a
 * reason never contradicts the board. Written sentences come first; everything else is built from the typed tree.
 */
import {
  type Aggregate,
  canonical,
  type CompareOp,
  type Expr,
  isList,
  itemOf,
  type Operator,
  type Reference,
  type Saying,
} from '@ludoforge/kernel'
import type { Bindings } from '../explain/bindings.js'
import type { ClauseEvaluator } from '../explain/clause-evaluator.js'
import type { Language, Noun } from '../language/index.js'
import { nounOf, plainName } from './names.js'
import { Nouns } from './nouns.js'

/** The maximum number of items that a sentence names. */
export const MAX_NAMED = 3
const MAX_DEPTH = 12
/** A list of names that is longer isn't spelt out. */
const MAX_LIST = 60
/** A longer sentence is replaced by a short one; the parts are explained one by one anyway. */
export const MAX_LENGTH = 120

export class Speaker {
  readonly nouns: Nouns
  private depth = 0

  constructor(private readonly asking: ClauseEvaluator) {
    this.nouns = new Nouns(asking, (node, at, holds) => this.clause(node, at, holds))
  }

  get language(): Language {
    return this.nouns.language
  }

  /** A noun phrase for a value: "gold to gain for its price". */
  noun(node: Expr, at: Bindings): string {
    return this.nouns.value(node, at)
  }

  /** What options are compared by: "Width", "Red pieces", without the option that has it. */
  measure(node: Expr, at: Bindings): string {
    return this.nouns.measure(node, at)
  }

  /** What a value that is an order says of its most or least: "first to be lost". Undefined for other values. */
  order(node: Expr, at: Bindings, by: 'most' | 'least'): string | undefined {
    if (typeof node !== 'object' || !('call' in node)) return undefined
    const says = this.asking.functionOf(node.call)?.says
    if (says?.fails === undefined) return undefined
    return this.nouns.fill(by === 'most' ? says.holds : says.fails, node, at)
  }

  /** A written sentence with its values. */
  written({ holds, fails }: Saying, at: Bindings, does: boolean): string {
    return this.nouns.fill(does ? holds : (fails ?? holds), undefined, at)
  }

  /** Says that a condition holds, or that it fails: "no Red piece is in Hill". */
  clause(node: Expr, at: Bindings, holds: boolean): string {
    if (typeof node === 'boolean') return node === holds ? 'always' : 'never'
    if (typeof node === 'number') return String(node)
    if (++this.depth > MAX_DEPTH) {
      this.depth--
      return holds ? 'this is so' : 'this is not so'
    }
    try {
      return this.condition(node, at, holds)
    } finally {
      this.depth--
    }
  }

  private condition(node: Exclude<Expr, number | boolean>, at: Bindings, holds: boolean): string {
    if ('call' in node) return this.called(node, at, holds)
    if ('aggregate' in node) return this.aggregate(node.aggregate, at, holds)
    if ('op' in node) return this.operator(node, at, holds)
    if ('ref' in node) return this.flag(node, at, holds)
    if ('if' in node) return this.conditional(node.if, at, holds)
    if ('supposing' in node)
      return this.nouns.supposed(node, at, (there) => this.clause(node.then, there, holds))
    if ('after' in node) return `${this.clause(node.after, at, holds)} afterwards`
    if ('would' in node)
      return `${this.clause(node.then, at, holds)} after ${this.nouns.subject(node.would, at)}`
    if ('timing' in node) return `it ${holds ? 'is' : "isn't"} ${node.timing} the action`
    return this.nouns.value(node, at)
  }

  /** A named test: its sentence, or what its definition says. */
  private called(node: Extract<Expr, { call: string }>, at: Bindings, holds: boolean): string {
    const f = this.asking.functionOf(node.call)
    if (f?.says !== undefined) {
      const { holds: yes, fails } = f.says
      return this.nouns.fill(holds ? yes : (fails ?? yes), node, at)
    }
    const entered = this.asking.enter(node, at)
    if (entered !== undefined) return this.clause(entered.f.body, entered.place, holds)
    return `${plainName(node.call)} ${holds ? 'holds' : "doesn't hold"}`
  }

  private conditional(
    { when, then, else: otherwise }: Extract<Expr, { if: object }>['if'],
    at: Bindings,
    holds: boolean,
  ): string {
    const known = this.nouns.known(when, at)
    if (known !== undefined) return this.clause(known.value === 0 ? otherwise : then, at, holds)
    const arms = [then, otherwise].map((arm) => this.clause(arm, at, holds))
    return this.language.list([...new Set(arms)], 'or')
  }

  private aggregate({ op, query, value, bind }: Aggregate, at: Bindings, holds: boolean): string {
    if (op === 'all') return this.universal(query, value, bind, at, holds)
    const { noun, place, isPlural } = this.nouns.where(query, value, bind, at)
    const what = place === undefined ? noun.many : `${noun.many} ${place}`
    const isAre = holds ? `there are ${what}` : `there are no ${what}`
    const text = isPlural === true ? isAre : this.language.exists(noun, place, holds)
    return text.length > MAX_LENGTH ? this.suitable(query, at, holds) : text
  }

  /** Says that a list has, or has no, item that meets its conditions, without these. */
  private suitable(query: Expr, at: Bindings, holds: boolean): string {
    const { noun, place } = this.nouns.unconditional(query, at)
    const what = place === undefined ? noun.one : `${noun.one} ${place}`
    return holds ? `${this.language.withArticle(what)} is suitable` : `no ${what} is suitable`
  }

  /** "every space next to Hill …"; if it fails, the items that are in the way. */
  private universal(
    query: Expr,
    value: Expr | undefined,
    bind: string | undefined,
    at: Bindings,
    holds: boolean,
  ): string {
    const cases = this.nouns.item(query, bind, at)
    const list = this.nouns.phraseOf(this.nouns.list(query, at))
    if (value === undefined || cases === undefined) return `all ${list} ${holds ? 'count' : "don't count"}`
    if (holds) return `of all ${list}, ${this.clause(value, cases, true)}`
    const failing = this.asking.values(value, cases, 'flag').flatMap((one, i) => (one === 0 ? [i] : []))
    const [first] = failing
    if (first === undefined) return `not of all ${list}, ${this.clause(value, cases, true)}`
    const names = [...new Set(failing.map((i) => cases.rows[i]?.item ?? ''))].filter((name) => name !== '')
    const one = cases.among([first])
    if (names.length <= 1) return this.clause(value, one, false)
    const more = names.length > MAX_NAMED ? [...names.slice(0, MAX_NAMED), 'others'] : names
    return `not so: ${this.language.list(more)}`
  }

  private operator(e: Operator, at: Bindings, holds: boolean): string {
    const { nouns, language } = this
    switch (e.op) {
      case 'not':
        return this.clause(e.arg, at, !holds)
      case 'and':
        return holds
          ? language.joined(this.all(e.args, at, true), 'and')
          : language.joined(this.failing(e.args, at), 'and')
      case 'or':
        return this.either(e, at, holds)
      case 'in':
        return this.membership(e, at, holds)
      case 'adjacent':
        return language.relation(nouns.subject(e.left, at), 'beside', nouns.subject(e.right, at), holds)
      case 'kindIs': {
        const token = nouns.subject(e.token, at)
        return language.being(
          token,
          { values: [language.withArticle(nouns.filter(e.filter, at).one)] },
          holds,
        )
      }
      case 'zonePropIncludes': {
        const [zone, value] = [nouns.subject(e.zone, at), nouns.subject(e.value, at)]
        return `${nouns.declared.attribute(e.prop)} of ${zone} ${holds ? 'includes' : "doesn't include"} ${value}`
      }
      case 'within':
        return `this action ${holds ? 'may' : "can't"} use ${nouns.subject(e.zone, at)}`
      case 'legal':
        return `${nouns.subject(e.action, at)} ${holds ? 'is' : "isn't"} possible`
      case '==':
      case '!=':
      case '<':
      case '<=':
      case '>':
      case '>=':
        return this.comparison({ op: e.op, left: e.left, right: e.right }, at, holds)
      default:
        return nouns.value(e, at)
    }
  }

  private all(args: readonly Expr[], at: Bindings, holds: boolean): string[] {
    return [...new Set(args.map((arg) => this.clause(arg, at, holds)))]
  }

  /** The parts of a conjunction that fail; all of them if that isn't known. */
  private failing(args: readonly Expr[], at: Bindings): string[] {
    const failing = args.filter((arg) => this.nouns.known(arg, at)?.value === 0)
    return this.all(failing.length > 0 ? failing : args, at, false)
  }

  private either(e: Extract<Operator, { op: 'and' | 'or' }>, at: Bindings, holds: boolean): string {
    const subject = subjectOf(e)
    if (subject !== undefined) return this.being(subject, rightSides(e), at, holds)
    if (!holds) return this.language.joined(this.all(e.args, at, false), 'and')
    const met = e.args.filter((arg) => this.nouns.known(arg, at)?.value === 1)
    return this.language.joined(this.all(met.length > 0 ? met : e.args, at, true), 'or')
  }

  private membership({ item, set }: Extract<Operator, { op: 'in' }>, at: Bindings, holds: boolean): string {
    const { nouns, language } = this
    const subject = nouns.subject(item, at)
    if (typeof set === 'object' && 'query' in set) {
      if (set.query === 'adjacentZones')
        return language.relation(subject, 'beside', nouns.subject(set.zone, at), holds)
      if (set.query === 'list' && this.asking.typeOf(item, at) !== 'action')
        return this.being(item, set.items, at, holds)
      if (isTokenZone(item)) {
        const { noun, place, isPlural } = nouns.list(set, at)
        const inside = isPlural === true ? noun.many : language.withArticle(noun.one)
        const what = `${inside} ${place ?? ''}`.trim()
        return language.relation(nouns.subject(item.token, at), 'in', what, holds)
      }
      if (set.query === 'tokensInZone') {
        const { noun, place } = nouns.list(set, at)
        const what = `${language.withArticle(noun.one)} ${place ?? ''}`.trim()
        return language.being(subject, { values: [what] }, holds)
      }
      if (set.query === 'actions' && set.tag === undefined && set.class === undefined)
        return `${subject} ${holds ? 'can' : "can't"} be chosen here`
      if (set.query === 'mapSpaces') return `${subject} ${holds ? 'is' : "isn't"} a space of the map`
      if (set.query === 'intsInRange') {
        const [min, max] = [nouns.subject(set.min, at), nouns.subject(set.max, at)]
        return `${subject} ${holds ? 'is' : "isn't"} from ${min} to ${max}`
      }
      if (set.query === 'filter') {
        const inside = at.with(
          { name: set.bind, type: this.asking.typeOf(item, at) ?? '' },
          this.asking.domainOf(item, at),
          (row) => [this.asking.values(item, at)[row] ?? -1],
        )
        return this.clause(set.where, inside, holds)
      }
    }
    if (this.isChoice(set)) return language.relation(subject, 'chosen', '', holds)
    const known = this.items(set, at)
    if (known !== undefined && known.names.length <= MAX_NAMED && known.names.join().length <= MAX_LIST)
      return language.being(known.names.includes(subject) ? 'it' : subject, { values: known.names }, holds)
    if (this.asking.typeOf(item, at) === 'action')
      return `${subject} ${holds ? 'can' : "can't"} be chosen here`
    if (known !== undefined) {
      const count = language.count(known.names.length, known.noun)
      return `${subject} ${holds ? 'is' : "isn't"} one of the ${count} in question`
    }
    const { noun, place } = nouns.list(set, at)
    const list = place === undefined ? noun.many : `${noun.many} ${place}`
    return `${subject} ${holds ? 'is' : "isn't"} one of the ${list.replace(/^the /, '')}`
  }

  /** Checks for a list that the answers to a question make. */
  private isChoice(set: Expr): boolean {
    if (typeof set !== 'object' || !('ref' in set) || set.ref !== 'binding') return false
    const { questions } = this.asking.linker
    return questions.some((site) => site !== null && 'bind' in site.node && site.node.bind === set.name)
  }

  /** The names of the items of a list, if the viewer may know them, and what to call them. */
  private items(
    set: Expr,
    at: Bindings,
  ): { readonly names: readonly string[]; readonly noun: Noun } | undefined {
    const known = this.nouns.known(set, at)
    if (known === undefined || !Array.isArray(known.value) || known.value.length === 0) return undefined
    const type = itemOf(known.type)
    const names = new Set(known.value.map((item: number) => this.nouns.name(type, item)))
    const noun = type === 'zone' ? 'space' : type === 'token' ? 'piece' : type === 'seat' ? 'player' : 'item'
    return { names: [...names], noun: nounOf(noun, this.language) }
  }

  private comparison(
    { op, left, right }: { readonly op: CompareOp; readonly left: Expr; readonly right: Expr },
    at: Bindings,
    holds: boolean,
  ): string {
    const { nouns, language } = this
    const type = this.asking.typeOf(left, at) ?? this.asking.typeOf(right, at)
    if (type !== 'number') return this.equality(op, left, right, at, holds)
    if (typeof left === 'number' && typeof right === 'object')
      return this.comparison({ op: MIRRORED[op], left: right, right: left }, at, holds)
    const number = nouns.number(right, at)
    const than = number === undefined ? nouns.value(right, at) : String(number)
    const bound = { op, than, number, now: nouns.number(left, at) }
    if (typeof left === 'object' && 'aggregate' in left && left.aggregate.op === 'count') {
      const { query, value, bind } = left.aggregate
      const { noun, place } = nouns.where(query, value, bind, at)
      return language.counted(noun, place, bound, holds)
    }
    if (typeof left === 'object' && 'ref' in left && left.ref === 'zoneCount')
      return language.counted({ one: 'piece', many: 'pieces' }, nouns.place(left.zone, at), bound, holds)
    const counter = typeof left === 'object' && 'ref' in left ? this.counter(left, at) : undefined
    if (counter !== undefined) return language.counted(counter.noun, counter.place, bound, holds)
    const what = nouns.value(left, at)
    const isSome = (op === '>' && number === 0) || (op === '>=' && number === 1)
    const isNone = number === 0 && (op === '==' || op === '<=')
    // What a written value counts is there or not: "there are steps to go", not "steps to go are at least 1".
    if ((isSome || isNone) && typeof left === 'object' && 'call' in left)
      return language.there(what, isSome === holds)
    return language.measured(what, bound, holds)
  }

  /** A variable that counts things: "2 traps are in Hill". */
  private counter(e: Reference, at: Bindings) {
    const id = e.ref === 'gvar' || e.ref === 'pvar' ? e.var : e.ref === 'markerState' ? e.marker : undefined
    const noun = id === undefined ? undefined : this.nouns.declared.counted(id)
    if (noun === undefined) return undefined
    return { noun, place: e.ref === 'markerState' ? this.nouns.place(e.space, at) : undefined }
  }

  private equality(op: CompareOp, left: Expr, right: Expr, at: Bindings, holds: boolean): string {
    const { nouns } = this
    const same = op === '==' ? holds : !holds
    if (typeof left === 'boolean' || typeof right === 'boolean') {
      const [flag, wanted] = typeof right === 'boolean' ? [left, right] : [right, left]
      return this.clause(flag, at, same === wanted)
    }
    if (op !== '==' && op !== '!=') {
      const now = nouns.known(left, at)
      const than = nouns.subject(right, at)
      const bound = { op, than, now: undefined }
      const text = this.language.measured(nouns.subject(left, at), bound, holds)
      return holds || now === undefined ? text : `${text} (${nouns.name(now.type, now.value)})`
    }
    if (isNone(right)) return this.presence(left, at, !same)
    if (isNone(left)) return this.presence(right, at, !same)
    const [about, value] = isLiteral(left) ? [right, left] : [left, right]
    return this.being(about, [value], at, same)
  }

  /** Whether there is a piece, space or seat at all. */
  private presence(node: Expr, at: Bindings, holds: boolean): string {
    const what = this.nouns.value(node, at)
    const known = holds ? this.nouns.known(node, at) : undefined
    if (known !== undefined && typeof node === 'object' && 'ref' in node && node.ref !== 'binding')
      return this.language.being(what, { values: [this.nouns.name(known.type, known.value)] }, true)
    return holds
      ? `there is ${this.language.withArticle(what)}`
      : `there is no ${what.replace(/^(?:the|an?) /, '')}`
  }

  /** `x is a or b`: what x is, and what it would have to be. */
  private being(node: Expr, values: readonly Expr[], at: Bindings, holds: boolean): string {
    const { nouns } = this
    const wanted = values.map((value) => nouns.subject(value, at))
    const about = this.about(node, at)
    const what = wanted.includes(about) ? 'it' : about
    const known = nouns.known(node, at)
    if (typeof node === 'object' && 'ref' in node && node.ref === 'tokenZone')
      return this.language.relation(
        nouns.subject(node.token, at),
        'in',
        this.language.list(wanted, 'or'),
        holds,
      )
    if (typeof node === 'object' && 'ref' in node && node.ref === 'actionClass') {
      const named = (name: string): string => this.language.withArticle(name)
      const now = known === undefined ? undefined : named(nouns.name(known.type, known.value))
      return this.language.being('this', { values: wanted.map(named), now: holds ? undefined : now }, holds)
    }
    if (typeof node === 'object' && 'ref' in node && node.ref === 'actor')
      return holds ? `${what} acts` : `${what} acts, not ${this.language.list(wanted, 'or')}`
    if (holds && values.length > 1 && known !== undefined && !isList(known.type))
      return this.language.being(what, { values: [nouns.name(known.type, known.value)] }, true)
    const now =
      holds || known === undefined || isList(known.type) ? undefined : nouns.name(known.type, known.value)
    // A value that already is the subject's name says nothing: "Hill is Hill".
    const told = now === what || now === 'nothing' ? undefined : now
    return this.language.being(what, { values: wanted, now: told }, holds)
  }

  /** The thing that a property, variable or attribute belongs to, if its values speak for themselves. */
  private about(node: Expr, at: Bindings): string {
    const { nouns } = this
    if (typeof node !== 'object') return nouns.value(node, at)
    if ('call' in node) {
      const [first] = node.args
      const f = this.asking.functionOf(node.call)
      if (f?.says === undefined && first !== undefined && node.args.length === 1)
        return nouns.subject(first, at)
      return nouns.value(node, at)
    }
    if ('ref' in node) {
      if (node.ref === 'markerState') return nouns.subject(node.space, at)
      if (node.ref === 'zoneProp') return nouns.subject(node.zone, at)
      if (node.ref === 'tokenProp') return nouns.subject(node.token, at)
      if (node.ref === 'seatProp') return nouns.subject(node.seat, at)
      if (node.ref === 'actor') return nouns.subject(node, at)
    }
    return nouns.value(node, at)
  }

  /** A flag: of a space "Hill is coastal", of the game "monsoon". */
  private flag(e: Reference, at: Bindings, holds: boolean): string {
    const { nouns } = this
    const is = (subject: string, what: string): string =>
      this.language.being(subject, { values: [what] }, holds)
    switch (e.ref) {
      case 'gvar': {
        // The name of a flag may be a sentence: "the gate was opened".
        const name = nouns.declared.variable(e.var)
        const opposite = this.language.negate(name)
        return opposite === undefined ? `${name}: ${holds ? 'yes' : 'no'}` : holds ? name : opposite
      }
      case 'pvar':
        return is(nouns.subject(e.player, at), nouns.declared.variable(e.var))
      case 'markerState':
        return is(nouns.subject(e.space, at), nouns.declared.variable(e.marker))
      case 'zoneProp':
        return is(nouns.subject(e.zone, at), nouns.declared.attribute(e.prop))
      case 'tokenProp':
        return is(nouns.subject(e.token, at), nouns.declared.property(e.prop))
      case 'seatProp':
        return is(nouns.subject(e.seat, at), nouns.declared.attribute(e.prop))
      case 'column':
        return is(nouns.subject(e.row, at), nouns.declared.attribute(e.column))
      case 'free':
        return `the action ${holds ? 'is' : "isn't"} free`
      case 'changed':
        return `the action changed ${holds ? 'something' : 'nothing'}`
      case 'option':
        return `the option ${plainName(e.option)} is ${holds ? 'on' : 'off'}`
      default:
        return `${nouns.value(e, at)}: ${holds ? 'yes' : 'no'}`
    }
  }
}

const MIRRORED: Readonly<Record<CompareOp, CompareOp>> = {
  '==': '==',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
}

const isTokenZone = (node: Expr): node is Extract<Reference, { ref: 'tokenZone' }> =>
  typeof node === 'object' && 'ref' in node && node.ref === 'tokenZone'

const isNone = (node: Expr): boolean => typeof node === 'object' && 'none' in node

function isLiteral(node: Expr): boolean {
  if (typeof node !== 'object') return true
  if ('ref' in node || 'op' in node || 'query' in node) return false
  return 'value' in node || 'seat' in node || 'zone' in node || 'action' in node
}

/** Returns the common subject `x` of `x is a or b`. */
export function subjectOf(node: Operator): Expr | undefined {
  if (node.op !== 'or' || node.clauses !== undefined) return undefined
  const subjects = node.args.map((arg) =>
    typeof arg === 'object' && 'op' in arg && arg.op === '==' ? arg.left : undefined,
  )
  const [first] = subjects
  if (first === undefined || subjects.some((one) => one === undefined || canonical(one) !== canonical(first)))
    return undefined
  return first
}

function rightSides({ args }: Extract<Operator, { op: 'and' | 'or' }>): readonly Expr[] {
  return args.flatMap((arg) => (typeof arg === 'object' && 'op' in arg && arg.op === '==' ? [arg.right] : []))
}
