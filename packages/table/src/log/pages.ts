/** The whole story, or its last turns, line by line. */
import { isGroup, type LogGroup, type LogItem, type LogLine } from './tree.js'

/** A line of the log, and how far in it stands. */
export interface LogRow {
  readonly depth: number
  readonly text: string
  readonly item: LogItem
  /** Named where another one begins. */
  readonly rule?: string
}

/**
 * The outermost units: titles where the game has some there, otherwise turns of seats. What stands between two titles
 * belongs to the one before.
 */
export function unitsOf(top: LogGroup): readonly (readonly LogItem[])[] {
  const items = top.items.filter((item) => !isGroup(item) || isWorthIt(item))
  const titled = items.some(({ kind }) => kind === 'title')
  const units: LogItem[][] = []
  let begun = false // a title, or the turn of a seat
  let seat: string | undefined
  for (const item of items) {
    const opens = titled
      ? item.kind === 'title'
      : item.seat !== undefined && item.seat !== seat && (isGroup(item) || item.kind === 'chose')
    const last = units.at(-1)
    if (last === undefined || (opens && begun)) units.push([item])
    else last.push(item)
    if (opens) {
      begun = true
      seat = item.seat
    }
  }
  return units
}

function isWorthIt(group: LogGroup): boolean {
  return group.kind === 'action' || group.items.some((item) => !isGroup(item) || isWorthIt(item))
}

/** Items with what is under them, further in; what follows from a line stands further in, too. */
export function logRows(items: readonly LogItem[], depth = 0, around?: string): LogRow[] {
  const rows: LogRow[] = []
  let rule = around
  let led = false
  for (const item of items) {
    if (isGroup(item) && !isWorthIt(item)) continue
    const note = item.rule === undefined || item.rule === rule ? {} : { rule: item.rule }
    const follows = !isGroup(item) && item.kind === 'change' && led
    rows.push({ depth: depth + (follows ? 1 : 0), text: item.text, item, ...note })
    rule = item.rule ?? rule
    if (isGroup(item)) {
      rows.push(...logRows(item.items, depth + 1, rule))
      rule = around
      led = false
    } else led ||= leads(item)
  }
  return rows
}

function leads({ kind }: LogLine): boolean {
  return kind === 'chose' || kind === 'said'
}
