/**
 * Decides like the generated code of `narrowing.ts`, but slowly, and records what each part of each line kept and
 * dropped. It evaluates the same expressions in the same order, so with the same random numbers it gets the same values,
 * also of dice and determinizations.
 */
import { type EntryDef, type Expr, type LineDef, listOf, present } from '@ludoforge/kernel'
import { type List, NO_ITEMS, type QuestionSite, TIMING, type ValueDomain } from '@ludoforge/kernel/internal'
import type { ClauseEvaluator } from '../explain/clause-evaluator.js'
import type { Bindings } from '../explain/bindings.js'
import { CHOSEN } from './lines.js'
import { asksAfter } from './narrowing.js'

/** A part of a policy line: its test, its option, or one of its ranks by number. */
type LinePart = 'test' | 'option' | number

/** A part of a line, applied to the options that were open at a pick. Options are indexes into the question's values. */
export interface AppliedPart {
  readonly line: LineDef
  readonly part: LinePart
  readonly before: readonly number[]
  readonly after: readonly number[]
  readonly values: readonly number[] | null // of each option in `before`; null for an option of a menu
}

/** One pick: the parts that narrowed its options, in order. */
export interface Round {
  readonly entry: EntryDef
  readonly chosen: List // the choices before it
  readonly parts: readonly AppliedPart[]
  readonly applied: readonly LineDef[] // the lines that could matter, also those that dropped nothing
  readonly left: readonly number[] // empty if it declines
  readonly declines: LineDef | null // the line that declines
}

/** A line that fixes how many are taken. */
export interface FixedAmount {
  readonly entry: EntryDef
  readonly line: LineDef
  readonly value: number // before it is limited to the bounds of the question
}

/** A line of a window that takes an offer, or declines all. */
export interface TakenOffer {
  readonly entry: EntryDef
  readonly line: LineDef
  readonly offer: number // the number of the offer; -1 if it declines
  readonly at: Bindings
}

export class DecisionRecorder {
  readonly rounds: Round[] = []
  amount: FixedAmount | null = null
  offer: TakenOffer | null = null
  readonly #base: Bindings

  constructor(
    readonly asking: ClauseEvaluator,
    private readonly lookAt: (pick: number) => void,
    private readonly hasCoverage: boolean,
  ) {
    this.#base = entryBindings(asking.here(), asking.q, asking.seat)
  }

  /** Records the line that fixes how many are taken. */
  takes(entry: EntryDef, line: LineDef, value: number): void {
    this.amount = { entry, line, value }
  }

  /** Records the line that decided about an offer. */
  offers(
    entry: EntryDef,
    line: LineDef,
    offer: number,
    action: number,
    window: number,
    timing: number,
  ): void {
    const { asking } = this
    const bindings = windowBindings(asking.window(window), asking.seat, action, timing)
    this.offer = { entry, line, offer, at: bindings }
  }

  /** Does what an `OptionFilter` does. */
  narrow(
    entry: EntryDef,
    values: List,
    open: number[],
    count: number,
    chosen: List,
    mayStop: boolean,
  ): number {
    const parts: AppliedPart[] = []
    const applied: LineDef[] = []
    const start = open.slice(0, count)
    const { left, declines } = this.#lines(entry, values, start, chosen, mayStop, parts, applied)
    left.forEach((i, at) => {
      open[at] = i
    })
    this.rounds.push({ entry, chosen, parts, applied, left, declines })
    return left.length
  }

