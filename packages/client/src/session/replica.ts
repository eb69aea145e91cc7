/** The client's replica of a table: views kept current by applying events. */
import { NO_VALUES, type Values } from '@ludoforge/look'
import type { Decision, View } from '@ludoforge/kernel'
import { applyEvents } from '@ludoforge/play'
import type { TableUpdate, SeatSnapshot, TableDocument, UndoHorizon, Welcome } from '@ludoforge/table'
import type { Proposal } from './table.js'

const MAX_ANSWERS = 100

export class TableReplica {
  about: TableDocument
  you: Welcome['you']
  number: number
  question: number
  horizon: UndoHorizon
  proposal: Proposal | undefined
  readonly #views = new Map<string | null, View>()
  readonly #values = new Map<string | null, Values>()
  /** The entry numbers of the last answers, by seat and question. */
  readonly #answers = new Map<string, number>()

  constructor(welcome: Welcome) {
    const { table, you, number, question, horizon, shown } = welcome
    this.about = table
    this.you = you
    this.number = number
    this.question = question
    this.horizon = horizon
    this.#show(shown)
  }

  get seats(): readonly string[] {
    return this.you.seats
  }

  view(seat: string | null = this.seats[0] ?? null): View {
    const view = this.#views.get(seat)
    if (view === undefined) throw new Error(`There is no view of ${seat ?? 'a spectator'}.`)
    return view
  }

  values(seat: string | null = this.seats[0] ?? null): Values {
    return this.#values.get(seat) ?? NO_VALUES
  }

  get asked(): readonly Decision[] {
    return this.seats.flatMap((seat) => this.#views.get(seat)?.decision ?? [])
  }

  /** Returns the entry number of an answer, or `undefined`. */
  answered(seat: string, question: number): number | undefined {
    return this.#answers.get(`${seat} ${question}`)
  }

  /** Resumes after a reconnect. The missed updates follow. */
  resume({ table, you, shown, number, question, horizon }: Welcome): void {
    this.about = { ...table, seats: this.about.seats }
    this.you = you
    this.horizon = horizon
    if (shown.length === 0) return
    this.number = number
    this.question = question
    this.#show(shown)
  }

  take(message: TableUpdate): void {
    if (message.number !== this.number + 1)
      throw new Error(`Update ${message.number} came after ${this.number}. The updates between are missing.`)
    this.number = message.number
    this.about = { ...this.about, number: message.number, changed: message.at }
    if ('horizon' in message && message.horizon !== undefined) this.horizon = message.horizon
    if ('clock' in message && message.clock !== undefined)
      this.about = { ...this.about, clock: message.clock }
    switch (message.type) {
      case 'step':
        this.#step(message)
        break
      case 'undone':
        this.question = message.question
        this.proposal = undefined
        this.#show(message.shown)
        break
      case 'proposal': {
        const { number, to, by, person } = message
        this.proposal = { number, to, by, person }
        break
      }
      case 'consent':
        if (!message.yes && message.proposal === this.proposal?.number) this.proposal = undefined
        break
      case 'seats': {
        const { seats } = message
        this.question = message.question
        this.about = { ...this.about, seats }
        const mine = seats.filter(({ person }) => person !== undefined && person === this.you.person)
        this.you = { ...this.you, seats: mine.map(({ seat }) => seat) }
        this.#show(message.shown)
        break
      }
      case 'moved':
        this.about = { ...this.about, game: { ...this.about.game, fingerprint: message.fingerprint } }
        this.question = message.question
        this.proposal = undefined
        this.#show(message.shown)
        break
      case 'disclosed':
        this.about = { ...this.about, disclosed: true }
        this.proposal = undefined
        break
      case 'rematch':
        this.about = { ...this.about, rematch: message.table }
        break
      case 'chat':
      case 'note':
        break
    }
  }

  #step({ told, deciding, question, seat, number }: Extract<TableUpdate, { readonly type: 'step' }>): void {
    this.#answers.set(`${seat} ${this.question}`, number)
    for (const old of this.#answers.keys()) {
      if (this.#answers.size <= MAX_ANSWERS) break
      this.#answers.delete(old)
    }
    this.question = question
    this.proposal = undefined
    for (const { eye: viewer, events, decision, values } of told) {
      if (values !== undefined) this.#values.set(viewer, values)
      const before = this.#views.get(viewer)
      if (before === undefined) continue
      const board = applyEvents(before, events)
      this.#views.set(viewer, { ...board, deciding, ...(decision === undefined ? {} : { decision }) })
    }
    const [first] = this.#views.values()
    const outcome = first?.outcome
    this.about = { ...this.about, deciding, ...(outcome === undefined ? {} : { outcome }) }
  }

  #show(shown: readonly SeatSnapshot[]): void {
    this.#views.clear()
    this.#values.clear()
    for (const { eye: viewer, view, values } of shown) {
      this.#views.set(viewer, view)
      if (values !== undefined) this.#values.set(viewer, values)
    }
    const [first] = shown
    if (first === undefined) return
    const { outcome: _old, ...about } = this.about
    const { deciding, outcome } = first.view
    this.about = { ...about, deciding: [...deciding], ...(outcome === undefined ? {} : { outcome }) }
  }
}
