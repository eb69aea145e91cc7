/** What leads round in a circle: Tarjan's strongly connected components, without recursion. */

type Graph = ReadonlyMap<string, Iterable<string>>

/** Names that can be reached from each other, together; what is reached comes before what reaches it. */
export function components(graph: Graph): string[][] {
  const found: string[][] = []
  const path = new Map<string, number>()
  const low = new Map<string, number>()
  const open: string[] = []
  const isOpen = new Set<string>()
  for (const root of graph.keys()) {
    const work: { readonly node: string; readonly rest: string[] }[] = []
    const enter = (node: string): void => {
      path.set(node, path.size)
      low.set(node, path.get(node)!)
      open.push(node)
      isOpen.add(node)
      work.push({ node, rest: [...(graph.get(node) ?? [])] })
    }
    if (!path.has(root)) enter(root)
    while (work.length > 0) {
      const { node, rest } = work.at(-1)!
      const next = rest.pop()
      if (next !== undefined) {
        if (!path.has(next)) enter(next)
        else if (isOpen.has(next)) low.set(node, Math.min(low.get(node)!, path.get(next)!))
        continue
      }
      work.pop()
      const parent = work.at(-1)?.node
      if (parent !== undefined) low.set(parent, Math.min(low.get(parent)!, low.get(node)!))
      if (low.get(node) !== path.get(node)) continue
      const component = open.splice(open.lastIndexOf(node))
      for (const member of component) isOpen.delete(member)
      found.push(component)
    }
  }
  return found
}

/** Names from which a way leads back to themselves. */
export function circular(graph: Graph, parts = components(graph)): ReadonlySet<string> {
  const round = parts.filter(
    ([first, ...others]) => others.length > 0 || [...(graph.get(first) ?? [])].includes(first),
  )
  return new Set(round.flat())
}
