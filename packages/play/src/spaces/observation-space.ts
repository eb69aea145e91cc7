/**
 * The observation space of a game: a vector of fixed length with what a seat may know of a state, derived from the
 * layout. Who sees what is decided where views decide it: `seesZone`, and `hidden` of a variable.
 */
import { type Game, IllegalChoice, present, type State } from '@ludoforge/kernel'
import type { Layout, Machine, QuestionSite } from '@ludoforge/kernel/internal'
import { linkedGame } from '../linked-game.js'
import {
  type CategoryList,
  type ObservationEntry,
  ObservationPlan,
  QUESTION_ENTRIES,
} from './observation-plan.js'

/** How a vector encodes categories: as numbers, or with an entry of 0 or 1 for each value. */
export type Encoding = 'raw' | 'one-hot'

/** The entries of vectors: 16 bits if every cell of a state has 16, else 32. */
export type ObservationCells = Int16Array<ArrayBuffer> | Int32Array<ArrayBuffer>

const COPIED_ONE_BY_ONE = 24 // shorter runs are faster in a loop
const MOST_16 = 32767

/** The entries of the vectors that describe what a seat may know, the same in every position. */
export class ObservationSpace {
  readonly size: number
  readonly width: 2 | 4 // bytes of one entry
  readonly #plan: ObservationPlan
  readonly #firsts: Int32Array | null // one-hot: the first entry of each entry of the plan
  readonly #isCategory: Uint8Array
  readonly #raw: ObservationCells // one-hot: the vector before it is widened
  readonly #numbers: (number | undefined)[] = [] // of questions in the rules, by site
  readonly #used: Int32Array // by type: how many of its cards have a slot
  readonly #machine: Machine
  readonly #layout: Layout

  constructor(
    game: Game,
    readonly encoding: Encoding,
  ) {
    const { machine } = linkedGame(game).linked
    const { layout } = machine.linker
    this.#machine = machine
    this.#layout = layout
    const plan = new ObservationPlan(game)
    this.#plan = plan
    this.width = layout.blank([0, 0, 0, 0]).d.BYTES_PER_ELEMENT === 2 ? 2 : 4
    this.#used = new Int32Array(layout.types.length)
    const isRaw = encoding === 'raw'
    const entries = isRaw ? [] : plan.describe()
    this.#raw = this.cells(isRaw ? 0 : plan.size)
    this.#isCategory = Uint8Array.from(entries, ({ kind }) => (kind === 'category' ? 1 : 0))
    let size = 0
    const firsts = entries.map(({ values }) => {
      const first = size
      size += values?.length ?? 1
      return first
    })
    this.#firsts = isRaw ? null : Int32Array.from(firsts)
    this.size = isRaw ? plan.size : size
  }

  /** Returns an array for vectors. */
  cells(length: number): ObservationCells {
    return this.width === 2 ? new Int16Array(length) : new Int32Array(length)
  }

  /** Describes all entries, in order. */
  describe(): readonly ObservationEntry[] {
    const raw = this.#plan.describe()
    if (this.encoding === 'raw') return raw
    return raw.flatMap((entry): readonly ObservationEntry[] => {
      const { name, values } = entry
      return (
        values?.map((value) => ({ name: `${name} is ${value}`, kind: 'flag', min: 0, max: 1 })) ?? [entry]
      )
    })
  }

  /** Returns the vector of a seat, by number. `picked`: how many options its answer in progress has. */
  observe(state: State, seat: number, picked = 0): ObservationCells {
    const into = this.cells(this.size)
    this.write(state, seat, picked, into, 0)
    return into
  }

