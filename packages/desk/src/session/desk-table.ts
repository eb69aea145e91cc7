/** The table of the desk: a record in memory, which each version of the game replays as far as it can. */
import {
  activeDecisions,
  currentSeats,
  type DecisionEntry,
  type Entry,
  type GameStart,
  type LocalOptions,
  type PartialReplay,
  replayWhileLegal,
  type StoredTable,
  type TableStorage,
} from '@ludoforge/table'
import type { SavedState } from '@ludoforge/kernel'
import { type BotGame, recordOfBotGame } from './bot-game.js'
import type { GameVersion } from './game-version.js'
import { stopText, turnOf } from './replay-text.js'

/** How far a replay got, for the page. */
export interface ReplayNote {
  readonly replayed: number
  readonly all: number
  /** The turn that is played now: a run of decisions of one seat. */
  readonly turn: number
  /** Where and why it stopped, as a sentence. Empty if all decisions are legal. */
  readonly stopped: string
}

/** What a new table starts with. */
export interface TableWish {
  readonly seed?: number
  readonly scenario?: string
  readonly options?: StoredTable['beginning']['options']
  /** The position at which it starts, such as that of an example. */
  readonly position?: SavedState
  readonly seats?: StoredTable['seats']
  /** A game of a simulation. Its decisions are played again. */
  readonly played?: BotGame
}

/** The seed of the first table of a desk. Examples write seeds as numbers. */
const FIRST_SEED = 1

/** A record in memory. It belongs to one version of the game: a replay makes another one. */
class MemoryStorage implements TableStorage {
  #stored: Omit<StoredTable, 'entries'> | undefined
  readonly #entries: Entry[]

  constructor(
    private readonly changed: (table: StoredTable) => void,
    stored?: StoredTable,
  ) {
    this.#stored = stored
    this.#entries = [...(stored?.entries ?? [])]
  }

  get table(): StoredTable | undefined {
    return this.#stored === undefined ? undefined : { ...this.#stored, entries: this.#entries }
  }

  async load(): Promise<StoredTable | undefined> {
    return this.table
  }

  async begin(table: StoredTable): Promise<void> {
    this.#stored = table
    this.changed(table)
  }

  async add(entries: readonly Entry[]): Promise<void> {
    this.#entries.push(...entries)
    if (this.table !== undefined) this.changed(this.table)
  }
}

/** The table of the desk. */
export class DeskTable {
  #storage: MemoryStorage
  #wish: TableWish = { seed: FIRST_SEED }
  /** The decisions before the last replay that stopped. They are tried again after the next edit. */
  #line: readonly DecisionEntry[] = []
  #kept = 0 // how many of them were replayed

  /** `changed` gets the record after each decision, so that a page can keep it. */
  constructor(private readonly changed: (table: StoredTable) => void = () => {}) {
    this.#storage = new MemoryStorage(changed)
  }

  /** Continues a record that was kept elsewhere. */
  adopt(table: StoredTable): void {
    this.#storage = new MemoryStorage(this.changed, table)
  }

  /** Starts a new game with the next version. */
  restart(wish: TableWish): void {
    this.#wish = { seed: FIRST_SEED, ...wish }
    this.#storage = new MemoryStorage(this.changed)
    this.#line = []
    this.#kept = 0
  }

  /** The start and the decisions of the game that is played now. */
  get played(): { readonly beginning: GameStart; readonly decisions: readonly DecisionEntry[] } | undefined {
    const { table } = this.#storage
    if (table === undefined) return undefined
    return { beginning: table.beginning, decisions: activeDecisions(table.entries) }
  }

  /** Replays the game under a version, in steps. The options it returns host the table. */
  *replay(
    version: GameVersion,
  ): Generator<void, { readonly note: ReplayNote; readonly options: LocalOptions }, void> {
    const { game, words, scene, reckon } = version
    const { played, ...wished } = this.#wish
    const before = this.#storage.table ?? (played === undefined ? undefined : recordOfBotGame(game, played))
    const host = (storage: MemoryStorage): LocalOptions => {
      this.#storage = storage
      return { game, reckon, scene, storage, ...wished }
    }
    if (before === undefined) {
      const note = { replayed: 0, all: 0, turn: 1, stopped: '' }
      return { note, options: host(new MemoryStorage(this.changed)) }
    }
    const decisions = this.#decisions(activeDecisions(before.entries))
    const steps = replayWhileLegal(game, before.beginning, decisions)
    const entries: Entry[] = []
    let step = steps.next()
    while (step.done !== true) {
      entries.push(step.value.entry)
      yield
      step = steps.next()
    }
    const { position, stop }: PartialReplay = step.value
    const replayed = decisions.slice(0, entries.length)
    const next = position === undefined ? undefined : game.decision(position.state)?.seat
    const turn = turnOf(replayed, next)
    const stopped = stop === undefined ? '' : stopText(stop, turn, words)
    this.#line = decisions
    this.#kept = entries.length
    const note = { replayed: entries.length, all: decisions.length, turn, stopped }
    if (position === undefined) {
      this.#wish = { seed: FIRST_SEED } // another start: this one is impossible
      return { note, options: host(new MemoryStorage(this.changed)) }
    }
    const { def, fingerprint } = game
    const present = new Set(def.seats.map(({ id }) => id))
    // Where a replay stops, bots wait for the designer, who wants to see the place.
    const seats = Object.fromEntries(
      Object.entries(currentSeats(before))
        .filter(([seat]) => present.has(seat))
        .map(([seat, player]) => [seat, stop === undefined ? player : 'me']),
    )
    const identity = { id: def.id, title: def.title, fingerprint }
    const { beginning, created } = before
    const storage = new MemoryStorage(this.changed, {
      game: identity,
      beginning,
      name: def.title,
      seats,
      created,
      entries,
    })
    return { note, options: host(storage) }
  }

  /** The decisions to replay: those of the record and, if nothing was played since, those after the last stop. */
  #decisions(active: readonly DecisionEntry[]): readonly DecisionEntry[] {
    const isUntouched =
      active.length === this.#kept &&
      this.#line.slice(0, this.#kept).every((one, i) => isSame(one, active[i]))
    return isUntouched && this.#line.length > active.length ? this.#line : active
  }
}

const isSame = (one: DecisionEntry, other: DecisionEntry | undefined): boolean =>
  other !== undefined &&
  one.seat === other.seat &&
  one.name === other.name &&
  JSON.stringify(one.choice) === JSON.stringify(other.choice)
