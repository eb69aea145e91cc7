/**
 * A policy at work: finds the entry that answers a question and carries out its lines, one after the other, on the
 * options that are left. It decides as its seat; what the seat cannot know it imagines.
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

/** Numbers beyond these are not looked at one by one. */
const MOST_NUMBERS = 1000

/** How seats decide by the rulebook, linked. */
export class Policy {
  readonly name: string
  /** The agent that answers where this policy has no entry. */
  readonly otherwise: string
  /** How many sets it is made of: its own, and those that it falls back on. */
  readonly layers: number
  private readonly entries: (readonly Entry[] | undefined)[] = [] // by question
  private readonly windows: (readonly Entry[] | undefined)[] = [] // by procedure
  private readonly machine: Machine
  private readonly foresight: PolicyLookahead
  private said: readonly FiredLine[] = [] // the lines that had a say in what was decided last
  private whole = false // what was decided last is one answer
  private readonly drawn = [0] // the answer drawn last, where it is one of several
  private readonly piecesShow: boolean // wherever they are
  private veiled = false // the question decided last is one that others may not follow

  constructor(
    private readonly game: LinkedGame,
    readonly seat: number,
    private readonly set: PolicySet,
  ) {
    this.name = set.name
    this.otherwise = set.otherwise
    this.layers = set.layers.length
    this.machine = game.linked.machine
    this.foresight = new PolicyLookahead(game, this)
    const { zones, pieceZones } = this.machine.names.layout
    this.piecesShow = zones.slice(0, pieceZones).every(({ def }) => def.visible === 'all')
  }

  /** The answer to the question of its seat that waits; undefined if no entry answers it. */
  choose(s: State, rng: Rng): readonly number[] | undefined {
    const left = this.decide(s, rng)
    if (left === undefined || this.whole || left.length === 0) return left
    this.drawn[0] = left.length === 1 ? left[0] : left[rng.below(left.length)]
    return this.drawn
  }

  /** The answers that are left when all lines are carried out, before the lot; undefined: no entry answers. */
  left(s: State, rng: Rng): readonly (readonly number[])[] | undefined {
    const left = this.decide(s, rng)
    if (left === undefined || this.whole) return left === undefined ? undefined : [left]
    return left.map((pick) => [pick])
  }

  /** The picks that are left: all of them one answer (`whole`), or each of them one. Undefined: no entry answers. */
  private decide(s: State, rng: Rng): readonly number[] | undefined {
    const { machine } = this
    const asked = machine.question(s, this.seat)
    if (asked === undefined) throw new IllegalChoice('This seat has nothing to choose.')
    const site = machine.linker.question(s.q)
    const { timing } = asked
    machine.refuel(s)
    const look = this.foresight.begin(s, rng, asked)
    try {
      const found = this.withOffers(s, site, look, timing, rng)
      if (!this.foresight.isAhead) {
        this.said = look.said
        this.veiled =
          site.secret || site.together !== null || !this.inTheOpen(s, site.type, look.asked.values)
      }
      return found
    } catch (error) {
      throw machine.readable(error, s)
    } finally {
      this.foresight.end()
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
    truncate(said, 0) // why no offer is taken is no reason for the answer
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
    this.whole = whole // looking ahead decides, too
    if (last >= 0) {
      said.splice(0, lines) // why it declines is no reason for the offer
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

  /** The first entry for the question whose condition holds. */
  private entry(s: State): Entry | undefined {
    for (const entry of this.linked(s))
      if (entry.when === null || this.holds(s, entry.when, -1, NO_ITEMS, 0)) return entry
    return undefined
  }

  /** Why it decided so: the lines that had a say, of the decision made last. */
  reasons(): PolicyReason[] {
    const { linker } = this.machine
    return this.said.map(({ line, entry }) => {
      const source = linker.source(line.src)
      const rule = line.rule ?? entry.rule
      return {
        text: source?.text ?? line.do,
        ...(entry.title === undefined ? {} : { title: entry.title }),
        ...(rule === undefined ? {} : { rule }),
        ...(source === undefined ? {} : { place: `${source.file}:${source.line}` }),
        ...(this.veiled || isSecretLine(this.game.def, line, entry) ? { secret: true as const } : {}),
      }
    })
  }

  /** Everybody sees what is chosen from. */
  private inTheOpen(s: State, type: string, values: List): boolean {
    if (type !== 'token') return true
    const { names } = this.machine
    const { zones, pieces } = names.layout
    for (let i = 0; i < values.length; i++) {
      if (this.piecesShow && values[i] < pieces) continue
      if (zones[names.zoneOf(s, values[i])].def.visible !== 'all') return false
    }
    return true
  }

  /** The answers as a person would name them. */
  choices(s: State, answers: readonly (readonly number[])[]): Choice[] {
    return answers.map((picks) => this.game.choice(s, picks, this.seat))
  }

  /** The offer that is taken; -1: none. Lines with `finally` are for when nothing else is done. */
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
        this.foresight.lookAt(-1 - at)
        if (at < 0 && !stops) continue
        if (line.when !== null && !this.holds(s, line.when, line.action, NO_ITEMS, timing)) continue
        said.push(line.said)
        return at // of one that stops: -1
      }
      return -1
    }
    return -1
  }

