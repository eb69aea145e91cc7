/** The size of groups of tokens that contain other groups. */
import type { Filter, GroupDef } from './index.js'
import { isRecord } from './shape.js'

/** The limits of an expanded group: its predicates, and its levels of nested groups. */
const MAX_PREDICATES = 2000
const MAX_LEVELS = 40

/** Returns a group that exceeds the limits when expanded, or undefined if there is none. */
export function oversizedGroup(groups: readonly GroupDef[]): string | undefined {
  const byId = new Map(groups.map((group) => [group.id, group]))
  const known = new Map<string, number>()
  /** Returns the number of predicates after expansion. A group that contains itself is reported where it is used. */
  const sizeOf = (id: string, level: number): number => {
    const found = known.get(id)
    if (found !== undefined) return found
    if (level > MAX_LEVELS) return MAX_PREDICATES + 1
    known.set(id, 0)
    const size = sizeIn(byId.get(id)?.filter ?? [], level)
    known.set(id, size)
    return size
  }
  const sizeIn = (filter: Filter, level: number): number => {
    let size = 0
    const open: unknown[] = [filter]
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (Array.isArray(node)) for (const part of node) open.push(part)
      else if (isRecord(node)) {
        size += 1
        if (typeof node.group === 'string') size += sizeOf(node.group, level + 1)
        else open.push(...Object.values(node))
      }
    }
    return Math.min(size, MAX_PREDICATES + 1)
  }
  return groups.find(({ id }) => sizeOf(id, 0) > MAX_PREDICATES)?.id
}
