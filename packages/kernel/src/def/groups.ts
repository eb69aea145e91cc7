/** Groups of tokens that are made of groups. */
import type { Filter, GroupDef } from './index.js'
import { isRecord } from './shape.js'

/** Written out, a group has at most so many predicates, and so many groups in each other. */
const MOST_PREDICATES = 2000
const MOST_LEVELS = 40

/** The group that would be too much if the groups in it were written out; undefined: there is none. */
export function oversizedGroup(groups: readonly GroupDef[]): string | undefined {
  const byId = new Map(groups.map((group) => [group.id, group]))
  const known = new Map<string, number>()
  /** How many predicates it stands for. One that contains itself is found when it is used. */
  const sizeOf = (id: string, level: number): number => {
    const found = known.get(id)
    if (found !== undefined) return found
    if (level > MOST_LEVELS) return MOST_PREDICATES + 1
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
    return Math.min(size, MOST_PREDICATES + 1)
  }
  return groups.find(({ id }) => sizeOf(id, 0) > MOST_PREDICATES)?.id
}
