/**
 * Explains why a condition fails. The viewer knows that it does; everything else is computed from what the viewer may
 * see, so an explanation never leaks a secret. Parts that could read something hidden aren't evaluated, and are named
 * only if no other part fails.
 */
import { type Aggregate, type Expr, present, type Supposing } from '@ludoforge/kernel'
import { usesName } from '@ludoforge/kernel/internal'
import type { Reason } from './explanation.js'
import type { ClauseEvaluator } from './clause-evaluator.js'
import { type LegalTest, type Performing, performedAction } from './performing.js'
import type { Bindings } from './bindings.js'
import { MAX_NAMED, subjectOf } from '../say/speaker.js'
import type { Part, Wording } from './wording.js'

const MAX_DEPTH = 40
const MAX_ACTIONS = 12

type Call = Extract<Expr, { call: string }>

export class FailureExplainer {
  private depth = 0

  constructor(
    private readonly asking: ClauseEvaluator,
    private readonly wording: Wording,
  ) {}

  /** Returns the parts of a conjunction, with their sources. */
  parts(node: Expr, at: Bindings, clauses: readonly (number | undefined)[]): Part[] {
    if (typeof node !== 'object' || !('op' in node) || node.op !== 'and')
      return [{ node, at, src: clauses[0] }]
    return node.args.map((part, i) => ({ node: part, at, src: clauses[i] ?? node.clauses?.[i] }))
  }

  /** Returns whether a part fails, as far as the viewer may know; `maybe`: only a hidden part can. */
  verdict(parts: readonly Part[]): 'fails' | 'maybe' | 'holds' {
    let hidden = false
    for (const { node, at } of parts)
      if (!this.asking.sees(node, at)) hidden = true
      else if (this.asking.values(node, at, 'flag').includes(0)) return 'fails'
    return hidden ? 'maybe' : 'holds'
  }

  /** Returns what fails of parts that should all hold (or, with `want` false, all fail). All parts have the same cases. */
  all(parts: readonly Part[], want = true): Reason[] {
    const [first] = parts
    if (first === undefined) return []
    const failed = first.at.rows.map((): number[] => []) // the parts that each case fails
    const failedBy = (row: number) => present(failed[row], 'cases of all parts agree.')
    const failing: Part[] = []
    const hidden: Part[] = []
    parts.forEach((part, n) => {
      if (!this.asking.sees(part.node, part.at)) {
        hidden.push(part)
        return
      }
      const values = this.asking.values(part.node, part.at, 'flag')
      const fails = values.map((value) => value !== undefined && (value !== 0) !== want)
      // A part without a value where an earlier part fails doesn't count there.
      const everywhere = fails.every((fail, i) => fail || (values[i] === undefined && failedBy(i).length > 0))
      if (everywhere && fails.includes(true)) failing.push(part)
      fails.forEach((fail, i) => {
        if (fail) failedBy(i).push(n)
      })
    })
    if (failing.length > 0) return failing.flatMap((part) => this.reasons(part, want))
    const single = first.at.rows.length === 1
    // Several hidden parts are named together: naming the failing one would leak hidden information.
    if (hidden.length > 0 && failed.some((fails) => fails.length === 0)) {
      const [only] = hidden.length === 1 && single ? hidden : []
      return only === undefined ? [this.wording.notAll(hidden, want)] : this.reasons(only, want)
    }
    if (parts.length === 1 && single) return this.reasons(first, want)
    const items = first.at.rows.map(({ item }) => item)
    return [this.nearest(parts, items, failed, want)]
  }

  /**
   * Every part holds for some case, but no case meets all parts. Names the nearest cases: those that fail the fewest parts,
   * and of these the ones that get furthest, if they are few enough.
   */
  private nearest(
    parts: readonly Part[],
    items: readonly (string | undefined)[],
    failed: readonly number[][],
    want: boolean,
  ): Reason {
    const whole = this.wording.nowhere(parts, want)
    const least = Math.min(...failed.map(({ length }) => length))
    const groups = new Map<number, number[]>() // cases by the first part that they fail
    failed.forEach((fails, i) => {
      const [first = -1] = fails
      if (fails.length === least) groups.set(first, [...(groups.get(first) ?? []), i])
    })
    for (const [, rows] of [...groups].sort(([a], [b]) => b - a)) {
      const names = new Set(rows.map((i) => items[i]))
      if (names.has(undefined) || names.size > MAX_NAMED || names.size === new Set(items).size) continue
      const lacking = parts.map((part) => ({ ...part, at: part.at.among(rows) }))
      const of = [...names].join(', ')
      return { ...whole, allOf: this.all(lacking, want).map((reason) => ({ ...reason, of })) }
    }
    return whole
  }

