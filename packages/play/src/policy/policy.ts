/**
 * A linked policy: finds the entry that answers a question and applies its lines, one after the other, to the remaining
 * options. It decides with the knowledge of its seat, and looks ahead in determinizations.
 */
import {
  type Choice,
  type EntryDef,
  IllegalChoice,
  type PolicyReason,
  present,
  type Rng,
  type State,
} from '@ludoforge/kernel'
import {
  AFTER,
  declinesOffers,
  type LinkedGame,
  type List,
  type Machine,
  NO_ITEMS,
  type QuestionSite,
} from '@ludoforge/kernel/internal'
import { entriesFor, type QuestionName, type PolicySet } from './entries.js'
import { questionName, routineName } from './question-name.js'
import { PolicyLookahead } from './lookahead.js'
import { type Entry, linkedEntry, type Line } from './lines.js'
import { Bindings } from '../explain/bindings.js'
import { ClauseEvaluator } from '../explain/clause-evaluator.js'
import type { ClauseLinker } from '../explain/precompile.js'
import type { DecisionScratch } from './scratch.js'
import { DecisionRecorder, entryBindings, type Round, windowBindings } from './recorder.js'
import { type DecidingLine, reasonsOf } from './reasons.js'

/** The maximum number of values of a `number` question that the lines are applied to. */
const MAX_NUMBERS = 1000

/** A decision, made again to find its reasons. */
export interface ExplainedDecision {
  readonly picks: readonly number[]
  readonly reasons: readonly PolicyReason[] // in words for players
  readonly lines: readonly DecidingLine[] // all lines that decided, for designers
  readonly rounds: readonly Round[] // what each part of each line kept, pick by pick
}

/** A policy of the rulebook, linked for one seat. */
export class Policy {
  readonly name: string
  /** The agent that answers if this policy has no entry. */
  readonly otherwise: string
  /** The number of its sets: its own, and its fallbacks. */
  readonly layers: number
  private readonly entries: (readonly Entry[] | undefined)[] = [] // by question
  private readonly windows: (readonly Entry[] | undefined)[] = [] // by procedure
  private readonly machine: Machine
  private readonly lookahead: PolicyLookahead
  private recorder: DecisionRecorder | null = null // while it decides again to find its reasons
  private whole = false // the last result is one answer, not a list of single-pick answers
  private readonly drawn = [0] // the last answer that was drawn at random

  constructor(
    private readonly game: LinkedGame,
    readonly seat: number,
    private readonly set: PolicySet,
  ) {
    this.name = set.name
    this.otherwise = set.otherwise
    this.layers = set.layers.length
    this.machine = game.linked.machine
    this.lookahead = new PolicyLookahead(game, this)
  }

  /** Returns the answer to the seat's open question; undefined if no entry answers it. */
  choose(s: State, rng: Rng): readonly number[] | undefined {
    const left = this.decide(s, rng)
    if (left === undefined || this.whole || left.length === 0) return left
    const drawn = left.length === 1 ? left[0] : left[rng.below(left.length)]
    this.drawn[0] = present(drawn, 'an answer is left.')
    return this.drawn
  }

  /** Returns the answers that remain after all lines, before the random draw; undefined if no entry answers. */
  left(s: State, rng: Rng): readonly (readonly number[])[] | undefined {
    const left = this.decide(s, rng)
    if (left === undefined || this.whole) return left === undefined ? undefined : [left]
    return left.map((pick) => [pick])
  }

  /** Returns the remaining picks: together one answer (`whole`), or each an answer. Undefined if no entry answers. */
  private decide(s: State, rng: Rng): readonly number[] | undefined {
    const { machine } = this
    const asked = machine.question(s, this.seat)
    if (asked === undefined) throw new IllegalChoice('This seat has nothing to decide now.')
    const site = machine.linker.question(s.q)
    const { timing } = asked
    machine.refuel(s)
    const look = this.lookahead.begin(s, rng, asked)
    try {
      return this.withOffers(s, site, look, timing, rng)
    } catch (error) {
      throw machine.readable(error, s)
    } finally {
      this.lookahead.end()
    }
  }

  private withOffers(
    s: State,
    site: QuestionSite,
    look: DecisionScratch,
    timing: number,
    rng: Rng,
  ): readonly number[] | undefined {
    const { values, offers } = look.asked
    if (site.offering === null || offers.length === 0) return this.answers(s, look, rng)
    const { window } = site.offering
    const alone = site.kind === 'window'
    const taken = this.offer(s, window, look, timing, alone && timing === AFTER ? 'any' : 'now')
    if (taken >= 0) return this.wholly([-1 - taken])
    if (alone) return this.wholly(NO_ITEMS)
    const answers = this.answers(s, look, rng)
    if (
      answers === undefined ||
      !(this.whole || answers.length === 1) ||
      !declinesOffers(site, values, answers)
    )
      return answers
    const { whole } = this
    const last = this.offer(s, window, look, timing, 'last')
    this.whole = whole // the lookahead may have changed it
    return last >= 0 ? this.wholly([-1 - last]) : answers
  }

