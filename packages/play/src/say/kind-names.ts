/** Names a set of kinds of tokens: "Active Blue Scout", "rebel piece", "Red cube". */
import { enumId, type Filter, type GroupDef, isEnum, type TokenTypeDef } from '@ludoforge/kernel'
import type { Layout, Linked } from '@ludoforge/kernel/internal'
import type { Language, Noun } from '../language/index.js'
import { plainName } from './names.js'

type Kinds = ReadonlySet<number>

/** Sets of more types than this have no name of their own. */
const MAX_TYPES = 4

export class KindNames {
  private readonly layout: Layout
  private readonly known = new Map<number, Noun>()
  private readonly filters = new WeakMap<Filter, Noun | null>()
  private readonly pieces: Noun
  private readonly cards: Noun

  constructor(
    private readonly linked: Linked,
    private readonly language: Language,
  ) {
    this.layout = linked.machine.linker.layout
    this.pieces = { one: 'piece', many: 'pieces' }
    this.cards = { one: 'card', many: 'cards' }
  }

  /** Returns the name of what a filter matches, or undefined if that depends on play. */
  ofFilter(filter: Filter): Noun | undefined {
    let found = this.filters.get(filter)
    if (found === undefined) {
      const set = this.linked.machine.linker.kinds.resolve(filter)
      found = 'id' in set ? this.noun(set.id) : null
      this.filters.set(filter, found)
    }
    return found ?? undefined
  }

  /** Returns the name of a set of kinds by its number. Cards are never named among pieces. */
  noun(id: number): Noun {
    let found = this.known.get(id)
    if (found === undefined) {
      const set = this.linked.machine.linker.kinds.sets[id]
      const kinds = set === undefined ? [] : set.pieces.length > 0 ? set.pieces : set.cards
      this.known.set(id, (found = this.name(new Set(kinds))))
    }
    return found
  }

  /** Returns the name of a set as a thing of its own: pieces in the plural, a card by its name. */
  title(id: number): string {
    const set = this.linked.machine.linker.kinds.sets[id]
    const { one, many } = this.noun(id)
    return set !== undefined && set.pieces.length === 0 ? one : many
  }

  private name(kinds: Kinds): Noun {
    const { layout } = this
    const types = [...new Set([...kinds].map((kind) => layout.kindType[kind] ?? -1))]
    const adjectives = this.adjectives(kinds, types)
    if (adjectives === undefined) return this.either([...kinds].map((kind) => this.kind(kind)))
    const { one, many } = this.typesNoun(types)
    return { one: [...adjectives, one].join(' '), many: [...adjectives, many].join(' ') }
  }

  private kind(kind: number): Noun {
    return this.name(new Set([kind]))
  }

  /** Returns the values that set these kinds apart from others of their types; undefined if no values do. */
  private adjectives(kinds: Kinds, types: readonly number[]): readonly string[] | undefined {
    const all = this.kindsOf(types)
    if (all.length === kinds.size) return []
    const props = new Set(types.flatMap((type) => this.type(type).changing))
    const found: string[] = []
    let product = all
    for (const id of props) {
      const { values, has, type } = this.layout.prop(id)
      const here = (list: Iterable<number>): Set<number> =>
        new Set([...list].filter((kind) => has[kind]).map((kind) => values[kind] ?? -1))
      const wanted = here(kinds)
      if (wanted.size === here(all).size) continue
      found.push(
        this.language.list(
          [...wanted].map((value) => this.value(id, type, value)),
          'or',
        ),
      )
      product = product.filter((kind) => has[kind] && wanted.has(values[kind] ?? -1))
    }
    return product.length === kinds.size && product.every((kind) => kinds.has(kind)) ? found : undefined
  }

  private value(property: string, type: string, value: number): string {
    if (type === 'flag') return value === 1 ? plainName(property) : `not ${plainName(property)}`
    const id = this.layout.enumOf(type)?.values[value] ?? ''
    return this.valueName(type, id)
  }

  /** Returns the name of a value without its article. */
  private valueName(type: string, id: string): string {
    const { names } = this.layout.def.enums.find((one) => one.id === enumId(type)) ?? {}
    return (names?.[id] ?? plainName(id)).replace(/^an? /, '')
  }

  private kindsOf(types: readonly number[]): number[] {
    const found: number[] = []
    for (let kind = 0; kind < this.layout.kinds; kind++)
      if (types.includes(this.layout.kindType[kind] ?? -1)) found.push(kind)
    return found
  }

