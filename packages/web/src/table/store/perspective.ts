/** How a table is seen with the eyes of a seat, and how a question begins. */
import { type Table } from '@ludoforge/client'
import { GameLog } from '@ludoforge/table'
import type { Decision } from '@ludoforge/kernel'
import { HistoryCache, type TableFrame, NO_VALUES } from './history-cache.js'
import { withoutUndone } from './without-undone.js'
import type { TableState, TableStore } from './state.js'

export type Get = () => TableStore
export type Set = (some: Partial<TableState>) => void

export function frameOf(table: Table, eye: string | null, events: TableFrame['events'] = []): TableFrame {
  return { number: table.number, view: table.view(eye), values: table.values(eye) ?? NO_VALUES, events }
}

/** A number begins at its least. */
function firstPicks(decision: Decision | undefined): readonly number[] {
  return decision?.kind === 'number' ? [decision.min] : []
}

/** What is asked, and what is known of it. */
type Question = Pick<
  TableState,
  'decision' | 'picks' | 'pointed' | 'within' | 'foreseen' | 'why' | 'hint' | 'asksUndo'
>

/** It begins anew. */
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

/** Sees the table with the eyes of one of one's seats. */
export function switchPerspective(get: Get, eye: string | null): Partial<TableState> {
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

/** The story from its beginning. */
export function rebuildLog(get: Get, eye: string | null): Partial<TableState> {
  const { words, records, opening, told } = get()
  const story = new GameLog(words, eye)
  story.tell(opening.find((one) => one.eye === eye)?.events ?? [], 0)
  const counted = withoutUndone(records)
  for (const one of counted) story.add(one)
  const steps = counted.filter(({ type }) => type === 'step').map(({ number }) => number)
  return { story, line: [0, ...steps], told: told + 1 }
}

/** Whether a seat sees what another does not. */
export function hidesFrom(table: Table, seat: string, other: string | null): boolean {
  const there = other === null ? undefined : table.view(other).zones
  return Object.entries(table.view(seat).zones).some(([zone, { size, cards, pieces }]) => {
    const theirs = there?.[zone]
    const open = cards ?? pieces
    return size > 0 && open !== undefined && theirs?.cards === undefined && theirs?.pieces === undefined
  })
}
