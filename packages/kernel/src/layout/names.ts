/** Converts values to names: stable ids for programs, labels for people. */
import { type GameDef, isEnum, itemOf, tableId, type TokenTypeDef } from '../def/index.js'
import type { KindSets } from './kinds.js'
import type { Layout } from './layout.js'
import { numberAt, type Slot, type State } from './state.js'
import { seesZone } from './zone-visibility.js'

/** The name of one thing and of several. */
interface Noun {
  readonly one: string
  readonly many: string
}

export class Names {
  private readonly kindIds: string[] = []
  private readonly kindNouns: (Noun | undefined)[] = [] // made when first read
  private readonly setNames = new Map<number, string>()
  private readonly setLabels = new Map<number, string>()
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
        else if (p.type === 'number') values.push(`${id}-${value}`)
        else {
          const word = this.scalar(p.type, value)
          values.push(this.isShared(type.def, id, word) ? `${id}-${word}` : word)
        }
      }
      this.kindIds.push([type.def.id, ...values].join('+'))
    }
    this.actionLabels = labelsOfActions(layout.def)
  }

  /** Checks whether another changing property of the type has a value of the same name. */
  private isShared({ changing }: TokenTypeDef, id: string, word: string): boolean {
    return changing.some((other) => other !== id && this.words(other).includes(word))
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
    return seesZone(def.visible, owner, seat)
  }

  kindId(kind: number): string {
    return this.kindIds[kind]
  }

  /** Returns the name of one token of a kind, its changed values first: `Active Red cube`. */
  kindLabel(kind: number): string {
    return this.kindNoun(kind).one
  }

  private kindNoun(kind: number): Noun {
    return (this.kindNouns[kind] ??= this.nounOf(kind, false))
  }

  /** `isFull` names default values, too: `Hidden Red cube`. */
  private nounOf(kind: number, isFull: boolean): Noun {
    const { layout } = this
    const { def } = layout.types[layout.kindType[kind]]
    const adjectives = def.changing.flatMap((id) => {
      const p = layout.prop(id)
      const value = p.values[kind]
      if (value === p.start && !isFull) return []
      const name = p.name ?? spaced(id)
      if (p.type === 'flag') return value === 1 ? [name] : isFull && value === p.start ? [] : [`not ${name}`]
      if (p.type === 'number') return [`${name} ${value}`]
      const word = this.word(p.type, value)
      return [this.isShared(def, id, this.scalar(p.type, value)) ? `${name} ${word}` : word]
    })
    // A card's name is a proper name: `Storm (dark)`.
    const phrase = (noun: string): string => {
      if (def.family === 'pieces') return [...adjectives, noun].join(' ')
      return adjectives.length === 0 ? noun : `${noun} (${adjectives.join(', ')})`
    }
    return { one: phrase(def.name), many: phrase(def.many ?? def.name) }
  }

  /** Returns the name of a value of an enumeration, for people. */
  private word(type: string, value: number): string {
    const id = this.scalar(type, value)
    return this.layout.enumOf(type)?.names[id] ?? spaced(id)
  }

  /** Returns the name of a value of any type but token, whose name depends on its zone. */
  scalar(type: string, value: number): string {
    const { layout } = this
    if (type === 'number') return String(value)
    if (type === 'position') return value.toString(16).padStart(13, '0')
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
   * Returns the label of a set of kinds, in the plural: a type, a group, the pieces of a seat, else its kinds one by
   * one. A set with pieces is called by its pieces only.
   */
  private setLabel(id: number): string {
    let label = this.setLabels.get(id)
    if (label === undefined) this.setLabels.set(id, (label = this.labelOfSet(id)))
    return label
  }

  private labelOfSet(id: number): string {
    const { layout } = this
    const set = this.kinds.sets[id]
    if (set === undefined) return '?'
    const members = set.pieces.length > 0 ? set.pieces : set.cards
    const ofFamily = (filter: { type: string } | { group: string }): readonly number[] => {
      const found = this.kinds.resolve([filter])
      return 'id' in found ? (set.pieces.length > 0 ? found.pieces : found.cards) : []
    }
    const isSet = (kinds: readonly number[]): boolean =>
      kinds.length === members.length && kinds.every((kind, i) => kind === members[i])
    const type = layout.types.find(({ def }) => isSet(ofFamily({ type: def.id })))?.def
    if (type !== undefined) return type.many ?? type.name
    const group = layout.def.groups.find((one) => isSet(ofFamily({ group: one.id })))
    if (group !== undefined) return group.many ?? group.name ?? spaced(group.id)
    const seat = set.cards.length === 0 ? this.seatOfAll(set.pieces) : undefined
    if (seat !== undefined) return `${layout.seatNames[seat]} pieces`
    return listed(this.typesOf(members))
  }

  /** Returns the types of kinds. A type of which only some kinds are meant is told kind by kind. */
  private typesOf(kinds: readonly number[]): readonly string[] {
    const { layout } = this
    const byType = new Map<number, number[]>()
    for (const kind of kinds) {
      const type = layout.kindType[kind]
      byType.set(type, [...(byType.get(type) ?? []), kind])
    }
    return [...byType].flatMap(([type, some]) => {
      const { def } = layout.types[type]
      const all = layout.kindType.filter((other) => other === type).length
      return some.length === all ? [def.many ?? def.name] : some.map((kind) => this.nounOf(kind, true).many)
    })
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
    if (typeof value !== 'number') return this.listLabel(type, value, s, () => true)
    if (type === 'flag') return value === 0 ? 'no' : 'yes'
    if (type === 'position') return 'a position'
    if (value < 0) return this.scalar(type, value)
    if (type === 'kind') return this.setLabel(value)
    if (type === 'seat') return layout.seatNames[value] ?? this.scalar(type, value)
    if (type === 'zone') return layout.zones[value]?.def.name ?? '?'
    if (type === 'action') return this.actionLabels[value] ?? spaced(this.scalar(type, value))
    if (type === 'token') return this.tokensLabel(s, value, 0)
    return isEnum(type) ? this.word(type, value) : this.scalar(type, value)
  }

  /** Returns the label of equal tokens, with their number unless it is 0. A card's label doesn't depend on its zone. */
  private tokensLabel(s: State, token: number, count: number): string {
    const { one, many } = this.kindNoun(this.kindOf(s, token))
    const noun = count === 0 ? one : `${count} ${count === 1 ? one : many}`
    return token < this.layout.pieces
      ? `${noun} in ${this.layout.zones[this.zoneOf(s, token)].def.name}`
      : noun
  }

  /** Returns the labels of a list. Equal tokens are counted: `3 Red soldiers in E3 and 1 Blue soldier in E4`. */
  private listLabel(
    type: string,
    values: readonly number[],
    s: State,
    isOpen: (token: number) => boolean,
  ): string {
    const item = itemOf(type)
    if (values.length === 0) return 'none'
    if (item !== 'token') return listed(values.map((value) => this.label(s, item, value)))
    const counts = new Map<string, { readonly token: number; count: number }>()
    for (const token of values) {
      const key = token < 0 || isOpen(token) ? this.id(s, item, token) : this.hidden(token).one
      const known = counts.get(key)
      if (known === undefined) counts.set(key, { token, count: 1 })
      else known.count += 1
    }
    const isCounted = [...counts.values()].some(({ count }) => count > 1)
    return listed(
      [...counts.values()].map(({ token, count }) => {
        if (token < 0) return this.scalar(item, token)
        if (isOpen(token)) return this.tokensLabel(s, token, isCounted ? count : 0)
        const { one, many } = this.hidden(token)
        return count === 1 ? one : `${count} ${many}`
      }),
    )
  }

  private hidden(token: number): Noun {
    return token < this.layout.pieces ? { one: 'a piece', many: 'pieces' } : { one: 'a card', many: 'cards' }
  }

  /** The same for all viewers: doesn't name a token that a spectator can't see. */
  openLabel(s: State, type: string, value: Slot): string {
    const isOpen = (token: number): boolean => this.sees(-1, this.zoneOf(s, token))
    if (typeof value !== 'number') return this.listLabel(type, value, s, isOpen)
    if (type !== 'token' || value < 0 || isOpen(value)) return this.label(s, type, value)
    return this.hidden(value).one
  }
}

const spaced = (id: string): string => id.replaceAll(/(?<=\w)-(?=\w)/g, ' ')

/** Returns `a, b and c`. */
function listed(items: readonly string[]): string {
  const last = items.at(-1) ?? ''
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} and ${last}`
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
