/** Writes down what happens in a step, each event for those who may know it. */
import type { Constant, Timing } from '../def/index.js'
import type { Question } from '../link/question.js'
import { TIMINGS } from '../link/control.js'
import type { Property } from '../link/components.js'
import type { Variable } from '../link/layout.js'
import type { Names } from '../names.js'
import type { Choice, Outcome, StepEvent } from '../protocol.js'
import { type List, NO_ITEMS, type Slot, type State, type Witness } from '../state.js'
import type { Asked } from './asked.js'
import { choiceOf, namesOf } from '../choice.js'

export class Recorder implements Witness {
  readonly events: StepEvent[] = []
  private readonly byCell = new Map<number, Variable>()

  constructor(
    private readonly names: Names,
    private readonly questions: readonly (Question | null)[],
    private readonly asked: Asked,
  ) {
    for (const v of names.layout.variables.values())
      for (let i = 0; i < v.cells; i++) this.byCell.set(v.cell + i, v)
  }

  private seats(list: List): string[] {
    return list.map((i) => this.names.layout.seats[i])
  }

  /** Who sees what lies in a zone; null: everybody. */
  private viewers(zone: number): List | null {
    const { def, owner } = this.names.layout.zones[zone]
    if (def.visible === 'all') return null
    return def.visible === 'owner' && owner >= 0 ? [owner] : []
  }

  private others(seats: List): List {
    return this.names.layout.seats.map((_, i) => i).filter((i) => !seats.includes(i))
  }

  /** One event for those who know, another for those who do not. */
  private share(knowing: List | null, full: StepEvent, hidden: StepEvent): void {
    if (knowing === null) {
      this.add(full)
      return
    }
    if (knowing.length > 0) this.add({ ...full, to: this.seats(knowing) })
    const rest = this.others(knowing)
    if (rest.length > 0) this.add({ ...hidden, to: this.seats(rest) })
  }

  /**
   * Moves of identical tokens one after the other are one event. "After the other" is meant for those who
   * are told: events for other ears lie between, and must not show by how moves are counted.
   */
  private add(event: StepEvent): void {
    if (event.type === 'moved') {
      for (let i = this.events.length - 1; i >= 0; i--) {
        const last = this.events[i]
        if (last.to !== undefined && event.to !== undefined && !last.to.some((s) => event.to!.includes(s)))
          continue
        if (last.type !== 'moved' || String(last.to) !== String(event.to)) break
        if (last.what !== event.what || last.from !== event.from || last.into !== event.into) break
        this.events[i] = { ...last, count: last.count + event.count }
        return
      }
    }
    this.events.push(event)
  }

  /** Who sees where a token comes from knows what it was, who sees only where it goes learns what it is there. */
  private moved(old: number, now: number, from: number, into: number, hidden: string): void {
    const { zones } = this.names.layout
    const a = this.viewers(from)
    const b = this.viewers(into)
    const event = { type: 'moved' as const, from: zones[from].def.id, into: zones[into].def.id, count: 1 }
    const unseen = { ...event, what: hidden }
    if (old === now || a === null) {
      const knowing = a === null || b === null ? null : [...new Set([...a, ...b])].sort((x, y) => x - y)
      this.share(knowing, { ...event, what: this.names.kindId(old) }, unseen)
      return
    }
    if (a.length > 0) this.add({ ...event, what: this.names.kindId(old), to: this.seats(a) })
    const late = this.others(a).filter((i) => b === null || b.includes(i))
    if (late.length > 0) this.add({ ...event, what: this.names.kindId(now), to: this.seats(late) })
    const rest = this.others([...a, ...late])
    if (rest.length > 0) this.add({ ...unseen, to: this.seats(rest) })
  }

  /** A piece goes elsewhere, or turns into another kind where it is. */
  piece(_s: State, token: number, old: number, now: number): void {
    const { layout } = this.names
    const K = layout.pieceKinds
    const [from, into] = [Math.floor(old / K), Math.floor(now / K)]
    if (from !== into) {
      this.moved(old % K, now % K, from, into, 'piece')
      return
    }
    for (const id of layout.types[layout.typeOf[token]].def.changing) {
      const p = layout.props.get(id)!
      if (p.values[old % K] !== p.values[now % K]) this.flipped(token, from, p, old % K, now % K)
    }
  }

  card(s: State, token: number, from: number, into: number, now: number): void {
    this.moved(this.names.kindOf(s, token), now, from, into, 'card')
  }

  turned(s: State, token: number, property: Property, now: number): void {
    this.flipped(token, this.names.zoneOf(s, token), property, this.names.kindOf(s, token), now)
  }

  /** Those who cannot see the token learn only that it was turned, even if it lay that way before. */
  private flipped(token: number, zone: number, property: Property, old: number, now: number): void {
    const { layout } = this.names
    const viewers = this.viewers(zone)
    const unseen = {
      type: 'flipped' as const,
      at: layout.zones[zone].def.id,
      what: token < layout.pieces ? 'piece' : 'card',
      prop: '',
      value: '',
    }
    if (property.values[old] !== property.values[now]) {
      const what = layout.types[layout.typeOf[token]].def.id
      const value = this.names.scalar(property.type, property.values[now])
      this.share(viewers, { ...unseen, what, prop: property.id, value }, unseen)
      return
    }
    const rest = viewers === null ? [] : this.others(viewers)
    if (rest.length > 0) this.add({ ...unseen, to: this.seats(rest) })
  }

