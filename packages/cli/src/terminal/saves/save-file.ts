/** Keeps a table here as a save file: one that was named, one of our own, or none until somebody names one. */
import { rmSync } from 'node:fs'
import {
  entriesFromSave,
  type Entry,
  gameStartOfSave,
  headerOf,
  HUMAN,
  Refusal,
  SaveWriter,
  type StoredTable,
  type TableDocument,
  type TableStorage,
  type TraceEntry,
} from '@ludoforge/table'
import type { Game } from '@ludoforge/kernel'
import { BadTrace, type Trace, type TraceHeader } from '@ludoforge/play'
import { TraceWriter } from '@ludoforge/sim'

/** Who plays a seat that is a person's, at a table without a server. */
const ME = 'me'

/** A save file that is gone on with; the writer adds to it, if it is to go on there. */
export interface Resumed {
  readonly trace: Trace
  readonly writer: TraceWriter | undefined
  readonly isOwn: boolean // the file is one of our own
}

export interface SaveOptions {
  /** Where the rules are found, as it is written down. */
  readonly path: string
  readonly resumed?: Resumed | undefined
  /** Who decides from now on, if that is to change. */
  readonly seats?: Readonly<Record<string, string>> | undefined
  /** A file that was named: it is there from the beginning. */
  readonly file?: string | undefined
  /** A file of our own, asked for when somebody has decided something. */
  readonly ownFile?: (() => string) | undefined
  /** Told what is odd about a file, and that our own cannot be written. */
  readonly tell: (problem: string) => void
}

export class SaveFileStorage implements TableStorage {
  #header: TraceHeader | undefined
  readonly #record: TraceEntry[] = []
  readonly #scribe = new SaveWriter()
  #writer: TraceWriter | undefined
  #isOwn = false // the file is ours, not one that was named
  /** Why nothing more is written: the game is not to go on then. */
  #problem: BadTrace | undefined
  #onProblem: (problem: BadTrace) => void = () => {}

  constructor(
    private readonly game: Game,
    private readonly options: SaveOptions,
  ) {}

  /** The file that the game is in. */
  get file(): string | undefined {
    return this.#writer?.file
  }

  /** Whether it is in a file of our own. */
  get isOwn(): boolean {
    return this.#isOwn
  }

  get isEmpty(): boolean {
    return this.#record.length === 0
  }

  /** How a game that is not saved is begun again. */
  get seed(): number | string | undefined {
    return this.#header?.seed
  }

  /** Calls back when a file that was named cannot be written any more. */
  onProblem(callback: (problem: BadTrace) => void): void {
    this.#onProblem = callback
    if (this.#problem !== undefined) callback(this.#problem)
  }

  async load(): Promise<StoredTable | undefined> {
    const { resumed, tell, seats, file } = this.options
    if (resumed === undefined) return undefined
    const { trace, writer } = resumed
    const { game } = this
    const entries = entriesFromSave(game, trace, { id: ME, name: 'You' }, tell)
    const header = { ...trace.header, seats: seats ?? trace.header.seats }
    this.#header = header
    this.#writer = writer
    this.#isOwn = resumed.isOwn
    this.#take(entries)
    const counting = this.#record.reduce((n, one) => ('undo' in one ? one.undo - 1 : n + 1), 0)
    if (counting < trace.decisions.length) writer?.add({ undo: counting + 1 })
    if (file !== undefined) this.saveTo(file)
    const { def, fingerprint } = game
    return {
      game: { id: def.id, title: def.title, fingerprint },
      beginning: gameStartOfSave(header),
      name: def.title,
      seats: Object.fromEntries(
        Object.entries(header.seats).map(([seat, who]) => [seat, who === HUMAN ? ME : who]),
      ),
      created: Date.now(),
      entries,
    }
  }

  async begin({ beginning, seats }: StoredTable): Promise<void> {
    const { path, file } = this.options
    const people = Object.entries(seats).map(([seat, who]) => [seat, who === ME ? HUMAN : who])
    this.#header = headerOf(this.game, beginning, Object.fromEntries(people), path)
    if (file !== undefined) this.saveTo(file)
  }

  #take(entries: readonly Entry[]): TraceEntry[] {
    const lines = entries.flatMap((entry) => this.#scribe.write(entry) ?? [])
    this.#record.push(...lines)
    return lines
  }

  /** It is on the disk before a person is asked again. */
  async add(entries: readonly Entry[], { deciding, seats, outcome }: TableDocument): Promise<void> {
    const before = this.#record.length
    const isAsked = seats.some(({ seat, kind }) => kind === 'person' && deciding.includes(seat))
    try {
      for (const line of this.#take(entries)) this.#writer?.add(line)
      const decides = entries.some((entry) => entry.kind === 'decision' && entry.by === ME)
      if (this.#writer === undefined && decides) this.#beginOwn()
      if (isAsked || outcome !== undefined) this.#writer?.sync()
    } catch (error) {
      if (!(error instanceof BadTrace)) throw error
      if (this.#isOwn) return this.#giveUp(error)
      this.#record.length = before
      this.#problem = error
      this.#onProblem(error)
      throw new Refusal('busy', error.message)
    }
  }

  #beginOwn(): void {
    const { ownFile } = this.options
    if (ownFile === undefined || this.#header === undefined || this.#problem !== undefined) return
    this.#isOwn = true
    try {
      this.#writer = TraceWriter.create(ownFile(), this.#header, this.#record)
    } catch (error) {
      if (error instanceof BadTrace) throw error
      throw new BadTrace(error instanceof Error ? error.message : String(error))
    }
  }

  /** The game goes on without being saved; that is said once. */
  #giveUp(problem: BadTrace): void {
    this.#problem = problem
    this.#isOwn = false
    this.#writer = undefined
    this.options.tell(`The game isn't saved. ${problem.message} Type "save FILE" to save it elsewhere.`)
  }

  /** From now on the game is in this file; one of our own is not needed any more. Throws BadTrace. */
  saveTo(file: string): void {
    if (file === this.file) return
    if (this.#header === undefined) throw new BadTrace('There is no game to save yet.')
    const writer = TraceWriter.create(file, this.#header, this.#record)
    const old = this.#isOwn ? this.file : undefined
    this.#writer?.close()
    if (old !== undefined) rmSync(old, { force: true })
    this.#writer = writer
    this.#isOwn = false
    this.#problem = undefined
  }

  close(): void {
    this.#writer?.close()
  }
}
