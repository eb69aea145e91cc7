/** The state and the actions of a table page. */
import type { Table } from '@ludoforge/client'
import type { GameLog, Hint, History, TableUpdate, UndoHorizon, Vocabulary } from '@ludoforge/table'
import type { Choice, Decision, GameDef, View } from '@ludoforge/kernel'
import type { Explanation } from '@ludoforge/play'
import type { GameListing, RuleReference, Scene } from '@ludoforge/look'
import type { Target } from '../../board/index.js'
import type { HistoryCache, TableFrame } from './history-cache.js'
import type { Picks } from '../question/selection.js'

export type Tab = 'decide' | 'log' | 'rules' | 'table'

/** The option (by index) or offer (by id) under the pointer. */
export type Pointed = { readonly option: number } | { readonly offer: string }

interface Foreseen {
  readonly choice: Choice
  readonly lines: readonly string[]
  readonly ghost: Pick<View, 'zones' | 'variables' | 'seats'>
}

interface WhyNot {
  readonly about: string // the name of the thing asked about
  readonly explanation: Explanation | undefined // undefined while it loads
}

/** What stays the same while a table is open. */
export interface OpenedTable {
  readonly table: Table
  readonly def: GameDef
  readonly scene: Scene
  readonly card: GameListing | undefined
  /** The path of the rulebook. */
  readonly book: string
  /** The server's URL and the player's key. `undefined` for a local table. */
  readonly server: { readonly url: string; readonly key: string | undefined } | undefined
  /** Returns the game as a save file, if the player may have it. */
  readonly save: (() => Promise<string>) | undefined
}

export interface TableState extends OpenedTable {
  readonly words: Vocabulary
  readonly cardKinds: ReadonlySet<string>
  readonly connected: boolean
  readonly problem: string | undefined // the message of the last failed request

  // What the player sees.
  readonly eye: string | null // the viewer: a seat, or null for a spectator
  readonly now: TableFrame
  readonly shown: TableFrame // `now`, or an earlier frame during playback
  readonly waiting: readonly TableFrame[] // the frames still to be played back
  readonly history: HistoryCache
  readonly results: readonly string[] // texts of past moments since the player's last answer
  readonly stepping: { readonly at: number; readonly plays: boolean } | undefined // the position in the past
  readonly focus: string | null // the highlighted zone
  readonly inspected: string | null // the zone whose details are shown
  readonly missed: number | undefined // the last entry seen, if there are newer ones
  readonly curtain: string | undefined // the seat to pass the device to, while the board is covered

  // The question.
  readonly about: Table['about']
  readonly you: Table['you']
  readonly asked: readonly Decision[]
  readonly decision: Decision | undefined // the one shown
  readonly picks: Picks
  readonly pointed: Pointed | undefined
  readonly within: string | undefined // lists the options of this zone only
  readonly foreseen: Foreseen | undefined
  readonly why: WhyNot | undefined
  readonly hint: Hint | 'asked' | undefined
  readonly horizon: UndoHorizon
  readonly asksUndo: boolean // an undo waits for the player's confirmation
  readonly proposal: Table['proposal']
  readonly busy: boolean // an answer has been sent
  readonly thinking: Readonly<Record<string, number>>

  // The history.
  readonly opening: History['opening'] // before the first decision
  readonly records: readonly TableUpdate[]
  readonly line: readonly number[] // the entries the timeline can show
  readonly story: GameLog
  readonly told: number // incremented when the log changes

  // What is open on the page.
  readonly tab: Tab
  readonly reading: RuleReference | undefined
  readonly help: boolean
  readonly ended: boolean // the result panel was dismissed
}

export interface TableActions {
  readonly set: (some: Partial<TableState>) => void
  /** Runs `work` and shows its error, if it throws. */
  readonly attempt: (work: () => Promise<unknown>) => Promise<void>
  readonly decideFor: (seat: string) => void
  readonly lookAs: (seat: string) => void
  readonly pick: (option: number) => void
  readonly unpick: (option: number) => void
  readonly setPicks: (picks: Picks) => void
  readonly pickTarget: (target: Target) => void
  readonly point: (pointed: Pointed | undefined) => void
  readonly pointTarget: (target: Target | null) => void
  readonly askTarget: (target: Target) => void
  readonly takeOffer: (id: string) => void
  readonly decline: () => void
  readonly confirm: () => void
  readonly answer: (choice: Choice) => void
  readonly clear: () => void
  readonly askWhy: (id: string, name: string) => void
  readonly askHint: () => void
  readonly undo: (to?: number) => void
  readonly askUndo: () => void
  readonly consent: (yes: boolean) => void
  readonly skip: () => void
  readonly stepTo: (number: number, plays?: boolean) => void
  readonly stepBy: (n: number) => void
  readonly playBack: () => void
  readonly present: () => void
  readonly read: (place: RuleReference) => void
  readonly close: () => void
}

/** `actions` groups the actions, which never change, so that components can select them without re-rendering. */
export type TableStore = TableState & TableActions & { readonly actions: TableActions }
