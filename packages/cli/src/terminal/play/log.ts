import {
  becauseText,
  decisiveReason,
  digest,
  GameLog as Telling,
  logRows,
  outcomeText,
  type DigestRow,
  unitsOf,
  type ValueChange,
} from '@ludoforge/table'
import type { Outcome, PolicyReason } from '@ludoforge/kernel'
import { stripVTControlCharacters } from 'node:util'
import { type Labels, widthOf } from '../board/index.js'
import { wrapped } from './wrap.js'

interface TurnsWish {
  readonly free?: number | null
}

/**
 * What happens, for a seat (or, with null, for an onlooker), as a terminal shows it. What it may not know is left
 * out. A mark is the number of what was told last.
 */
export class TerminalLog extends Telling {
  constructor(
    private readonly labels: Labels,
    seat: string | null,
  ) {
    super(labels, seat)
  }

  /** What happened after the mark, in at most so many lines; `standing`: what was computed then, and is now. */
  digest(since: number, width: number, maxLines: number, standing?: ValueChange): readonly string[] {
    const { labels } = this
    return digest(
      this.top,
      since,
      this.eye,
      labels,
      {
        maxLines,
        lay: (row, most) => this.#lay(row, width, most),
        fits: (text, depth) => widthOf(text) + 2 * depth <= width,
        more: (lines) => `… ${lines} ${lines === 1 ? 'more line' : 'more lines'} (type log)`,
      },
      standing,
    )
  }

  /** The last so many turns, or everything. `free`: the number of the first decision that can be taken back freely. */
  turns(count: number | 'all', width: number, { free = null }: TurnsWish = {}): readonly string[] {
    const { labels } = this
    const units = unitsOf(this.top)
    const items = (count === 'all' ? units : units.slice(-count)).flat()
    let marked = free === null
    let seen: string | undefined // what cannot be unseen, last
    return logRows(items).flatMap(({ depth, text, item, rule }) => {
      const notes = `${reasonText(item.why, labels)}${rule === undefined ? '' : labels.paint.dim(` (${rule})`)}`
      const lines = wrapped(`${'  '.repeat(depth)}${text}${notes}`, width)
      if (!marked && free !== null && item.number >= free) {
        marked = true
        const before = seen === undefined ? '' : `${seen}: this can't be unseen. `
        const mark = wrapped(`--- ${before}From here on, undo is free. ---`, width)
        return [...mark.map((line) => labels.paint.dim(line)), ...lines]
      }
      if ('lasting' in item && item.lasting) seen = stripVTControlCharacters(text)
      return lines
    })
  }

  #lay({ depth, kind, text, known, why = [] }: DigestRow, width: number, most: number): string[] {
    const { paint } = this.labels
    const quiet = known === true || kind === 'fold' || kind === 'more'
    const painted = quiet
      ? paint.dim(stripVTControlCharacters(text))
      : kind === 'heading'
        ? paint.bold(text)
        : text
    const line = `${'  '.repeat(depth)}${painted}${reasonText(why, this.labels)}`
    return cut(wrapped(line, width), most, width)
  }
}

/** At most so many lines; the last one shows that it is cut. */
function cut(lines: readonly string[], most: number, width: number): string[] {
  if (lines.length <= most) return [...lines]
  const last = stripVTControlCharacters(lines[most - 1] ?? '')
  const room = Array.from(last)
    .slice(0, width - 2)
    .join('')
  return [...lines.slice(0, most - 1), `${room} …`]
}

/** Why a bot decided so. */
function reasonText(why: readonly PolicyReason[], { paint, def }: Labels): string {
  const reason = decisiveReason(why)
  return reason === undefined ? '' : paint.dim(`   ${becauseText(reason, def)}`)
}

/** The end of a game: who won and why, and everybody's rank. */
export function outcomeLines(outcome: Outcome, labels: Labels): string[] {
  const { head, why } = outcomeText(outcome, labels)
  const first = labels.paint.bold(head) + (why === '' ? '' : `: ${why}`)
  const scored = outcome.ranking.some(({ score }) => score !== undefined)
  if (outcome.kind !== 'rank' && !scored) return [first]
  const ranks = outcome.ranking.map(
    ({ seat, rank, score }) => `  ${rank}. ${labels.seat(seat)}${score === undefined ? '' : `  ${score}`}`,
  )
  return [first, ...ranks]
}
