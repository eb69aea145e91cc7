/** Flattens the log to rows, whole or by turns. */
import { isGroup, type LogGroup, type LogItem, type LogLine } from './game-log.js'
import { isOneLine, turnLine } from './turn-line.js'
import type { Vocabulary } from './vocabulary.js'

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

/** Checks whether there is anything in a group: an action, or a line. */
export function hasContent(group: LogGroup): boolean {
  return group.kind === 'action' || group.items.some((item) => !isGroup(item) || hasContent(item))
}

/** Returns the rows of items: each turn with its net result, and below it its details, indented. */
export function logRows(
  items: readonly LogItem[],
  words: Vocabulary,
  depth = 0,
  around?: string,
  inTurn = false,
): LogRow[] {
  const rows: LogRow[] = []
  let rule = around
  let hasCause = false
  for (const item of items) {
    if (isGroup(item) && !hasContent(item)) continue
    const note = item.rule === undefined || item.rule === rule ? {} : { rule: item.rule }
    const follows = !isGroup(item) && item.kind === 'change' && hasCause
    const isTurn = isGroup(item) && !inTurn && isOneLine(item, words)
    const text = isTurn ? turnLine(item, words) : item.text
    rows.push({ depth: depth + (follows ? 1 : 0), text, item, ...note })
    rule = item.rule ?? rule
    if (isGroup(item)) {
      rows.push(...logRows(item.items, words, depth + 1, rule, inTurn || isTurn))
      rule = around
      hasCause = false
    } else hasCause ||= isCause(item)
  }
  return rows
}

function isCause({ kind }: LogLine): boolean {
  return kind === 'chose' || kind === 'said'
}
