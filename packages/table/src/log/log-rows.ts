/** Flattens the log to rows, whole or by turns. */
import { isGroup, type LogGroup, type LogItem, type LogLine } from './game-log.js'

/** A row of the log with its indentation. */
export interface LogRow {
  readonly depth: number
  readonly text: string
  readonly item: LogItem
  /** The rule number, where it differs from the row before. */
  readonly rule?: string
}

/**
 * Splits the log into its outermost units: titles if the game has any at the top level, otherwise turns of seats. Items
 * between two titles belong to the first.
 */
export function unitsOf(top: LogGroup): readonly (readonly LogItem[])[] {
  const items = top.items.filter((item) => !isGroup(item) || hasContent(item))
  const titled = items.some(({ kind }) => kind === 'title')
  const units: LogItem[][] = []
  let hasOpened = false // a title or a turn
  let seat: string | undefined
  for (const item of items) {
    const opens = titled
      ? item.kind === 'title'
      : item.seat !== undefined && item.seat !== seat && (isGroup(item) || item.kind === 'chose')
    const last = units.at(-1)
    if (last === undefined || (opens && hasOpened)) units.push([item])
    else last.push(item)
    if (opens) {
      hasOpened = true
      seat = item.seat
    }
  }
  return units
}

function hasContent(group: LogGroup): boolean {
  return group.kind === 'action' || group.items.some((item) => !isGroup(item) || hasContent(item))
}

/** Returns the rows of items, with nested groups and the consequences of a choice indented. */
export function logRows(items: readonly LogItem[], depth = 0, around?: string): LogRow[] {
  const rows: LogRow[] = []
  let rule = around
  let hasCause = false
  for (const item of items) {
    if (isGroup(item) && !hasContent(item)) continue
    const note = item.rule === undefined || item.rule === rule ? {} : { rule: item.rule }
    const follows = !isGroup(item) && item.kind === 'change' && hasCause
    rows.push({ depth: depth + (follows ? 1 : 0), text: item.text, item, ...note })
    rule = item.rule ?? rule
    if (isGroup(item)) {
      rows.push(...logRows(item.items, depth + 1, rule))
      rule = around
      hasCause = false
    } else hasCause ||= isCause(item)
  }
  return rows
}

function isCause({ kind }: LogLine): boolean {
  return kind === 'chose' || kind === 'said'
}
