/** Administration of a server's tables, also while the server runs: list, migrate to other rules, export. */
import { activeDecisions, MigrationError, replayUnder, saveFile, seatsDeciding } from '@ludoforge/table'
import { fromJson, type Game } from '@ludoforge/kernel'
import type { PublishedGame } from './published-game.js'
import { openStore, type Store, type StoreOptions } from './store/index.js'
import { countDecisions, loadEntries, loadRow, loadSeats, type TableRow } from './tables/rows.js'
import { RulesStore } from './tables/rules-store.js'

/** A table in the administrator's list. */
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

/** Opens a server's store next to the running server. */
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
    if (row === undefined)
      throw new MigrationError(`There is no table ${id}. \`ludoforge tables\` lists them.`)
    return row
  }

  /**
   * Rules migration: replays a table under other rules and continues it there. Throws `MigrationError` unless every
   * decision that wasn't undone is still legal. A running server notices the change with the table's next entry.
   */
  async move(id: string, game: Game, offered: PublishedGame): Promise<{ readonly decisions: number }> {
    const { db } = this.store
    const row = await this.#row(id)
    if (row.fingerprint === game.fingerprint)
      throw new MigrationError(`Table ${id} already uses these rules.`)
    const entries = await loadEntries(db, id)
    const seats = (await loadSeats(db, id)).map(({ seat }) => seat)
    const newSeats = game.def.seats.map((seat) => seat.id)
    if (seats.join(' ') !== newSeats.join(' '))
      throw new MigrationError(
        `The seats of the game have changed: ${newSeats.join(', ')} instead of ${seats.join(', ')}.`,
      )
    const decisions = activeDecisions(entries)
    const position = replayUnder(game, row.beginning, decisions)
    await this.rulebooks.keep(offered)
    const { fingerprint } = game
    const outcome = game.outcome(position.state)
    const appended = await this.store.append({
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
    if (!appended) throw new MigrationError(`Table ${id} changed during the migration. Try again.`)
    return { decisions: decisions.length }
  }

  /** Returns the whole game as a save file. It contains the seed, so it is for administrators only. */
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
