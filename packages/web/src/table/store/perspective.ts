/** The state for one viewer, and the state of a new question. */
import { type Table } from '@ludoforge/client'
import { GameLog } from '@ludoforge/table'
import type { Decision } from '@ludoforge/kernel'
import { HistoryCache, type TableFrame, NO_VALUES } from './history-cache.js'
import { withoutUndone } from './without-undone.js'
import type { TableState, TableStore } from './state.js'

export type GetStore = () => TableStore
export type SetState = (some: Partial<TableState>) => void

export function frameOf(table: Table, viewer: string | null, events: TableFrame['events'] = []): TableFrame {
  return { number: table.number, view: table.view(viewer), values: table.values(viewer) ?? NO_VALUES, events }
}

/** A number starts at its minimum. */
function firstPicks(decision: Decision | undefined): readonly number[] {
  return decision?.kind === 'number' ? [decision.min] : []
}

/** A question, and what the player has done about it. */
type Question = Pick<
  TableState,
  'decision' | 'picks' | 'pointed' | 'within' | 'foreseen' | 'why' | 'hint' | 'asksUndo'
>

/** Returns the initial state of a question. */
export function freshQuestion(decision: Decision | undefined): Question {
  return {
    decision,
    picks: firstPicks(decision),
    pointed: undefined,
    within: undefined,
    foreseen: undefined,
    why: undefined,
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
  const { words, records, opening, told } = get()
  const story = new GameLog(words, eye)
  story.tell(opening.find((part) => part.eye === eye)?.events ?? [], 0)
  const updates = withoutUndone(records)
  for (const update of updates) story.add(update)
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
