/** Noun phrases for values and lists of the rules, with the values that the viewer may know. */
import {
  type Aggregate,
  enumType,
  type Expr,
  type Filter,
  isList,
  itemOf,
  type Operator,
  type Query,
  type Reference,
  type Slot,
  type Supposing,
} from '@ludoforge/kernel'
import type { Linked } from '@ludoforge/kernel/internal'
import type { Bindings } from '../explain/bindings.js'
import type { ClauseEvaluator } from '../explain/clause-evaluator.js'
import { ITEM_NAME } from '../explain/clauses.js'
import { english, type Language, languageOf, type Noun } from '../language/index.js'
import { KindNames } from './kind-names.js'
import { DeclaredNames, nounOf, plainName } from './names.js'

interface GameNames {
  readonly declared: DeclaredNames
  readonly kinds: KindNames
}

const namesOfGames = new WeakMap<Linked, GameNames>()

/** Things in a place: "Red piece", "in Hill". */
export interface Placed {
  readonly noun: Noun
  readonly place?: string | undefined
  /** The noun is a written plural, such as "spaces to raid". */
  readonly isPlural?: true
}

/** Says a condition; the relative clauses of lists need it. */
type SayClause = (node: Expr, at: Bindings, holds: boolean) => string

const SPACE: Noun = { one: 'space', many: 'spaces' }
const PLAYER: Noun = { one: 'player', many: 'players' }
const ACTION: Noun = { one: 'action', many: 'actions' }
/** Nested deeper, a phrase is longer than anyone reads. */
const MAX_DEPTH = 6

export class Nouns {
  readonly declared: DeclaredNames
  readonly kinds: KindNames
  readonly language: Language
  private depth = 0

  constructor(
    private readonly asking: ClauseEvaluator,
    private readonly clause: SayClause,
  ) {
    const { linked } = asking
    this.language = languageOf(linked.machine.linker.def.language ?? 'en') ?? english
    let names = namesOfGames.get(linked)
    if (names === undefined) {
      const { def } = linked.machine.linker
      names = { declared: new DeclaredNames(def), kinds: new KindNames(linked, this.language) }
      namesOfGames.set(linked, names)
    }
    this.declared = names.declared
    this.kinds = names.kinds
  }

  /** Returns the value of an expression if the viewer may know it and it is the same in all cases. */
  known(node: Expr, at: Bindings): { readonly type: string; readonly value: Slot } | undefined {
    const type = this.asking.typeOf(node, at)
    if (type === undefined || !this.asking.sees(node, at)) return undefined
    const [value, ...more] = new Set(this.asking.values(node, at))
    return value === undefined || more.length > 0 ? undefined : { type, value }
  }

  /** Returns the known number that an expression is. */
  number(node: Expr, at: Bindings): number | undefined {
    const { type, value } = this.known(node, at) ?? {}
    return type === 'number' && typeof value === 'number' ? value : undefined
  }

  /** Names what an expression stands for: a value by its name, otherwise a description of it. */
  subject(node: Expr, at: Bindings): string {
    const type = this.asking.typeOf(node, at)
    if (type === 'number' || type === 'flag') return this.value(node, at)
    const known = this.known(node, at)
    if (known !== undefined && !isList(known.type)) return this.name(known.type, known.value)
    return this.value(node, at)
  }

  name(type: string, value: Slot): string {
    const { names, s } = this.asking
    if (value === -1) return 'nothing'
    if (type === 'kind' && typeof value === 'number') return this.kinds.title(value)
    return names.label(s, type, value)
  }

  /** A noun phrase for a value: "Red Gold", "Width of Hill", "Red pieces in Hill". */
  value(node: Expr, at: Bindings): string {
    if (typeof node === 'number') return String(node)
    if (typeof node === 'boolean') return node ? 'yes' : 'no'
    if (++this.depth > MAX_DEPTH) {
      this.depth--
      return 'this'
    }
    try {
      return this.phrase(node, at)
    } finally {
      this.depth--
    }
  }

  private phrase(node: Exclude<Expr, number | boolean>, at: Bindings): string {
    if ('call' in node) return this.call(node, at) ?? plainName(node.call)
    if ('ref' in node) return this.reference(node, at)
    if ('op' in node) return this.operator(node, at)
    if ('aggregate' in node) return this.aggregate(node.aggregate, at)
    if ('query' in node) return this.phraseOf(this.list(node, at))
    if ('if' in node) return this.conditional(node.if, at)
    if ('after' in node) return `${this.value(node.after, at)} afterwards`
    if ('would' in node) return `${this.value(node.then, at)} after ${this.subject(node.would, at)}`
    if ('supposing' in node) return this.supposed(node, at, (there) => this.value(node.then, there))
    if ('dice' in node) return `a roll of 1 to ${this.subject(node.dice, at)}`
    if ('timing' in node) return `the time is ${node.timing}`
    if ('kinds' in node) return this.filter(node.kinds, at).many
    if ('none' in node) return 'nothing'
    const { layout } = this.asking.linker
    if ('seat' in node) return this.name('seat', layout.scalar('seat', node.seat))
    if ('zone' in node) return this.name('zone', layout.scalar('zone', node.zone))
    if ('action' in node) return this.name('action', layout.scalar('action', node.action))
    return this.name(enumType(node.of), layout.scalar(enumType(node.of), node.value))
  }

