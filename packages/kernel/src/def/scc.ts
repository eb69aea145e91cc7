/** What leads round in a circle: Tarjan's strongly connected components, without recursion. */

type Graph = ReadonlyMap<string, Iterable<string>>

/** A node on the way or behind it. */
interface Met {
  readonly name: string
  readonly rest: string[] // edges that are not followed yet
  readonly order: number
  low: number // the first in order that can be reached
  isOpen: boolean // its component is not complete
}

/** Names that can be reached from each other, together; what is reached comes before what reaches it. */
export function stronglyConnectedComponents(graph: Graph): string[][] {
  const found: string[][] = []
  const met = new Map<string, Met>()
  const open: Met[] = []
  for (const root of graph.keys()) {
    const work: Met[] = []
    const enter = (name: string): void => {
      const rest = [...(graph.get(name) ?? [])]
      const node: Met = { name, rest, order: met.size, low: met.size, isOpen: true }
      met.set(name, node)
      open.push(node)
      work.push(node)
    }
    if (!met.has(root)) enter(root)
    for (let node = work.at(-1); node !== undefined; node = work.at(-1)) {
      const next = node.rest.pop()
      if (next !== undefined) {
        const known = met.get(next)
        if (known === undefined) enter(next)
        else if (known.isOpen) node.low = Math.min(node.low, known.order)
        continue
      }
      work.pop()
      const parent = work.at(-1)
      if (parent !== undefined) parent.low = Math.min(parent.low, node.low)
      if (node.low !== node.order) continue
      const component = open.splice(open.lastIndexOf(node))
      for (const member of component) member.isOpen = false
      found.push(component.map(({ name }) => name))
    }
  }
  return found
}

/** Names from which a way leads back to themselves. */
export function cyclicNames(graph: Graph, parts = stronglyConnectedComponents(graph)): ReadonlySet<string> {
  const round = parts.filter(
    (part) => part.length > 1 || part.some((name) => [...(graph.get(name) ?? [])].includes(name)),
  )
  return new Set(round.flat())
}
