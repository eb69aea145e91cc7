/** Records when people were last connected. Others may take their seats only when they have been away for a time. */
import type { Db } from '../store/index.js'

const MAX_REMEMBERED = 10_000 // people
const WRITE_MS = 20_000 // less than the shortest absence that a table can set

export class Presence {
  /** When the server started. Nobody counts as away for longer, because the server may have been down. */
  since = Date.now()
  /** When each person's connection was last written. */
  readonly #written = new Map<string, number>()

  readonly #writing = new Set<Promise<unknown>>()

  constructor(private readonly db: Db) {}

  /** Records that a person is connected now, at most once in a while, or that they have just left. */
  async connected(person: string, left = false): Promise<void> {
    const now = Date.now()
    if (!left && now - (this.#written.get(person) ?? 0) < WRITE_MS) return
    this.#written.delete(person)
    if (!left) this.#written.set(person, now)
    for (const old of this.#written.keys()) {
      if (this.#written.size <= MAX_REMEMBERED) break
      this.#written.delete(old)
    }
    const write = this.db.updateTable('people').set({ connected: now }).where('id', '=', person).execute()
    this.#writing.add(write)
    try {
      await write
    } catch (error) {
      this.#written.delete(person) // the next connection tries again
      throw error
    } finally {
      this.#writing.delete(write)
    }
  }

  /** Resolves when everything is written. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#writing)
  }
}
