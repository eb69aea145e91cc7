import {
  becauseText,
  digest,
  GameLog,
  logRows,
  outcomeText,
  type DigestRow,
  unitsOf,
  type ValueChange,
} from '@ludoforge/table'
import type { Outcome, PolicyReason } from '@ludoforge/kernel'
import { stripVTControlCharacters } from 'node:util'
import { type Labels, widthOf } from '../board/index.js'
import { wrapLine } from './wrap.js'

interface TurnsOptions {
  readonly free?: number | null
}

/**
 * The log for one viewer (a seat, or `null` for a spectator), laid out for a terminal. Leaves out what the viewer may
 * not know. A mark is the number of the last entry.
 */
export class TerminalLog extends GameLog {
  constructor(
    private readonly labels: Labels,
    seat: string | null,
  ) {
    super(labels.words, seat)
  }

  /** Summarizes the entries after the mark in at most `maxLines`. `standing`: the computed values then and now. */
  digest(since: number, width: number, maxLines: number, standing?: ValueChange): readonly string[] {
    const { labels } = this
    return digest(
      this.top,
      since,
      this.eye,
      labels.words,
      {
        maxLines,
        lay: (row, most) => this.#layout(row, width, most),
        fits: (text, depth) => widthOf(text) + 2 * depth <= width,
        more: (lines) => `… ${lines} ${lines === 1 ? 'more line' : 'more lines'} (type log)`,
      },
      standing,
    )
  }

  /** The last `count` turns, or everything. `free`: the number of the first decision that can be undone freely. */
  turns(count: number | 'all', width: number, { free = null }: TurnsOptions = {}): readonly string[] {
    const { labels } = this
    const units = unitsOf(this.top)
    const items = (count === 'all' ? units : units.slice(-count)).flat()
    let marked = free === null
    let seen: string | undefined // the last revealed thing
    return logRows(items, labels.words).flatMap(({ depth, text, item, rule }) => {
      const notes = `${reasonNote(item.why, labels)}${rule === undefined ? '' : labels.paint.dim(` (${rule})`)}`
      const lines = wrapLine(`${'  '.repeat(depth)}${text}${notes}`, width)
      if (!marked && free !== null && item.number >= free) {
        marked = true
        const before = seen === undefined ? '' : `${seen}: this can't be unseen. `
        const mark = wrapLine(`--- ${before}From here on, undo is free. ---`, width)
        return [...mark.map((line) => labels.paint.dim(line)), ...lines]
      }
      if ('lasting' in item && item.lasting) seen = stripVTControlCharacters(text)
      return lines
    })
  }

  #layout({ depth, kind, text, known, why = [] }: DigestRow, width: number, most: number): string[] {
    const { paint } = this.labels
    const quiet = known === true || kind === 'fold' || kind === 'more'
    const painted = quiet
      ? paint.dim(stripVTControlCharacters(text))
      : kind === 'heading'
        ? paint.bold(text)
        : text
    const line = `${'  '.repeat(depth)}${painted}${reasonNote(why, this.labels)}`
    return cut(wrapLine(line, width), most, width)
  }
}

/** Keeps at most `most` lines and marks the last one as cut. */
function cut(lines: readonly string[], most: number, width: number): string[] {
  if (lines.length <= most) return [...lines]
  const last = stripVTControlCharacters(lines[most - 1] ?? '')
  const room = Array.from(last)
    .slice(0, width - 2)
    .join('')
  return [...lines.slice(0, most - 1), `${room} …`]
}

/** The reasons of a bot's decision. */
function reasonNote(why: readonly PolicyReason[], { paint }: Labels): string {
  const text = becauseText(why)
  if (text === undefined) return ''
  const rule = why[0]?.rule
  return paint.dim(`   ${text}${rule === undefined ? '' : ` (${rule})`}`)
}

/** The result of a game: the winner, the reason and the ranking. */
export function outcomeLines(outcome: Outcome, labels: Labels): string[] {
  const { head, why } = outcomeText(outcome, labels.words)
  const first = labels.paint.bold(head) + (why === '' ? '' : `: ${why}`)
  const scored = outcome.ranking.some(({ score }) => score !== undefined)
  if (outcome.kind !== 'rank' && !scored) return [first]
  const [one] = outcome.ranking
  // If all win or lose together, the score is one of the game, and ranks mean nothing.
  const isOne = outcome.ranking.every(({ rank, score }) => rank === one?.rank && score === one.score)
  if (outcome.kind !== 'rank' && isOne) return [first, `  Score: ${one?.score ?? 0}`]
  const ranks = outcome.ranking.map(
    ({ seat, rank, score }) => `  ${rank}. ${labels.seat(seat)}${score === undefined ? '' : `  ${score}`}`,
  )
  return [first, ...ranks]
}
