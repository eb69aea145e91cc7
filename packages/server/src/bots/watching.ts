/** Which tables somebody watches, here or on another server. Tables of bots alone play only then. */
import type { Table, Tables } from '../tables/index.js'

const SHARE_MS = 20_000 // between two broadcasts of the watched tables
const EXPIRE_MS = 60_000 // after the last broadcast of another server

export class Watching {
  /** The tables that others watch, with the time when that expires. */
  readonly #elsewhere = new Map<string, number>()
  readonly #timer: NodeJS.Timeout

  /** `woken` gets the tables that somebody has begun to watch. */
  constructor(
    private readonly tables: Tables,
    woken: (ids: readonly string[]) => void,
  ) {
    tables.onWatched((ids, isHere) => {
      const until = performance.now() + EXPIRE_MS
      if (!isHere) for (const id of ids) this.#elsewhere.set(id, until)
      woken(ids)
    })
    this.#timer = setInterval(() => void this.#share(), SHARE_MS).unref()
  }

  async #share(): Promise<void> {
    const now = performance.now()
    for (const [id, until] of this.#elsewhere) if (until < now) this.#elsewhere.delete(id)
    this.tables.shareWatched(await this.tables.watchedHere())
  }

  /** Checks whether somebody on another server watches this table. */
  elsewhere(id: string): boolean {
    return (this.#elsewhere.get(id) ?? 0) > performance.now()
  }

  /** Checks whether the bots of a table may play: a person has a seat that no bot plays, or somebody watches. */
  mayPlay(table: Table): boolean {
    return table.seats.some(({ agent }) => agent === null) || !table.isIdle || this.elsewhere(table.id)
  }

  close(): void {
    clearInterval(this.#timer)
  }
}
