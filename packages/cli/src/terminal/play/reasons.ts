/** Why something is not offered, as lines. */
import { type ReasonTree, reasonTree } from '@ludoforge/table'
import type { Explanation } from '@ludoforge/play'
import type { Labels } from '../board/index.js'
import { wrapped } from './wrap.js'

const LONG_REASON = 24
const DEEPEST_REASON = 12

/**
 * Why something is not offered; of a clause that is a condition it is said that it must hold. `called` is what
 * people call it.
 */
export function explanationLines(
  explained: Explanation,
  labels: Labels,
  width: number,
  called = explained.option,
): string[] {
  const explanation = { ...explained, option: called }
  const { offered, failed } = explanation
  const summary = explained.summary.replace(`'${explained.option}'`, () => `'${called}'`)
  if (offered) return wrapped(summary, width).map((line) => labels.paint.green(line))
  if (failed.length === 0) return wrapped(summary, width)
  // What would fill the screen is told less far in.
  let depth = DEEPEST_REASON
  let lines = failedLines(explanation, labels, depth)
  while (lines.length > LONG_REASON && depth > 1) lines = failedLines(explanation, labels, --depth)
  if (lines.some((line) => line.endsWith(MORE)))
    lines.push(labels.paint.dim(`  ("${MORE.trim()}" means there is more. Type why and one of these)`))
  return lines.flatMap((line) => wrapped(line, width))
}

function failedLines({ option, failed }: Explanation, labels: Labels, depth: number): string[] {
  const head = `'${option}' is not offered`
  const [only, ...more] = failed
  if (only !== undefined && more.length === 0)
    return reasonLines(reasonTree(only, `${head}: `), labels, depth)
  return [
    `${head}:`,
    ...failed.flatMap((reason) => indented(reasonLines(reasonTree(reason, '- '), labels, depth))),
  ]
}

const MORE = ' ...'

/** One reason, and below it what it comes down to, so far in. `above`: the place that was said before it. */
function reasonLines(
  { lead, text, below, ...at }: ReasonTree,
  labels: Labels,
  depth: number,
  above = '',
): string[] {
  const place = placeOf(at)
  const where = place === '' || place === above ? '' : labels.paint.dim(` (${place})`)
  if (depth === 0) return [`${lead}${text}${where}${below.length > 0 ? MORE : ''}`]
  return [
    `${lead}${text}${where}`,
    ...below.flatMap((one) => indented(reasonLines(one, labels, depth - 1, place))),
  ]
}

function placeOf({ rule, place }: Pick<ReasonTree, 'rule' | 'place'>): string {
  return [rule === undefined ? '' : `rule ${rule}`, place ?? ''].filter((part) => part !== '').join(', ')
}

const indented = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`)