  private type(index: number): TokenTypeDef {
    const found = this.layout.types[index]
    if (found === undefined) throw new RangeError(`There is no token type ${index}.`)
    return found.def
  }

  private typesNoun(types: readonly number[]): Noun {
    const [only] = types
    if (only === undefined) return this.pieces
    if (types.length === 1) return this.token(only)
    const defs = types.map((type) => this.type(type))
    const group = this.group(types)
    if (group !== undefined) return group
    const owner = this.owner(defs)
    const named = this.classNoun(defs, owner) ?? this.groupOf(types, owner)
    if (named !== undefined) return named
    if (types.length > MAX_TYPES) return defs[0]?.family === 'cards' ? this.cards : this.pieces
    return this.either(types.map((type) => this.token(type)))
  }

  private token(type: number): Noun {
    const { name, many } = this.type(type)
    return { one: name, many: many ?? this.language.plural(name) }
  }

  private either(nouns: readonly Noun[]): Noun {
    const list = (texts: readonly string[]): string => this.language.list([...new Set(texts)], 'or')
    return { one: list(nouns.map(({ one }) => one)), many: list(nouns.map(({ many }) => many)) }
  }

  private group(types: readonly number[]): Noun | undefined {
    const { groups } = this.layout.def
    const found = groups.find((group) => this.isSame(this.groupTypes(group), types))
    return found === undefined ? undefined : this.groupNoun(found)
  }

  private groupNoun({ id, name, many }: GroupDef): Noun {
    const one = name ?? plainName(id)
    return { one, many: many ?? (name === undefined ? one : this.language.plural(one)) }
  }

  private groupTypes({ id }: GroupDef): readonly number[] {
    const set = this.linked.machine.linker.kinds.resolve([{ group: id }])
    if (!('pieces' in set)) return []
    return [...new Set([...set.pieces, ...set.cards].map((kind) => this.layout.kindType[kind] ?? -1))]
  }

  private isSame(a: readonly number[], b: readonly number[]): boolean {
    return a.length === b.length && a.every((type) => b.includes(type))
  }

  /** Returns the property and the seat that all these types, and no others with that value, belong to. */
  private owner(defs: readonly TokenTypeDef[]): { readonly prop: string; readonly seat: string } | undefined {
    for (const { id, type, changes } of this.layout.def.properties) {
      if (type !== 'seat' || changes) continue
      const seats = new Set(defs.map(({ props }) => props[id]))
      const [seat] = seats
      if (seats.size === 1 && typeof seat === 'string') return { prop: id, seat }
    }
    return undefined
  }

  /** "Red piece", "Scout", "Red cube": all types with one value of a fixed property, or all of one seat. */
  private classNoun(
    defs: readonly TokenTypeDef[],
    owner: { readonly prop: string; readonly seat: string } | undefined,
  ): Noun | undefined {
    const family = defs[0]?.family
    const mine = (def: TokenTypeDef): boolean => owner === undefined || def.props[owner.prop] === owner.seat
    const all = this.layout.def.tokens.filter((def) => def.family === family && mine(def))
    for (const { id, type, changes } of this.layout.def.properties) {
      if (changes || !isEnum(type)) continue
      const values = new Set(defs.map(({ props }) => props[id]))
      const [value] = values
      if (values.size !== 1 || typeof value !== 'string') continue
      if (all.filter(({ props }) => props[id] === value).length !== defs.length) continue
      const one = this.valueName(type, value)
      return this.owned(owner, { one, many: this.language.plural(one) })
    }
    const base = family === 'cards' ? this.cards : this.pieces
    return all.length === defs.length ? this.owned(owner, base) : undefined
  }

  /** "Red cube": the types of a group that belong to one seat. */
  private groupOf(
    types: readonly number[],
    owner: { readonly prop: string; readonly seat: string } | undefined,
  ): Noun | undefined {
    if (owner === undefined) return undefined
    const found = this.layout.def.groups.find((group) =>
      this.isSame(
        this.groupTypes(group).filter((type) => this.type(type).props[owner.prop] === owner.seat),
        types,
      ),
    )
    return found === undefined ? undefined : this.owned(owner, this.groupNoun(found))
  }

  private owned(owner: { readonly seat: string } | undefined, { one, many }: Noun): Noun {
    if (owner === undefined) return { one, many }
    const name = this.layout.def.seats.find(({ id }) => id === owner.seat)?.name ?? owner.seat
    return one.startsWith(`${name} `) ? { one, many } : { one: `${name} ${one}`, many: `${name} ${many}` }
  }
}
