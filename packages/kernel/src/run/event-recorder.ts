/** Records the events of a step, each for the viewers who may see it. */
import { choiceOf, namesOf } from './choice.js'
import { ACTION_CLASS, type Constant, itemOf } from '../def/index.js'
import type { Property } from '../layout/components.js'
import type { Variable } from '../layout/layout.js'
import { timingOf } from '../layout/timings.js'
import type { EventCause, Linker } from '../link/linker.js'
import type { Program } from '../link/program.js'
import type { QuestionSite } from '../link/question.js'
import type { Names } from '../layout/names.js'
import type { Choice, Outcome, StepEvent } from '../protocol.js'
import {
  type List,
  NO_ITEMS,
  numberAt,
  type Slot,
  type State,
  type Probe,
  type StepObserver,
} from '../layout/state.js'
import type { OpenQuestion } from './questions.js'
import { DeferredMoves } from './deferred-moves.js'
import { present } from '../errors.js'

type Moved = Extract<StepEvent, { readonly type: 'moved' }>
type Chose = Extract<StepEvent, { readonly type: 'chose' }>

const SPECTATOR = -1

export class EventRecorder implements StepObserver {
  private readonly all: StepEvent[] = []
  private readonly audiences: List[] = [] // by event
  private readonly latest = new Map<number, number>() // by viewer: its last event
  /** Something was rolled or shuffled. */
  chance = false
  /** A viewer may have learnt something hidden. */
  learnt = false
  private readonly everybody: List
  private reason = -1 // the cause of the answer that started the step
  private decider = SPECTATOR // of a simultaneous choice: the seat that answered
  private readonly deferred: DeferredMoves

  constructor(
    protected readonly names: Names,
    private readonly linker: Linker,
    private readonly program: Program,
    private readonly asked: OpenQuestion,
  ) {
    this.everybody = [...names.layout.seats.map((_, i) => i), SPECTATOR]
    this.deferred = new DeferredMoves(names.layout)
  }

  get events(): readonly StepEvent[] {
    this.settle(this.everybody)
    return this.all
  }

  /** Returns the audience of an event by name, or nothing if it is everybody. */
  private audience(who: List): { readonly to?: readonly (string | null)[] } {
    if (who.length === this.everybody.length) return {}
    return { to: who.map((i) => (i === SPECTATOR ? null : this.names.layout.seats[i])) }
  }

  /** Records one event for the viewers who may know, and a redacted one or none for the others. */
  private share(
    knows: (who: number) => boolean,
    full: StepEvent | null,
    hidden: StepEvent | null,
    place: number,
  ): void {
    if (full !== null) this.record(this.everybody.filter(knows), full, place)
    if (hidden === null) return
    this.record(
      this.everybody.filter((who) => !knows(who)),
      hidden,
      place,
    )
  }

  private record(who: List, event: StepEvent, place: number): void {
    if (who.length > 0) this.add(event, place, who)
  }

  /** Adds the cause to an event, and records it. Every event passes through here. */
  private add(event: StepEvent, place: number, who = this.everybody): void {
    const { by, tells, veiled } = this.cause(place)
    if (!veiled) this.settle(who)
    if (tells && who.includes(SPECTATOR)) this.learnt = true
    const whole = { ...event, ...(by ?? this.cause(this.reason).by) }
    if (whole.type === 'moved') this.join(whole, who)
    else this.push(whole, who)
  }

  private push(event: StepEvent, who: List): void {
    for (const one of who) this.latest.set(one, this.all.length)
    this.audiences.push(who)
    this.all.push({ ...event, ...this.audience(who) })
  }

  private cause(place: number): EventCause {
    const { causes } = this.linker
    return causes[place] ?? causes[0]
  }

  /** Returns the public cause of a question: if its own line is secret, the innermost public call around it. */
  private knownCause({ k, fp }: State, { cause }: QuestionSite): number {
    const { causes, routines } = this.linker
    let found = cause
    for (let at = numberAt(k, fp + 2); causes[found].by === null && at >= 0; at = numberAt(k, at + 2)) {
      const resume = routines[numberAt(k, at)]?.resumes.get(numberAt(k, at + 1))
      if (resume?.kind === 'call') found = resume.cause
    }
    return found
  }

  /**
   * Records the net deferred moves before any other event, and at the end. Each viewer gets an event of its own, because
   * the audience could be a secret, too.
   */
  private settle(who: List): void {
    for (const one of who)
      for (const event of this.deferred.take(one)) {
        this.learnt = true
        this.push({ ...event, ...this.cause(this.reason).by }, [one])
      }
  }

