/** The difference between the present and a previewed position. */
import type { ZoneView } from '@ludoforge/kernel'
import type { Scene } from '@ludoforge/look'
import type { Changes } from './zone-pieces.js'

/** Returns the change of each kind's count, or `undefined` if there is none. */
export function changesOf(
  now: ZoneView | undefined,
  then: ZoneView | undefined,
  kinds?: readonly string[],
): Changes | undefined {
  if (now?.pieces === undefined || then?.pieces === undefined) return undefined
  const changes: Record<string, number> = {}
  for (const kind of new Set([...Object.keys(now.pieces), ...Object.keys(then.pieces)])) {
    const more = (then.pieces[kind] ?? 0) - (now.pieces[kind] ?? 0)
    if (more !== 0 && (kinds === undefined || kinds.includes(kind))) changes[kind] = more
  }
  return Object.keys(changes).length === 0 ? undefined : changes
}

/** Returns the titles of the marks that change, or `undefined` if there are none. */
export function changedMarks(
  scene: Scene,
  now: ZoneView | undefined,
  then: ZoneView | undefined,
): ReadonlySet<string> | undefined {
  if (now === undefined || then === undefined) return undefined
  const changed = scene.marks.filter(
    ({ of }) => 'variable' in of && now.markers[of.variable] !== then.markers[of.variable],
  )
  return changed.length === 0 ? undefined : new Set(changed.map(({ title }) => title))
}
