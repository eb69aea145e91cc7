/** Where the entries of an observation come from: cells of a state that are copied, and what each seat doesn't know. */
import { type Game, isEnum, isRow, questionsOf } from '@ludoforge/kernel'
import { type Layout, type Names, seesZone } from '@ludoforge/kernel/internal'
import { linkedGame } from '../linked-game.js'

/** The description of an entry. A category is the index of one of `values`; -1 is none, or unknown to the seat. */
export interface ObservationEntry {
  readonly name: string // "troops in hue", "ace: zone"
  readonly kind: 'number' | 'flag' | 'category'
  readonly min: number
  readonly max: number
  readonly values?: readonly string[] // of a category
}

/** Cells that are copied together: from which cell, how many, and to which entry. */
interface CellRun {
  readonly from: number
  readonly length: number
  readonly at: number
}

/** Entries that a seat doesn't know, and the value they have instead. */
interface Blank {
  readonly at: number
  readonly length: number
  readonly value: number
}

/** The entries about one card. */
interface CardSlot {
  readonly at: number // its zone, then its depth, then its side
  readonly turns: boolean // it has an entry for its side
}

/** A list of categories: unused items are -1. Tokens become the numbers of their types. */
export interface CategoryList {
  readonly cell: number // of the first item; its length is in the cell before
  readonly at: number
  readonly most: number
  readonly isOfTokens: boolean
}

/** The entries about the question of the seat, in order. */
export const QUESTION_ENTRIES = [
  'question',
  'min',
  'max',
  'budget',
  'picked',
  'action',
  'zone',
  'kind',
  'seat',
] as const

const NUMBERS = { min: -2147483648, max: 2147483647 }

const number = (name: string, min = NUMBERS.min, max = NUMBERS.max): ObservationEntry => ({
  name,
  kind: 'number',
  min,
  max,
})
const flag = (name: string): ObservationEntry => ({ name, kind: 'flag', min: 0, max: 1 })
const category = (name: string, values: readonly string[]): ObservationEntry => ({
  name,
  kind: 'category',
  min: -1,
  max: values.length - 1,
  values,
})

/** Whether the values of a type are numbered from 0, with -1 for none. */
const isCategory = (type: string): boolean =>
  ['seat', 'zone', 'action'].includes(type) || isEnum(type) || isRow(type)

export class ObservationPlan {
  readonly runs: CellRun[] = []
  readonly lists: CategoryList[] = []
  readonly blanks: readonly Blank[][] // by seat
  readonly cards: CardSlot[] = [] // in the order of the cards
  readonly question: number // the first entry about the question
  readonly cardsAt: number // the first entry about a card
  /** By zone and seat: whether the seat sees what is in it. */
  readonly sees: readonly Uint8Array[]
  /** The number of a question in the rules, by its options: the linker copies the node of a simultaneous question. */
  readonly sites = new Map<unknown, number>()
  /** The number of the question that a window asks, by its procedure. */
  readonly windows = new Map<string, number>()
  readonly #entries: (() => ObservationEntry)[] = [] // named when first read
  readonly #layout: Layout
  readonly #names: Names

  constructor(game: Game) {
    const { machine } = linkedGame(game).linked
    const { layout } = machine.linker
    this.#layout = layout
    this.#names = machine.names
    this.blanks = layout.seats.map(() => [])
    this.sees = layout.seats.map((_, seat) =>
      Uint8Array.from(layout.zones, ({ def, owner }) => (seesZone(def.visible, owner, seat) ? 1 : 0)),
    )
    this.#add(() => category('observer', layout.seats))
    for (const seat of layout.seats) this.#add(() => flag(`${seat} decides`))
    this.question = this.size
    this.#addQuestion(game)
    this.#addSettings(game)
    this.#addVariables()
    this.#addSizes()
    this.#addPieces()
    this.cardsAt = this.size
    this.#addCards()
  }

  get size(): number {
    return this.#entries.length
  }

  /** Describes all entries. */
  describe(): readonly ObservationEntry[] {
    return this.#entries.map((entry) => entry())
  }

