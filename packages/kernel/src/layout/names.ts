/** Converts values to names: stable ids for programs, labels for people. */
import { type GameDef, isEnum, itemOf, tableId } from '../def/index.js'
import type { KindSets } from './kinds.js'
import type { Layout } from './layout.js'
import { numberAt, type Slot, type State } from './state.js'

export class Names {
  private readonly kindIds: string[] = []
  private readonly kindLabels: string[] = []
  private readonly setNames = new Map<number, string>()
  private readonly actionLabels: readonly (string | undefined)[]

  constructor(
    readonly layout: Layout,
    private readonly kinds: KindSets,
  ) {
    for (let kind = 0; kind < layout.kinds; kind++) {
      const type = layout.types[layout.kindType[kind]]
      const values: string[] = []
      for (const id of type.def.changing) {
        const p = layout.prop(id)
        const value = p.values[kind]
        if (value === p.start) continue // the default isn't named
        // A flag is named after its property. So is a value that another property of the type shares.
        if (p.type === 'flag') values.push(value === 1 ? id : `not-${id}`)
        else {
          const word = this.scalar(p.type, value)
          const shared = type.def.changing.some((other) => other !== id && this.words(other).includes(word))
          values.push(shared ? `${id}-${word}` : word)
        }
      }
      this.kindIds.push([type.def.id, ...values].join('+'))
      this.kindLabels.push(values.length === 0 ? type.def.name : `${type.def.name} (${values.join(', ')})`)
    }
    this.actionLabels = labelsOfActions(layout.def)
  }

  /** Returns the names of a changing property's values. */
  private words(id: string): readonly string[] {
    const { type } = this.layout.prop(id)
    return type === 'flag' ? [id, `not-${id}`] : (this.layout.enumOf(type)?.values ?? [])
  }

  /** Returns the kind of a token in a state. */
  kindOf(s: State, token: number): number {
    return this.layout.kindOf(s.d, token)
  }

  zoneOf(s: State, token: number): number {
    const { layout } = this
    if (token < layout.pieces) return Math.floor(s.d[layout.at + token] / layout.pieceKinds)
    return s.d[layout.cardZone + token]
  }

  /** Returns whether a seat (-1: a spectator) sees the contents of a zone. */
  sees(seat: number, zone: number): boolean {
    const { def, owner } = this.layout.zones[zone]
    return def.visible === 'all' || (def.visible === 'owner' && owner >= 0 && owner === seat)
  }

  kindId(kind: number): string {
    return this.kindIds[kind]
  }

  kindLabel(kind: number): string {
    return this.kindLabels[kind]
  }

  /** Returns the name of a value of any type but token, whose name depends on its zone. */
  scalar(type: string, value: number): string {
    const { layout } = this
    if (type === 'number') return String(value)
    if (type === 'flag') return value === 0 ? 'false' : 'true'
    if (value < 0) return 'none'
    if (type === 'text') return layout.texts[value] ?? '?'
    if (type === 'seat') return layout.seats[value] ?? '?'
    if (type === 'zone') return layout.zones[value]?.def.id ?? '?'
    if (type === 'action') return layout.procedures[value] ?? '?'
    if (type === 'kind') return this.setName(value)
    if (isEnum(type)) return layout.enumOf(type)?.values[value] ?? '?'
    return this.row(tableId(type), value)
  }

  private row(id: string, row: number): string {
    const table = this.layout.tables.get(id)
    const column = table === undefined || table.first === null ? undefined : table.columns.get(table.first)
    if (column === undefined) return String(row)
    return this.scalar(column.type, numberAt(column.values, row))
  }

  /** Returns the shortest name of a set of kinds: a type, a group, or its kinds one by one. */
  private setName(id: number): string {
    let name = this.setNames.get(id)
    if (name === undefined) {
      const { layout } = this
      const set = this.kinds.sets[id]
      if (set === undefined) return '?'
      const all = [...set.pieces, ...set.cards]
      const isSet = (filter: { type: string } | { group: string }): boolean =>
        this.kinds.resolve([filter]) === set
      name =
        layout.types.find((t) => isSet({ type: t.def.id }))?.def.id ??
        layout.def.groups.find((g) => isSet({ group: g.id }))?.id ??
        all.map((q) => this.kindIds[q]).join('|')
      this.setNames.set(id, name)
    }
    return name
  }

