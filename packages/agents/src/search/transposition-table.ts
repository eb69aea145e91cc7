/** The transposition table of alpha-beta: states by their hash, with a value or a bound. */
import type { PortableAnswer } from './answers.js'

/** The value of a win now; each turn until the win subtracts one. Beyond every `worth`. */
export const WIN = 1e12

/** Whether a value is a proven win or loss, not an estimate. */
export function isProven(value: number): boolean {
  return Math.abs(value) > WIN / 2
}

/** How the stored value relates to the true one. */
export enum Bound {
  exact,
  lower,
  upper,
}

export interface Entry {
  readonly depth: number // in turns; infinite if every line below it ends the game
  readonly value: number // for the seat that decides
  readonly bound: Bound
  readonly move: readonly PortableAnswer[] | null // the best turn, or the one that caused a cutoff
}

const MAX_ENTRIES = 500_000
const MAX_KEPT = 16_384 // proven entries that stay for the next turn

export class TranspositionTable {
  readonly #entries = new Map<string, Entry>()

  get(key: string): Entry | undefined {
    return this.#entries.get(key)
  }

  /** Returns the value relative to the root, `ply` turns above: a win counts its distance from there. */
  valueAt({ value }: Entry, ply: number): number {
    return isProven(value) ? value - Math.sign(value) * ply : value
  }

  /** Stores an entry, whose value is relative to the root, `ply` turns above. */
  set(key: string, entry: Entry, ply: number): void {
    const { value } = entry
    const known = this.#entries.get(key)
    if (known !== undefined && known.depth === Number.POSITIVE_INFINITY && entry.depth < known.depth) return
    if (known === undefined && this.#entries.size >= MAX_ENTRIES) this.keepProven()
    this.#entries.set(key, isProven(value) ? { ...entry, value: value + Math.sign(value) * ply } : entry)
  }

  /** Drops estimates and keeps proven values, so that the next search doesn't lose a known win. */
  keepProven(): void {
    let kept = 0
    for (const [key, { depth }] of this.#entries)
      if (depth !== Number.POSITIVE_INFINITY || (kept += 1) > MAX_KEPT) this.#entries.delete(key)
  }
}
