/**
 * Answers given ahead, for the rounds of a series that follow. They are in the frame of the loop, so that they end with
 * it, and are part of a save.
 */
import type { Linker } from '../link/linker.js'
import type { QuestionSite } from '../link/question.js'
import { FRAME, type SeriesLocals } from '../link/routine.js'
import { type List, listAt, NO_ITEMS, numberAt, type State } from '../layout/state.js'
import type { OpenQuestion } from './questions.js'

/** The first entry of `standing`: 1 declines after the items. */
const DECLINES = 1
/** The size of an answer in `standing`: the question, the seat, the value. */
const ENTRY = 3

/** Stores the rest of a list that answers a series. */
export function storeSeries(s: State, { items, standing }: SeriesLocals, rest: List): void {
  const base = s.fp + FRAME
  s.k[base + items] = rest
  s.k[base + standing] = [DECLINES]
}

/** Stores an answer for all rounds of the series around the open question. */
export function storeThroughout(s: State, linker: Linker, seat: number, value: number): void {
  const at = seriesAround(s, linker)
  if (at >= 0) s.k[at] = [...listAt(s.k, at), s.q, seat, value]
}

/**
 * Returns whether the open question can be answered for all rounds of a series: it has rounds left, and the options mean
 * the same in each. Tokens don't.
 */
export function mayStand(s: State, linker: Linker, asked: OpenQuestion): boolean {
  const { kind, type, series, secret, together } = linker.question(s.q)
  if (asked.kind === 'many' || kind === 'window' || type === 'token' || secret) return false
  return series === null && together === null && seriesAround(s, linker) >= 0
}

/** Returns the cell with the standing answers of the innermost series that has items left, or -1. */
function seriesAround(s: State, { routines }: Linker): number {
  for (let { fp } = s; fp >= 0; fp = numberAt(s.k, fp + 2))
    for (const { items, standing } of routines[numberAt(s.k, fp)]?.series ?? [])
      if (listAt(s.k, fp + FRAME + items).length > 0) return fp + FRAME + standing
  return -1
}

/** Returns the picks of an answer that was given ahead to the open question, or null if there is none that is legal. */
export function answerAhead(
  s: State,
  linker: Linker,
  q: QuestionSite,
  asked: OpenQuestion,
  pickOf: (s: State, id: number, value: number) => number,
): List | null {
  if (q.series !== null) return nextInSeries(s, q, q.series, asked, pickOf)
  const value = standingAnswer(s, linker, q.id, asked.seat)
  if (value === undefined) return null
  if (asked.kind === 'number') return value < asked.min || value > asked.max ? null : [value]
  const pick = pickOf(s, q.id, value)
  return pick < 0 ? null : [pick]
}

/** Returns the next item of a series, or declines after the last. Forgets all if the item is no longer legal. */
function nextInSeries(
  s: State,
  { id }: QuestionSite,
  { items, standing }: SeriesLocals,
  asked: OpenQuestion,
  pickOf: (s: State, id: number, value: number) => number,
): List | null {
  const base = s.fp + FRAME
  const [next, ...rest] = listAt(s.k, base + items)
  const declines = listAt(s.k, base + standing)[0] === DECLINES
  const pick = next === undefined ? -1 : pickOf(s, id, next)
  if (pick >= 0) {
    s.k[base + items] = rest
    return [pick]
  }
  s.k[base + items] = NO_ITEMS
  s.k[base + standing] = NO_ITEMS
  return next === undefined && declines && asked.optional ? NO_ITEMS : null
}

function standingAnswer(s: State, { routines }: Linker, id: number, seat: number): number | undefined {
  for (let { fp } = s; fp >= 0; fp = numberAt(s.k, fp + 2))
    for (const { standing } of routines[numberAt(s.k, fp)]?.series ?? []) {
      const list = listAt(s.k, fp + FRAME + standing)
      for (let i = 1; i < list.length; i += ENTRY)
        if (list[i] === id && list[i + 1] === seat) return list[i + 2]
    }
  return undefined
}