  /**
   * Merges consecutive moves of identical tokens into one event. "Consecutive" is judged per viewer: events that only
   * others see lie between, and must not show in the counts.
   */
  private join(event: Moved, who: List): void {
    const groups = new Map<number, number[]>() // by the event that it continues; -1: none
    for (const one of who) {
      const at = this.latest.get(one) ?? -1
      const last = this.all[at]
      const continued = last?.type === 'moved' && isSameMove(last, event) ? at : -1
      const group = groups.get(continued)
      if (group === undefined) groups.set(continued, [one])
      else group.push(one)
    }
    for (const [at, group] of groups) {
      const last = this.all[at]
      if (last?.type !== 'moved') {
        this.push(event, group)
        continue
      }
      const joined = { ...last, count: last.count + event.count }
      const others = this.audiences[at].filter((one) => !group.includes(one))
      if (others.length === 0) this.all[at] = joined
      else {
        const { to: _, ...more } = joined
        this.audiences[at] = others
        this.all[at] = { ...last, ...this.audience(others) }
        this.push(more, group) // they have seen no event since
      }
    }
  }

  /** Records the move of a token. Each viewer's event depends on which of the two zones it sees. */
  private moved(
    from: number,
    into: number,
    what: { readonly old: string; readonly now: string; readonly hidden: string },
    card: { readonly index?: number; readonly bottom?: true },
    place: number,
  ): void {
    const { names, everybody } = this
    const { zones } = names.layout
    const base = { type: 'moved' as const, from: zones[from].def.id, into: zones[into].def.id, count: 1 }
    const index = card.index === undefined ? {} : { index: card.index }
    const bottom = card.bottom === undefined ? {} : { bottom: card.bottom }
    const became = what.old === what.now ? {} : { became: what.now }
    const both = { ...base, what: what.old, ...became, ...index, ...bottom }
    if (names.sees(SPECTATOR, from) && names.sees(SPECTATOR, into)) {
      this.add(both, place)
      return
    }
    const variants: readonly (readonly [boolean, boolean, Moved])[] = [
      [true, true, both],
      [true, false, { ...base, what: what.old, ...index }],
      [false, true, { ...base, what: what.now, ...bottom }],
      [false, false, { ...base, what: what.hidden }],
    ]
    const variantEvents = new Map<string, { readonly event: Moved; readonly who: number[] }>()
    const { veiled } = this.cause(place)
    for (const [a, b, event] of variants) {
      const who = everybody.filter((i) => names.sees(i, from) === a && names.sees(i, into) === b)
      if (who.length === 0) continue
      if (veiled && !a && !b) {
        this.deferred.add(who, from, into)
        continue
      }
      if (!a && b) this.learnt = true
      const key = JSON.stringify([event.what, event.became, event.index, event.bottom])
      const same = variantEvents.get(key)
      if (same === undefined) variantEvents.set(key, { event, who })
      else same.who.push(...who)
    }
    for (const { event, who } of variantEvents.values())
      this.record(
        everybody.filter((i) => who.includes(i)),
        event,
        place,
      )
  }

  /** A piece moves, or changes its kind in its zone. */
  piece(s: State, token: number, old: number, now: number, place: number): void {
    const { names } = this
    const { layout } = names
    const K = layout.pieceKinds
    const [from, into] = [Math.floor(old / K), Math.floor(now / K)]
    if (from !== into) {
      const what = { old: names.kindId(old % K), now: names.kindId(now % K), hidden: 'piece' }
      this.moved(from, into, what, {}, place)
      return
    }
    let kind = old % K
    for (const id of layout.types[layout.typeOf[token]].def.changing) {
      const p = layout.prop(id)
      const [before, after] = [p.values[kind], p.values[now % K]]
      if (before === after) continue
      const was = kind
      kind += (after - before) * p.stride[kind]
      this.flipped(s, token, from, p, was, kind, place)
    }
  }

  card(
    s: State,
    token: number,
    from: number,
    into: number,
    now: number,
    under: boolean,
    place: number,
  ): void {
    const { names } = this
    const what = { old: names.kindId(names.kindOf(s, token)), now: names.kindId(now), hidden: 'card' }
    const bottom = under ? { bottom: true as const } : {}
    this.moved(from, into, what, { ...this.index(s, token), ...bottom }, place)
  }

  turned(s: State, token: number, property: Property, now: number, place: number): void {
    const { names } = this
    this.flipped(s, token, names.zoneOf(s, token), property, names.kindOf(s, token), now, place)
  }

