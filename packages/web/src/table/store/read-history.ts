/** Reads the history of a table page by page, and retries a failed request with growing pauses. */
import type { Table } from '@ludoforge/client'
import type { History, TableUpdate } from '@ludoforge/table'

/** What happened at a table before a visit. */
export interface PastGame {
  /** The last entry before the visit. */
  readonly until: number
  readonly opening: History['opening']
  readonly start: History['shown']
  readonly happenings: readonly TableUpdate[]
}

/** The pauses before the second, third, … try of a request. The last one repeats. */
const RETRY_DELAYS_MS = [1000, 2000, 5000, 10_000, 30_000]

export class HistoryReader {
  #stopped = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #retry: (() => void) | undefined

  /** `failed` is called with the message of each failed request, before the pause. */
  constructor(
    private readonly table: Table,
    private readonly failed: (message: string) => void,
  ) {}

  /** Reads everything up to now. Returns undefined if the reader was stopped meanwhile. */
  async read(): Promise<PastGame | undefined> {
    const until = this.table.number
    const happenings: TableUpdate[] = []
    let first: History | undefined
    let from = 0
    do {
      const page = await this.#page(from, until)
      if (page === undefined) return undefined
      first ??= page
      happenings.push(...page.happenings)
      from = page.happenings.at(-1)?.number ?? until
    } while (from < until)
    return { until, opening: first.opening, start: first.shown, happenings }
  }

  /** Ends the pause before the next try, as when the connection is back. */
  hurry(): void {
    clearTimeout(this.#timer)
    this.#retry?.()
  }

  stop(): void {
    this.#stopped = true
    this.hurry()
  }

  async #page(from: number, until: number): Promise<History | undefined> {
    for (let tries = 0; !this.#stopped; tries += 1)
      try {
        const page = await this.table.history(from, until)
        return this.#stopped ? undefined : page
      } catch (error) {
        if (this.#stopped) return undefined
        this.failed(error instanceof Error ? error.message : String(error))
        await this.#pause(RETRY_DELAYS_MS[Math.min(tries, RETRY_DELAYS_MS.length - 1)])
      }
    return undefined
  }

  async #pause(milliseconds: number | undefined): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#retry = resolve
      this.#timer = setTimeout(resolve, milliseconds)
    })
    this.#retry = undefined
  }
}
