/** The past of a table, as viewers may know it: pages of history, and news. A host may compute it in another thread. */
import { type History, MAX_HISTORY_PAGE, MAX_NEWS, type News } from '../protocol/index.js'
import { historyOf, type HistoryRange, newsOf, type ViewContext, type Viewers } from '../views/index.js'
import type { GameStart } from '../record/index.js'
import type { Person } from './people.js'
import type { RecordReader } from './record-reader.js'

/** Whose request the work is for. */
export interface Work {
  /** Aborted when nobody waits for the result any more. */
  readonly signal?: AbortSignal
  /** Identifies the client, to share a thread fairly. */
  readonly owner?: { readonly address: string; readonly person: string }
  /** Called with the computing time that the work took. */
  readonly spent?: (ms: number) => void
}

/** The past of one table. */
export interface TableHistory {
  /** Returns at most `MAX_HISTORY_PAGE` updates after entry `from`, up to `to`. */
  page(range: HistoryRange, viewers: Viewers, work?: Work): Promise<History>
  /** Returns the news after entry `since` up to `number`, at most of the last `MAX_NEWS` entries. */
  news(since: number, number: number, viewers: Viewers, work?: Work): Promise<News>
}

/** The table of a history. */
interface TableOfHistory {
  readonly context: ViewContext
  readonly start: GameStart
}

/** Replays the record in this thread. Every call reads and replays a bounded number of entries. */
export class ReplayedHistory<P extends Person, A> implements TableHistory {
  constructor(
    private readonly reader: RecordReader<P, A>,
    private readonly table: TableOfHistory,
  ) {}

  async page({ from, to }: HistoryRange, viewers: Viewers): Promise<History> {
    const until = Math.min(to, from + MAX_HISTORY_PAGE)
    const base = await this.reader.snapshotBefore(from + 1)
    const { entries, earlier } = await this.reader.past(base, until)
    const { context, start } = this.table
    return historyOf(context, start, entries, { from, to: until }, viewers, base, earlier)
  }

  async news(since: number, number: number, viewers: Viewers): Promise<News> {
    const first = Math.max(since, number - MAX_NEWS)
    const transitions = await this.reader.transitionsSince(first, number)
    const { context, start } = this.table
    return newsOf(context.game, start, transitions, [first, number], viewers)
  }
}
