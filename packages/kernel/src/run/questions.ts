/** Questions at run time: gathers, groups and bounds their options. */
import { DeadEnd, present, RuleError, type SourceLocation } from '../errors.js'
import type { Layout } from '../layout/layout.js'
import { AFTER } from '../layout/timings.js'
import type { HiddenBy, QuestionSite } from '../link/question.js'
import type { Question } from '../protocol.js'
import { type CellArray, type ComputedQuestion, type List, NO_ITEMS, type State } from '../layout/state.js'
import { SeenSet, type SpendFuel } from './lists.js'

/** The open question. There is one object per game, reused for every question. */
export class OpenQuestion implements Question, ComputedQuestion {
  site = 0
  seat = 0
  kind: ComputedQuestion['kind'] = 'one'
  values: List = NO_ITEMS
  counts: List | null = null
  costs: List | null = null
  min = 0
  max = 0
  budget = 0
  optional = false
  offers: List = NO_ITEMS
  timing = 0
  series = 0
  repeats = false
  throughout = false
  offered: List = NO_ITEMS
  /** The state whose question this is, until the state changes. */
  state: State | null = null
  serial = 0
  first = true // in a simultaneous choice: the question of the first pending seat

  isOf(s: State): boolean {
    return this.state === s && this.serial === s.serial
  }

  copy(): ComputedQuestion {
    const { site, seat, kind, values, counts, costs, min, max, budget, optional } = this
    const { offers, timing, series, repeats, throughout, offered } = this
    return {
      site,
      seat,
      kind,
      values,
      counts,
      costs,
      min,
      max,
      budget,
      optional,
      offers,
      timing,
      series,
      repeats,
      throughout,
      offered,
    }
  }

  /** Loads the question of a state that was computed before. */
  load(s: State, from: Readonly<ComputedQuestion>): void {
    this.site = from.site
    this.seat = from.seat
    this.kind = from.kind
    this.values = from.values
    this.counts = from.counts
    this.costs = from.costs
    this.min = from.min
    this.max = from.max
    this.budget = from.budget
    this.optional = from.optional
    this.offers = from.offers
    this.timing = from.timing
    this.series = from.series
    this.repeats = from.repeats
    this.throughout = from.throughout
    this.offered = from.offered
    this.state = s
    this.serial = s.serial
    this.first = true
  }
}

const LINKED = 'a state waits at a question that is linked.'

