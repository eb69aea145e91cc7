/** Tarjan's strongly connected components algorithm, without recursion. */

type Graph = ReadonlyMap<string, Iterable<string>>

/** A visited node. */
interface Visited {
  readonly name: string
  readonly rest: string[] // edges still to follow
  readonly order: number // Tarjan's index
  low: number // Tarjan's lowlink
  isOpen: boolean // on Tarjan's stack: its component is not complete
}

/** Returns the components in reverse topological order: a component comes after those it can reach. */
export function stronglyConnectedComponents(graph: Graph): string[][] {
  const found: string[][] = []
  const visited = new Map<string, Visited>()
  const open: Visited[] = []
  for (const root of graph.keys()) {
    const work: Visited[] = []
    const enter = (name: string): void => {
      const rest = [...(graph.get(name) ?? [])]
      const node: Visited = { name, rest, order: visited.size, low: visited.size, isOpen: true }
      visited.set(name, node)
      open.push(node)
      work.push(node)
    }
    if (!visited.has(root)) enter(root)
    for (let node = work.at(-1); node !== undefined; node = work.at(-1)) {
      const next = node.rest.pop()
      if (next !== undefined) {
        const known = visited.get(next)
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

/** Returns the components that contain a cycle: several names, or one that leads to itself. */
export function cyclesIn(graph: Graph, parts = stronglyConnectedComponents(graph)): string[][] {
  return parts.filter(
    (part) => part.length > 1 || part.some((name) => [...(graph.get(name) ?? [])].includes(name)),
  )
}
