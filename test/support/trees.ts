/** JSON as trees with paths, for tests that damage it. */

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
export type Path = readonly (string | number)[]

/** The path of every node, the root first. */
export function placesIn(tree: Json, at: Path = []): Path[] {
  if (typeof tree !== 'object' || tree === null) return [at]
  const entries = Array.isArray(tree) ? [...tree.entries()] : Object.entries(tree)
  return [at, ...entries.flatMap(([key, child]) => placesIn(child as Json, [...at, key]))]
}

export function nodeAt(tree: Json, path: Path): Json | undefined {
  let node: Json | undefined = tree
  for (const key of path) node = (node as Record<string | number, Json> | undefined)?.[key]
  return node
}

/** A copy with one node changed. `undefined` removes the node. */
export function changeAt(tree: Json, path: Path, change: (node: Json) => Json | undefined): Json {
  const [key, ...rest] = path
  if (key === undefined) return change(tree) ?? null
  const step = (child: Json): Json | undefined =>
    rest.length === 0 ? change(child) : changeAt(child, rest, change)
  if (Array.isArray(tree)) {
    const list: readonly Json[] = tree
    return list.flatMap((child, i) => {
      const now = i === key ? step(child) : child
      return now === undefined ? [] : [now]
    })
  }
  if (typeof tree !== 'object' || tree === null) return tree
  const out: Record<string, Json> = {}
  for (const [name, child] of Object.entries(tree)) {
    const now = name === String(key) ? step(child) : child
    if (now !== undefined) out[name] = now
  }
  return out
}
