/** Reading expressions without a position: what the value of each can be, from what its parts can be. */
import type { Expr, Filter, GameDef, TokenTypeDef } from '../def/index.js'
import { type Bound, partsOf, type Parts } from '../def/walk.js'

export type Node = Exclude<Expr, number | boolean>
type Names<T> = ReadonlyMap<string, T>

/** What the parts of a node can be. */
export interface Read<T> {
  readonly parts: Parts['exprs']
  readonly values: readonly T[] // one for each
}

const NOTHING: Read<never> = { parts: [], values: [] }

/** `T` is what a value can be; of a list, what one of its items can be. */
export abstract class Reading<T> {
  /** What a plain number or flag can be. */
  protected abstract readonly plain: T
  protected abstract either(a: T, b: T): T
  /** What a name can be that a node binds for its parts: one of a list, or a zone, or a seat. */
  protected abstract bound(bound: Bound, list: T | undefined): T
  /** Nodes that are not read by reading all their parts; undefined: it is none of those. */
  protected abstract special(node: Node, names: Names<T>): T | undefined
  protected abstract node(node: Node, read: Read<T>, names: Names<T>): T

  read(e: Expr, names: Names<T>): T {
    if (typeof e !== 'object') return this.plain
    return this.special(e, names) ?? this.node(e, this.inside(e, names), names)
  }

  private inside(node: Node, names: Names<T>): Read<T> {
    const parts = partsOf('Expr', node).exprs
    if (parts.length === 0) return NOTHING
    const values: T[] = []
    const read = { parts, values }
    for (const part of parts) values.push(this.read(part.value, this.within(names, part.names, read)))
    return read
  }

  private within(names: Names<T>, bounds: readonly Bound[], read: Read<T>): Names<T> {
    if (bounds.length === 0) return names
    const inner = new Map(names)
    for (const one of bounds)
      inner.set(one.name, this.bound(one, this.field(read, one.type.replace('item ', ''))))
    return inner
  }

  /** What one field can be. */
  protected field(read: Read<T>, field: string): T | undefined {
    return this.among(read, (part) => part.field === field)
  }

  /** What the value of the node can be, if it is one of its parts. */
  protected passed(read: Read<T>): T | undefined {
    return this.among(read, (part) => part.passed)
  }

  private among({ parts, values }: Read<T>, which: (part: Parts['exprs'][number]) => boolean): T | undefined {
    let all: T | undefined
    values.forEach((value, i) => {
      if (which(parts[i])) all = all === undefined ? value : this.either(all, value)
    })
    return all
  }
}

/** How many tokens lie somewhere is no secret, as long as nothing is said about them: where, if only that is asked. */
export function countedIn(node: Node): Expr | undefined {
  if (!('aggregate' in node)) return undefined
  const { op, query, value } = node.aggregate
  if ((op !== 'count' && op !== 'any') || value !== undefined) return undefined
  if (typeof query !== 'object' || !('query' in query) || query.query !== 'tokensInZone') return undefined
  return query.filter.length === 0 ? query.zone : undefined
}

/** The zones that lie on a map or board: those that steps and directions can lead to. */
export function spacesOf(def: GameDef): GameDef['zones'] {
  return def.zones.filter(({ space, adjacent, board }) => space || adjacent.length > 0 || board !== undefined)
}

/** Nodes that give such zones, by the word that tells them. */
export const SPACES: ReadonlySet<string> = new Set([
  'zoneToward',
  'boardCell',
  'mapSpaces',
  'adjacentZones',
  'connectedZones',
  'ray',
  'line',
  'boardRow',
  'boardColumn',
])

/** Which types of tokens can satisfy filters. */
export class Matching {
  private readonly types = new Map<Filter, readonly TokenTypeDef[]>()
  private readonly families = new Map<Filter, readonly TokenTypeDef['family'][]>()

  constructor(private readonly def: GameDef) {}

  matching(filter: Filter): readonly TokenTypeDef[] {
    let types = this.types.get(filter)
    if (types === undefined) {
      types = this.def.tokens.filter((type) => this.mayMatch(type, filter))
      this.types.set(filter, types)
    }
    return types
  }

  /** Whether pieces, and whether cards, can satisfy it. */
  matchingFamilies(filter: Filter): readonly TokenTypeDef['family'][] {
    let found = this.families.get(filter)
    if (found === undefined) {
      const families = new Set<TokenTypeDef['family']>()
      for (const type of this.def.tokens)
        if (!families.has(type.family) && this.mayMatch(type, filter)) families.add(type.family)
      this.families.set(filter, (found = [...families]))
    }
    return found
  }

  group(id: string): Filter {
    return this.def.groups.find((group) => group.id === id)?.filter ?? []
  }

  private mayMatch(type: TokenTypeDef, filter: Filter): boolean {
    return filter.every((p) => {
      if ('type' in p) return p.type === type.id
      if ('family' in p) return p.family === type.family
      if ('group' in p) return this.mayMatch(type, this.group(p.group))
      if ('any' in p) return p.any.some((inner) => this.mayMatch(type, inner))
      if ('kind' in p)
        return typeof p.kind !== 'object' || !('kinds' in p.kind) || this.mayMatch(type, p.kind.kinds)
      if ('eq' in p) return mayBe(type, p.prop, [p.eq])
      return 'in' in p ? mayBe(type, p.prop, p.in) : true
    })
  }
}

/** Can a property of tokens of a type be one of these values? One that a type does not have is 0, false or none. */
function mayBe({ props, changing }: TokenTypeDef, prop: string, values: readonly Expr[]): boolean {
  if (changing.includes(prop)) return true
  const has = Object.hasOwn(props, prop)
  return values.some((value) => {
    if (typeof value !== 'object') return has ? props[prop] === value : !value
    const { value: named, seat, zone } = value as { value?: unknown; seat?: unknown; zone?: unknown }
    const constant = 'ref' in value ? undefined : (named ?? seat ?? zone)
    return typeof constant !== 'string' || (has && props[prop] === constant)
  })
}
