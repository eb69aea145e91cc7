/**
 * Warns about arbitrary picks. `remove 2 guards in mill` takes the first two by number. If guards can be ready or
 * spent, the result depends on nothing a player sees: the rule should name them, or let a seat choose. Pieces in
 * their own supply are all alike, and cards have an order. Works on GameDef nodes, so for every notation.
 */
import type {
  Block,
  Constant,
  Effect,
  Expr,
  Filter,
  GameDef,
  Predicate,
  TokenTypeDef,
} from '@ludoforge/kernel'
import { withoutUndefined, effectsIn, enumId } from '@ludoforge/kernel'
import type { Reporter } from '../../diagnostics/index.js'
import { blocksIn, spanOfSource } from './flow-checks.js'
import { KindInference } from '../kind-inference.js'

export function checkAmbiguousPicks(program: GameDef, reporter: Reporter): void {
  const analysis = new PickAnalysis(program)
  for (const block of blocksIn(program))
    for (const effect of effectsIn(block)) {
      const prop = analysis.openProperty(effect, block)
      if (prop === undefined) continue
      const message = `These pieces can differ in \`${prop}\`, and this takes the first ones by number.`
      const hint = `Name the ones you mean, as in \`${analysis.exampleOf(prop)} …\`, or let a seat choose.`
      reporter.warn('which-pieces', spanOfSource(program.sources, effect.src), message, hint)
    }
}

/** The list an effect takes only a part of: `move`, `remove` and `flip` with a number. */
function pickedFrom(effect: Effect): { list: Expr; to?: Expr } | undefined {
  if ('moveTokens' in effect) {
    const { tokens, limit, fresh, to } = effect.moveTokens
    if (limit === undefined || fresh === true) return undefined
    return { list: tokens, ...withoutUndefined({ to }) }
  }
  if (!('forEach' in effect) || effect.forEach.limit === undefined) return undefined
  const { over, effects } = effect.forEach
  return effects.length > 0 && effects.every((inner) => 'setTokenProp' in inner) ? { list: over } : undefined
}

/** A list of pieces: its zone, and the filter that all of them match. */
interface Picked {
  readonly zone: Expr
  readonly filter: Filter
}

type Answer = 'yes' | 'no' | 'maybe'
type Values = ReadonlyMap<string, Constant>

class PickAnalysis {
  readonly #kinds: KindInference
  readonly #entered = new Set<string>() // groups being expanded

  constructor(private readonly program: GameDef) {
    this.#kinds = new KindInference(program)
  }

  /** Returns a changing property in which the candidates of a partial pick can differ. */
  openProperty(effect: Effect, within: Block): string | undefined {
    const from = pickedFrom(effect)
    const picked = from === undefined ? undefined : this.#picked(from.list)
    if (picked === undefined || this.#areCards(picked, from?.to)) return undefined
    for (const filter of this.#kinds.of(picked.filter, within))
      for (const type of this.program.tokens) {
        const open = this.#canBeIn(type, picked.zone) ? this.#open(type, filter) : undefined
        if (open !== undefined) return open
      }
    return undefined
  }

  exampleOf(prop: string): string {
    const value = this.#valuesOf(prop)[0]
    return typeof value === 'string' ? value : prop
  }

  #picked(list: Expr): Picked | undefined {
    if (typeof list !== 'object' || !('query' in list)) return undefined
    if (list.query === 'tokensInZone') return { zone: list.zone, filter: list.filter }
    const over = list.query === 'filter' ? this.#picked(list.over) : undefined
    if (over === undefined || list.query !== 'filter') return undefined
    return { ...over, filter: [...over.filter, ...this.#impliedFilter(list.where, list.bind)] }
  }

  /** The part of a condition on the piece with this name that a filter can express. */
  #impliedFilter(when: Expr, name: string, depth = 0): Filter {
    if (typeof when !== 'object' || depth > 9) return []
    const isIt = (e: Expr): boolean =>
      typeof e === 'object' && 'ref' in e && e.ref === 'binding' && e.name === name
    if ('call' in when) {
      const at = when.args.findIndex(isIt)
      const fn = this.program.functions.find(({ id }) => id === when.call)
      const param = fn?.params[at]
      return fn === undefined || param === undefined
        ? []
        : this.#impliedFilter(fn.body, param.name, depth + 1)
    }
    if ('ref' in when && when.ref === 'tokenProp' && isIt(when.token)) return [{ prop: when.prop, eq: true }]
    if (!('op' in when)) return []
    if (when.op === 'and') return when.args.flatMap((part) => this.#impliedFilter(part, name, depth + 1))
    if (when.op === 'kindIs' && isIt(when.token)) return when.filter
    if (when.op === 'not') {
      const denied = this.#impliedFilter(when.arg, name, depth + 1)
      return denied.length === 1 ? [{ not: denied }] : []
    }
    if (when.op !== '==' || typeof when.left !== 'object' || !('ref' in when.left)) return []
    const { left, right } = when
    return left.ref === 'tokenProp' && isIt(left.token) ? [{ prop: left.prop, eq: right }] : []
  }

  /** Cards have an order, so a pick isn't arbitrary. Anything in an unknown zone may be cards. */
  #areCards({ zone, filter }: Picked, to: Expr | undefined): boolean {
    const holds = this.#holds(zone) ?? (to === undefined ? 'pieces' : this.#holds(to))
    return holds === 'cards' || (holds === undefined && filter.length === 0)
  }

  #holds(zone: Expr): string | undefined {
    return this.program.zones.find(({ id, family }) => {
      if (typeof zone !== 'object') return false
      return 'family' in zone ? zone.family === family : literalZone(zone) === id
    })?.holds
  }

  /** Whether pieces of the type can be in a zone other than their supply, where all are alike. */
  #canBeIn({ family, supply }: TokenTypeDef, zone: Expr): boolean {
    if (family === 'cards' || typeof zone !== 'object') return false
    const home = this.program.zones.find(({ id }) => id === supply)
    return 'family' in zone ? zone.family !== home?.family : literalZone(zone) !== supply
  }