  /** Writes the vector of a seat into an array, from the entry `at` on. */
  write(state: State, seat: number, picked: number, into: ObservationCells, at: number): void {
    if (this.#plan.sees[seat] === undefined)
      throw new IllegalChoice(`There is no seat with the number ${seat}.`)
    if (this.#firsts === null) this.#write(state, seat, picked, into, at)
    else {
      this.#write(state, seat, picked, this.#raw, 0)
      this.#widen(this.#firsts, into, at)
    }
  }

  /** Updates a vector that was written for this question, when only the number of picks has changed since. */
  writePicked(picked: number, into: ObservationCells, at: number): void {
    const entry = this.#plan.question + QUESTION_ENTRIES.indexOf('picked')
    into[at + (this.#firsts === null ? entry : (this.#firsts[entry] ?? 0))] = picked
  }

  #widen(firsts: Int32Array, into: ObservationCells, at: number): void {
    const raw = this.#raw
    into.fill(0, at, at + this.size)
    for (let i = 0; i < raw.length; i++) {
      const value = raw[i] ?? 0
      const first = at + (firsts[i] ?? 0)
      if (this.#isCategory[i] === 0) into[first] = value
      else if (value >= 0) into[first + value] = 1
    }
  }

  #write(s: State, seat: number, picked: number, into: ObservationCells, at: number): void {
    const { runs, lists, blanks, question } = this.#plan
    const { d } = s
    into[at] = seat
    for (let i = 1; i < question; i++) into[at + i] = 0
    const deciding = this.#machine.deciding(s)
    for (const one of deciding) into[at + 1 + one] = 1
    if (deciding.includes(seat)) this.#writeQuestion(s, seat, picked, into, at + question)
    else {
      into.fill(-1, at + question, at + question + QUESTION_ENTRIES.length)
      into.fill(0, at + question + 1, at + question + 5)
    }
    for (const run of runs) {
      const { from, length } = run
      const to = at + run.at
      if (length > COPIED_ONE_BY_ONE) into.set(d.subarray(from, from + length), to)
      else for (let i = 0; i < length; i++) into[to + i] = d[from + i] ?? 0
    }
    for (const list of lists) this.#writeList(s, list, into, at + list.at)
    for (const blank of blanks[seat] ?? [])
      into.fill(blank.value, at + blank.at, at + blank.at + blank.length)
    if (this.#plan.cards.length > 0) this.#writeCards(s, seat, into, at)
  }

  #writeList(
    { d }: State,
    { cell, most, isOfTokens }: CategoryList,
    into: ObservationCells,
    at: number,
  ): void {
    const length = d[cell - 1] ?? 0
    for (let i = 0; i < most; i++) {
      const item = i < length ? (d[cell + i] ?? -1) : -1
      into[at + i] = isOfTokens ? (this.#layout.typeOf[item] ?? -1) : item
    }
  }

  #writeQuestion(s: State, seat: number, picked: number, into: ObservationCells, at: number): void {
    const machine = this.#machine
    const asked = present(machine.question(s, seat), 'a seat that decides is asked.')
    const { min, max, budget } = asked
    const site = machine.linker.question(s.q)
    into[at] = this.#numbers[site.id] ??= this.#numberOf(site)
    into[at + 1] = this.#fit(min)
    into[at + 2] = this.#fit(max)
    into[at + 3] = this.#fit(budget)
    into[at + 4] = picked
    into[at + 5] = s.action
    into.fill(-1, at + 6, at + 9)
    if (site.subject === undefined) return
    const subject = machine.program.subjects[site.id]?.(s, s.k, s.fp, seat) ?? -1
    if (subject < 0) return
    if (site.subject === 'zone') into[at + 6] = subject
    else if (site.subject === 'seat') into[at + 8] = subject
    else if (site.subject === 'token') {
      into[at + 6] = machine.names.zoneOf(s, subject)
      into[at + 7] = machine.names.kindOf(s, subject)
    } else into[at + 5] = subject
  }

  /** The number of a question in the rules; -1: of a block that was linked later. */
  #numberOf({ node, offering }: QuestionSite): number {
    const { sites, windows } = this.#plan
    if ('options' in node) return sites.get(node.options) ?? -1
    return windows.get(this.#layout.procedures[offering?.window ?? -1] ?? '') ?? -1
  }

  #fit(value: number): number {
    return this.width === 4 ? value : Math.max(-MOST_16, Math.min(MOST_16, value))
  }

  #writeCards({ d }: State, seat: number, into: ObservationCells, at: number): void {
    const { cards, sees, cardsAt, size } = this.#plan
    const { zones, pieceZones, pieces, top, cardBelow, typeOf, types } = this.#layout
    const seen = sees[seat]
    const used = this.#used
    into.fill(-1, at + cardsAt, at + size)
    used.fill(0)
    for (let zone = pieceZones; zone < zones.length; zone++) {
      if (seen?.[zone] !== 1) continue
      let depth = 0
      for (let t = d[top + zone] ?? -1; t >= 0; t = d[cardBelow + t] ?? -1) {
        const number = typeOf[t] ?? 0
        const type = types[number]
        if (type === undefined) continue
        const nth = used[number] ?? 0
        used[number] = nth + 1
        const slot = cards[type.first + nth - pieces]
        if (slot === undefined) continue
        into[at + slot.at] = zone - pieceZones
        into[at + slot.at + 1] = depth
        if (slot.turns) into[at + slot.at + 2] = this.#layout.kindOf(d, t) - type.kind
        depth += 1
      }
    }
  }
}

const spaces = new WeakMap<Game, Partial<Record<Encoding, ObservationSpace>>>()

/** Returns the observation space of a game. */
export function observationSpaceOf(game: Game, encoding: Encoding = 'raw'): ObservationSpace {
  let own = spaces.get(game)
  if (own === undefined) spaces.set(game, (own = {}))
  return (own[encoding] ??= new ObservationSpace(game, encoding))
}
