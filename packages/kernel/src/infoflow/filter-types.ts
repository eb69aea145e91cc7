/** Static facts about nodes: the zones that they can return, the token types that a filter can match. */
import type { Expr, Filter, GameDef, TokenTypeDef } from '../def/index.js'
import { partsOf, walk } from '../def/walk.js'

export type Node = Exclude<Expr, number | boolean>

/** Returns the zone of an unfiltered count, or undefined for other nodes. The number of tokens in a zone is public. */
export function zoneOfPlainCount(node: Node): Expr | undefined {
  if (!('aggregate' in node)) return undefined
  const { op, query, value } = node.aggregate
  if ((op !== 'count' && op !== 'any') || value !== undefined) return undefined
  if (typeof query !== 'object' || !('query' in query) || query.query !== 'tokensInZone') return undefined
  return query.filter.length === 0 ? query.zone : undefined
}

/** Returns the zones of maps and boards: those that adjacency and directions can reach. */
export function spacesOf(def: GameDef): GameDef['zones'] {
  return def.zones.filter(({ space, adjacent, board }) => space || adjacent.length > 0 || board !== undefined)
}

/** Nodes that return such zones, by the value of their `ref` or `query`. */
export const SPACE_NODES: ReadonlySet<string> = new Set([
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

const NO_FILTER: Filter = []

/** Computes which token types a filter can match. Memoized. */
export class FilterTypes {
  private readonly types = new Map<Filter, readonly TokenTypeDef[]>()
  private readonly families = new Map<Filter, readonly TokenTypeDef['family'][]>()
  private readonly exprs = new Map<Filter, readonly Expr[]>()

  private readonly groups: ReadonlyMap<string, Filter>

  constructor(private readonly def: GameDef) {
    this.groups = new Map(def.groups.map(({ id, filter }) => [id, filter]))
  }

  matching(filter: Filter): readonly TokenTypeDef[] {
    let types = this.types.get(filter)
    if (types === undefined) {
      types = this.def.tokens.filter((type) => this.mayMatch(type, filter))
      this.types.set(filter, types)
    }
    return types
  }

  /** Returns whether pieces, cards or both can match. */
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

  /** Returns the expressions inside the groups that a filter refers to. */
  groupExprs(filter: Filter): readonly Expr[] {
    let exprs = this.exprs.get(filter)
    if (exprs === undefined) {
      const found: Expr[] = []
      this.exprs.set(filter, found) // set first: ends the recursion of a group that contains itself
      walk('Filter', filter, (predicate, { of }) => {
        if (of !== 'Predicate' || typeof predicate.group !== 'string') return
        const group = this.group(predicate.group)
        found.push(...partsOf('GroupDef', { filter: group }).exprs.map(({ value }) => value))
        found.push(...this.groupExprs(group))
      })
      exprs = found
    }
    return exprs
  }

  private group(id: string): Filter {
    return this.groups.get(id) ?? NO_FILTER
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

/** The name that a constant is: of a value, a seat or a zone. */
function nameIn(value: object): unknown {
  return 'value' in value
    ? value.value
    : 'seat' in value
      ? value.seat
      : 'zone' in value
        ? value.zone
        : undefined
}

/** Returns whether a property of a token type can have one of these values. A missing property is 0, false or none. */
function mayBe({ props, changing }: TokenTypeDef, prop: string, values: readonly Expr[]): boolean {
  if (changing.includes(prop)) return true
  const has = Object.hasOwn(props, prop)
  return values.some((value) => {
    if (typeof value !== 'object') return has ? props[prop] === value : !value
    const constant = 'ref' in value ? undefined : nameIn(value)
    return typeof constant !== 'string' || (has && props[prop] === constant)
  })
}
