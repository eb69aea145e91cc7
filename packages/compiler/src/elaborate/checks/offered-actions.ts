/** Static analysis of lists of actions. */
import type { Expr, GameDef } from '@ludoforge/kernel'

/** The actions a list can contain. Returns `undefined` if they are known only at run time. */
export function offeredActions(
  def: GameDef,
  list: Expr,
  within: readonly string[] = [],
): ReadonlySet<string> | undefined {
  if (typeof list !== 'object') return undefined
  const all = (...parts: readonly Expr[]): ReadonlySet<string> | undefined => {
    const found = parts.map((part) => offeredActions(def, part, within))
    const known = found.flatMap((set) => (set === undefined ? [] : [set]))
    return known.length < found.length ? undefined : new Set(known.flatMap((set) => [...set]))
  }
  if ('action' in list && typeof list.action === 'string') return new Set([list.action])
  if ('none' in list) return new Set()
  if ('if' in list) return all(list.if.then, list.if.else)
  if ('call' in list) {
    const body = within.includes(list.call)
      ? undefined
      : def.functions.find(({ id }) => id === list.call)?.body
    return body === undefined ? undefined : offeredActions(def, body, [...within, list.call])
  }
  if (!('query' in list)) return undefined
  switch (list.query) {
    case 'actions':
      return new Set(
        def.procedures.flatMap(({ id, kind, class: cls, tags }) =>
          kind === 'action' &&
          (list.class === undefined || cls === list.class) &&
          (list.tag === undefined || tags.includes(list.tag))
            ? [id]
            : [],
        ),
      )
    case 'list':
      return all(...list.items)
    case 'filter':
    case 'sort':
    case 'take':
    case 'leading':
    case 'reverse':
    case 'distinct':
      return offeredActions(def, list.over, within)
    case 'union':
    case 'concat':
      return all(list.left, list.right)
    case 'except':
      return offeredActions(def, list.left, within)
    default:
      return undefined
  }
}
