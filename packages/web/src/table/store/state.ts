/** The state and the actions of a table page. */
import type { Table } from '@ludoforge/client'
import type {
  Consequences,
  GameLog,
  Hint,
  History,
  TableUpdate,
  UndoHorizon,
  Vocabulary,
} from '@ludoforge/table'
import type { Choice, Decision, GameDef, StepEvent, View } from '@ludoforge/kernel'
import type { Explanation } from '@ludoforge/play'
import type { ComponentType } from 'react'
import type { StoreApi } from 'zustand/vanilla'
import type { GameListing, RuleReference, Scene } from '@ludoforge/look'
import type { Camera, Target } from '../../board/index.js'
import type { HistoryCache, TableFrame } from './history-cache.js'
import type { AheadList } from './answers-ahead.js'
import type { Picks } from '../question/selection.js'

/** `decide` and `card` are tabs on a phone only. */
export type Tab = 'decide' | 'card' | 'story' | 'log' | 'rules' | 'review' | 'table'

/** The option (by index) or offer (by id) under the pointer. */
export type Pointed = { readonly option: number } | { readonly offer: string }

/** The preview of an answer. */
export interface Foreseen {
  readonly choice: Choice
  readonly consequences: Consequences
  /** The position after it, or after its example. */
  readonly ghost: Pick<View, 'zones' | 'variables' | 'seats'>
}

interface WhyNot {
  readonly about: string // the name of the thing asked about
  readonly explanation: Explanation | undefined // undefined while it loads
}

/** A position in the past. */
export interface PlaybackPosition {
  readonly at: number
  readonly plays: boolean
  /** The part that is played: after the entry `from`, up to `until`. Without them, all of it. */
  readonly from?: number
  readonly until?: number
  /** The events of a turn that could be played there. The board draws its result as ghosts. */
  readonly sketch?: readonly StepEvent[]
}

/** The coach of a lesson or of a guided game: what it adds to the table. */
export interface Coach {
  /** A lesson is the whole table. A game goes on as usual below the coach. */
  readonly plays: 'lesson' | 'game'
  /** Above the question: what the coach says. */
  readonly Strip: ComponentType
  /** Over the board: what the coach points at. */
  readonly Rings: ComponentType
  /** Takes a thing that the learner points at. Returns false if the lesson doesn't ask for one. */
  readonly find: (target: Target) => boolean
  /** Runs the shortcut of a key. Returns false if there is none. */
  readonly press: (key: string) => boolean
  /** Whether an answer may be given at once. If not, the coach has a warning first. */
  readonly allows?: (seat: string, choice: Choice) => Promise<boolean>
  /** Connects the coach with the store of its table. */
  readonly start: (store: StoreApi<TableStore>) => void
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
  /** The people whom the player has blocked: their messages are hidden. */
  readonly blocked: readonly string[]
  /** Of lessons and guided games only. */
  readonly coach?: Coach
}

export interface TableState extends OpenedTable {
  readonly words: Vocabulary
  readonly cardKinds: ReadonlySet<string>
  readonly connected: boolean
  readonly problem: string | undefined // the message of the last failed request
  readonly pastProblem: string | undefined // why the turns before this visit aren't loaded yet

  // What the player sees.
  readonly eye: string | null // the viewer: a seat, or null for a spectator
  readonly now: TableFrame
  readonly shown: TableFrame // `now`, or an earlier frame during playback
  readonly waiting: readonly TableFrame[] // the frames still to be played back
  readonly history: HistoryCache
  readonly results: readonly string[] // texts of past moments since the player's last answer
  readonly stepping: PlaybackPosition | undefined // the position in the past
  readonly playFrom: number // the last entry shown before the frames that are being played back
  readonly focus: readonly string[] // the highlighted zones
  readonly camera: Camera // of the board, shared with the minimap
  readonly inspected: string | null // the zone whose details are shown
  readonly missed: number | undefined // the last entry seen, if there are newer ones
  readonly curtain: string | undefined // the seat to pass the device to, while the board is covered

