/** Lays out the screen of a question: the news, the board and the question, within the terminal's height. */
import { changedLines, compactBoard, type Labels, type ShownTable } from '../board/index.js'

export interface ScreenParts {
  readonly labels: Labels
  readonly width: number
  readonly height: number
  /** The heading of the news, and the news in at most `maxLines`. */
  readonly since: string
  readonly news: (maxLines: number) => readonly string[]
  readonly now: ShownTable
  /** The board as the same player saw it last, if that's still on the screen. */
  readonly before: ShownTable | undefined
  /** Never cut. */
  readonly question: readonly string[]
}

const FEW_CHANGES = 6
const SMALL_BOARD = 12
const BRIEF_BOARD = 5

/** Gives lines to the question first, then to the news and the board's required parts, then to the rest. */
export function screenLines(parts: ScreenParts): string[] {
  const { height, question } = parts
  const room = height - question.length - 2 // the prompt and a blank line
  const least = Math.max(0, Math.min(parts.news(room - 1).length, Math.max(2, Math.floor(room / 3))))
  const board = boardPart(parts, room - (least === 0 ? 0 : least + 2))
  const left = room - board.length - (board.length === 0 ? 0 : 1)
  const news = parts.news(Math.max(0, left - 1))
  return [
    ...(news.length === 0 ? [] : ['', parts.labels.paint.bold(parts.since), ...news]),
    ...(board.length === 0 ? [] : ['', ...board]),
    '',
    ...question,
  ]
}

/** If little changed on a large board, as within a move, shows the changes and the board's required parts only. */
function boardPart({ labels, width, now, before }: ScreenParts, height: number): string[] {
  if (height <= 0) return []
  const board = compactBoard(now.view, labels, { width, height }, now.values, before)
  if (before === undefined || board.length <= SMALL_BOARD) return board
  const changes = changedLines(before, now, labels, width)
  const room = Math.min(BRIEF_BOARD, height - changes.length - 1)
  if (changes.length > FEW_CHANGES || room <= 0) return board
  const brief = compactBoard(now.view, labels, { width, height: room }, now.values, before)
  if (changes.length === 0) return brief
  return [labels.paint.dim('Now (type board for the whole board)'), ...changes, ...brief]
}