  /** Records a flip. Viewers who can't see the token get an event even if nothing changes. */
  private flipped(
    s: State,
    token: number,
    zone: number,
    property: Property,
    old: number,
    now: number,
    place: number,
  ): void {
    const { names } = this
    const isPiece = token < names.layout.pieces
    const hidden = isPiece ? 'piece' : 'card'
    const event = { type: 'flipped' as const, at: names.layout.zones[zone].def.id }
    const { veiled } = this.cause(place)
    const unseen = veiled ? null : { ...event, what: hidden, became: hidden, prop: '', value: '' }
    const sees = (who: number): boolean => names.sees(who, zone)
    if (property.values[old] === property.values[now]) {
      this.share(sees, null, unseen, place)
      return
    }
    const seen = {
      ...event,
      what: names.kindId(old),
      became: names.kindId(now),
      prop: property.id,
      value: names.scalar(property.type, property.values[now]),
      ...(isPiece ? {} : this.index(s, token)),
    }
    this.share(sees, seen, unseen, place)
  }

  /** Returns how many cards are above a card, if it isn't on top. */
  private index(s: State, card: number): { readonly index?: number } {
    const { cardAbove } = this.names.layout
    let above = 0
    for (let t = s.d[cardAbove + card]; t >= 0; above++) t = s.d[cardAbove + t]
    return above === 0 ? {} : { index: above }
  }

  variable(s: State, cell: number, value: number, place: number): void {
    if (s.d[cell] === value) return
    const { layout } = this.names
    const v = layout.variableAt(cell)
    if (v === undefined || v.list !== null || v.def.hidden === 'all') return
    const of = layout.ownerOf(v, cell)
    const event: StepEvent = {
      type: 'set',
      variable: v.def.id,
      ...(of === '' ? {} : { of }),
      from: plainValue(this.names, v.def.type, s.d[cell]),
      value: plainValue(this.names, v.def.type, value),
    }
    this.changed(v, cell, event, place)
  }

  list(_: State, cell: number, before: List, items: List, place: number): void {
    const { layout } = this.names
    const v = layout.variableAt(cell)
    if (v === undefined || v.def.hidden === 'all') return
    if (before.length === items.length && before.every((item, i) => item === items[i])) return
    const of = layout.ownerOf(v, cell)
    const event: StepEvent = {
      type: 'set',
      variable: v.def.id,
      ...(of === '' ? {} : { of }),
      from: plainItems(this.names, v.def.type, before),
      value: plainItems(this.names, v.def.type, items),
    }
    this.changed(v, cell, event, place)
  }

  private changed(v: Variable, cell: number, event: StepEvent, place: number): void {
    if (v.def.hidden === undefined) this.add(event, place)
    else if (v.def.scope === 'seat') this.record([this.names.layout.ownerIndex(v, cell)], event, place)
  }

  chose(s: State, question: number, picks: List, forced: boolean): void {
    const q = this.linker.question(question)
    const { asked, names } = this
    if (this.reason < 0) this.reason = this.knownCause(s, q)
    const tokens = q.type === 'token' ? picks.flatMap((p) => (p < 0 ? [] : [asked.values[p]])) : NO_ITEMS
    const choice: Choice = choiceOf(names, s, q, asked, picks)
    const label =
      picks.length > 0 && picks[0] >= 0 ? this.label(s, q, asked.seat, asked.values[picks[0]]) : {}
    this.choice(s, q, asked.seat, tokens, choice, { ...label, ...(forced ? { forced } : {}) })
  }

  /** Records an answer for the viewers who may know it. Hidden tokens are visible to viewers of their zones. */
  private choice(
    s: State,
    q: QuestionSite,
    seat: number,
    tokens: List,
    choice: Choice,
    how: Pick<Chose, 'label' | 'forced' | 'atOnce'>,
  ): void {
    const { names } = this
    const knows = (who: number): boolean => {
      if (who === seat) return true
      return !q.secret && tokens.every((t) => names.sees(who, names.zoneOf(s, t)))
    }
    const { label, ...rest } = how
    const event = { type: 'chose' as const, seat: names.layout.seats[seat], name: q.name, ...rest }
    const full = { ...event, choice, ...(label === undefined ? {} : { label }) }
    this.share(knows, full, { ...event, choice: '(secret)' }, q.cause)
  }

  /** Returns the label of an alternative, unless it would reveal a secret. */
  private label(s: State, q: QuestionSite, seat: number, option: number): Pick<Chose, 'label'> {
    if (!q.openLabels[option]) return {}
    return {
      label: present(this.program.labels[q.id], 'a question has code for its labels.')(
        s,
        s.k,
        s.fp,
        option,
        seat,
      ),
    }
  }

  answered(s: State, question: number, seat: number): void {
    const q = this.linker.question(question)
    this.reason = this.knownCause(s, q)
    this.decider = seat
    this.add({ type: 'answered', seat: this.names.layout.seats[seat], name: q.name }, q.cause)
  }