  #open(type: TokenTypeDef, filter: Filter): string | undefined {
    // A value known only at run time is still the same value for all of them.
    const fixed = new Set(
      filter.flatMap((p) => ('eq' in p && constantOf(p.eq) === undefined ? [p.prop] : [])),
    )
    const kinds = this.#kindsOf(type).filter((values) => this.#all(filter, type, values) !== 'no')
    return type.changing.find((prop) => {
      if (fixed.has(prop)) return false
      const others = (values: Values): string => JSON.stringify([...values].filter(([id]) => id !== prop))
      return new Set(kinds.map(others)).size < kinds.length
    })
  }

  #valuesOf(prop: string): readonly Constant[] {
    const type = this.program.properties.find(({ id }) => id === prop)?.type ?? 'flag'
    if (type === 'flag') return [true, false]
    return this.program.enums.find(({ id }) => id === enumId(type))?.values ?? []
  }

  #kindsOf(type: TokenTypeDef): Values[] {
    let kinds: Values[] = [new Map()]
    for (const prop of type.changing)
      if (kinds.length < MAX_KINDS)
        kinds = kinds.flatMap((values) =>
          this.#valuesOf(prop).map((value) => new Map(values).set(prop, value)),
        )
    return kinds
  }

  #all(filter: Filter, type: TokenTypeDef, values: Values): Answer {
    return opposite(anyAnswer(filter.map((predicate) => opposite(this.#one(predicate, type, values)))))
  }

  /** Linking reports a group that contains itself. */
  #inGroup(id: string, type: TokenTypeDef, values: Values): Answer {
    if (this.#entered.has(id)) return 'no'
    this.#entered.add(id)
    const filter = this.program.groups.find((group) => group.id === id)?.filter ?? []
    const answer = this.#all(filter, type, values)
    this.#entered.delete(id)
    return answer
  }

  #one(p: Predicate, type: TokenTypeDef, values: Values): Answer {
    if ('type' in p) return p.type === type.id ? 'yes' : 'no'
    if ('family' in p) return p.family === type.family ? 'yes' : 'no'
    if ('not' in p) return opposite(this.#all(p.not, type, values))
    if ('any' in p) return anyAnswer(p.any.map((filter) => this.#all(filter, type, values)))
    if ('group' in p) return this.#inGroup(p.group, type, values)
    if ('kind' in p) return 'maybe' // nested in another predicate; kind inference resolves only top-level ones
    const own = values.get(p.prop) ?? type.props[p.prop]
    const equals = (e: Expr): Answer => {
      if (own === undefined || own === null) return 'no'
      const constant = constantOf(e)
      return constant === undefined ? 'maybe' : constant === own ? 'yes' : 'no'
    }
    if ('eq' in p) return equals(p.eq)
    if ('neq' in p) return opposite(equals(p.neq))
    return anyAnswer(p.in.map(equals))
  }
}

const MAX_KINDS = 2000

const opposite = (answer: Answer): Answer => (answer === 'yes' ? 'no' : answer === 'no' ? 'yes' : 'maybe')

const anyAnswer = (answers: readonly Answer[]): Answer =>
  answers.includes('yes') ? 'yes' : answers.includes('maybe') ? 'maybe' : 'no'

/** The value of a literal, in the form of declarations. */
function constantOf(e: Expr): Constant | undefined {
  if (typeof e !== 'object') return e
  if ('value' in e && 'of' in e) return e.value
  if ('seat' in e && !('ref' in e)) return e.seat
  return literalZone(e)
}

function literalZone(e: Expr): string | undefined {
  return typeof e === 'object' && 'zone' in e && typeof e.zone === 'string' ? e.zone : undefined
}
