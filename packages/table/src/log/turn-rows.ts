/** The log since a mark, by turns: each turn in one line, below the titles around it. */
import type { DigestRow } from './digest.js'
import { isGroup, type LogGroup, type LogLine } from './game-log.js'
import { eventsOf } from './story.js'
import { isOneLine, linesOf, seatOfTurn, turnLine } from './turn-line.js'
import type { Vocabulary } from './vocabulary.js'

/** Returns a row for each turn after the mark, with reports that its line leaves out. Bookkeeping is left out. */
export function turnRows(top: LogGroup, since: number, words: Vocabulary, depth = 0): DigestRow[] {
  return top.items.flatMap((item): DigestRow[] => {
    if (!isGroup(item)) return item.number > since ? lineRow(item, depth) : []
    const lines = linesOf(item).filter(({ number }) => number > since)
    if (lines.length === 0) return []
    const isWhole = lines.length === linesOf(item).length
    const isTurn = seatOfTurn(item, words) !== undefined || lines.every(({ kind }) => kind !== 'chose')
    if (isWhole && isTurn && isOneLine(item, words)) return turnRow(item, lines, words, depth)
    const inner = turnRows(item, since, words, depth + 1)
    const known = item.number <= since ? { known: true } : {}
    return inner.length === 0 ? [] : [{ depth, kind: 'heading', text: item.text, ...known }, ...inner]
  })
}

function turnRow(group: LogGroup, lines: readonly LogLine[], words: Vocabulary, depth: number): DigestRow[] {
  if (lines.every(({ weight }) => weight === 'bookkeeping')) return []
  const line = turnLine(group, words)
  const events = line === group.text ? eventsOf(group, line, words) : []
  const text = events.length === 0 ? line : `${line} · ${events.join('; ')}`
  const reports = lines.filter((report) => report.weight === 'result' && !text.includes(report.text))
  const seat = group.seat === undefined ? {} : { seat: group.seat }
  return [
    { depth, kind: 'decision', text, ...seat },
    ...reports.flatMap((report) => lineRow(report, depth + 1)),
  ]
}

function lineRow({ weight, text, seat }: LogLine, depth: number): DigestRow[] {
  return weight === 'bookkeeping'
    ? []
    : [{ depth, kind: weight, text, ...(seat === undefined ? {} : { seat }) }]
}