  variable(s: State, cell: number, value: number): void {
    const v = this.byCell.get(cell)
    if (v === undefined || s.d[cell] === value) return
    const { layout } = this.names
    const at = cell - v.cell
    const of =
      v.def.scope === 'seat' ? layout.seats[at] : v.def.scope === 'zone' ? layout.zones[at].def.id : null
    const event: StepEvent = {
      type: 'set',
      variable: v.def.id,
      ...(of === null ? {} : { of }),
      from: plainValue(this.names, v.def.type, s.d[cell]),
      value: plainValue(this.names, v.def.type, value),
    }
    if (v.def.hidden === 'all') return
    if (v.def.hidden === 'owner' && v.def.scope === 'seat') this.add({ ...event, to: [layout.seats[at]] })
    else if (v.def.hidden === undefined) this.add(event)
  }

  chose(s: State, question: number, picks: List, forced: boolean): void {
    const q = this.questions[question]!
    const { asked } = this
    const seat = this.names.layout.seats[asked.seat]
    const choice: Choice = choiceOf(this.names, s, q, asked, picks)
    const tokens = q.type === 'token' ? picks.flatMap((p) => (p < 0 ? [] : [asked.values[p]])) : NO_ITEMS
    const event = {
      type: 'chose' as const,
      seat,
      name: q.name,
      ...(q.rule === undefined ? {} : { rule: q.rule }),
      ...(forced ? { forced } : {}),
    }
    this.share(this.knowing(s, q, asked.seat, tokens), { ...event, choice }, { ...event, choice: '(secret)' })
  }

  /** Who may know what a seat has chosen; null: everybody. Hidden tokens are known to those who see them. */
  private knowing(s: State, q: Question, seat: number, tokens: List): List | null {
    if (q.secret) return [seat]
    let knowing: List | null = null
    for (const token of tokens) {
      const viewers = this.viewers(this.names.zoneOf(s, token))
      if (viewers === null) continue
      const known: List = knowing ?? this.names.layout.seats.map((_, i) => i)
      knowing = known.filter((i) => viewers.includes(i) || i === seat)
    }
    return knowing
  }

  answered(_s: State, question: number, seat: number): void {
    const { name, rule } = this.questions[question]!
    const asked = { type: 'answered' as const, seat: this.names.layout.seats[seat], name }
    this.add(rule === undefined ? asked : { ...asked, rule })
  }

  opened(s: State, question: number, seat: number, answer: Slot): void {
    const q = this.questions[question]!
    const tokens = q.type === 'token' ? [answer].flat().filter((t) => t >= 0) : NO_ITEMS
    const event = {
      type: 'chose' as const,
      seat: this.names.layout.seats[seat],
      name: q.name,
      atOnce: true as const,
      ...(q.rule === undefined ? {} : { rule: q.rule }),
    }
    const choice = namesOf(this.names, s, q, this.asked, answer)
    this.share(this.knowing(s, q, seat, tokens), { ...event, choice }, { ...event, choice: '(secret)' })
  }

  began(s: State): void {
    this.add(this.actionEvent(s, 'began'))
  }

  ended(s: State): void {
    this.add(this.actionEvent(s, 'ended'))
  }

  private actionEvent(s: State, type: 'began' | 'ended'): StepEvent {
    const cls = s.actionClass < 0 ? {} : { class: this.names.scalar('enum:action-class', s.actionClass) }
    const timing = s.timing === 0 ? {} : { timing: TIMINGS[s.timing] as Timing }
    const action = this.names.scalar('action', s.action)
    return { type, action, seat: this.names.scalar('seat', s.actor), free: s.free !== 0, ...cls, ...timing }
  }

  rolled(_s: State, name: string, value: number, min: number, max: number): void {
    this.add({ type: 'rolled', name, value, min, max })
  }

  shuffled(_s: State, zone: number): void {
    this.add({ type: 'shuffled', zone: this.names.layout.zones[zone].def.id })
  }

  revealed(s: State, tokens: List, to: List | null): void {
    const byZone = new Map<number, string[]>()
    for (const t of tokens) {
      if (t < 0) continue
      const zone = this.names.zoneOf(s, t)
      const what = byZone.get(zone) ?? []
      what.push(this.names.kindId(this.names.kindOf(s, t)))
      byZone.set(zone, what)
    }
    for (const [zone, what] of byZone) {
      const event: StepEvent = { type: 'revealed', what, at: this.names.layout.zones[zone].def.id }
      this.add(to === null ? event : { ...event, to: this.seats(to) })
    }
  }

  said(_s: State, text: string, to: List | null): void {
    this.add(to === null ? { type: 'said', text } : { type: 'said', text, to: this.seats(to) })
  }

  over(_s: State, outcome: Outcome): void {
    this.add({ type: 'over', outcome })
  }
}

/** A value as plain data: numbers and flags as they are, the rest by name, none as null. */
export function plainValue(names: Names, type: string, value: number): Constant {
  if (type === 'number') return value
  if (type === 'flag') return value !== 0
  return value < 0 ? null : names.scalar(type, value)
}