  private one(s: State, entry: Entry, look: DecisionScratch): readonly number[] {
    const { values, optional, offers } = look.asked
    if (values.length === 0 && !optional) {
      this.whole = false
      return offers.map((_, i) => -1 - i) // one of them must be taken: they are all there is
    }
    const count = this.narrow(s, entry, look, values, look.openAll(values.length), NO_ITEMS, optional)
    this.whole = count === 0
    return look.first(count)
  }

  private number(s: State, entry: Entry, look: DecisionScratch): readonly number[] {
    const { min, max, optional } = look.asked
    const most = entry.weighs ? Math.min(max, min + MOST_NUMBERS) : min // whether to stop is asked of any
    const numbers: number[] = []
    for (let n = min; n <= most; n++) numbers.push(n)
    const count = this.narrow(s, entry, look, numbers, look.openAll(numbers.length), NO_ITEMS, optional)
    if (count === 0) return this.wholly(NO_ITEMS)
    const amount = this.amount(s, entry, look)
    if (amount !== undefined) return this.wholly([amount])
    this.whole = false
    return look.first(entry.weighs ? count : look.openAll(max - min + 1)).map((i) => min + i)
  }

  /** Pick by pick: the lines are carried out for each. */
  private several(s: State, entry: Entry, look: DecisionScratch, rng: Rng): readonly number[] {
    const picks: number[] = []
    let chosen: List = NO_ITEMS // a list of its own after each pick: values are remembered by their lists
    const { open } = look
    const { values, min, max } = look.asked
    const size = this.amount(s, entry, look) ?? max
    look.beginPicking()
    while (picks.length < size) {
      const more = look.openMore(picks)
      if (more === 0) break
      const count = this.narrow(s, entry, look, values, more, chosen, picks.length >= min, picks)
      if (count === 0) break
      const pick = open[rng.below(count)]
      picks.push(pick)
      if (entry.looksBack) chosen = [...chosen, values[pick]]
    }
    return picks
  }

  /** How much the entry takes; undefined: it does not say. */
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

  /** Moves the open options that all lines leave to the beginning, and says how many they are; 0: it declines. */
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

  /** The entries for the question that waits, linked when it is first asked. */
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
    const found = this.game.def.procedures.at(routine) // blocks of the workbench come behind them
    return { procedure: found?.id ?? '', inWindow: found?.kind === 'window' }
  }

  private defs(named: QuestionName): readonly EntryDef[] {
    return this.set.layers.flatMap((policies) => entriesFor(policies, named))
  }

  /** Links every entry now, for a game that can link nothing later. */
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
