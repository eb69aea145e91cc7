/**
 * Moves caused by a secret answer, for viewers who see neither zone: each move would reveal the answer. They get the net
 * change in the number of tokens of each zone instead, later, as they see it on the board.
 */
import type { Layout } from '../layout/layout.js'
import type { List } from '../layout/state.js'
import type { StepEvent } from '../protocol.js'

type Moved = Extract<StepEvent, { readonly type: 'moved' }>

export class DeferredMoves {
  private readonly change = new Map<number, Map<number, number>>() // by viewer, then by zone

  constructor(private readonly layout: Layout) {}

  add(viewers: List, from: number, into: number): void {
    for (const viewer of viewers) {
      const zones = this.change.get(viewer) ?? new Map<number, number>()
      this.change.set(viewer, zones)
      zones.set(from, (zones.get(from) ?? 0) - 1)
      zones.set(into, (zones.get(into) ?? 0) + 1)
    }
  }

  /** Returns the net moves for one viewer, and clears them. */
  take(viewer: number): readonly Moved[] {
    const change = this.change.get(viewer)
    if (change === undefined) return []
    this.change.delete(viewer)
    return this.balance(change)
  }

  /** Returns moves that add up to the net change of each zone. */
  private balance(change: ReadonlyMap<number, number>): readonly Moved[] {
    const rest = [...change]
      .sort(([a], [b]) => a - b)
      .map(([zone, count]) => ({ ...this.layout.zones[zone].def, count }))
    const moves: Moved[] = []
    for (const into of rest)
      for (const from of rest) {
        const count = from.holds === into.holds ? Math.min(into.count, -from.count) : 0
        if (count <= 0) continue
        from.count += count
        into.count -= count
        const what = into.holds === 'cards' ? 'card' : 'piece'
        moves.push({ type: 'moved', what, from: from.id, into: into.id, count })
      }
    return moves
  }
}
