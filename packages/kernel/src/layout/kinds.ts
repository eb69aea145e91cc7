/**
 * Sets of kinds, interned. A filter without free names is a constant set. A filter that depends on values ("pieces of
 * this seat") is a table from those values to sets, built by the linker, so that play only looks it up. The number of
 * a set is also the value of the type `kind`.
 */
import { enumType, type Expr, type Filter, type Predicate } from '../def/index.js'
import { oversizedGroup } from '../def/groups.js'
import type { ReportError } from './components.js'
import type { Layout } from './layout.js'
import { quote } from '../def/shape.js'

export interface KindSet {
  readonly id: number
  readonly pieces: readonly number[] // kinds of pieces, ascending
  readonly camps: readonly number[] // seats whose kinds of pieces are all in the set
  readonly rest: readonly number[] // the other kinds of pieces
  readonly cards: readonly number[] // kinds of cards
  readonly cardTokens: readonly number[] // cards that have, or can have, these kinds
  readonly mask: Mask
  readonly has: Uint8Array // by kind
  readonly ranges: readonly number[] // first and end of each run of tokens with these kinds
  readonly effort: number // the cost of scanning these runs, in fuel
  readonly only: number // the one piece that can have these kinds; -1: there are more, or cards
}

/** A set of kinds as a bit mask. */
type Mask = Uint32Array

/** An expression in a filter whose value is known only in play. */
interface Leaf {
  readonly expr: Expr
  readonly type: string
  readonly classes: number // the number of equivalence classes of its values; 0: it is a set of kinds
  readonly numbers: ReadonlyMap<number, number> | null // class by value, if it is a number
}

/** A filter with leaves: `table[index]` is the number of a set; index is in mixed radix over the leaves. */
export interface KindTable {
  readonly filter: Filter
  readonly leaves: readonly Leaf[]
  readonly table: number[]
}

type Known = ReadonlyMap<Predicate | Expr, number | null> // the value of a leaf; null: a value that no kind has

const NOTHING_KNOWN: Known = new Map()
const MAX_ENTRIES = 20_000
const MAX_WORK = 4_000_000 // each entry scans every kind

export class KindSets {
  readonly sets: KindSet[] = []
  private readonly index = new Map<string, KindSet>()
  /** Tables over sets of kinds. Weak references, so that unused ones are garbage collected. */
  private open: { readonly table: WeakRef<KindTable>; readonly keys: readonly (Predicate | Expr)[] }[] = []
  private readonly openGroups = new Set<string>()
  private readonly every: Mask
  private readonly masks = new Map<readonly number[], Map<number, Mask>>() // by values of kinds
  private readonly resolved = new Map<string, KindSet | KindTable>()
  private settled = false
  private ofRules = Number.POSITIVE_INFINITY // the number of sets of the rules, once all of them are linked
  private readonly literals = new WeakMap<object, KindSet | null>() // null: known only in play

  constructor(
    private readonly layout: Layout,
    private readonly fail: ReportError,
  ) {
    this.every = new Uint32Array((layout.kinds + 31) >> 5)
    for (let q = 0; q < layout.kinds; q++) this.every[q >> 5] |= 1 << (q & 31)
    const id = oversizedGroup(layout.def.groups)
    if (id !== undefined) fail(`The group '${id}' contains too many groups.`)
  }

  private intern(mask: Mask): KindSet {
    const { layout } = this
    const key = mask.join()
    let set = this.index.get(key)
    if (set === undefined) {
      const has = Uint8Array.from({ length: layout.kinds }, (_, q) => (mask[q >> 5] >>> (q & 31)) & 1)
      const pieces: number[] = []
      const cards: number[] = []
      has.forEach((isMember, q) => {
        if (isMember === 1) (q < layout.pieceKinds ? pieces : cards).push(q)
      })
      const { ownerOfKind, seats } = layout
      const camps =
        ownerOfKind.length === 0
          ? []
          : seats.map((_, c) => c).filter((c) => ownerOfKind.every((of, q) => of !== c || has[q] === 1))
      const rest = pieces.filter((q) => !camps.includes(ownerOfKind[q]))
      const ranges = this.ranges(pieces)
      const effort = ranges.reduce((sum, end, i) => sum + (i % 2 === 1 ? end - ranges[i - 1] : 0), 0) >> 3
      const types = new Set(cards.map((q) => layout.kindType[q]))
      const cardTokens = [...types].flatMap((type) => {
        const { first, def } = layout.types[type]
        return Array.from({ length: def.count }, (_, i) => first + i)
      })
      const [first = 0, end = 0] = ranges
      const only = cards.length === 0 && ranges.length === 2 && end - first === 1 ? first : -1
      set = { id: this.sets.length, pieces, camps, rest, cards, cardTokens, mask, has, ranges, effort, only }
      this.sets.push(set)
      this.index.set(key, set)
    }
    return set
  }

