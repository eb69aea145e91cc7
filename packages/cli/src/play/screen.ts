import { type ReasonTree, reasonTree } from '@ludoforge/client'
import type { Decision, Explanation } from '@ludoforge/kernel'
import { columns, flow, isDrawn, type Labels, pad, widthOf } from '../board/index.js'

/** All that is shown before a person decides, from top to bottom: the board, what happened, the decision. */
export function screenLines(
  board: readonly string[],
  news: readonly string[],
  decision: Decision | undefined,
  labels: Labels,
  width: number,
  since = 'Since your last decision',
): string[] {
  return [
    ...(board.length === 0 ? [] : ['', ...board]),
    ...newsLines(news, labels, width, since),
    ...(decision === undefined ? [] : ['', ...decisionLines(decision, labels, width)]),
  ]
}

const FEW_LINES = 8

/**
 * In the middle of a move little changes: then only the lines that do are shown, and nothing if none does.
 * `before` is the board as the person saw it last. Lines of a drawing mean nothing alone.
 */
export function boardNews(
  board: readonly string[],
  before: readonly string[],
  labels: Labels,
): readonly string[] {
  const old = new Set(before)
  const changed = board.filter((line) => !old.has(line))
  if (changed.length === 0) return []
  const few = changed.length <= FEW_LINES && 2 * changed.length <= board.length
  if (before.length === 0 || !few || isDrawn(labels.def)) return board
  return [labels.paint.dim('Now ("b" shows the whole board)'), ...changed]
}

const MAX_NEWS = 30

function newsLines(news: readonly string[], labels: Labels, width: number, since: string): string[] {
  if (news.length === 0) return []
  const left = news.length - MAX_NEWS
  const older = left > 0 ? [labels.paint.dim(`  ... ${left} lines before: "l" shows them`)] : []
  return [
    '',
    labels.paint.bold(since),
    ...older,
    ...news.slice(-MAX_NEWS).flatMap((line) => wrapped(`  ${line}`, width)),
  ]
}

/** A sentence that is too long goes on in the next line, further in. */
export function wrapped(line: string, width: number): string[] {
  if (widthOf(line) <= width) return [line]
  const indent = (/^ */.exec(line)?.[0] ?? '').length
  const lines = flow(line.trimStart().split(' '), ' ', width - indent - 4)
  return lines.map((part, i) => ' '.repeat(i === 0 ? indent : indent + 4) + part)
}

/** Who decides what, by which rule, and from what. */
function decisionLines(decision: Decision, labels: Labels, width: number): string[] {
  const { paint } = labels
  const action = decision.action === undefined ? '' : labels.action(decision.action)
  const rule = decision.rule === undefined ? '' : `rule ${decision.rule}`
  const where = [decision.prompt.startsWith(action) ? '' : action, rule]
  const note = where.filter((part) => part !== '').join(', ')
  const head = `${labels.seat(decision.seat)}: ${paint.bold(capital(decision.prompt))}`
  const size = sizeText(decision)
  return [
    ...wrapped(note === '' ? head : `${head} ${paint.dim(`(${note})`)}`, width),
    ...(size === '' ? [] : [paint.dim(`  ${size}`)]),
    ...optionLines(decision, labels, width),
    ...offerLines(decision, labels),
  ]
}

/** What may be done beside the question, numbered behind its options. */
function offerLines({ options, offers }: Decision, labels: Labels): string[] {
  if (offers.length === 0) return []
  const [first] = offers
  const digits = String(options.length + offers.length).length
  const when = { before: 'first', during: 'now', after: 'at last' }[first?.timing ?? 'during']
  return [
    labels.paint.dim(options.length === 0 ? `  ${when}:` : `  or ${when}:`),
    ...offers.map(
      ({ label }, i) => `  ${String(options.length + 1 + i).padStart(digits)}. ${labels.paint.bold(label)}`,
    ),
  ]
}

/** How much may be chosen; nothing where it is one option. */
function sizeText({ kind, min, max, budget, optional, options }: Decision): string {
  if (kind === 'number') return `a number from ${min} to ${max}`
  if (kind === 'one' && options.length === 0) return optional ? 'an empty line to go on' : ''
  if (kind === 'one') return optional ? 'one, or an empty line for none' : ''
  const all = options.reduce((sum, { count }) => sum + count, 0)
  const most = max >= all ? 'any number' : `up to ${max}`
  const size = min === max ? `exactly ${min}` : min === 0 ? most : `${min} to ${max}`
  return budget === undefined ? size : `${size}, at a cost of at most ${budget}`
}

const LONG_LIST = 10

function optionLines({ options, offers }: Decision, labels: Labels, width: number): string[] {
  const digits = String(options.length + offers.length).length
  const names = options.map(({ label, id }) => label || id)
  const widest = Math.max(0, ...names.map(widthOf))
  const lines = options.map(({ count, cost }, index) => {
    const notes = [count > 1 ? `×${count}` : '', cost === undefined ? '' : `cost ${cost}`]
    const note = notes.filter((part) => part !== '').join(' ')
    const number = String(index + 1).padStart(digits)
    const name = names[index] ?? ''
    return note === '' ? `${number}. ${name}` : `${number}. ${pad(name, widest)}  ${labels.paint.dim(note)}`
  })
  return lines.length > LONG_LIST ? columns(lines, width) : lines.map((line) => `  ${line}`)
}

/** What to type, in a few words: shown before the cursor. */
export function promptText({ kind, min, max, budget, optional }: Decision): string {
  const money = budget === undefined ? '' : `, budget ${budget}`
  if (kind === 'number') return `${min} to ${max} > `
  if (kind === 'one') return optional ? 'one or none > ' : '> '
  const size = min === max ? `${min}` : min === 0 ? `up to ${max}` : `${min} to ${max}`
  return `${size}${money} > `
}

const LONG_REASON = 24
const DEEPEST_REASON = 12

/** Why something is not offered; of a clause that is a condition it is said that it must hold. */
export function explanationLines(explanation: Explanation, labels: Labels, width: number): string[] {
  const { offered, summary, failed } = explanation
  if (offered) return [labels.paint.green(summary)]
  if (failed.length === 0) return wrapped(summary, width)
  // What would fill the screen is told less far in.
  let depth = DEEPEST_REASON
  let lines = failedLines(explanation, labels, depth)
  while (lines.length > LONG_REASON && depth > 1) lines = failedLines(explanation, labels, --depth)
  if (lines.some((line) => line.endsWith(MORE)))
    lines.push(labels.paint.dim(`  ("${MORE.trim()}" is more: ask why about one of these)`))
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

export const HELP = `An option is named by its number, its id, or the beginning of its name.
Several at once: 1 3 5, or 2-4 for a range, or 2x3 for three of option 2; "all"; an empty line for none.

  ?          this help
  b          the board
  l          the log of the game so far
  why X      why X is not offered, or that it is
  undo       take back your last decision (and what followed it)
  save FILE  write the game down from here on; go on later with: ludoforge play --resume FILE
  q          end (Ctrl-C does too)`

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
