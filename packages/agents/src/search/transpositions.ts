/** The transposition table of alpha-beta: positions by their hash, and what is known of their value. */
import type { PortableAnswer } from './answers.js'

/** What a won position is worth, less the answers until it is won. Beyond every `worth`. */
export const WIN = 1e12

/** Whether a value says who wins, and isn't an estimate. */
export function isProven(value: number): boolean {
  return Math.abs(value) > WIN / 2
}

/** How a value bounds the true one. */
export enum Bound {
  exact,
  lower,
  upper,
}

export interface Entry {
  readonly depth: number // answers ahead; infinite if every line below ends the game
  readonly value: number // to the seat that decides
  readonly bound: Bound
  readonly move: PortableAnswer | null // the best, or the one that refutes
}

const MOST = 500_000 // entries
const KEPT = 16_384 // from one turn to the next

export class TranspositionTable {
  readonly #entries = new Map<string, Entry>()

  get(key: string): Entry | undefined {
    return this.#entries.get(key)
  }

  /** The value as seen `ply` answers from the root: wins count from there. */
  valueAt({ value }: Entry, ply: number): number {
    return isProven(value) ? value - Math.sign(value) * ply : value
  }

  /** Stores an entry whose value counts from the root, which is `ply` answers away. */
  set(key: string, entry: Entry, ply: number): void {
    const { value } = entry
    const known = this.#entries.get(key)
    if (known !== undefined && known.depth === Number.POSITIVE_INFINITY && entry.depth < known.depth) return
    if (known === undefined && this.#entries.size >= MOST) this.keepProven()
    this.#entries.set(key, isProven(value) ? { ...entry, value: value + Math.sign(value) * ply } : entry)
  }

  /** Forgets estimates, and keeps what is proven: a search that follows must not lose a win that is known. */
  keepProven(): void {
    let kept = 0
    for (const [key, { depth }] of this.#entries)
      if (depth !== Number.POSITIVE_INFINITY || (kept += 1) > KEPT) this.#entries.delete(key)
  }
}