  private ranges(kinds: readonly number[]): number[] {
    const { layout } = this
    const out: number[] = []
    for (const t of new Set(kinds.map((q) => layout.kindType[q]))) {
      const { first, def } = layout.types[t]
      if (out.length > 0 && out.at(-1) === first) out[out.length - 1] = first + def.count
      else out.push(first, first + def.count)
    }
    return out
  }

  /** Resolves a filter to a constant set, or to a table if it has leaves. */
  resolve(filter: Filter): KindSet | KindTable {
    // Memoized: equal filters have equal leaves, so they can share the result.
    const key = JSON.stringify(filter)
    const known = this.resolved.get(key)
    if (known !== undefined) return known
    const fresh = this.build(filter)
    if (!this.settled) this.resolved.set(key, fresh) // code linked later may be garbage collected
    return fresh
  }

  private build(filter: Filter): KindSet | KindTable {
    const leaves: { key: Predicate | Expr; leaf: Leaf }[] = []
    this.collect(filter, leaves)
    if (leaves.length === 0) return this.intern(this.members(filter, NOTHING_KNOWN))
    const ofKinds = leaves.filter((l) => l.leaf.classes === 0)
    if (ofKinds.length > 1) this.fail('A filter can depend on only one kind that is known in play.')
    // The leaf of type kind comes first, so that new sets only append to the table.
    const ordered = [...ofKinds, ...leaves.filter((l) => l.leaf.classes > 0)]
    const entry: KindTable = { filter, leaves: ordered.map((l) => l.leaf), table: [] }
    const keys = ordered.map((l) => l.key)
    this.extend(entry, keys)
    if (ofKinds.length > 0) this.open.push({ table: new WeakRef(entry), keys })
    return entry
  }

  /** Whether something linked after the rules added the set. Its number depends on what was linked before it. */
  isAdded({ id }: KindSet): boolean {
    return id >= this.ofRules
  }

  /** Extends the tables over sets of kinds to a fixpoint: until no new set appears. */
  settle(): void {
    this.settled = true
    this.open = this.open.filter(({ table }) => table.deref() !== undefined)
    for (let before = -1; before !== this.sets.length; ) {
      before = this.sets.length
      for (const { table, keys } of this.open) {
        const entry = table.deref()
        if (entry !== undefined) this.extend(entry, keys)
      }
      if (this.sets.length > 4000) this.fail('The rules use too many different sets of kinds.')
    }
    this.ofRules = Math.min(this.ofRules, this.sets.length)
  }

  private extend(entry: KindTable, keys: readonly (Predicate | Expr)[]): void {
    const radix = entry.leaves.map((l) => (l.classes === 0 ? this.sets.length : l.classes))
    const total = radix.reduce((a, b) => a * b, 1)
    if ((total > MAX_ENTRIES && radix.length > 1) || total * this.layout.kinds > MAX_WORK)
      this.fail('A filter depends on too many values. Split it into several.')
    for (let i = entry.table.length; i < total; i++) {
      const known = new Map<Predicate | Expr, number | null>()
      let rest = i
      for (let l = radix.length - 1; l >= 0; l--) {
        const c = rest % radix[l]
        rest = Math.floor(rest / radix[l])
        known.set(keys[l], valueOf(entry.leaves[l], c))
      }
      entry.table.push(this.intern(this.members(entry.filter, known)).id)
    }
  }

  private collect(filter: Filter, out: { key: Predicate | Expr; leaf: Leaf }[]): void {
    for (const p of filter) {
      if ('any' in p) for (const f of p.any) this.collect(f, out)
      else if ('not' in p) this.collect(p.not, out)
      else if ('kind' in p) {
        if (this.constantKinds(p.kind) === undefined)
          out.push({ key: p, leaf: { expr: p.kind, type: 'kind', classes: 0, numbers: null } })
      } else if ('prop' in p) this.collectProp(p, out)
      else if ('group' in p) this.collectGroup(p.group, out)
    }
  }

  private collectGroup(id: string, out: { key: Predicate | Expr; leaf: Leaf }[]): void {
    if (this.openGroups.has(id)) this.fail(`The group '${id}' contains itself.`)
    this.openGroups.add(id)
    this.collect(this.group(id), out)
    this.openGroups.delete(id)
  }

  private collectProp(p: Predicate & { prop: string }, out: { key: Predicate | Expr; leaf: Leaf }[]): void {
    const prop = this.layout.props.get(p.prop) ?? this.fail(`There is no property ${quote(p.prop)}.`)
    if (prop.lists !== null) this.fail(`The property '${prop.id}' is a list, which a filter cannot compare.`)
    const add = (key: Predicate | Expr, expr: Expr): void => {
      if (this.constantOf(expr, prop.type) !== undefined) return
      const size = this.layout.size(prop.type)
      const numbers = size >= 0 ? null : new Map<number, number>()
      if (numbers !== null) for (const v of prop.values) if (!numbers.has(v)) numbers.set(v, numbers.size + 1)
      const classes = (numbers?.size ?? size) + 1
      out.push({ key, leaf: { expr, type: prop.type, classes, numbers } })
    }
    if ('eq' in p) add(p, p.eq)
    else if ('neq' in p) add(p, p.neq)
    else if ('in' in p)
      for (const item of p.in) {
        // Keyed by the node. Constants are compared directly and never become leaves.
        if (typeof item === 'object') add(item, item)
        else if (this.constantOf(item, prop.type) === undefined)
          this.fail(`${quote(item)} isn't a ${prop.type}.`)
      }
  }