  #add(...entries: (() => ObservationEntry)[]): void {
    this.#entries.push(...entries)
  }

  /** Copies a cell, together with the cell before it if that is copied to the entry before. */
  #copy(cell: number, entry: () => ObservationEntry): void {
    const at = this.size
    this.#add(entry)
    const last = this.runs.at(-1)
    if (last !== undefined && last.from + last.length === cell && last.at + last.length === at)
      this.runs[this.runs.length - 1] = { ...last, length: last.length + 1 }
    else this.runs.push({ from: cell, length: 1, at })
  }

  #addQuestion(game: Game): void {
    const layout = this.#layout
    const times = new Map<string, number>()
    const names = questionsOf(game.def).map(({ procedure, name, kind, node }, i) => {
      if (node === null) this.windows.set(procedure, i)
      else this.sites.set(node.options, i)
      const title = `${procedure}: ${name ?? (node === null ? 'offers' : kind)}`
      const nth = (times.get(title) ?? 0) + 1
      times.set(title, nth)
      return nth === 1 ? title : `${title} (${nth})`
    })
    const entries: Readonly<Record<(typeof QUESTION_ENTRIES)[number], () => ObservationEntry>> = {
      question: () => category('question', names),
      min: () => number('question: min'),
      max: () => number('question: max'),
      budget: () => number('question: budget'),
      picked: () => number('question: picked', 0),
      action: () => category('question: action', layout.procedures),
      zone: () => category('question: zone', zoneIds(layout)),
      kind: () => category('question: kind', kindIds(layout, this.#names)),
      seat: () => category('question: seat', layout.seats),
    }
    for (const name of QUESTION_ENTRIES) this.#add(entries[name])
  }

  #addSettings({ def }: Game): void {
    const { options, scenario } = this.#layout
    if (def.scenarios.length > 1)
      this.#copy(scenario, () =>
        category(
          'scenario',
          def.scenarios.map(({ id }) => id),
        ),
      )
    for (const { id, type, cell, min, max } of options.values())
      this.#copy(cell, () => this.#valueEntry(`option ${id}`, type, min, max))
  }

  #valueEntry(name: string, type: string, min: number, max: number): ObservationEntry {
    if (type === 'flag') return flag(name)
    if (!isCategory(type)) return number(name, min, max)
    return category(name, this.#values(type))
  }

  #values(type: string): readonly string[] {
    return Array.from({ length: this.#layout.size(type) }, (_, i) => this.#names.scalar(type, i))
  }

  #addVariables(): void {
    const { seats, zones, variables } = this.#layout
    for (const { def, cell, cells, min, max, list, zones: own } of variables.values()) {
      const { id, scope, type, hidden } = def
      if (hidden === 'all' || (hidden !== undefined && scope !== 'seat')) continue
      if (type === 'kind' || list?.item === 'position') continue // without a meaning of their own
      const stride = list?.stride ?? 1
      for (let i = 0; i < cells / stride; i++) {
        const of = scope === 'seat' ? seats[i] : scope === 'zone' ? zones[own[i] ?? -1]?.def.id : undefined
        const name = of === undefined ? id : `${id} of ${of}`
        const at = this.size
        const first = cell + i * stride
        if (list === null) this.#copy(first, () => this.#valueEntry(name, type, min, max))
        else {
          this.#copy(first, () => number(`${name}: length`, 0, list.most))
          if (list.item === 'token' || isCategory(list.item))
            this.#addList(name, first + 1, list.most, list.item)
          else
            for (let n = 0; n < list.most; n++)
              this.#copy(first + 1 + n, () => number(`${name}: ${n + 1}`, Math.min(0, min), Math.max(0, max)))
        }
        if (hidden === undefined) continue
        const value = list === null && isCategory(type) ? -1 : 0
        for (const [seat, blanks] of this.blanks.entries())
          if (seat !== i) blanks.push({ at, length: this.size - at, value })
      }
    }
  }

  #addList(name: string, cell: number, most: number, item: string): void {
    const isOfTokens = item === 'token'
    this.lists.push({ cell, at: this.size, most, isOfTokens })
    for (let n = 0; n < most; n++)
      this.#add(() =>
        category(
          `${name}: ${n + 1}`,
          isOfTokens ? this.#layout.types.map(({ def }) => def.id) : this.#values(item),
        ),
      )
  }

  /** How many tokens are in a zone, where that doesn't follow from other entries. */
  #addSizes(): void {
    const { zones, held, pieceZones, tokens } = this.#layout
    zones.forEach(({ def }, z) => {
      if (z >= pieceZones || def.visible !== 'all')
        this.#copy(held + z, () => number(`${def.id}: size`, 0, tokens))
    })
  }

  #addPieces(): void {
    const { zones, pieceZones, pieceKinds, count, pieces } = this.#layout
    for (let z = 0; z < pieceZones; z++) {
      const at = this.size
      for (let kind = 0; kind < pieceKinds; kind++)
        this.#copy(count + z * pieceKinds + kind, () =>
          number(`${this.#names.kindId(kind)} in ${zones[z]?.def.id ?? ''}`, 0, pieces),
        )
      for (const [seat, blanks] of this.blanks.entries())
        if (this.sees[seat]?.[z] === 0) blanks.push({ at, length: pieceKinds, value: 0 })
    }
  }

  /** Cards of one type are alike: the first slot of a type has the card that comes first by zone and depth. */
  #addCards(): void {
    const { types, typeOf, pieces, tokens, pieceZones } = this.#layout
    const zones = zoneIds(this.#layout).slice(pieceZones)
    for (let t = pieces; t < tokens; t++) {
      const type = types[typeOf[t] ?? -1]
      if (type === undefined) continue
      const nth = t - type.first
      const name = type.def.count > 1 ? `${type.def.id} ${nth + 1}` : type.def.id
      const turns = type.kinds > 1
      this.cards.push({ at: this.size, turns })
      this.#add(
        () => category(`${name}: zone`, zones),
        () => number(`${name}: depth`, -1, tokens),
      )
      if (turns)
        this.#add(() =>
          category(
            `${name}: side`,
            Array.from({ length: type.kinds }, (_, i) => this.#names.kindId(type.kind + i)),
          ),
        )
    }
  }
}

const zoneIds = ({ zones }: Layout): readonly string[] => zones.map(({ def }) => def.id)

const kindIds = ({ kinds }: Layout, names: Names): readonly string[] =>
  Array.from({ length: kinds }, (_, kind) => names.kindId(kind))
