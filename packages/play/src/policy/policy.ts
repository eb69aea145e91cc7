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
import { PolicyLookahead } from './lookahead.js'
import { type Entry, linkedEntry, type Line } from './lines.js'
import { type DecisionScratch, truncate } from './scratch.js'
import type { FiredLine } from './narrowing.js'
import { isSecretLine } from './policy-visibility.js'

/** The maximum number of values of a `number` question that the lines are applied to. */
const MAX_NUMBERS = 1000

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
  private fired: readonly FiredLine[] = [] // the lines that influenced the last decision
  private whole = false // the last result is one answer, not a list of single-pick answers
  private readonly drawn = [0] // the last answer that was drawn at random
  private readonly piecesShow: boolean // all pieces are public
  private secretQuestion = false // the last question, or its options, were not public

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
    const { zones, pieceZones } = this.machine.names.layout
    this.piecesShow = zones.slice(0, pieceZones).every(({ def }) => def.visible === 'all')
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
      const found = this.withOffers(s, site, look, timing, rng)
      if (!this.lookahead.isAhead) {
        this.fired = look.said
        this.secretQuestion =
          site.secret || site.together !== null || !this.arePublic(s, site.type, look.asked.values)
      }
      return found
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
    const { said } = look
    const { values, offers } = look.asked
    if (site.offering === null || offers.length === 0) return this.answers(s, look, rng)
    const { window } = site.offering
    const alone = site.kind === 'window'
    const taken = this.offer(s, window, look, timing, alone && timing === AFTER ? 'any' : 'now')
    if (taken >= 0) return this.wholly([-1 - taken])
    if (alone) return this.wholly(NO_ITEMS)
    truncate(said, 0) // reasons for declining offers aren't reasons for the answer
    const answers = this.answers(s, look, rng)
    if (
      answers === undefined ||
      !(this.whole || answers.length === 1) ||
      !declinesOffers(site, values, answers)
    )
      return answers
    const { whole } = this
    const lines = said.length
    const last = this.offer(s, window, look, timing, 'last')
    this.whole = whole // the lookahead may have changed it
    if (last >= 0) {
      said.splice(0, lines) // reasons for declining aren't reasons for the offer
      return this.wholly([-1 - last])
    }
    truncate(said, lines)
    return answers
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

  /** Returns the reasons of the last decision: the lines that influenced it. */
  reasons(): PolicyReason[] {
    const { linker } = this.machine
    return this.fired.map(({ line, entry }) => {
      const source = linker.source(line.src)
      const rule = line.rule ?? entry.rule
      return {
        text: source?.text ?? line.do,
        ...(entry.title === undefined ? {} : { title: entry.title }),
        ...(rule === undefined ? {} : { rule }),
        ...(source === undefined ? {} : { place: `${source.file}:${source.line}` }),
        ...(this.secretQuestion || isSecretLine(this.game.def, line, entry) ? { secret: true as const } : {}),
      }
    })
  }

  /** Returns whether the options are public. */
  private arePublic(s: State, type: string, values: List): boolean {
    if (type !== 'token') return true
    const { names } = this.machine
    const { zones, pieces } = names.layout
    for (const token of values) {
      if (this.piecesShow && token < pieces) continue
      if (zones[names.zoneOf(s, token)]?.def.visible !== 'all') return false
    }
    return true
  }

  /** Converts answers to choices by names. */
  choices(s: State, answers: readonly (readonly number[])[]): Choice[] {
    return answers.map((picks) => this.game.choice(s, picks, this.seat))
  }

  /** Returns the offer to take; -1: none. `finally` lines apply only if nothing else is done. */
  private offer(
    s: State,
    window: number,
    { asked: { offers }, said }: DecisionScratch,
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
        said.push(line.said)
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
    { lines }: Entry,
    { asked: { min, max }, said }: DecisionScratch,
  ): number | undefined {
    for (const line of lines) {
      if (line.amount === null || (line.when !== null && !this.holds(s, line.when, -1, NO_ITEMS, 0))) continue
      said.push(line.said)
      if (line.amount === 'most') return max
      if (line.amount === 'least') return min
      const n = line.amount(s, s.k, s.fp, -1, NO_ITEMS, this.seat, 0)
      return Math.max(min, Math.min(max, n))
    }
    return undefined
  }

  /** Moves the open options that all lines keep to the front, and returns their number; 0: it declines. */
  private narrow(
    s: State,
    { narrow }: Entry,
    look: DecisionScratch,
    values: List,
    count: number,
    chosen: List,
    mayStop: boolean,
    picks: readonly number[] = NO_ITEMS,
  ): number {
    look.picks = picks
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
      look.said,
    )
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
      const { kind, name, ids } = site
      const menu = kind === 'alternatives'
      const asked: QuestionName = {
        ...this.place(site.routine),
        kind: menu ? 'menu' : kind,
        name: menu ? null : name,
        ids,
      }
      found = this.defs(asked).map((def) => linkedEntry(machine, def, { site, type: site.type }))
      this.entries[s.q] = found
    }
    return found
  }

  private linkedWindow(window: number): readonly Entry[] {
    let found = this.windows[window]
    if (found === undefined) {
      const { machine } = this
      found = this.defs({ ...this.place(window), kind: 'window', name: null, ids: [] }).map((def) =>
        linkedEntry(machine, def, { site: null, type: 'action' }),
      )
      this.windows[window] = found
    }
    return found
  }

  private place(routine: number): Pick<QuestionName, 'procedure' | 'inWindow'> {
    const found = this.game.def.procedures.at(routine) // blocks of the workbench come after them
    return { procedure: found?.id ?? '', inWindow: found?.kind === 'window' }
  }

  private defs(named: QuestionName): readonly EntryDef[] {
    return this.set.layers.flatMap((policies) => entriesFor(policies, named))
  }

  /** Links every entry ahead of time, for modules that can't link later. */
  linkAhead(): void {
    const { linker } = this.machine
    const waiting = { q: 0 } as State
    for (const site of linker.questions) {
      if (site === null) continue
      waiting.q = site.id
      this.linked(waiting)
      if (site.offering !== null) this.linkedWindow(site.offering.window)
    }
  }
}
