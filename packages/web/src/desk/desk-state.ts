/** The state of the desk that its parts share. Each part has its own state in addition. */
import type { FileChanges, Files } from '@ludoforge/desk'
import type { GameDef } from '@ludoforge/kernel'
import type { Book, Scene } from '@ludoforge/look'
import { createContext, use } from 'react'
import { useStore } from 'zustand'
import type { StoreApi } from 'zustand/vanilla'
import type { ProjectStorage, StoredProject } from './storage/storage.js'

/** The tabs of the pane, in the order of their keys. */
export const TABS = ['table', 'examples', 'balance', 'rulebook'] as const
export type DeskTab = (typeof TABS)[number]

/** The widths of the pane: a third, half, or all of the desk. */
export type PaneStop = 'third' | 'half' | 'full'

/** An error or a warning at a line. */
export interface Problem {
  readonly path: string
  /** From 1. */
  readonly line: number
  readonly column: number
  readonly severity: 'error' | 'warning'
  readonly message: string
}

/** The last version of the game that compiled. */
export interface Build {
  /** The revision of the files it was built from. */
  readonly revision: number
  readonly files: Files
  readonly fingerprint: string
  readonly def: GameDef
  readonly scene: Scene
  readonly book: Book
}

/** The stations of the wave that an edit sends. */
export const STATIONS = ['check', 'examples', 'table', 'balance'] as const
export type Station = (typeof STATIONS)[number]

/** What an edit did at one station, in a line. */
export interface WaveResult {
  /** `old`: a result of an earlier revision, shown dimmed until the new one arrives. */
  readonly state: 'none' | 'old' | 'good' | 'changed' | 'bad'
  readonly text: string
  /** At the right: `17 ms`. */
  readonly detail: string
}

/** A mark of a line in the gutter, by path and line. Of several marks, the first in this order is shown. */
export interface LineMark {
  readonly kind: 'failed' | 'mutant' | 'passed' | 'never' | 'ran'
  /** The story of the line: a sentence each. */
  readonly story: readonly string[]
}

/** A fact above a line. One with `press` is a button. */
export type LensFact = string | { readonly text: string; readonly press: () => void }

/** Whether all edits are stored. A failed write has a sentence for the designer. */
type Saved = { readonly state: 'saved' | 'saving' } | { readonly state: 'failed'; readonly problem: string }

/** A place in a file. */
export interface Place {
  readonly path: string
  readonly line?: number
}

/** A game that bots played, to open at the table: its first `decisions` decisions. */
interface RequestedGame {
  readonly seed: number | string
  /** In seat order. */
  readonly agents: readonly string[]
  readonly decisions: number
}

export interface DeskState {
  readonly storage: ProjectStorage
  readonly project: StoredProject
  /** The texts now, also while they don't compile. */
  readonly files: Files
  /** Counts the edits. */
  readonly revision: number
  /** The files as they were when the desk opened, or at the chosen save: what Compare calls "before". */
  readonly before: { readonly name: string; readonly files: Files }
  readonly problems: readonly Problem[]
  readonly build: Build | undefined
  readonly wave: Readonly<Record<Station, WaveResult>>
  /** By source of the marks (`examples`, `coverage`, `mutants`), then by `path:line`. */
  readonly marks: Readonly<Record<string, ReadonlyMap<string, LineMark>>>
  /** Facts above lines, by source (`balance`), then by `path:line`. */
  readonly lenses: Readonly<Record<string, ReadonlyMap<string, readonly LensFact[]>>>
  /** Files can't be changed here: it is somebody else's project, or another tab edits it. */
  readonly isReadOnly: boolean
  readonly saved: Saved
  /** The line of the cursor in the editor. */
  readonly cursor: number
  readonly tab: DeskTab
  readonly stop: PaneStop
  /** The place that the editor shows, and a count so that the same place can be requested again. */
  readonly place: Place & { readonly requested: number }
  /** Set by `playSeed`. The table opens it and sets it back. */
  readonly requestedGame: RequestedGame | undefined

  readonly edit: (changes: FileChanges) => void
  readonly report: (station: Station, result: WaveResult) => void
  readonly setProblems: (problems: readonly Problem[]) => void
  readonly setBuild: (build: Build) => void
  readonly setMarks: (source: string, marks: ReadonlyMap<string, LineMark>) => void
  readonly setLenses: (source: string, lenses: ReadonlyMap<string, readonly LensFact[]>) => void
  readonly setReadOnly: (isReadOnly: boolean) => void
  readonly setSaved: (saved: Saved) => void
  readonly setSaves: (saves: StoredProject['saves']) => void
  readonly setCursor: (line: number) => void
  readonly setBefore: (name: string, files: Files) => void
  readonly show: (tab: DeskTab) => void
  readonly setStop: (stop: PaneStop) => void
  readonly open: (place: Place) => void
  /** Shows a game of a simulation at the table. `undefined`: it was opened. */
  readonly playSeed: (game: RequestedGame | undefined) => void
}

const DeskContext = createContext<StoreApi<DeskState> | undefined>(undefined)
export const DeskProvider = DeskContext.Provider

export function useDeskStore(): StoreApi<DeskState> {
  const store = use(DeskContext)
  if (store === undefined) throw new Error('The desk is missing around this component.')
  return store
}

export function useDesk<T>(select: (state: DeskState) => T): T {
  return useStore(useDeskStore(), select)
}
