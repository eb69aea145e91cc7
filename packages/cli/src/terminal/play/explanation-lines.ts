/** The explanation why something isn't offered, as text. */
import { type ReasonTree, reasonTree } from '@ludoforge/table'
import type { Explanation } from '@ludoforge/play'
import type { Labels } from '../board/index.js'
import { wrapLine } from './wrap.js'

const MAX_LINES = 24
const MAX_DEPTH = 12

/** Why an option isn't offered: a sentence, and below it what is in the way. */
export function explanationLines(explained: Explanation, labels: Labels, width: number): string[] {
  const { offered, summary, failed } = explained
  if (offered) return wrapLine(summary, width).map((line) => labels.paint.green(line))
  if (failed.length === 0) return wrapLine(summary, width)
  // Cuts the depth until the tree fits on the screen.
  let depth = MAX_DEPTH
  let lines = failedLines(explained, labels, depth)
  while (lines.length > MAX_LINES && depth > 1) lines = failedLines(explained, labels, --depth)
  if (lines.some((line) => line.endsWith(MORE)))
    lines.push(labels.paint.dim(`  ("${MORE.trim()}" means there is more. Type why and one of these)`))
  return lines.flatMap((line) => wrapLine(line, width))
}

function failedLines({ summary, failed }: Explanation, labels: Labels, depth: number): string[] {
  const [only, ...more] = failed.map((reason) => reasonTree(reason))
  if (only !== undefined && more.length === 0) {
    const location = locationOf(only)
    const where = location === '' ? '' : labels.paint.dim(` (${location})`)
    return [
      `${summary}${where}`,
      ...only.below.flatMap((reason) => indented(reasonLines(reason, labels, depth - 1, location))),
    ]
  }
  return [
    summary,
    ...failed.flatMap((reason) => indented(reasonLines(reasonTree(reason, '- '), labels, depth))),
  ]
}

const MORE = ' ...'

/** A reason and its sub-reasons down to `depth`. `above`: the location shown last, which isn't repeated. */
function reasonLines(
  { lead, text, below, ...at }: ReasonTree,
  labels: Labels,
  depth: number,
  above = '',
): string[] {
  const location = locationOf(at)
  const where = location === '' || location === above ? '' : labels.paint.dim(` (${location})`)
  if (depth === 0) return [`${lead}${text}${where}${below.length > 0 ? MORE : ''}`]
  return [
    `${lead}${text}${where}`,
    ...below.flatMap((reason) => indented(reasonLines(reason, labels, depth - 1, location))),
  ]
}

function locationOf({ rule, place }: Pick<ReasonTree, 'rule' | 'place'>): string {
  return [rule === undefined ? '' : `rule ${rule}`, place ?? ''].filter((part) => part !== '').join(', ')
}

const indented = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`)
