/** The state for one viewer, and the state of a new question. */
import { type Table } from '@ludoforge/client'
import { GameLog } from '@ludoforge/table'
import type { Decision } from '@ludoforge/kernel'
import { HistoryCache, type TableFrame, NO_VALUES } from './history-cache.js'
import { defaultPicks } from '../question/selection.js'
import { isBlocked } from './blocked.js'
import { withoutUndone } from './without-undone.js'
import type { TableState, TableStore } from './state.js'

export type GetStore = () => TableStore
export type SetState = (some: Partial<TableState>) => void

export function frameOf(table: Table, viewer: string | null, events: TableFrame['events'] = []): TableFrame {
  return { number: table.number, view: table.view(viewer), values: table.values(viewer) ?? NO_VALUES, events }
}

/** A question, and what the player has done about it. */
type Question = Pick<
  TableState,
  | 'decision'
  | 'picks'
  | 'offer'
  | 'pointed'
  | 'within'
  | 'foreseen'
  | 'outcomes'
  | 'why'
  | 'isAsking'
  | 'hint'
  | 'asksUndo'
>

/** Returns the initial state of a question. */
export function freshQuestion(decision: Decision | undefined): Question {
  return {
    decision,
    picks: defaultPicks(decision),
    offer: undefined,
    pointed: undefined,
    within: undefined,
    foreseen: undefined,
    outcomes: {},
    why: undefined,
    isAsking: false,
    hint: undefined,
    asksUndo: false,
  }
}

/** Returns the state changes that show the table to another viewer. */
export function switchPerspective(get: GetStore, eye: string | null): Partial<TableState> {
  const { table } = get()
  const now = frameOf(table, eye)
  return {
    eye,
    now,
    shown: now,
    waiting: [],
    stepping: undefined,
    history: new HistoryCache(table, eye, get().scene),
    ...rebuildLog(get, eye),
  }
}

/** Rebuilds the log from the start of the game. */
export function rebuildLog(get: GetStore, eye: string | null): Partial<TableState> {
  const { words, records, opening, start, told, blocked } = get()
  const story = new GameLog(words, eye)
  const values = start.find((part) => part.eye === eye)?.values
  story.tell(opening.find((part) => part.eye === eye)?.events ?? [], 0, values)
  const updates = withoutUndone(records)
  for (const update of updates) if (!isBlocked(update, blocked)) story.add(update)
  const steps = updates.filter(({ type }) => type === 'step').map(({ number }) => number)
  return { story, line: [0, ...steps], told: told + 1 }
}

/** Returns whether a seat sees tokens that another viewer doesn't. */
export function hidesFrom(table: Table, seat: string, other: string | null): boolean {
  const otherZones = other === null ? undefined : table.view(other).zones
  return Object.entries(table.view(seat).zones).some(([zone, { size, cards, pieces }]) => {
    const theirs = otherZones?.[zone]
    const visible = cards ?? pieces
    return size > 0 && visible !== undefined && theirs?.cards === undefined && theirs?.pieces === undefined
  })
}
