import { type Decision, type Game, isEnum, type Question, type State } from '@ludoforge/kernel'
import type { OptionName, OptionUse } from './game-note.js'

/** A statement that asks: the key of each value met so far, and of declining. */
interface Site {
  readonly keys: Map<number, string>
  readonly decline: string
}

const DECLINE = 'none'

/** Counts how often each action, card and named option was possible, and how often it was taken. */
export class OptionRecorder {
  /** The names of all keys met so far. */
  readonly names = new Map<string, OptionName>()
  /** By the number of the statement. `null`: its options aren't counted. */
  readonly #sites = new Map<number, Site | null>()
  readonly #actionLabels = new Map<string, string>()
  #uses = new Map<string, { readonly possible: number[]; readonly taken: number[] }>()
  /** The keys of the open question, one for each value, and of its offers. */
  #open: readonly (string | undefined)[] = []
  #offers: readonly string[] = []
  #decline: string | undefined

  constructor(private readonly game: Game) {
    for (const { id, title } of game.def.procedures)
      this.#actionLabels.set(id, typeof title === 'string' ? title : spaced(id))
  }

  begin(): void {
    this.#uses = new Map()
  }

  asked(question: Question, state: State): void {
    const { seat, values, offers, optional, kind } = question
    const own = [...values] // a question is valid until the next call
    this.#offers = offers.map((action) => this.#actionKey(action))
    const site = kind === 'number' || own.length === 0 ? null : this.#siteOf(question, own, state)
    this.#open = site === null ? [] : own.map((value) => site.keys.get(value))
    this.#decline = site !== null && optional ? site.decline : undefined
    for (const key of new Set([...this.#open, ...this.#offers, this.#decline]))
      if (key !== undefined) this.#count(key, 'possible', seat)
  }

  chose(seat: number, picks: readonly number[], kind: Question['kind']): void {
    if (kind === 'number') return
    const [first] = picks
    if (first === undefined) {
      if (this.#decline !== undefined) this.#count(this.#decline, 'taken', seat)
      return
    }
    // Further picks of a series answer questions that weren't asked yet.
    const answers = kind === 'one' ? [first] : picks
    const keys = new Set(answers.map((pick) => (pick < 0 ? this.#offers[-1 - pick] : this.#open[pick])))
    for (const key of keys) if (key !== undefined) this.#count(key, 'taken', seat)
  }

  /** Returns the counts of the game that ended. */
  end(): Record<string, OptionUse> {
    return Object.fromEntries(this.#uses)
  }

  #count(key: string, what: 'possible' | 'taken', seat: number): void {
    let use = this.#uses.get(key)
    if (use === undefined) {
      const none = () => this.game.def.seats.map(() => 0)
      this.#uses.set(key, (use = { possible: none(), taken: none() }))
    }
    use[what][seat] = (use[what][seat] ?? 0) + 1
  }

  /** Returns the statement that asks, with the keys of these values. */
  #siteOf({ site: number, seat }: Question, values: readonly number[], state: State): Site | null {
    const known = this.#sites.get(number)
    if (known === null || (known !== undefined && values.every((value) => known.keys.has(value))))
      return known
    const decision = this.game.decision(state, this.game.def.seats[seat]?.id)
    if (decision === undefined || !isCounted(decision, this.game)) {
      this.#sites.set(number, null)
      return null
    }
    const site = known ?? { keys: new Map<number, string>(), decline: this.#optionKey(decision, DECLINE) }
    decision.options.forEach(({ id }, i) => {
      const value = values[i]
      if (value !== undefined && !site.keys.has(value)) site.keys.set(value, this.#keyOf(decision, id))
    })
    this.#sites.set(number, site)
    return site
  }

  #keyOf(decision: Decision, id: string): string {
    if (decision.type === 'action') return this.#named('action', id, this.#actionLabels.get(id) ?? spaced(id))
    if (decision.type !== 'token') return this.#optionKey(decision, id)
    const type = tokenTypeOf(id)
    return this.#named(
      'card',
      type,
      this.game.def.tokens.find((one) => one.id === type)?.name ?? spaced(type),
    )
  }

  #actionKey(action: number): string {
    const id = this.game.def.procedures[action]?.id ?? ''
    return this.#named('action', id, this.#actionLabels.get(id) ?? spaced(id))
  }

  #optionKey({ name, action }: Decision, id: string): string {
    const question = action === undefined ? name : `${action}.${name}`
    return this.#named('option', `${question}.${id}`, spaced(id), question)
  }

  #named(kind: OptionName['kind'], id: string, name: string, question?: string): string {
    const key = `${kind} ${id}`
    if (!this.names.has(key))
      this.names.set(key, { kind, name, ...(question === undefined ? {} : { question }) })
    return key
  }
}

/** Actions, cards, seats, and named options count. Spaces, pieces and numbers don't. */
function isCounted({ type, options }: Decision, { def }: Game): boolean {
  if (type !== 'token') return type === 'action' || type === 'seat' || type === 'choice' || isEnum(type)
  const [first] = options
  const family = def.tokens.find(({ id }) => id === tokenTypeOf(first?.id ?? ''))?.family
  return family === 'cards'
}

/** `storm+dark@hand-red` is a card of type `storm`. */
const tokenTypeOf = (id: string): string => id.replace(/[+@].*$/, '')

const spaced = (id: string): string => id.replaceAll('-', ' ')