  /**
   * Returns the label of a set of kinds: the name of a type, the word of a group, the seat if it is all pieces of a
   * seat, else its types one by one.
   */
  private setLabel(id: number): string {
    const { layout } = this
    const name = this.setName(id)
    const type = layout.types[layout.typeIndex.get(name) ?? -1]
    if (type !== undefined) return type.def.name
    if (layout.def.groups.some((g) => g.id === name)) return name.replaceAll('-', ' ')
    const set = this.kinds.sets[id]
    if (set === undefined) return name
    const seat = set.cards.length === 0 ? this.seatOfAll(set.pieces) : undefined
    if (seat !== undefined) return `${layout.seatNames[seat]} pieces`
    const types = new Set(
      [...set.pieces, ...set.cards].map((kind) => layout.types[layout.kindType[kind]].def.name),
    )
    return [...types].join(', ')
  }

  /** Returns the seat whose pieces are exactly these kinds. */
  private seatOfAll(kinds: readonly number[]): number | undefined {
    const { layout } = this
    for (const { type, values, has, lists } of layout.props.values()) {
      if (type !== 'seat' || lists !== null || kinds.length === 0) continue
      const seat = values[kinds[0]]
      const owns = (kind: number): boolean => has[kind] && values[kind] === seat
      let owned = 0
      for (let kind = 0; kind < layout.pieceKinds; kind++) if (owns(kind)) owned++
      if (seat >= 0 && owned === kinds.length && kinds.every(owns)) return seat
    }
    return undefined
  }

  /** Returns the stable id of a value. */
  id(s: State, type: string, value: number): string {
    if (type !== 'token' || value < 0) return this.scalar(type, value)
    return `${this.kindIds[this.kindOf(s, value)]}@${this.layout.zones[this.zoneOf(s, value)].def.id}`
  }

  /** Returns the label of a value, for people. */
  label(s: State, type: string, value: Slot): string {
    const { layout } = this
    if (typeof value !== 'number') {
      const item = itemOf(type)
      return value.length === 0 ? 'none' : value.map((v) => this.label(s, item, v)).join(', ')
    }
    if (type === 'flag') return value === 0 ? 'no' : 'yes'
    if (type === 'kind' && value >= 0) return this.setLabel(value)
    if (value >= 0 && type === 'seat') return layout.seatNames[value] ?? this.scalar(type, value)
    if (value >= 0 && type === 'zone') return layout.zones[value]?.def.name ?? '?'
    if (value >= 0 && type === 'action') return this.actionLabels[value] ?? this.scalar(type, value)
    if (value >= layout.pieces && type === 'token') return this.kindLabels[this.kindOf(s, value)] // a card's label doesn't depend on its zone
    if (value >= 0 && type === 'token')
      return `${this.kindLabels[this.kindOf(s, value)]} in ${layout.zones[this.zoneOf(s, value)].def.name}`
    return this.scalar(type, value)
  }

  /** The same for all viewers: doesn't name a token that a spectator can't see. */
  openLabel(s: State, type: string, value: Slot): string {
    if (typeof value !== 'number') {
      const item = itemOf(type)
      return value.length === 0 ? 'none' : value.map((v) => this.openLabel(s, item, v)).join(', ')
    }
    if (type !== 'token' || value < 0 || this.sees(-1, this.zoneOf(s, value)))
      return this.label(s, type, value)
    return value < this.layout.pieces ? 'a piece' : 'a card'
  }
}

/**
 * Labels actions by their titles. If a token has several actions, the property that names the action comes first,
 * because their titles may be equal.
 */
function labelsOfActions({ procedures, tokens, properties }: GameDef): readonly (string | undefined)[] {
  const words = properties.filter(({ type }) => type === 'action').map(({ id }) => id)
  const wordOf = new Map<unknown, string>()
  for (const { props } of tokens) {
    const own = words.filter((word) => typeof props[word] === 'string')
    if (own.length > 1) for (const word of own) wordOf.set(props[word], word)
  }
  return procedures.map(({ id, title }) => {
    if (typeof title !== 'string') return undefined
    const word = wordOf.get(id)?.replaceAll('-', ' ')
    return word === undefined ? title : `${word.charAt(0).toUpperCase()}${word.slice(1)}: ${title}`
  })
}