  private wholly(picks: readonly number[]): readonly number[] {
    this.whole = true
    return picks
  }

  private answers(s: State, look: DecisionScratch, rng: Rng): readonly number[] | undefined {
    const entry = this.entry(s)
    if (entry === undefined) return undefined
    const { kind } = look.asked
    if (kind === 'many') return this.wholly(this.several(s, entry, look, rng))
    return kind === 'number' ? this.number(s, entry, look) : this.one(s, entry, look)
  }

  /** Returns the first entry for the question whose condition holds. */
  private entry(s: State): Entry | undefined {
    for (const entry of this.linked(s))
      if (entry.when === null || this.holds(s, entry.when, -1, NO_ITEMS, 0)) return entry
    return undefined
  }

  /**
   * Decides again like `choose`, and returns the answer with its reasons; undefined if no entry answers. It is slow, so
   * that a decision costs nothing for reasons that nobody reads. With the position and the random numbers of a decision
   * it evaluates the same expressions in the same order, so these are the reasons of that decision.
   */
  explain(s: State, rng: Rng): ExplainedDecision | undefined {
    const { machine } = this
    const asked = machine.question(s, this.seat)
    if (asked === undefined) throw new IllegalChoice('This seat has nothing to decide now.')
    const question = asked.copy()
    const asking = new ClauseEvaluator(this.game.linked, s, machine.linker.question(s.q), this.seat)
    const [drawn = 0] = this.drawn
    const recorder = new DecisionRecorder(
      asking,
      (pick) => this.lookahead.lookAt(pick),
      machine.linker.coverage !== null,
    )
    this.recorder = recorder
    try {
      const found = this.choose(s, rng)
      if (found === undefined) return undefined
      const picks = [...found]
      return { picks, ...reasonsOf(this.game.def, recorder, question, picks), rounds: recorder.rounds }
    } finally {
      this.recorder = null
      this.drawn[0] = drawn // a caller may still hold the answer that it explains
    }
  }

  /** Converts answers to choices by names. */
  choices(s: State, answers: readonly (readonly number[])[]): Choice[] {
    return answers.map((picks) => this.game.choice(s, picks, this.seat))
  }

  /** Returns the offer to take; -1: none. `finally` lines apply only if nothing else is done. */
  private offer(
    s: State,
    window: number,
    { asked: { offers } }: DecisionScratch,
    timing: number,
    when: 'now' | 'last' | 'any',
  ): number {
    const passed = when === 'now' ? 'finally' : when === 'last' ? 'take' : null
    for (const entry of this.linkedWindow(window)) {
      if (entry.when !== null && !this.holds(s, entry.when, -1, NO_ITEMS, timing)) continue
      for (const line of entry.lines) {
        if (line.does === passed) continue
        const at = offers.indexOf(line.action)
        const stops = line.does === 'stop'
        this.lookahead.lookAt(-1 - at)
        if (at < 0 && !stops) continue
        if (line.when !== null && !this.holds(s, line.when, line.action, NO_ITEMS, timing)) continue
        this.recording?.offers(entry.def, line.def, stops ? -1 : at, line.action, window, timing)
        return at // -1 for a line that stops
      }
      return -1
    }
    return -1
  }

  private one(s: State, entry: Entry, look: DecisionScratch): readonly number[] {
    const { values, optional, offers } = look.asked
    if (values.length === 0 && !optional) {
      this.whole = false
      return offers.map((_, i) => -1 - i) // an offer must be taken, because there are no options
    }
    const count = this.narrow(s, entry, look, values, look.openAll(values.length), NO_ITEMS, optional)
    this.whole = count === 0
    return look.first(count)
  }

  private number(s: State, entry: Entry, look: DecisionScratch): readonly number[] {
    const { min, max, optional } = look.asked
    const most = entry.weighs ? Math.min(max, min + MAX_NUMBERS) : min // one value is enough to test whether it stops
    const numbers: number[] = []
    for (let n = min; n <= most; n++) numbers.push(n)
    const count = this.narrow(s, entry, look, numbers, look.openAll(numbers.length), NO_ITEMS, optional)
    if (count === 0) return this.wholly(NO_ITEMS)
    const amount = this.amount(s, entry, look)
    if (amount !== undefined) return this.wholly([amount])
    this.whole = false
    return look.first(entry.weighs ? count : look.openAll(max - min + 1)).map((i) => min + i)
  }

