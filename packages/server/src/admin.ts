/** Tables as whoever runs a server has them, also while it runs: listed, moved to today's rules, written out. */
import { activeDecisions, MigrationError, replayUnder, saveFile, seatsDeciding } from '@ludoforge/table'
import { fromJson, type Game } from '@ludoforge/kernel'
import type { PublishedGame } from './published-game.js'
import { openStore, type Store, type StoreOptions } from './store/index.js'
import { countDecisions, loadEntries, loadRow, loadSeats, type TableRow } from './tables/rows.js'
import { RulesStore } from './tables/rules-store.js'

/** A table in a list for the keeper of a server. */
export interface TableSummary {
  readonly id: string
  readonly name: string
  readonly game: string
  readonly fingerprint: string
  readonly decisions: number
  readonly deciding: readonly string[]
  readonly over: boolean
  readonly changed: number
}

/** Looks after the tables of a server, also while it runs. */
export class TableAdmin {
  private constructor(
    private readonly store: Store,
    private readonly rulebooks: RulesStore,
  ) {}

  static async open(options: Pick<StoreOptions, 'data' | 'database'>): Promise<TableAdmin> {
    const store = await openStore({ ...options, shared: true })
    return new TableAdmin(store, new RulesStore(store.db))
  }

  async list(): Promise<TableSummary[]> {
    const rows = await this.store.db
      .selectFrom('tables')
      .innerJoin('games', 'games.fingerprint', 'tables.fingerprint')
      .select(['tables.id', 'tables.name', 'tables.fingerprint', 'tables.changed', 'deciding', 'outcome'])
      .select('games.id as game')
      .orderBy('tables.changed', 'desc')
      .execute()
    return Promise.all(
      rows.map(async ({ deciding, outcome, ...row }) => ({
        ...row,
        decisions: await countDecisions(this.store.db, row.id),
        deciding: fromJson(deciding),
        over: outcome !== null,
      })),
    )
  }

  async #row(id: string): Promise<TableRow> {
    const row = await loadRow(this.store.db, id)
    if (row === undefined) throw new MigrationError(`There is no table ${id}.`)
    return row
  }

  /**
   * Plays a table again by other rules and lets it go on by them, if every decision that counts is still legal. A server
   * that runs takes note of it with the table's next entry.
   */
  async move(id: string, game: Game, offered: PublishedGame): Promise<{ readonly decisions: number }> {
    const { db } = this.store
    const row = await this.#row(id)
    if (row.fingerprint === game.fingerprint)
      throw new MigrationError(`Table ${id} is on these rules already.`)
    const entries = await loadEntries(db, id)
    const seats = (await loadSeats(db, id)).map(({ seat }) => seat)
    const today = game.def.seats.map((seat) => seat.id)
    if (seats.join(' ') !== today.join(' '))
      throw new MigrationError(
        `The game has other seats now: ${today.join(', ')} instead of ${seats.join(', ')}.`,
      )
    const line = activeDecisions(entries)
    const position = replayUnder(game, row.beginning, line)
    await this.rulebooks.keep(offered)
    const { fingerprint } = game
    const outcome = game.outcome(position.state)
    const moved = await this.store.append({
      table: id,
      after: row.number,
      entries: [{ at: Date.now(), body: JSON.stringify({ kind: 'moved', fingerprint }) }],
      deciding: JSON.stringify(seatsDeciding(game, position)),
      outcome: outcome === undefined ? null : JSON.stringify(outcome),
      also: async (tx) => {
        await tx.updateTable('tables').set({ fingerprint }).where('id', '=', id).execute()
        await tx.deleteFrom('snapshots').where('table_id', '=', id).execute()
      },
    })
    if (!moved) throw new MigrationError(`Somebody decided at table ${id} just now. Try again.`)
    return { decisions: line.length }
  }

  /** The whole game as a save file, seed and all: for whoever runs the server. */
  async save(id: string): Promise<string> {
    const row = await this.#row(id)
    const game = await this.rulebooks.game(row.fingerprint)
    return saveFile(
      game,
      row.beginning,
      await loadSeats(this.store.db, id),
      await loadEntries(this.store.db, id),
    )
  }

  close(): Promise<void> {
    return this.store.close()
  }
}