  /** "… after its move (e2, e4)": what is so in the position after a procedure. */
  supposed(node: Supposing, at: Bindings, say: (there: Bindings) => string): string {
    const there = this.asking.suppose(node, at) ?? at
    const given = node.args.map((arg) => this.subject(arg, at))
    const what = plainName(node.supposing)
    return `${say(there)} after ${given.length === 0 ? what : `${what} (${given.join(', ')})`}`
  }

  /** What a written value or set is called, or undefined without a sentence. */
  private call(node: Extract<Expr, { call: string }>, at: Bindings): string | undefined {
    const says = this.asking.functionOf(node.call)?.says
    if (says !== undefined) return this.fill(says.holds, node, at)
    const entered = this.asking.enter(node, at)
    return entered === undefined ? undefined : this.value(entered.f.body, entered.place)
  }

  /** Fills the slots of a written text. If an argument isn't known, its slot describes it. */
  fill(
    text: readonly (
      | string
      | { readonly show: Expr; readonly type: string; readonly one?: string; readonly many?: string }
    )[],
    node: Extract<Expr, { call: string }> | undefined,
    at: Bindings,
  ): string {
    const entered = node === undefined ? undefined : this.asking.enter(node, at)
    const params = node === undefined ? [] : (this.asking.functionOf(node.call)?.params ?? [])
    return text
      .map((part) => {
        if (typeof part === 'string') return part
        const { show, one, many } = part
        const isParameter = typeof show === 'object' && 'ref' in show && show.ref === 'binding'
        const index = isParameter ? params.findIndex(({ name }) => name === show.name) : -1
        const argument = node?.args[index]
        const place = argument === undefined ? (entered?.place ?? at) : at
        const n = this.number(argument ?? show, place)
        if (n === undefined) return this.subject(argument ?? show, place)
        return one === undefined ? String(n) : this.language.count(n, { one, many: many ?? one })
      })
      .join('')
  }

  private reference(e: Reference, at: Bindings): string {
    const of = (what: string, whom: Expr): string => `${what} of ${this.subject(whom, at)}`
    switch (e.ref) {
      case 'binding':
        return this.binding(e, at)
      case 'gvar':
        return this.declared.variable(e.var)
      case 'pvar':
        return `${this.subject(e.player, at)} ${this.declared.variable(e.var)}`
      case 'markerState': {
        const counted = this.declared.counted(e.marker)
        if (counted !== undefined) return `${counted.many} ${this.place(e.space, at)}`
        return of(this.declared.variable(e.marker), e.space)
      }
      case 'zoneProp':
        return of(this.declared.attribute(e.prop), e.zone)
      case 'seatProp':
        return of(this.declared.attribute(e.prop), e.seat)
      case 'column':
        return of(this.declared.attribute(e.column), e.row)
      case 'tokenProp':
        return of(this.declared.property(e.prop), e.token)
      case 'zoneOf':
        return of(this.declared.family(e.family), e.player)
      case 'zoneCount':
        return `number of pieces ${this.place(e.zone, at)}`
      case 'tokenZone':
        return of('the space', e.token)
      case 'zoneOwner':
        return of('the owner', e.zone)
      case 'nextSeat':
        return `the player after ${this.subject(e.player, at)}`
      case 'zoneToward':
        return `the space next to ${this.subject(e.zone, at)} toward ${this.subject(e.direction, at)}`
      case 'opposite':
        return `the opposite of ${this.subject(e.direction, at)}`
      case 'boardCell':
        return `the space in row ${this.subject(e.row, at)} and column ${this.subject(e.column, at)}`
      case 'option':
        return `the option ${plainName(e.option)}`
      case 'actor':
        return 'the player who acts'
      case 'position':
        return 'the position'
      case 'actionClass':
        return 'the kind of action'
      case 'free':
        return 'a free action'
      case 'changed':
        return 'a change'
    }
  }

  private binding(e: Extract<Reference, { ref: 'binding' }>, at: Bindings): string {
    const known = this.known(e, at)
    if (known !== undefined && known.type !== 'number' && known.type !== 'flag' && known.value !== -1)
      return this.name(known.type, known.value)
    if (e.name === 'it' || e.name === ITEM_NAME) return 'it'
    return e.name === 'me' ? 'you' : `the ${plainName(e.name)}`
  }

