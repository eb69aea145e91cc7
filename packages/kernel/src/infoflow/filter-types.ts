/** What a GameDef alone says about nodes: which zones they can give, which tokens a filter admits. */
import type { Expr, Filter, GameDef, TokenTypeDef } from '../def/index.js'
import { partsOf, walk } from '../def/walk.js'

export type Node = Exclude<Expr, number | boolean>

/** How many tokens lie somewhere is no secret, as long as nothing is said about them: where, if only that is asked. */
export function zoneOfPlainCount(node: Node): Expr | undefined {
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

/** Which types of tokens can satisfy filters. */
export class FilterTypes {
  private readonly types = new Map<Filter, readonly TokenTypeDef[]>()
  private readonly families = new Map<Filter, readonly TokenTypeDef['family'][]>()
  private readonly asked = new Map<Filter, readonly Expr[]>()

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

  /** What the groups that a filter names ask. */
  groupExprs(filter: Filter): readonly Expr[] {
    let exprs = this.asked.get(filter)
    if (exprs === undefined) {
      const found: Expr[] = []
      this.asked.set(filter, found) // a group that names itself asks nothing more
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
    return this.def.groups.find((group) => group.id === id)?.filter ?? NO_FILTER
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

/** Can a property of tokens of a type be one of these values? One that a type does not have is 0, false or none. */
function mayBe({ props, changing }: TokenTypeDef, prop: string, values: readonly Expr[]): boolean {
  if (changing.includes(prop)) return true
  const has = Object.hasOwn(props, prop)
  return values.some((value) => {
    if (typeof value !== 'object') return has ? props[prop] === value : !value
    const constant = 'ref' in value ? undefined : nameIn(value)
    return typeof constant !== 'string' || (has && props[prop] === constant)
  })
}