  private group(id: string): Filter {
    const g = this.layout.def.groups.find((x) => x.id === id) ?? this.fail(`There is no group ${quote(id)}.`)
    return g.filter
  }

  /** Returns the kinds that match the filter, given the values of its leaves. */
  private members(filter: Filter, known: Known): Mask {
    const all = this.every.slice()
    for (const p of filter) {
      const mask = this.admitted(p, known)
      for (let i = 0; i < all.length; i++) all[i] &= mask[i]
    }
    return all
  }

  private admitted(p: Predicate, known: Known): Mask {
    const { layout } = this
    if ('any' in p) return this.union(p.any.map((f) => this.members(f, known)))
    if ('not' in p) return this.members(p.not, known).map((bits) => ~bits)
    if ('group' in p) return this.members(this.group(p.group), known)
    if ('family' in p) return this.ofFamily(p.family)
    if ('type' in p) {
      const t = layout.typeIndex.get(p.type) ?? this.fail(`There is no token type ${quote(p.type)}.`)
      return this.valued(layout.kindType, t)
    }
    if ('kind' in p)
      return (this.constantKinds(p.kind) ?? this.sets[known.get(p) ?? -1])?.mask ?? this.union([])
    const { type, values, has } = layout.prop(p.prop)
    const equal = (key: Predicate | Expr, expr: Expr): Mask =>
      this.valued(values, this.constantOf(expr, type) ?? known.get(key), has)
    if ('eq' in p) return equal(p, p.eq)
    if ('neq' in p) return equal(p, p.neq).map((bits) => ~bits)
    return this.union(p.in.map((item) => equal(item, item)))
  }

  private ofFamily(family: 'pieces' | 'cards'): Mask {
    return Uint32Array.from(this.every, (bits, i) => {
      let pieces = 0
      for (let bit = 0; bit < 32; bit++) if (i * 32 + bit < this.layout.pieceKinds) pieces |= 1 << bit
      return bits & (family === 'pieces' ? pieces : ~pieces)
    })
  }

  private union(masks: readonly Mask[]): Mask {
    const all = new Uint32Array(this.every.length)
    for (const mask of masks) mask.forEach((bits, i) => (all[i] |= bits))
    return all
  }

  /** Returns the kinds with a value. `values` lists the value of every kind. */
  private valued(values: readonly number[], value?: number | null, has?: readonly boolean[]): Mask {
    let masks = this.masks.get(values)
    if (masks === undefined) {
      const made = new Map<number, Mask>()
      values.forEach((v, q) => {
        const mask = made.get(v) ?? new Uint32Array(this.every.length)
        mask[q >> 5] |= (has?.[q] === false ? 0 : 1) << (q & 31)
        made.set(v, mask)
      })
      this.masks.set(values, (masks = made))
    }
    return masks.get(value ?? Number.NaN) ?? this.union([])
  }

  private constantKinds(expr: Expr): KindSet | undefined {
    if (typeof expr !== 'object' || !('kinds' in expr)) return undefined
    let set = this.literals.get(expr)
    if (set === undefined) {
      const resolved = this.resolve(expr.kinds)
      set = 'table' in resolved ? null : resolved
      this.literals.set(expr, set)
    }
    return set ?? undefined
  }

  /** Returns the value of a constant expression, or undefined if it is known only in play. */
  constantOf(expr: Expr, type: string): number | undefined {
    const { layout } = this
    const is = (t: string): void => {
      if (t !== type) this.fail(`${quote(expr)} is a ${t}, but a ${type} is compared with it.`)
    }
    if (typeof expr === 'number' || typeof expr === 'boolean') {
      is(typeof expr === 'number' ? 'number' : 'flag')
      return layout.scalar(type, expr)
    }
    if ('seat' in expr && !('ref' in expr)) {
      is('seat')
      return layout.seat(expr.seat)
    }
    if ('zone' in expr && typeof expr.zone === 'string') {
      is('zone')
      return layout.zone(expr.zone)
    }
    if ('value' in expr && 'of' in expr) {
      is(enumType(expr.of))
      return layout.scalar(type, expr.value)
    }
    if ('action' in expr && typeof expr.action === 'string') {
      is('action')
      return layout.scalar('action', expr.action)
    }
    if ('none' in expr) return -1
    return undefined
  }
}

function valueOf(leaf: Leaf, c: number): number | null {
  if (leaf.classes === 0) return c
  if (leaf.numbers === null) return c - 1
  for (const [value, at] of leaf.numbers) if (at === c) return value
  return null
}