  private operator(e: Operator, at: Bindings): string {
    if ('left' in e && 'right' in e) {
      const [left, right] = [this.value(e.left, at), this.value(e.right, at)]
      switch (e.op) {
        case '+':
          return `${left} plus ${right}`
        case '-':
          return `${left} minus ${right}`
        case '*':
          return `${left} times ${right}`
        case '/':
          return `${left} divided by ${right}`
        case '%':
          return `the rest of ${left} by ${right}`
        case 'min':
          return `the lower of ${left} and ${right}`
        case 'max':
          return `the higher of ${left} and ${right}`
        default:
      }
    }
    if (e.op === 'level') return this.value(e.value, at)
    return this.clause(e, at, true)
  }

  private conditional(
    { when, then, else: otherwise }: Extract<Expr, { if: object }>['if'],
    at: Bindings,
  ): string {
    const known = this.known(when, at)
    if (known !== undefined) return this.value(known.value === 0 ? otherwise : then, at)
    return this.value(then, at)
  }

  private aggregate({ op, query, value, bind }: Aggregate, at: Bindings): string {
    if (op === 'count') return this.phraseOf(this.where(query, value, bind, at))
    if (op === 'any' || op === 'all')
      return this.clause(
        {
          aggregate: {
            op,
            query,
            ...(value === undefined ? {} : { value }),
            ...(bind === undefined ? {} : { bind }),
          },
        },
        at,
        true,
      )
    const list = this.phraseOf(this.list(query, at))
    if (op === 'first' || op === 'last') return `the ${op} of the ${list}`
    const inside = value === undefined ? undefined : this.item(query, bind, at)
    const measure = value === undefined || inside === undefined ? '' : this.measure(value, inside)
    if (op === 'best') return measure === '' ? `the best of the ${list}` : `the ${list} with most ${measure}`
    if (op === 'sum') return measure === '' ? `the sum of the ${list}` : `${measure} of the ${list}`
    return `the ${op === 'min' ? 'lowest' : 'highest'} ${measure === '' ? '' : `${measure} `}of the ${list}`
  }

  /** A value of an item without the item: "Width", not "Width of it". */
  measure(node: Expr, at: Bindings): string {
    return this.value(node, at).replace(/ (?:of it|there|in the space)$/, '')
  }

  /** The items of a list, or of those that satisfy a condition. */
  where(query: Expr, value: Expr | undefined, bind: string | undefined, at: Bindings): Placed {
    const list = this.list(query, at)
    const inside = value === undefined ? undefined : this.item(query, bind, at)
    if (value === undefined || inside === undefined) return list
    return this.relative(list, this.clause(value, inside, true))
  }

  /** The bindings of an item of a list: a name without a known value. */
  item(query: Expr, bind: string | undefined, at: Bindings): Bindings | undefined {
    const type = this.asking.typeOf(query, at)
    if (type === undefined) return undefined
    return (
      this.asking.cases(query, bind ?? 'it', at) ??
      at.with({ name: bind ?? 'it', type: itemOf(type) }, null, () => [])
    )
  }

  /** Adds a condition of the item, which the clause calls `it`. */
  private relative({ noun, place, isPlural }: Placed, clause: string): Placed {
    const behind = this.language.relative(clause)
    const add = (text: string, how: string): string =>
      [text, place, how].filter((part) => part !== undefined).join(' ')
    return {
      noun: { one: add(noun.one, behind.one), many: add(noun.many, behind.many) },
      ...(isPlural ? { isPlural } : {}),
    }
  }

  phraseOf({ noun, place }: Placed): string {
    return place === undefined ? noun.many : `${noun.many} ${place}`
  }

  /** Names the items of a list, and the place where they are. */
  list(node: Expr, at: Bindings): Placed {
    if (typeof node !== 'object') return { noun: nounOf('item', this.language) }
    if ('call' in node) return this.calledList(node, at)
    if ('ref' in node) {
      const type = this.asking.typeOf(node, at)
      const one = type === 'list token' ? 'piece' : type === 'list zone' ? 'space' : undefined
      if (one !== undefined) return { noun: nounOf(one, this.language) }
      return { noun: this.sameNoun(this.subject(node, at)), isPlural: true }
    }
    if ('query' in node) return this.query(node, at)
    return { noun: this.sameNoun(this.value(node, at)), isPlural: true }
  }

  /** Names the items of a list, whatever their conditions. */
  unconditional(node: Expr, at: Bindings): Placed {
    if (typeof node === 'object') {
      if ('query' in node && node.query === 'filter') return this.unconditional(node.over, at)
      const entered =
        'call' in node && this.asking.functionOf(node.call)?.says === undefined
          ? this.asking.enter(node, at)
          : undefined
      if (entered !== undefined) return this.unconditional(entered.f.body, entered.place)
    }
    return this.list(node, at)
  }

