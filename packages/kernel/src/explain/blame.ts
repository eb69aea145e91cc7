/**
 * Why a condition is not as it should be. Whoever asks knows that it is not; everything told beyond that is worked
 * out from what the asker may see, so an explanation never gives a secret away: parts that could read something
 * hidden are not asked, and are named only where nothing else is to blame.
 */
import type { Aggregate, Expr } from '../def/index.js'
import type { Reason } from '../protocol.js'
import type { Asking } from './asking.js'
import type { Place } from './place.js'
import { MOST_NAMED, type Part, subjectOf, type Wording } from './wording.js'

const DEEPEST = 40
const MOST_ACTIONS = 12

export class Blame {
  private depth = 0

  constructor(
    private readonly asking: Asking,
    private readonly wording: Wording,
  ) {}

  /** The parts of a conjunction, with their sources. */
  parts(node: Expr, at: Place, clauses: readonly (number | undefined)[]): Part[] {
    if (typeof node === 'object' && 'op' in node && node.op === 'and')
      return node.args.map((part, i) => ({
        node: part,
        at,
        said: { src: clauses[i] ?? node.clauses?.[i], flip: false },
      }))
    return [{ node, at, said: { src: clauses[0], flip: false } }]
  }

  /** Whether something keeps out, as far as the asker may know; `maybe`: only something hidden can. */
  verdict(parts: readonly Part[]): 'fails' | 'maybe' | 'holds' {
    let hidden = false
    for (const { node, at } of parts)
      if (!this.asking.sees(node, at)) hidden = true
      else if (this.asking.values(node, at, 'flag').includes(0)) return 'fails'
    return hidden ? 'maybe' : 'holds'
  }

  /** What fails of parts that should all hold (or, with `want` false, all fail). Cases of all parts agree. */
  all(parts: readonly Part[], want = true): Reason[] {
    const [first] = parts
    if (first === undefined) return []
    const reached = first.at.rows.map(() => Number.POSITIVE_INFINITY) // the first part that each case fails
    const failing: Part[] = []
    const hidden: Part[] = []
    parts.forEach((part, n) => {
      if (!this.asking.sees(part.node, part.at)) {
        hidden.push(part)
        return
      }
      const values = this.asking.values(part.node, part.at, 'flag')
      const fails = values.map((value) => value !== undefined && (value !== 0) !== want)
      // A part that cannot be asked where an earlier one fails says nothing against what it says elsewhere.
      const everywhere = fails.every((failed, i) => failed || (values[i] === undefined && reached[i] < n))
      if (everywhere && fails.includes(true)) failing.push(part)
      fails.forEach((failed, i) => {
        if (failed) reached[i] = Math.min(reached[i], n)
      })
    })
    if (failing.length > 0) return failing.flatMap((part) => this.reasons(part, want))
    const single = first.at.rows.length === 1
    // Several hidden parts fail together: to say which of them would tell what cannot be seen.
    if (hidden.length > 0 && reached.includes(Number.POSITIVE_INFINITY))
      return hidden.length === 1 && single
        ? this.reasons(hidden[0], want)
        : [this.wording.together(hidden, want)]
    if (parts.length === 1 && single) return this.reasons(first, want)
    return [this.nearest(parts, reached, want)]
  }

  /** Each part holds for something, but nothing meets all: those few that get furthest tell most. */
  private nearest(parts: readonly Part[], reached: readonly number[], want: boolean): Reason {
    const whole = this.wording.together(parts, want)
    const { items } = parts[0].at
    const furthest = Math.max(...reached)
    const rows = reached.flatMap((part, i) => (part === furthest ? [i] : []))
    const names = new Set(rows.map((i) => items[i]))
    if (items.length === 0 || names.size > MOST_NAMED || names.size === new Set(items).size) return whole
    const lacking = parts.map((part) => ({ ...part, at: part.at.among(rows) }))
    const of = [...names].join(', ')
    return { ...whole, allOf: this.all(lacking, want).map((reason) => ({ ...reason, of })) }
  }

  /** Why one part is not as wanted; it is known not to be in any case. */
  reasons(part: Part, want: boolean): Reason[] {
    if (++this.depth > DEEPEST) return [this.wording.say(part, want)]
    try {
      return this.inside(part, want) ?? [this.wording.say(part, want)]
    } finally {
      this.depth--
    }
  }

  /** Reasons further in; undefined: the part itself says it best. */
  private inside(part: Part, want: boolean): Reason[] | undefined {
    const { node, at, said } = part
    if (typeof node !== 'object') return undefined
    if ('call' in node) return want ? this.called(node, at) : undefined
    if ('aggregate' in node) {
      if (!want) return undefined
      if (node.aggregate.op === 'any') return this.nothingOf(part, node.aggregate)
      return node.aggregate.op === 'all' ? this.notAll(part, node.aggregate) : undefined
    }
    if ('if' in node) {
      const [when, ...more] = this.asking.sees(node.if.when, at)
        ? new Set(this.asking.values(node.if.when, at, 'flag'))
        : []
      if (when === undefined || more.length > 0) return undefined
      return this.inside({ node: when !== 0 ? node.if.then : node.if.else, at, said }, want)
    }
    if (!('op' in node)) return undefined
    if (node.op === 'not') return this.inside({ node: node.arg, at, said }, !want)
    if (node.op === 'legal') return want ? this.illegalAmong(part, node.action) : undefined
    if (node.op !== 'and' && node.op !== 'or') return undefined
    if (subjectOf(node) !== undefined) return undefined
    const parts = node.args.map(
      (arg, i): Part => ({ node: arg, at, said: { src: node.clauses?.[i], flip: !want } }),
    )
    return (node.op === 'and') === want ? this.all(parts, want) : [this.either(parts, want)]
  }