export function makeQuestions(
  layout: Layout,
  questions: readonly (QuestionSite | null)[],
  places: readonly SourceLocation[],
  asked: OpenQuestion,
  spend: SpendFuel,
) {
  const { at, pieces, pieceKinds, cardZone } = layout
  const cardKinds = layout.kinds - pieceKinds
  const cardKeys = layout.zones.length * pieceKinds
  const stamps = new Int32Array(cardKeys + layout.zones.length * cardKinds)
  const positions = new Int32Array(stamps.length)
  let stamp = 0
  const seen = new SeenSet()

  function deadEnd(q: QuestionSite, why: string): never {
    throw new DeadEnd(`The choice '${q.name}' has no legal answer: ${why}.`, places[q.place] ?? {})
  }

  /** Returns the grouping key of a token. Tokens with the same key are interchangeable. */
  function keyOf(d: CellArray, t: number): number {
    if (t < pieces) return d[at + t]
    return cardKeys + d[cardZone + t] * cardKinds + layout.kindOf(d, t) - pieceKinds
  }

  /** Groups interchangeable values into one option each; fills `counts` and `offered`. */
  function gather(s: State, id: number, list: List): List {
    const q = present(questions[id], LINKED)
    spend(s, list.length * OPTION_FUEL, q.place)
    asked.offered = list
    if (q.type === 'token') return groupTokens(s, q, list)
    asked.counts = null
    return q.distinct ? list : groupEqual(list)
  }

  function groupTokens(s: State, q: QuestionSite, list: List): List {
    const values: number[] = []
    const counts: number[] = []
    const d = s.d
    if (++stamp === 0x7fffffff) {
      stamps.fill(0)
      stamp = 1
    }
    let single = true
    if (!q.distinct) seen.begin()
    for (let i = 0; i < list.length; i++) {
      const t = list[i]
      if (t < 0) throw new RuleError('One of the options is none instead of a token.', places[q.place] ?? {})
      if (!q.distinct && !seen.add(t)) continue
      const key = keyOf(d, t)
      if (stamps[key] === stamp) {
        const p = positions[key]
        counts[p]++
        single = false
        if (t < values[p]) values[p] = t
      } else {
        stamps[key] = stamp
        positions[key] = values.length
        values.push(t)
        counts.push(1)
      }
    }
    asked.counts = single ? null : counts
    return values
  }

  function groupEqual(list: List): List {
    seen.begin()
    if (list.every((item) => seen.add(item))) {
      asked.counts = null
      return list
    }
    const counts = new Map<number, number>()
    for (const x of list) counts.set(x, (counts.get(x) ?? 0) + 1)
    asked.counts = [...counts.values()]
    return [...counts.keys()]
  }

  function askOne(
    s: State,
    id: number,
    seat: number,
    list: List,
    optional: boolean,
    offers: List,
    timing: number,
    series: number,
  ): number {
    const q = present(questions[id], LINKED)
    const values = gather(s, id, list)
    const declinable = optional || (values.length === 0 && q.orAll)
    if (values.length === 0 && (offers.length === 0 || (declinable && passedBy(s, seat, offers, timing)))) {
      if (!declinable) deadEnd(q, 'there are no options')
      if (!hidesAnswers(s, q, seat)) return 0
    }
    asked.offers = offers
    asked.timing = timing
    asked.site = id
    asked.kind = 'one'
    asked.seat = seat
    asked.values = values
    asked.costs = null
    asked.min = declinable ? 0 : 1
    asked.max = 1
    asked.budget = 0
    asked.optional = declinable
    asked.repeats = series > 0 && q.repeats
    asked.series =
      series === 0 || values.length === 0 ? 0 : q.repeats ? series : Math.min(series, optionCount())
    return 1
  }

  /** Returns the number of options of the open question, each as often as it can be chosen. */
  function optionCount(): number {
    const { counts, values } = asked
    return counts === null ? values.length : counts.reduce((sum, n) => sum + n, 0)
  }

  /** Returns whether the seat has just declined these offers. The timing `after` is the last chance, so it asks again. */
  function passedBy(s: State, seat: number, offers: List, timing: number): boolean {
    const declined = s.passedBy
    if (declined === null || declined[0] !== seat || (timing === AFTER && declined[1] !== AFTER)) return false
    return offers.every((action) => declined.includes(action, 2))
  }

  /** Asks for a number in a range. It has no offers, because picks are the numbers themselves. */
  function askRange(s: State, id: number, seat: number, min: number, max: number, optional: boolean): number {
    const q = present(questions[id], LINKED)
    if (max < min) {
      if (!optional && !q.orAll) deadEnd(q, `there is no number from ${min} to ${max}`)
      return hidesAnswers(s, q, seat) ? askOne(s, id, seat, NO_ITEMS, true, NO_ITEMS, 0, 0) : 0
    }
    asked.site = id
    asked.kind = 'number'
    asked.offers = NO_ITEMS
    asked.seat = seat
    asked.values = NO_ITEMS
    asked.offered = NO_ITEMS
    asked.counts = null
    asked.costs = null
    asked.min = min
    asked.max = max
    asked.budget = 0
    asked.optional = optional
    asked.series = 0
    asked.repeats = false
    return 1
  }

  /** Asks for several options. `gather` must run before. */
  function askMany(
    s: State,
    id: number,
    seat: number,
    list: List,
    least: number,
    most: number,
    prices: List | null,
    budget: number,
    offers: List,
    timing: number,
  ): number {
    const q = present(questions[id], LINKED)
    let values = list
    let costs = prices
    let total = list.length
    if (costs !== null && prices !== null) {
      for (const c of costs)
        if (c < 0) throw new RuleError(`An option has the negative cost ${c}.`, places[q.place] ?? {})
      if (costs.some((c) => c > budget)) {
        const kept = list.map((_, i) => i).filter((i) => prices[i] <= budget)
        values = kept.map((i) => list[i])
        costs = kept.map((i) => prices[i])
        const { counts } = asked
        if (counts !== null) asked.counts = kept.map((i) => counts[i])
      }
      total = affordable(costs, asked.counts, budget)
    } else if (asked.counts !== null) {
      total = 0
      for (const c of asked.counts) total += c
    }
    const max = most < total ? most : total
    let min = least < 0 ? 0 : least
    if (min > max && q.orAll) min = max
    if (min > max) deadEnd(q, `it needs at least ${min}, but only ${Math.max(0, max)} can be chosen`)
    const passed = offers.length === 0 || passedBy(s, seat, offers, timing)
    if (max <= 0 && passed && !hidesAnswers(s, q, seat)) return 0
    asked.offers = offers
    asked.timing = timing
    asked.site = id
    asked.kind = 'many'
    asked.seat = seat
    asked.values = values
    asked.costs = costs
    asked.min = min
    asked.max = max < 0 ? 0 : max
    asked.budget = budget
    asked.optional = false
    asked.series = 0
    asked.repeats = false
    return 1
  }

  /**
   * Returns whether the set of answers can depend on hidden information. Then the seat is asked even if it has one answer
   * or none: skipping the question would reveal that.
   */
  function hidesAnswers(s: State, { hiddenBy }: QuestionSite, seat: number): boolean {
    return hiddenBy !== null && isHiddenBy(layout, s, hiddenBy[seat].fromOthers)
  }

  /** Returns the only legal answer to the open question; null if there are several, or if that isn't public. */
  function onlyAnswer(s: State, id: number): List | null {
    const { values, counts, min, max } = asked
    const q = present(questions[id], LINKED)
    if (q.secret || q.together !== null || hidesAnswers(s, q, asked.seat)) return null
    const passed = asked.offers.length > 0 && passedBy(s, asked.seat, asked.offers, asked.timing)
    const offers = passed ? NO_ITEMS : asked.offers
    if (asked.kind === 'number') return min === max && !asked.optional ? [min] : null
    if (asked.kind === 'one') {
      if (asked.optional || values.length + offers.length !== 1) return null
      return values.length === 0 ? FIRST_OFFER : FIRST_OPTION
    }
    if (offers.length > 0 || min !== max) return null
    let total = values.length
    if (counts !== null) {
      total = 0
      for (const c of counts) total += c
    }
    if (values.length !== 1 && total !== max) return null
    const picks: number[] = []
    for (let i = 0; i < values.length; i++)
      for (let n = counts === null ? 1 : counts[i]; n > 0 && picks.length < max; n--) picks.push(i)
    return picks
  }

  function chooser(seat: number, place: number): number {
    if (seat < 0)
      throw new RuleError(
        'A rule asks for a choice, but no seat is acting. Name the seat that chooses.',
        places[place] ?? {},
      )
    return seat
  }

  /** Returns the values of picks, in their order: of interchangeable tokens, those with the lowest numbers. */
  function chosen(s: State, id: number, picks: List): List {
    const { values, counts } = asked
    const q = present(questions[id], LINKED)
    const out: number[] = []
    let others: (number[] | undefined)[] | null = null // by pick: the remaining tokens, the lowest number last
    for (let i = 0; i < picks.length; i++) {
      const p = picks[i]
      const left = others === null ? undefined : others[p]
      out.push(
        left === undefined ? values[p] : present(left.pop(), 'as many pieces are alike as were counted.'),
      )
      if (left !== undefined || counts === null || counts[p] === 1 || q.type !== 'token') continue
      if (picks.includes(p, i + 1)) (others ??= [])[p] = othersLike(s.d, q, values[p])
    }
    return out
  }

  /** Returns the other offered tokens that are interchangeable with the token, the lowest number last. */
  function othersLike(d: CellArray, q: QuestionSite, token: number): number[] {
    const { offered } = asked
    const key = keyOf(d, token)
    const out: number[] = []
    if (!q.distinct) seen.begin()
    let last = layout.tokens
    let ordered = true
    for (let i = offered.length - 1; i >= 0; i--) {
      const t = offered[i]
      if (t === token || keyOf(d, t) !== key || (!q.distinct && !seen.add(t))) continue
      ordered &&= t < last
      last = t
      out.push(t)
    }
    return ordered ? out : out.sort((a, b) => b - a)
  }

  /** Returns the pick for a value that was chosen before, or -1 if it isn't offered. */
  function pickOf(s: State, id: number, value: number): number {
    const { values, offered } = asked
    if (present(questions[id], LINKED).type !== 'token') return values.indexOf(value)
    if (!offered.includes(value)) return -1
    const key = keyOf(s.d, value)
    return values.findIndex((token) => keyOf(s.d, token) === key)
  }

  return { askOne, askRange, askMany, gather, chooser, chosen, onlyAnswer, pickOf }
}

/** Returns whether something is hidden now. Empty zones hide nothing, because everybody sees that they are empty. */
export function isHiddenBy({ held }: Layout, s: State, { always, zones }: HiddenBy): boolean {
  return always || zones.some((zone) => s.d[held + zone] > 0)
}

/** The fuel of an option: it is grouped, named and shown. */
export const OPTION_FUEL = 16

const FIRST_OPTION: List = [0]
const FIRST_OFFER: List = [-1]

/** Returns how many options the budget can pay for, cheapest first. */
function affordable(costs: List, counts: List | null, budget: number): number {
  const order = costs.map((_, i) => i).sort((a, b) => costs[a] - costs[b])
  let left = budget
  let n = 0
  for (const i of order) {
    const count = counts === null ? 1 : counts[i]
    const cost = costs[i]
    const can = cost === 0 ? count : Math.min(count, Math.floor(left / cost))
    n += can
    left -= can * cost
    if (can < count) break
  }
  return n
}