  private sameNoun(text: string): Noun {
    return { one: text, many: text }
  }

  private calledList(node: Extract<Expr, { call: string }>, at: Bindings): Placed {
    const says = this.asking.functionOf(node.call)?.says
    if (says !== undefined) return { noun: this.sameNoun(this.fill(says.holds, node, at)), isPlural: true }
    const entered = this.asking.enter(node, at)
    if (entered !== undefined && this.depth < MAX_DEPTH) return this.list(entered.f.body, entered.place)
    return { noun: this.sameNoun(plainName(node.call)), isPlural: true }
  }

  private query(e: Query, at: Bindings): Placed {
    switch (e.query) {
      case 'mapSpaces':
        return { noun: SPACE }
      case 'tokensInZone':
        return { noun: this.filter(e.filter, at), place: this.place(e.zone, at) }
      case 'supply':
        return { noun: this.filter(e.filter, at), place: 'in the supply' }
      case 'adjacentZones':
        return { noun: SPACE, place: `next to ${this.subject(e.zone, at)}` }
      case 'connectedZones':
        return { noun: SPACE, place: `that can be reached from ${this.subject(e.zone, at)}` }
      case 'ray':
      case 'line':
        return { noun: SPACE, place: `in line with ${this.subject(e.zone, at)}` }
      case 'boardRow':
        return { noun: SPACE, place: `in row ${this.subject(e.row, at)}` }
      case 'boardColumn':
        return { noun: SPACE, place: `in column ${this.subject(e.column, at)}` }
      case 'zoneFamily':
        return { noun: this.sameNoun(this.declared.family(e.family)), isPlural: true }
      case 'players':
      case 'playersFrom':
        return { noun: PLAYER }
      case 'actions':
        return { noun: ACTION }
      case 'intsInRange':
        return {
          noun: this.sameNoun(`${this.subject(e.min, at)} to ${this.subject(e.max, at)}`),
          isPlural: true,
        }
      case 'values':
        return { noun: nounOf(plainName(e.of), this.language) }
      case 'rows':
        return { noun: nounOf(plainName(e.table), this.language) }
      case 'list': {
        const items = e.items.map((item) => this.subject(item, at))
        return { noun: this.sameNoun(this.language.list(items, 'or')), isPlural: true }
      }
      case 'filter': {
        const inside = this.item(e.over, e.bind, at)
        const list = this.list(e.over, at)
        return inside === undefined ? list : this.relative(list, this.clause(e.where, inside, true))
      }
      case 'collect':
      case 'take':
      case 'sort':
      case 'leading':
      case 'reverse':
      case 'distinct':
        return this.list(e.over, at)
      case 'union':
      case 'concat': {
        const sides = [this.phraseOf(this.list(e.left, at)), this.phraseOf(this.list(e.right, at))]
        return { noun: this.sameNoun(this.language.list([...new Set(sides)], 'or')), isPlural: true }
      }
      case 'except': {
        const { noun, place } = this.list(e.left, at)
        return {
          noun,
          place: `${place === undefined ? '' : `${place} `}other than ${this.phraseOf(this.list(e.right, at))}`,
        }
      }
    }
  }

  /** Names the tokens that a filter matches. */
  filter(filter: Filter, at: Bindings): Noun {
    const constant = this.kinds.ofFilter(filter)
    if (constant !== undefined) return constant
    const { value } = this.known(this.asking.clauses.kinds(filter), at) ?? {}
    if (typeof value === 'number' && value >= 0) return this.kinds.noun(value)
    const known = this.asking.clauses.fixedPart(filter)
    if (known.length < filter.length) {
      const { one, many } = this.filter(known, at)
      const whose = filter.flatMap((part) =>
        'eq' in part && !known.includes(part) ? [this.subject(part.eq, at)] : [],
      )
      const of = ` of ${this.language.list(whose)}`
      return { one: one + of, many: many + of }
    }
    return { one: 'piece', many: 'pieces' }
  }

  /** Says where something is: "in Hill", "on the map", "next to Hill". */
  place(zone: Expr, at: Bindings): string {
    if (typeof zone === 'object' && 'query' in zone) {
      if (zone.query === 'mapSpaces') return 'on the map'
      if (zone.query === 'adjacentZones') return `next to ${this.subject(zone.zone, at)}`
      if (zone.query === 'zoneFamily') return `in ${this.declared.family(zone.family)}`
    }
    const type = this.asking.typeOf(zone, at)
    if (type !== undefined && isList(type)) {
      const { noun, place, isPlural } = this.list(zone, at)
      const what = isPlural ? noun.many : this.language.withArticle(noun.one)
      return place === undefined ? `in ${what}` : `in ${what} ${place}`
    }
    const name = this.subject(zone, at)
    return name === 'it' ? 'there' : `in ${name}`
  }
}