  /** Every alternative fails, each for its own reasons. */
  private either(parts: readonly Part[], want: boolean): Reason {
    const anyOf = parts.map((part): Reason => {
      const reasons = this.reasons(part, want)
      return reasons.length === 1 ? reasons[0] : { ...this.wording.say(part, want), allOf: reasons }
    })
    return { ...this.wording.together(parts, want, ' or '), anyOf }
  }

  /** A test is explained by its own clauses. */
  private called(node: Extract<Expr, { call: string }>, at: Place): Reason[] | undefined {
    const entered = this.asking.enter(node, at)
    if (entered === undefined || entered.f.clauses === undefined) return undefined
    return this.all(this.parts(entered.f.body, entered.place, entered.f.clauses))
  }

  /** "Some … where …", and there is none: what no item satisfies. */
  private nothingOf(part: Part, { query, value }: Aggregate): Reason[] | undefined {
    if (value !== undefined) return undefined
    const noneWith = this.missing(query, part.at)
    const [only, ...more] = noneWith
    if (only === undefined) return undefined
    // Of actions, none of which is possible, each has its own reasons.
    const { anyOf = [] } = more.length === 0 ? only : {}
    const actions = anyOf.length > 0 && anyOf.every(({ needs }) => needs !== true)
    return [{ ...this.wording.say(part, true), ...(actions ? { anyOf } : { noneWith }) }]
  }

  private missing(list: Expr, at: Place): Reason[] {
    if (typeof list !== 'object') return []
    if ('call' in list) {
      const entered = this.asking.enter(list, at)
      return entered === undefined ? [] : this.missing(entered.f.body, entered.place)
    }
    if (!('query' in list)) return []
    if (
      list.query === 'sort' ||
      list.query === 'reverse' ||
      list.query === 'distinct' ||
      list.query === 'take'
    )
      return this.missing(list.over, at)
    if (list.query !== 'filter') return []
    const cases = this.asking.cases(list.over, list.bind, at)
    if (cases === undefined) return []
    if (cases.rows.length === 0) return this.missing(list.over, at)
    return this.all(this.parts(list.where, cases, list.clauses ?? []))
  }

  /** "All …", and some are not: which. */
  private notAll(part: Part, { query, bind, value }: Aggregate): Reason[] | undefined {
    if (value === undefined || part.at.rows.length > 1 || !this.asking.sees(part.node, part.at))
      return undefined
    const cases = this.asking.cases(query, bind ?? 'it', part.at)
    if (cases === undefined) return undefined
    const failed = this.asking.values(value, cases, 'flag').flatMap((holds, i) => (holds === 0 ? [i] : []))
    if (failed.length === 0) return undefined
    const type = this.asking.typeOf(query, part.at) ?? ''
    const items = failed.map((i) => cases.rows[i].at(-1)!)
    return [
      {
        ...this.wording.say(part, true),
        now: `not so: ${this.wording.named(type.replace(/^list /, ''), items)}`,
      },
    ]
  }

  /** An action is not possible, or none of several is. */
  private illegalAmong(part: Part, action: Expr): Reason[] | undefined {
    if (!this.asking.sees(action, part.at)) return undefined
    const actions = [...new Set(this.asking.values(action, part.at, 'action'))]
    if (actions.length === 1 && typeof actions[0] === 'number') {
      const reasons = this.illegal(actions[0])
      return reasons.length === 0 ? undefined : reasons
    }
    const { def, layout } = this.asking.linker
    const actor = layout.seats[this.asking.s.actor]
    const own = actions.filter((a): a is number => {
      const by = def.procedures[typeof a === 'number' ? a : -1]?.by
      return by !== undefined && (by.length === 0 || by.includes(actor))
    })
    if (own.length === 0 || own.length > MOST_ACTIONS) return undefined
    const anyOf = own.map(
      (a): Reason => ({
        clause: this.asking.names.label(this.asking.s, 'action', a),
        allOf: this.illegal(a),
      }),
    )
    return [{ ...this.wording.say(part, true), anyOf }]
  }

  /** What the action requires and is not so; nothing if it is possible. */
  private illegal(action: number): Reason[] {
    const { def, layout } = this.asking.linker
    const p = def.procedures[action]
    if (p === undefined) return []
    const actor = layout.seats[this.asking.s.actor]
    if (p.by.length > 0 && (actor === undefined || !p.by.includes(actor))) return [this.reserved([action])]
    return this.asking.isLegal(action) === false ? this.all(this.requirements(action)) : []
  }

  requirements(action: number): Part[] {
    const { params, requires } = this.asking.linker.def.procedures[action]
    if (params.length > 0) return [] // with what it would be done is not known
    const at = this.asking.action(action)
    return requires.map(({ when, src }) => ({ node: when, at, said: { src, flip: false } }))
  }

  /** Actions of one name that are not for the asker. */
  reserved(actions: readonly number[]): Reason {
    const { def, layout } = this.asking.linker
    const seats = new Set(actions.flatMap((action) => def.procedures[action].by))
    const names = [...seats].map((seat) => layout.seatNames[layout.seatIndex.get(seat) ?? -1] ?? seat)
    const label = this.asking.names.label(this.asking.s, 'action', actions[0])
    return this.wording.note(`${label} is for ${names.join(' and ')} only`)
  }
}