  /** Returns why one part, which is known to fail in every case, isn't as wanted. */
  reasons(part: Part, want: boolean): Reason[] {
    if (++this.depth > MAX_DEPTH) return [this.wording.say(part, want)]
    try {
      return this.inside(part, want) ?? [this.wording.say(part, want)]
    } finally {
      this.depth--
    }
  }

  /** Returns reasons inside a part, or undefined if the part itself is the best explanation. */
  private inside(part: Part, want: boolean): Reason[] | undefined {
    const { node, at, src } = part
    if (typeof node !== 'object') return undefined
    if ('call' in node) return want ? this.called(part, node) : this.holding(part, node)
    if ('supposing' in node) return this.supposed(part, node, want)
    if ('aggregate' in node) {
      if (!want) return undefined
      return node.aggregate.op === 'any' ? this.nothingOf(part, node.aggregate) : undefined
    }
    if ('if' in node) {
      const [when, ...more] = this.asking.sees(node.if.when, at)
        ? new Set(this.asking.values(node.if.when, at, 'flag'))
        : []
      if (when === undefined || more.length > 0) return undefined
      return this.inside({ node: when !== 0 ? node.if.then : node.if.else, at, src }, want)
    }
    if (!('op' in node)) return undefined
    if (node.op === 'not') return this.inside({ node: node.arg, at, src }, !want)
    if (node.op === 'legal') return want ? this.illegalAmong(part, node) : undefined
    if (node.op !== 'and' && node.op !== 'or') return undefined
    if (subjectOf(node) !== undefined) return undefined
    const parts = node.args.map((arg, i): Part => ({ node: arg, at, src: node.clauses?.[i] }))
    return (node.op === 'and') === want ? this.all(parts, want) : [this.either(parts, want)]
  }

  /** Explains a failed disjunction: every alternative fails, each for its own reasons. */
  private either(parts: readonly Part[], want: boolean): Reason {
    const anyOf = parts.map((part): Reason => {
      const reasons = this.reasons(part, want)
      const [only, ...more] = reasons
      if (only !== undefined && more.length === 0) return only
      return { ...this.wording.say(part, want), allOf: reasons }
    })
    return { ...this.wording.together(parts, want), anyOf }
  }

  /** Explains a named test: by its sentence, with the clauses that fail below it, or by these clauses alone. */
  private called(part: Part, node: Call): Reason[] | undefined {
    const entered = this.asking.enter(node, part.at)
    if (entered?.f.clauses === undefined) return undefined
    const { f, place } = entered
    const reasons = this.all(this.parts(f.body, place, f.clauses ?? []))
    if (f.says === undefined) return reasons
    return [{ ...this.wording.say(part, true), ...(reasons.length === 0 ? {} : { allOf: reasons }) }]
  }

  /** Explains a named test that should not hold: keeps its name, and lists below what makes it hold. */
  private holding(part: Part, node: Call): Reason[] | undefined {
    const entered = this.asking.enter(node, part.at)
    if (entered?.f.clauses === undefined) return undefined
    const { body, clauses } = entered.f
    const reasons = this.inside({ node: body, at: entered.place, src: clauses[0] }, false) ?? []
    const whole = this.wording.say(part, false)
    if (reasons.length === 0) return [whole]
    const [only] = reasons.length === 1 ? reasons : []
    const anyOf = only?.anyOf
    return [{ ...whole, ...(anyOf === undefined ? { allOf: reasons } : { anyOf }) }]
  }

  /** Explains a condition on the position after a procedure: by the clauses that fail there. */
  private supposed(part: Part, node: Supposing, want: boolean): Reason[] | undefined {
    const there = this.asking.suppose(node, part.at)
    if (there === undefined) return undefined
    const reasons = this.inside({ node: node.then, at: there }, want) ?? []
    const whole = this.wording.say(part, want)
    // A single reason without reasons of its own says the same as the whole.
    const [only, ...more] = reasons
    if (only === undefined) return [whole]
    if (more.length > 0) return [{ ...whole, allOf: reasons }]
    const { allOf, anyOf } = only
    return [
      { ...whole, ...(allOf === undefined ? {} : { allOf }), ...(anyOf === undefined ? {} : { anyOf }) },
    ]
  }

