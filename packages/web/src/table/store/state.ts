/** What a table page knows and can do. */
import type { Table } from '@ludoforge/client'
import type { GameLog, Hint, History, TableUpdate, UndoHorizon, Vocabulary } from '@ludoforge/table'
import type { Choice, Decision, GameDef, View } from '@ludoforge/kernel'
import type { Explanation } from '@ludoforge/play'
import type { GameListing, RulePlace, Scene } from '@ludoforge/look'
import type { Target } from '../../board/index.js'
import type { HistoryCache, TableFrame } from './history-cache.js'
import type { Picks } from '../question/selection.js'

export type Tab = 'decide' | 'log' | 'rules' | 'table'

/** What is pointed at in the list: an option by its index, an offer by its id. */
export type Pointed = { readonly option: number } | { readonly offer: string }

interface Foreseen {
  readonly choice: Choice
  readonly lines: readonly string[]
  readonly ghost: Pick<View, 'zones' | 'variables' | 'seats'>
}

interface WhyNot {
  readonly about: string // its name
  readonly explanation: Explanation | undefined // not there yet
}

/** What is fixed while a table is open. */
export interface Opened {
  readonly table: Table
  readonly def: GameDef
  readonly scene: Scene
  readonly card: GameListing | undefined
  /** Where the rulebook lies. */
  readonly book: string
  /** Of a table on a server: where that is, and one's key to the table. */
  readonly server: { readonly url: string; readonly key: string | undefined } | undefined
  /** Gives the game as a file, if one may have it. */
  readonly save: (() => Promise<string>) | undefined
}

export interface TableState extends Opened {
  readonly words: Vocabulary
  readonly cardKinds: ReadonlySet<string>
  readonly connected: boolean
  readonly problem: string | undefined // a sentence about the last thing that did not work

  // What is seen.
  readonly eye: string | null // with whose eyes
  readonly now: TableFrame
  readonly shown: TableFrame // now, or while things are played back, a moment before it
  readonly waiting: readonly TableFrame[] // those still to be shown
  readonly history: HistoryCache
  readonly results: readonly string[] // what was told of moments that are gone, since one's last answer
  readonly stepping: { readonly at: number; readonly plays: boolean } | undefined // through the past
  readonly focus: string | null // a zone
  readonly inspected: string | null // a zone of which all is told
  readonly missed: number | undefined // the last entry that was seen, if more has happened since
  readonly curtain: string | undefined // a seat whose cards the others must not see

  // What is asked.
  readonly about: Table['about']
  readonly you: Table['you']
  readonly asked: readonly Decision[]
  readonly decision: Decision | undefined // the one that is being answered
  readonly picks: Picks
  readonly pointed: Pointed | undefined
  readonly within: string | undefined // only options in this zone are listed
  readonly foreseen: Foreseen | undefined
  readonly why: WhyNot | undefined
  readonly hint: Hint | 'asked' | undefined
  readonly horizon: UndoHorizon
  readonly asksUndo: boolean // taking back needs the others: shall they be asked?
  readonly proposal: Table['proposal']
  readonly busy: boolean // an answer is on its way
  readonly thinking: Readonly<Record<string, number>>

  // What happened.
  readonly opening: History['opening'] // before the first decision
  readonly records: readonly TableUpdate[]
  readonly line: readonly number[] // the entries that can be stepped to
  readonly story: GameLog
  readonly told: number // changes with the story

  // What is open.
  readonly tab: Tab
  readonly reading: RulePlace | undefined
  readonly help: boolean
  readonly ended: boolean // the end of the game was put aside
}

export interface TableActions {
  readonly set: (some: Partial<TableState>) => void
  /** Tells what went wrong, in a sentence. */
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
  readonly read: (place: RulePlace) => void
  readonly close: () => void
}

/** The actions also stand together, as they never change. */
export type TableStore = TableState & TableActions & { readonly actions: TableActions }
