/**
 * Moves that are made because of an answer given in secret, for those who see none of it: that a token was moved would
 * tell them the answer. So they are told later, and only how many tokens there are more or less in each zone, as they
 * see it on the board.
 */
import type { Layout } from '../layout/layout.js'
import type { List } from '../layout/state.js'
import type { StepEvent } from '../protocol.js'

type Moved = Extract<StepEvent, { readonly type: 'moved' }>

export class DeferredMoves {
  private readonly change = new Map<number, Map<number, number>>() // of who saw nothing: by zone

  constructor(private readonly layout: Layout) {}

  add(who: List, from: number, into: number): void {
    for (const one of who) {
      const zones = this.change.get(one) ?? new Map<number, number>()
      this.change.set(one, zones)
      zones.set(from, (zones.get(from) ?? 0) - 1)
      zones.set(into, (zones.get(into) ?? 0) + 1)
    }
  }

  /** What the moves have come to for one of them, and forgets them. */
  take(who: number): readonly Moved[] {
    const change = this.change.get(who)
    if (change === undefined) return []
    this.change.delete(who)
    return this.balance(change)
  }

  /** Moves by which as many tokens leave and come as there are less and more. */
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
