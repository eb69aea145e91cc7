/** Players under fault injection, who record what was acknowledged. */
import type { Table } from '@ludoforge/client'
import { Rng } from '@ludoforge/kernel'
import { expect } from 'vitest'
import { drawChoice } from '../../../../test/support/play.js'
import type { Store } from '../../src/store/index.js'
import { loadEntries } from '../../src/tables/rows.js'
import { Tables } from '../../src/tables/index.js'
import { makeTable } from './server.js'

/** A client that decides in a loop and records the acknowledged decisions. */
export class Player {
  readonly acknowledged: {
    readonly table: string
    readonly number: number
    readonly seat: string
    readonly choice: unknown
  }[] = []
  #stopped = false
  readonly done: Promise<void>

  constructor(
    private readonly table: Table,
    private readonly seed: number,
  ) {
    this.done = this.#play()
  }

  async #play(): Promise<void> {
    const rng = new Rng(this.seed)
    const { table } = this
    while (!this.#stopped) {
      const [decision] = table.asked
      if (decision === undefined) {
        if (table.about.outcome !== undefined) return
        await pause(5)
        continue
      }
      const choice = drawChoice(decision, rng)
      try {
        await table.decide(decision.seat, choice)
        this.acknowledged.push({ table: table.about.id, number: 0, seat: decision.seat, choice })
      } catch {
        await pause(20) // refused, because the connection was just lost
      }
      await pause(rng.below(10))
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await Promise.race([this.done, pause(10_000)])
    this.table.close()
  }
}

export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })

export async function makeTables(
  url: string,
  game: string,
  count: number,
): Promise<{ id: string; key: string }[]> {
  const made: { id: string; key: string }[] = []
  for (let n = 0; n < count; n += 1) {
    const { table, key } = await makeTable(url, {
      game,
      you: 'Ann',
      seats: { black: 'me', white: 'me' },
    })
    made.push({ id: table.id, key })
  }
  return made
}

/** Acknowledged decisions are on record in the same order, and the record replays to the same states. */
export async function checkRecord(store: Store, players: readonly Player[]): Promise<number> {
  const tables = new Tables(store)
  let count = 0
  for (const { acknowledged } of players) {
    const [first] = acknowledged
    if (first === undefined) continue
    await tables.get(first.table) // throws if a hash differs from the record
    const entries = await loadEntries(store.db, first.table)
    const made = entries.flatMap((entry) =>
      entry.kind === 'decision' ? [JSON.stringify([entry.seat, entry.choice])] : [],
    )
    let at = 0
    for (const { seat, choice } of acknowledged) {
      const found = made.indexOf(JSON.stringify([seat, choice]), at)
      expect(found, `an acknowledged decision of ${first.table} is lost`).toBeGreaterThanOrEqual(at)
      at = found + 1
      count += 1
    }
  }
  return count
}
