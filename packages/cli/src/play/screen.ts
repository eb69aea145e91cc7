import type { Decision, Explanation, Option, View } from '@ludoforge/kernel'
import { boardLines, columns, type Labels, pad, widthOf } from '../board/index.js'

/**
 * All that is shown before a person decides, from top to bottom: the board, what happened, the decision.
 * `board` may be given to leave it out, if it is the one that was shown before.
 */
export function screenLines(
  view: View,
  news: readonly string[],
  labels: Labels,
  width: number,
  board: readonly string[] = boardLines(view, labels, width),
): string[] {
  const { decision } = view
  return [
    ...(board.length === 0 ? [] : ['', ...board]),
    ...newsLines(news, labels),
    ...(decision === undefined ? [] : ['', ...decisionLines(decision, labels, width)]),
  ]
}

const MAX_NEWS = 30

function newsLines(news: readonly string[], labels: Labels): string[] {
  if (news.length === 0) return []
  const left = news.length - MAX_NEWS
  const older = left > 0 ? [labels.paint.dim(`  ... ${left} lines before: "l" shows them`)] : []
  return [
    '',
    labels.paint.bold('Since your last decision'),
    ...older,
    ...news.slice(-MAX_NEWS).map((line) => `  ${line}`),
  ]
}

/** Who decides what, and from what. */
function decisionLines(decision: Decision, labels: Labels, width: number): string[] {
  const { paint } = labels
  const where = [decision.action === undefined ? '' : labels.action(decision.action), decision.rule ?? '']
  const note = where.filter((part) => part !== '').join(', ')
  const head = `${labels.seat(decision.seat)}: ${paint.bold(capital(decision.prompt))}`
  return [
    note === '' ? head : `${head} ${paint.dim(`(${note})`)}`,
    ...optionLines(decision.options, labels, width),
  ]
}

const LONG_LIST = 10

function optionLines(options: readonly Option[], labels: Labels, width: number): string[] {
  const digits = String(options.length).length
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

export function explanationLines({ offered, summary, failed }: Explanation, labels: Labels): string[] {
  const reasons = failed.map(({ clause, rule, place }) => {
    const where = [rule ?? '', place ?? ''].filter((part) => part !== '').join(', ')
    return `  - ${clause}${where === '' ? '' : labels.paint.dim(` (${where})`)}`
  })
  return [offered ? labels.paint.green(summary) : summary, ...reasons]
}

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