  opened(s: State, question: number, seat: number, answer: Slot): void {
    const q = this.linker.question(question)
    if (seat !== this.decider && !q.secret) this.learnt = true
    const tokens = q.type === 'token' ? [answer].flat().filter((t) => t >= 0) : NO_ITEMS
    this.choice(s, q, seat, tokens, namesOf(this.names, s, q, this.asked, answer), {
      ...(typeof answer === 'number' ? this.label(s, q, seat, answer) : {}),
      atOnce: true,
    })
  }

  began(s: State, place: number): void {
    this.add(this.actionEvent(s, 'began'), place)
  }

  ended(s: State, place: number): void {
    this.add(this.actionEvent(s, 'ended'), place)
  }

  private actionEvent(s: State, type: 'began' | 'ended'): StepEvent {
    const cls = s.actionClass < 0 ? {} : { class: this.names.scalar(ACTION_CLASS, s.actionClass) }
    const timing = s.timing === 0 ? {} : { timing: timingOf(s.timing) }
    const action = this.names.scalar('action', s.action)
    return { type, action, seat: this.names.scalar('seat', s.actor), free: s.free !== 0, ...cls, ...timing }
  }

  entered(_s: State, procedure: number, title: string, place: number): void {
    this.add({ type: 'entered', procedure: this.names.layout.procedures[procedure], title }, place)
  }

  left(_s: State, procedure: number, place: number): void {
    this.add({ type: 'left', procedure: this.names.layout.procedures[procedure] }, place)
  }

  /** Records a roll. If it depends on a secret answer, only the actor sees it. */
  rolled(s: State, name: string, value: number, min: number, max: number, place: number): void {
    this.chance = true
    const event = { type: 'rolled' as const, name, value, min, max }
    if (!this.cause(place).veiled) this.add(event, place)
    else if (s.actor >= 0) this.record([s.actor], event, place)
  }

  shuffled(s: State, zone: number, place: number): void {
    this.chance = true
    const { names } = this
    const event = { type: 'shuffled' as const, zone: names.layout.zones[zone].def.id }
    const full = { ...event, order: cardsIn(names, s, zone) }
    const hidden = this.cause(place).veiled ? null : event
    this.share((who) => names.sees(who, zone), full, hidden, place)
  }

  revealed(s: State, tokens: List, to: List | null, place: number): void {
    const { names, everybody } = this
    const byZone = new Map<number, string[]>()
    for (const t of tokens) {
      if (t < 0) continue
      const zone = names.zoneOf(s, t)
      const what = byZone.get(zone) ?? []
      what.push(names.kindId(names.kindOf(s, t)))
      byZone.set(zone, what)
    }
    const who = to === null ? everybody : everybody.filter((i) => to.includes(i))
    for (const [zone, what] of byZone) {
      if (who.some((i) => !names.sees(i, zone))) this.learnt = true
      this.record(who, { type: 'revealed', what, at: names.layout.zones[zone].def.id }, place)
    }
  }

  said(_s: State, text: string, to: List | null, place: number): void {
    const who = to === null ? this.everybody : this.everybody.filter((i) => to.includes(i))
    if (this.cause(place).tells && who.length > 0) this.learnt = true
    this.record(who, { type: 'said', text }, place)
  }

  over(_s: State, outcome: Outcome, place: number): void {
    this.add({ type: 'over', outcome }, place)
  }

  /** Ignores probes: a recorder doesn't analyse why something happens. */
  weigh(_s: State, _value: Probe, _args: readonly Slot[], _where: boolean): void {}
}

function isSameMove(a: Moved, b: Moved): boolean {
  const keys = ['what', 'became', 'from', 'into', 'index', 'bottom', 'rule', 'place'] as const
  return keys.every((key) => a[key] === b[key])
}

/** Returns the cards of a zone from top to bottom. */
export function cardsIn(names: Names, s: State, zone: number): string[] {
  const { layout } = names
  const cards: string[] = []
  for (let t = s.d[layout.top + zone]; t >= 0; t = s.d[layout.cardBelow + t])
    cards.push(names.kindId(names.kindOf(s, t)))
  return cards
}

/** Converts a value to plain data: numbers and flags as they are, the rest by name, none as null. */
export function plainValue(names: Names, type: string, value: number): Constant {
  if (type === 'number') return value
  if (type === 'flag') return value !== 0
  return value < 0 ? null : names.scalar(type, value)
}

/** The same of the items of a list; tokens by their types. */
export function plainItems(names: Names, type: string, items: List): Constant {
  const { layout } = names
  const item = itemOf(type)
  return items.map(
    (value): Constant =>
      item === 'token' ? layout.types[layout.typeOf[value]].def.id : plainValue(names, item, value),
  )
}