  // The question.
  readonly about: Table['about']
  readonly you: Table['you']
  readonly asked: readonly Decision[]
  readonly decision: Decision | undefined // the one shown
  readonly picks: Picks
  readonly offer: string | undefined // the offer that is marked instead of an option
  readonly pointed: Pointed | undefined
  readonly within: string | undefined // lists the options of this zone only
  readonly foreseen: Foreseen | undefined
  readonly outcomes: Readonly<Record<string, Consequences>> // of the options and offers, by `outcomeKey`
  readonly why: WhyNot | undefined
  readonly isAsking: boolean // the pointer asks "why not?"
  readonly dragged: Target | undefined // the other end of a drag, for the next question
  readonly hint: Hint | 'asked' | undefined
  readonly ahead: readonly AheadList[] // lists whose later rounds are still to come
  readonly dropped: string | undefined // why the rest of a list wasn't done
  readonly horizon: UndoHorizon
  readonly sought: 'seat' | 'zone' | 'token' | undefined // what a lesson asks the learner to find
  readonly asksUndo: boolean // an undo waits for the player's confirmation
  readonly proposal: Table['proposal']
  readonly busy: boolean // an answer has been sent
  readonly thinking: Readonly<Record<string, number>>

  // The history.
  readonly opening: History['opening'] // before the first decision
  readonly start: History['shown'] // the position before the first decision
  readonly records: readonly TableUpdate[]
  readonly line: readonly number[] // the entries that playback can show
  readonly story: GameLog
  readonly told: number // incremented when the log changes

  // What is open on the page.
  readonly enlarged: string | undefined // the card shown in large, by key
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
  /** Marks an option, or adds it to the list. Of several equal things, it takes as many as is legal. */
  readonly pick: (option: number) => void
  readonly setCount: (option: number, count: number) => void
  readonly markOffer: (id: string) => void
  readonly setPicks: (picks: Picks) => void
  readonly pickTarget: (target: Target) => void
  readonly point: (pointed: Pointed | undefined) => void
  readonly pointTarget: (target: Target | null) => void
  readonly askTarget: (target: Target) => void
  /** Answers with both ends of a drag: now with one, and with the other when it is asked for. */
  readonly dragTarget: (from: Target, to: Target) => void
  readonly resumeDrag: () => void
  readonly decline: () => void
  readonly confirm: () => void
  /** Gives the other answer that the marked options can mean: `otherChoiceOf`. */
  readonly confirmOther: () => void
  readonly answer: (choice: Choice) => void
  readonly clear: () => void
  readonly askWhy: (id: string, name: string) => void
  /** Lets the pointer ask "why not?", or stops that. */
  readonly toggleAsking: () => void
  /** Previews all options of the question, and what is marked. */
  readonly foresee: () => void
  readonly askHint: () => void
  readonly undo: (to?: number) => void
  readonly askUndo: () => void
  readonly consent: (yes: boolean) => void
  /** Hides the messages of these people, and no others. */
  readonly hide: (blocked: readonly string[]) => void
  readonly skip: () => void
  readonly stepTo: (number: number, plays?: boolean) => void
  /** Shows a position in the past, with the result of a turn that could be played there. */
  readonly sketch: (number: number, events: readonly StepEvent[]) => void
  readonly stepBy: (n: number) => void
  /** Plays the entries after `from` up to `until`, then returns to the present. */
  readonly play: (from: number, until?: number) => void
  /** Plays what happened since the player's last turn. */
  readonly playBack: () => void
  readonly present: () => void
  readonly read: (place: RuleReference) => void
  readonly close: () => void
}

/** `actions` groups the actions, which never change, so that components can select them without re-rendering. */
export type TableStore = TableState & TableActions & { readonly actions: TableActions }