  #lines(
    { lines }: EntryDef,
    values: List,
    start: readonly number[],
    chosen: List,
    mayStop: boolean,
    parts: AppliedPart[],
    applied: LineDef[],
  ): Pick<Round, 'left' | 'declines'> {
    let left = start
    let isFound = false // one of the `first` lines has matched
    for (const line of lines) {
      if (line.do === 'take') continue
      const option = line.option === undefined ? -1 : this.asking.q.ids.indexOf(line.option)
      const isNamed = line.test !== undefined || option >= 0
      const stops = line.do === 'stop' || (line.do === 'otherwise' && !isNamed)
      if ((line.do === 'first' || line.do === 'otherwise') && isFound) continue
      if (stops ? !mayStop : this.#isIdle(line, option, values, left, mayStop)) continue
      applied.push(line)
      if (line.when !== undefined && this.#value(line.when, -1, chosen) === 0) continue
      if (stops) return { left: [], declines: line }
      const kept = this.#named(line, option, values, left, chosen, parts)
      if (kept.length === 0) {
        if (line.do === 'only' && mayStop) return { left: [], declines: line }
        continue
      }
      left = this.#best(line, values, kept, chosen, parts)
      if (line.do === 'first') isFound = true
    }
    return { left, declines: null }
  }

  /** Whether a line can't matter, so that the generated code skips its condition. With coverage it skips none. */
  #isIdle(
    { do: does }: LineDef,
    option: number,
    values: List,
    left: readonly number[],
    mayStop: boolean,
  ): boolean {
    if (this.hasCoverage) return false
    if ((does === 'prefer' || does === 'avoid') && left.length < 2) return true
    if (does === 'only' && !mayStop && left.length < 2) return true
    const isMissing = option >= 0 && !left.some((i) => values[i] === option)
    return isMissing && !(does === 'only' && mayStop)
  }

  /** Returns the options that pass the line's test, or the one that it names; all, if it has neither. */
  #named(
    line: LineDef,
    option: number,
    values: List,
    before: readonly number[],
    chosen: List,
    parts: AppliedPart[],
  ): readonly number[] {
    const { test } = line
    if (test === undefined && option < 0) return before
    const avoids = line.do === 'avoid'
    const found = test === undefined ? null : this.#each(test, values, before, chosen)
    const isNamed = (i: number, at: number): boolean =>
      found === null ? values[i] === option : found[at] !== 0
    const after = before.filter((i, at) => isNamed(i, at) !== avoids)
    if (after.length > 0)
      parts.push({ line, part: test === undefined ? 'option' : 'test', before, after, values: found })
    return after
  }

  /** Returns the best options by the line's ranks, one rank after the other. */
  #best(
    line: LineDef,
    values: List,
    start: readonly number[],
    chosen: List,
    parts: AppliedPart[],
  ): readonly number[] {
    let before = start
    line.ranks?.forEach(({ by, value }, part) => {
      if (before.length < 2) return
      const found = this.#each(value, values, before, chosen)
      const best = by === 'most' ? Math.max(...found) : Math.min(...found)
      const after = before.filter((_, at) => found[at] === best)
      parts.push({ line, part, before, after, values: found })
      before = after
    })
    return before
  }

  #each(node: Expr, values: List, options: readonly number[], chosen: List): number[] {
    const looks = asksAfter(node)
    return options.map((i) => {
      if (looks) this.lookAt(i)
      return this.#value(node, present(values[i], 'an open option has a value.'), chosen)
    })
  }

  #value(node: Expr, option: number, chosen: List): number {
    if (typeof node !== 'object') return Number(node)
    const { asking } = this
    const { s, seat } = asking
    const { run } = present(asking.clauses.of(node, this.#base), 'a line of a policy is linked.')
    const given = asking.q.kind === 'alternatives' ? [seat, 0] : [option, chosen, seat, 0]
    return Number(run(s, s.k, s.fp, given, seat))
  }

  /** Returns the names of a line, with a case for each of these options; without options, `it` is none. */
  bindings(options: readonly number[], chosen: List): Bindings {
    const { asking } = this
    const { domains } = asking.linker.flows
    const domain = options.reduce((all, value) => domains.join(all, domainOf(asking, value)), domains.nothing)
    return entryBindings(asking.here(), asking.q, asking.seat, options, chosen, domain)
  }
}

/** Adds the names of an entry's lines to those of its question. The key is the same for all options. */
export function entryBindings(
  here: Bindings,
  { kind, type }: Pick<QuestionSite, 'kind' | 'type'>,
  seat: number,
  options: readonly number[] = [],
  chosen: List = NO_ITEMS,
  domain: ValueDomain | null = null,
): Bindings {
  const named =
    kind === 'alternatives'
      ? here
      : here
          .with({ name: 'it', type }, domain, () => (options.length === 0 ? [-1] : options))
          .with({ name: CHOSEN, type: listOf(type) }, null, () => [chosen])
  return withSeat(named, seat, 0)
}

/** The same for the lines of a window. */
export function windowBindings(window: Bindings, seat: number, action: number, timing: number): Bindings {
  const names = window
    .with({ name: 'it', type: 'action' }, null, () => [action])
    .with({ name: CHOSEN, type: 'list action' }, null, () => [NO_ITEMS])
  return withSeat(names, seat, timing)
}

function withSeat(names: Bindings, seat: number, timing: number): Bindings {
  return names
    .with({ name: 'me', type: 'seat' }, null, () => [seat])
    .with({ name: TIMING, type: 'number' }, null, () => [timing])
}

/** Returns the domain of an option. The deciding seat knows it, even if it may not know how the rules found it. */
function domainOf(asking: ClauseEvaluator, value: number): ValueDomain {
  const { linker, names, s, q } = asking
  const { domains } = linker.flows
  if (q.type === 'seat') return domains.seats([linker.layout.seats[value] ?? ''])
  if (q.type !== 'zone' && q.type !== 'token') return domains.anything
  return domains.zonesNamed([asking.zone(q.type === 'zone' ? value : names.zoneOf(s, value)).def.id])
}