  /** Picks several options, one by one: applies the lines for each pick. */
  private several(s: State, entry: Entry, look: DecisionScratch, rng: Rng): readonly number[] {
    const picks: number[] = []
    let chosen: List = NO_ITEMS // a new list after each pick, because memo tables compare lists by identity
    const { open } = look
    const { values, min, max } = look.asked
    const size = this.amount(s, entry, look) ?? max
    look.beginPicking()
    while (picks.length < size) {
      const more = look.openMore(picks)
      if (more === 0) break
      const count = this.narrow(s, entry, look, values, more, chosen, picks.length >= min, picks)
      if (count === 0) break
      const pick = present(open[rng.below(count)], 'an option is left.')
      picks.push(pick)
      if (entry.looksBack) chosen = [...chosen, present(values[pick], 'a pick is an option.')]
    }
    return picks
  }

  /** Returns the amount that the entry takes; undefined if it has no `take` line. */
  private amount(
    s: State,
    { def, lines }: Entry,
    { asked: { min, max } }: DecisionScratch,
  ): number | undefined {
    for (const line of lines) {
      if (line.amount === null || (line.when !== null && !this.holds(s, line.when, -1, NO_ITEMS, 0))) continue
      const n = this.amountOf(s, line.amount, min, max)
      this.recording?.takes(def, line.def, n)
      return Math.max(min, Math.min(max, n))
    }
    return undefined
  }

  private amountOf(s: State, amount: NonNullable<Line['amount']>, min: number, max: number): number {
    if (amount === 'most') return max
    return amount === 'least' ? min : amount(s, s.k, s.fp, -1, NO_ITEMS, this.seat, 0)
  }

  /** Moves the open options that all lines keep to the front, and returns their number; 0: it declines. */
  private narrow(
    s: State,
    { def, narrow }: Entry,
    look: DecisionScratch,
    values: List,
    count: number,
    chosen: List,
    mayStop: boolean,
    picks: readonly number[] = NO_ITEMS,
  ): number {
    look.picks = picks
    if (this.recorder !== null && !this.lookahead.isAhead)
      return this.recorder.narrow(def, values, look.open, count, chosen, mayStop)
    return present(narrow, 'an entry that narrows has lines for it.')(
      s,
      s.k,
      s.fp,
      values,
      look.open,
      count,
      chosen,
      this.seat,
      mayStop,
    )
  }

  /** The recorder, unless a lookahead decides. */
  private get recording(): DecisionRecorder | null {
    return this.lookahead.isAhead ? null : this.recorder
  }

  private holds(s: State, when: NonNullable<Line['when']>, x: number, chosen: List, timing: number): boolean {
    return when(s, s.k, s.fp, x, chosen, this.seat, timing) !== 0
  }

  /** Returns the entries for the open question, linked on first use. */
  private linked(s: State): readonly Entry[] {
    let found = this.entries[s.q]
    if (found === undefined) {
      const { machine } = this
      const site = machine.linker.question(s.q)
      const asked = questionName(this.game, s.q)
      found = this.defs(asked).map((def) => linkedEntry(machine, def, { site, type: site.type }))
      this.entries[s.q] = found
    }
    return found
  }

  private linkedWindow(window: number): readonly Entry[] {
    let found = this.windows[window]
    if (found === undefined) {
      const { machine } = this
      found = this.defs({ ...routineName(this.game, window), kind: 'window', name: null, ids: [] }).map(
        (def) => linkedEntry(machine, def, { site: null, type: 'action' }),
      )
      this.windows[window] = found
    }
    return found
  }

  private defs(named: QuestionName): readonly EntryDef[] {
    return this.set.layers.flatMap((policies) => entriesFor(policies, named))
  }

  /** Links every entry ahead of time, for modules that can't link later; with `clauses`, also for `explain`. */
  linkAhead(clauses?: ClauseLinker): void {
    const { linker } = this.machine
    const waiting = { q: 0 } as State
    for (const site of linker.questions) {
      if (site === null) continue
      waiting.q = site.id
      const entries = this.linked(waiting)
      const offers = site.offering === null ? [] : this.linkedWindow(site.offering.window)
      if (clauses === undefined) continue
      const here = new Bindings(`q${site.id}`, site.scope, [], [], new Map(), undefined)
      const window = new Bindings('w', null, [], [], new Map(), undefined)
      for (const { def } of entries) linkLines(clauses, def, entryBindings(here, site, this.seat))
      for (const { def } of offers) linkLines(clauses, def, windowBindings(window, this.seat, -1, 0))
    }
  }
}

/** Links the clauses of an entry's lines. */
function linkLines(clauses: ClauseLinker, { lines }: EntryDef, at: Bindings): void {
  for (const { test, when, amount, ranks = [] } of lines) {
    for (const node of [test, when]) if (node !== undefined) clauses.condition(node, at)
    for (const node of [amount, ...ranks.map(({ value }) => value)]) clauses.value(node, at)
  }
}
