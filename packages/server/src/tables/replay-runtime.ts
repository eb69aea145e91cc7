/** Runs the tasks of a replay thread. Full pages of history never change, so they are cached. */
import {
  isSnapshotDue,
  MAX_HISTORY_PAGE,
  readSave,
  RecordReader,
  Refusal,
  ReplayedHistory,
  replayEntries,
  saveFile,
  seatsDeciding,
} from '@ludoforge/table'
import type { Store } from '../store/index.js'
import type { FromReplayThread, ReplayedSave, ReplayTask } from './replay-messages.js'
import { loadEntries, loadRow, snapshotBody } from './rows.js'
import { RulesStore } from './rules-store.js'
import { SqlRecord } from './sql-record.js'

const CACHE_LENGTH = 32 << 20 // characters

type Answered = Extract<FromReplayThread, { readonly id: number }>
/** The result of a task, without its id and time. */
type Result = Answered extends infer A ? (A extends unknown ? Omit<A, 'id' | 'ms'> : never) : never

export class ReplayRuntime {
  readonly #rules: RulesStore
  /** Full pages as JSON, most recently used last. */
  readonly #pages = new Map<string, string>()
  #length = 0

  constructor(private readonly store: Store) {
    this.#rules = new RulesStore(store.db)
  }

  async run(task: ReplayTask): Promise<Result> {
    try {
      if (task.kind === 'upload') return { replayed: await this.#upload(task.save) }
      return { text: await this.#text(task) }
    } catch (error) {
      if (error instanceof Refusal) return { refused: error.code, message: error.message }
      return { problem: error instanceof Error ? (error.stack ?? error.message) : String(error) }
    }
  }

  async #text(task: Exclude<ReplayTask, { readonly kind: 'upload' }>): Promise<string> {
    const record = new SqlRecord(this.store, task.table, (fingerprint) => this.#rules.rules(fingerprint))
    if (task.kind === 'page') return this.#page(record, task)
    const { context, start, seats } = await record.head()
    if (task.kind === 'save')
      return saveFile(context.game, start, seats, await loadEntries(this.store.db, task.table))
    const history = new ReplayedHistory(new RecordReader(record, { game: context.game, start }), {
      context,
      start,
    })
    return JSON.stringify(await history.news(task.since, task.number, task.viewers))
  }

  async #page(
    record: SqlRecord,
    { table, range, viewers }: Extract<ReplayTask, { readonly kind: 'page' }>,
  ): Promise<string> {
    const row = await loadRow(this.store.db, table)
    const isFull = range.from % MAX_HISTORY_PAGE === 0 && range.to >= range.from + MAX_HISTORY_PAGE
    const key = JSON.stringify([table, row?.fingerprint, range.from, viewers])
    const known = isFull ? this.#pages.get(key) : undefined
    if (known !== undefined) return this.#keep(key, known)
    const { context, start } = await record.head()
    const history = new ReplayedHistory(new RecordReader(record, { game: context.game, start }), {
      context,
      start,
    })
    const text = JSON.stringify(await history.page(range, viewers))
    return isFull ? this.#keep(key, text) : text
  }

  #keep(key: string, text: string): string {
    this.#length += text.length - (this.#pages.get(key)?.length ?? 0)
    this.#pages.delete(key)
    this.#pages.set(key, text)
    for (const [old, { length }] of this.#pages) {
      if (this.#length <= CACHE_LENGTH) break
      this.#pages.delete(old)
      this.#length -= length
    }
    return text
  }

  /** Replays a save file, with the snapshots that a table of its length has. */
  async #upload(save: string): Promise<ReplayedSave> {
    const { game, beginning, entries, position } = await readSave(save, (fingerprint) =>
      this.#rules.game(fingerprint),
    )
    if (beginning.position !== undefined)
      throw new Refusal(
        'bad-message',
        'This save is a branch of another game. Open it in the page or the terminal.',
      )
    const snapshots: { number: number; body: string }[] = []
    for (const transition of replayEntries(game, beginning, entries)) {
      if (!isSnapshotDue([transition], snapshots.at(-1)?.number ?? 0)) continue
      const { after } = transition
      snapshots.push({ number: after.number, body: snapshotBody(game, after) })
    }
    return {
      fingerprint: game.fingerprint,
      beginning,
      entries: entries.map(({ number, at, ...body }) => ({ number, at, body: JSON.stringify(body) })),
      snapshots,
      number: position.number,
      decisions: position.decisions,
      deciding: seatsDeciding(game, position),
      outcome: game.outcome(position.state) ?? null,
    }
  }
}
