/** Stores a local table in a save file: the user's, an autosave, or none until the user names one. */
import { rmSync } from 'node:fs'
import {
  entriesFromSave,
  type Entry,
  gameStartOfSave,
  saveHeaderOf,
  HUMAN,
  Refusal,
  SaveWriter,
  type StoredTable,
  type TableDocument,
  type TableStorage,
  type TraceEntry,
} from '@ludoforge/table'
import type { Game } from '@ludoforge/kernel'
import { BadTrace, type Trace, type TraceDecision, type TraceHeader } from '@ludoforge/play'
import { TraceWriter } from '@ludoforge/sim'

/** The person at a local table. */
const ME = 'me'

/** A save to resume. With a writer, the game continues in the same file. */
export interface Resumed {
  readonly trace: Trace
  readonly writer: TraceWriter | undefined
  readonly isOwn: boolean // the file is an autosave
}

export interface SaveOptions {
  /** The path of the rules, as recorded in the file. */
  readonly path: string
  readonly resumed?: Resumed | undefined
  /** The players from now on, if they change. */
  readonly seats?: Readonly<Record<string, string>> | undefined
  /** The user's file, written from the start. */
  readonly file?: string | undefined
  /** Returns the autosave's file. Called after the person's first decision. */
  readonly ownFile?: (() => string) | undefined
  /** Receives warnings about a file, and a failure to autosave. */
  readonly tell: (problem: string) => void
}

export class SaveFileStorage implements TableStorage {
  #header: TraceHeader | undefined
  readonly #record: TraceEntry[] = []
  readonly #saveWriter = new SaveWriter()
  #writer: TraceWriter | undefined
  #isOwn = false // the file is an autosave
  /** The write error that stops the game. */
  #problem: BadTrace | undefined
  #onProblem: (problem: BadTrace) => void = () => {}

  constructor(
    private readonly game: Game,
    private readonly options: SaveOptions,
  ) {}

  /** The current save file. */
  get file(): string | undefined {
    return this.#writer?.file
  }

  /** Whether that file is an autosave. */
  get isOwn(): boolean {
    return this.#isOwn
  }

  get isEmpty(): boolean {
    return this.#record.length === 0
  }

  /** The seed, to start an unsaved game again. */
  get seed(): number | string | undefined {
    return this.#header?.seed
  }

  /** The game so far, without undone decisions. `undefined` before it began. */
  get trace(): Pick<Trace, 'header' | 'decisions'> | undefined {
    if (this.#header === undefined) return undefined
    const decisions: TraceDecision[] = []
    for (const entry of this.#record) {
      if ('undo' in entry) decisions.length = entry.undo - 1
      else decisions.push(entry)
    }
    return { header: this.#header, decisions }
  }

  /** Calls back when the user's file can't be written any more. */
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
    this.#convert(entries)
    const notUndone = this.#record.reduce((n, entry) => ('undo' in entry ? entry.undo - 1 : n + 1), 0)
    if (notUndone < trace.decisions.length) writer?.add({ undo: notUndone + 1 })
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
    this.#header = saveHeaderOf(this.game, beginning, Object.fromEntries(people), path)
    if (file !== undefined) this.saveTo(file)
  }

  #convert(entries: readonly Entry[]): TraceEntry[] {
    const lines = entries.flatMap((entry) => this.#saveWriter.write(entry) ?? [])
    this.#record.push(...lines)
    return lines
  }

  /** Appends entries, and syncs the file before a person decides again. */
  async add(entries: readonly Entry[], { deciding, seats, outcome }: TableDocument): Promise<void> {
    const before = this.#record.length
    const isAsked = seats.some(({ seat, kind }) => kind === 'person' && deciding.includes(seat))
    try {
      for (const line of this.#convert(entries)) this.#writer?.add(line)
      const decides = entries.some((entry) => entry.kind === 'decision' && entry.by === ME)
      if (this.#writer === undefined && decides) this.#startAutosave()
      if (isAsked || outcome !== undefined) this.#writer?.sync()
    } catch (error) {
      if (!(error instanceof BadTrace)) throw error
      if (this.#isOwn) return this.#stopAutosave(error)
      this.#record.length = before
      this.#problem = error
      this.#onProblem(error)
      throw new Refusal('busy', error.message)
    }
  }

  #startAutosave(): void {
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

  /** Continues the game unsaved, and reports that once. */
  #stopAutosave(problem: BadTrace): void {
    this.#problem = problem
    this.#isOwn = false
    this.#writer = undefined
    this.options.tell(`The game isn't saved. ${problem.message} Type "save FILE" to save it elsewhere.`)
  }

  /** Continues the game in this file and deletes the autosave. Throws `BadTrace`. */
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
