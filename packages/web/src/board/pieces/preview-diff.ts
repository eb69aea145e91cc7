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

/** Pieces that leave a space in a preview: to another space on the board, to none, or turned over where they are. */
export interface Journey {
  readonly kind: string
  readonly count: number
  readonly from: string
  /** The space they go to. `from` if they only change, `null` if they leave the board. */
  readonly into: string | null
}

/** Returns where the pieces that leave a space of the board go. Pieces of the same type are matched, changed or not. */
export function journeysOf(
  now: { readonly zones: Readonly<Record<string, ZoneView>> },
  then: { readonly zones: Readonly<Record<string, ZoneView>> },
  onBoard: ReadonlySet<string>,
): Journey[] {
  const changed = [...onBoard].flatMap((zone) =>
    Object.entries(changesOf(now.zones[zone], then.zones[zone]) ?? {}).map(([kind, more]) => ({
      zone,
      kind,
      more,
    })),
  )
  const arriving = changed.filter(({ more }) => more > 0).map((one) => ({ ...one }))
  return changed
    .filter(({ more }) => more < 0)
    .flatMap(({ zone, kind, more }) => {
      const journeys: Journey[] = []
      let left = -more
      const candidates = arriving
        .filter((one) => typeOf(one.kind) === typeOf(kind))
        .toSorted(
          (a, b) =>
            Number(b.zone === zone) - Number(a.zone === zone) ||
            Number(b.kind === kind) - Number(a.kind === kind),
        )
      for (const one of candidates) {
        const count = Math.min(left, one.more)
        if (count === 0) continue
        one.more -= count
        left -= count
        journeys.push({ kind, count, from: zone, into: one.zone })
      }
      if (left > 0) journeys.push({ kind, count: left, from: zone, into: null })
      return journeys
    })
}

/** Returns the type of a kind, without its changing properties: `cube` of `cube+active`. */
const typeOf = (kind: string): string => kind.split('+')[0] ?? kind
