/** Random and malicious damage to JSON. */
import fc from 'fast-check'
import { itemAt } from './items.js'
import { changeAt, type Json, nodeAt, placesIn } from './trees.js'

const NUMBERS = [0, -1, 1, 2, 7, 255, 65536, 2147483647, -2147483648, 2147483648, 1e308, -0, 0.5]
const TEXTS = ['', 'x', '0', 'constructor', '__proto__', 'none', 'it', '\uD800', '`${1}`', "'+process+'"]
const LISTS: readonly Json[] = [[], [[]], [0], [null]]
const NODES: readonly Json[] = [
  {},
  { length: -1 },
  { ref: 'actor' },
  { ref: 'binding', name: 'x' },
  { query: 'players' },
  { op: 'not', arg: true },
  { none: 'seat' },
]
const STRANGERS: readonly Json[] = [null, true, false, ...NUMBERS, ...TEXTS, ...LISTS, ...NODES]

export type Change =
  | { readonly how: 'replace'; readonly at: number; readonly by: Json }
  | { readonly how: 'drop' | 'double' | 'nudge'; readonly at: number }
  | { readonly how: 'copy' | 'swap'; readonly at: number; readonly from: number }

export const anyChange: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ how: fc.constant('replace' as const), at: fc.nat(), by: fc.constantFrom(...STRANGERS) }),
  fc.record({ how: fc.constantFrom('drop', 'double', 'nudge'), at: fc.nat() }),
  fc.record({ how: fc.constantFrom('copy', 'swap'), at: fc.nat(), from: fc.nat() }),
)

/** A copy of the tree with one change. Positions are taken modulo their number. */
export function changed(tree: Json, change: Change): Json {
  const places = placesIn(tree)
  const at = itemAt(places, change.at % places.length)
  const node = nodeAt(tree, at)
  switch (change.how) {
    case 'replace':
      return changeAt(tree, at, () => change.by)
    case 'drop':
      return changeAt(tree, at, () => undefined)
    case 'double':
      return changeAt(tree, at, (old) =>
        Array.isArray(old) ? [...(old as Json[]), ...(old as Json[])] : [old, old],
      )
    case 'nudge':
      return changeAt(tree, at, (old) => nudged(old))
    case 'copy':
    case 'swap': {
      const from = itemAt(places, change.from % places.length)
      const other = nodeAt(tree, from)
      if (other === undefined || node === undefined) return tree
      const copied = changeAt(tree, at, () => other)
      return change.how === 'copy' || nodeAt(copied, from) === undefined
        ? copied
        : changeAt(copied, from, () => node)
    }
  }
}

/** A slightly different value: the damage that is hardest to detect. */
function nudged(node: Json): Json {
  if (typeof node === 'number') return node + 1
  if (typeof node === 'boolean') return !node
  if (typeof node === 'string') return node.slice(1) + node.slice(0, 1)
  if (Array.isArray(node)) return [...(node as Json[])].reverse()
  return node
}