  /** Explains a failed "some … where …": what no item satisfies. */
  private nothingOf(part: Part, { query, value }: Aggregate): Reason[] | undefined {
    if (value !== undefined) return undefined
    const noneWith = this.missing(query, part.at)
    const [only, ...more] = noneWith
    if (only === undefined) return undefined
    // A named test that fails everywhere says what the search says; its own clauses say why.
    if (more.length === 0 && only.allOf !== undefined && only.allOf.every(({ of }) => of === undefined))
      return [{ ...this.wording.say(part, true), noneWith: only.allOf }]
    // Actions that are all illegal have a reason each.
    const { anyOf = [] } = more.length === 0 ? only : {}
    const actions = anyOf.length > 0 && anyOf.every(({ code }) => code === undefined)
    return [{ ...this.wording.say(part, true), ...(actions ? { anyOf } : { noneWith }) }]
  }

  private missing(list: Expr, at: Bindings): Reason[] {
    if (typeof list !== 'object') return []
    if ('call' in list) {
      const entered = this.asking.enter(list, at)
      return entered === undefined ? [] : this.missing(entered.f.body, entered.place)
    }
    if (!('query' in list)) return []
    if (['sort', 'reverse', 'distinct', 'take'].includes(list.query) && 'over' in list)
      return this.missing(list.over, at)
    if (list.query !== 'filter') return []
    const cases = this.asking.cases(list.over, list.bind, at)
    if (cases === undefined) return []
    if (cases.rows.length === 0) return this.missing(list.over, at)
    return this.all(this.parts(list.where, cases, list.clauses ?? []))
  }

  /** Explains why an action isn't legal, or none of several is. */
  private illegalAmong(part: Part, node: LegalTest): Reason[] | undefined {
    const actions = performedAction(this.asking, node, part.at)
    if (actions === undefined) return undefined
    const [only, ...more] = actions
    if (only !== undefined && more.length === 0) {
      const reasons = this.illegal(only, node)
      return reasons.length === 0 ? undefined : reasons
    }
    const own = actions.filter(({ action, at }) => at !== undefined && this.isOpen(action, at, node))
    if (own.length === 0 || own.length > MAX_ACTIONS) return undefined
    const anyOf = own.map((candidate) => ({
      text: `${this.label(candidate.action)} isn't possible`,
      allOf: this.illegal(candidate, node),
    }))
    return [{ ...this.wording.say(part, true), anyOf }]
  }

  /** Returns whether the actor is one of the action's seats, or the rule names the actor. */
  private isOpen(action: number, { rows }: Bindings, { by: named }: LegalTest): boolean {
    const { by } = this.asking.procedure(action)
    const { seats } = this.asking.linker.layout
    if (named !== undefined || by.length === 0) return true
    return rows.every(({ context }) => by.includes(seats[(context ?? this.asking.s).actor] ?? ''))
  }

  /** Returns the failed requirements of an action; empty if it is legal. */
  private illegal({ action, at }: Performing, node: LegalTest): Reason[] {
    if (at === undefined)
      return [this.wording.note(`${this.label(action)} can't be performed with these arguments`)]
    if (!this.isOpen(action, at, node)) return [this.reserved([action])]
    const parts = this.requirements(action, at)
    return this.verdict(parts) === 'holds' ? [] : this.all(parts)
  }

  /** Returns the requirements that can be evaluated: without arguments, only those that don't depend on them. */
  requirements(action: number, at = this.asking.action(action)): Part[] {
    const { params, requires } = this.asking.procedure(action)
    const open = new Set(params.flatMap(({ name }) => (at.scope.find(name) === undefined ? [name] : [])))
    return requires.flatMap(({ when, src, says }) =>
      usesName(when, open) ? [] : [{ node: when, at, src, says }],
    )
  }

  /** Explains that actions are reserved for other seats. */
  reserved(actions: readonly number[]): Reason {
    const { layout } = this.asking.linker
    const seats = new Set(actions.flatMap((action) => this.asking.procedure(action).by))
    const names = [...seats].map((seat) => layout.seatNames[layout.seatIndex.get(seat) ?? -1] ?? seat)
    const first = present(actions[0], 'an action of that name was found.')
    return this.wording.note(`${this.label(first)} is for ${this.wording.speaker.language.list(names)} only`)
  }

  private label(action: number): string {
    return this.asking.names.label(this.asking.s, 'action', action)
  }
}
