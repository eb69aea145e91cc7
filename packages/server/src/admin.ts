/** Administration of a server's tables, also while the server runs: list, migrate to other rules, export. */
import { activeDecisions, MigrationError, replayUnder, saveFile, seatsDeciding } from '@ludoforge/table'
import { fromJson, type Game } from '@ludoforge/kernel'
import {
  archivedSave,
  archiveTable,
  deleteTable,
  prune,
  type Pruned,
  type Retention,
} from './tables/archive.js'
import type { PublishedGame } from './published-game.js'
import { openStore, type Store, type StoreOptions } from './store/index.js'
import {
  countDecisions,
  loadEntries,
  loadRow,
  loadSeats,
  saveSnapshot,
  type TableRow,
} from './tables/rows.js'
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
  readonly uploaded: boolean // from a save file
  readonly changed: number
}

/** Which tables to list: a page of 100, and only running or only finished ones. */
export interface TableFilter {
  readonly finished?: boolean
  readonly page?: number
}

const PAGE = 100

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

  async list({ finished, page = 1 }: TableFilter = {}): Promise<TableSummary[]> {
    const rows = await this.store.db
      .selectFrom('tables')
      .innerJoin('games', 'games.fingerprint', 'tables.fingerprint')
      .select(['tables.id', 'tables.name', 'tables.fingerprint', 'tables.changed', 'deciding', 'outcome'])
      .select(['games.id as game', 'uploaded'])
      .$if(finished !== undefined, (query) =>
        query.where('tables.outcome', finished === true ? 'is not' : 'is', null),
      )
      .orderBy('tables.changed', 'desc')
      .limit(PAGE)
      .offset((page - 1) * PAGE)
      .execute()
    return Promise.all(
      rows.map(async ({ deciding, outcome, uploaded, ...row }) => ({
        ...row,
        uploaded: uploaded === 1,
        decisions: await countDecisions(this.store.db, row.id),
        deciding: fromJson(deciding),
        over: outcome !== null,
      })),
    )
  }

  /** Returns a table of the list. */
  async find(id: string): Promise<Pick<TableRow, 'id' | 'fingerprint'> & { readonly game: string }> {
    const row = await this.#row(id)
    const { def } = await this.rulebooks.game(row.fingerprint)
    return { id, fingerprint: row.fingerprint, game: def.id }
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
    const outcome = game.outcome(position.state)
    if (row.disclosed && outcome === undefined)
      throw new MigrationError(
        `The game of table ${id} isn't over under these rules, but its seed was handed out, so it can't continue.`,
      )
    await this.rulebooks.keep(offered)
    const { fingerprint } = game
    const appended = await this.store.append({
      table: id,
      after: row.number,
      entries: [{ at: Date.now(), body: JSON.stringify({ kind: 'moved', fingerprint }) }],
      deciding: JSON.stringify(seatsDeciding(game, position)),
      outcome: outcome === undefined ? null : JSON.stringify(outcome),
      also: async (tx) => {
        await tx.updateTable('tables').set({ fingerprint }).where('id', '=', id).execute()
        await tx.deleteFrom('snapshots').where('table_id', '=', id).execute()
        // So that the table opens without a replay of the whole game.
        const number = row.number + 1
        await saveSnapshot(tx, game, id, { ...position, number, question: number })
      },
    })
    if (!appended) throw new MigrationError(`Table ${id} changed during the migration. Try again.`)
    return { decisions: decisions.length }
  }

  /** Returns the whole game as a save file. It contains the seed, so it is for administrators only. */
  async save(id: string): Promise<string> {
    const archived = await archivedSave(this.store.db, id)
    if (archived !== undefined) return archived
    const row = await this.#row(id)
    const game = await this.rulebooks.game(row.fingerprint)
    return saveFile(
      game,
      row.beginning,
      await loadSeats(this.store.db, id),
      await loadEntries(this.store.db, id),
    )
  }

  /** Replaces a table by its compressed save. Throws `MigrationError` if there is none, or if somebody plays. */
  async archive(id: string): Promise<void> {
    await this.#row(id)
    if (!(await archiveTable(this.store.db, id, () => this.save(id))))
      throw new MigrationError(`Table ${id} changed while it was archived. Try again.`)
    await this.store.announce([id])
  }

  /** Deletes a table, or an archived one. Returns `false` if there is neither. */
  async delete(id: string): Promise<boolean> {
    const { db } = this.store
    const { numDeletedRows } = await db.deleteFrom('archives').where('id', '=', id).executeTakeFirst()
    const isDeleted = await deleteTable(db, id)
    if (isDeleted) await this.store.announce([id])
    return isDeleted || numDeletedRows > 0n
  }

  prune(retention: Retention): Promise<Pruned> {
    return prune(this.store.db, retention, (id) => this.save(id))
  }

  close(): Promise<void> {
    return this.store.close()
  }
}
