/** The screen of a question: what happened, the board, the question; fitted into the lines that there are. */
import { changedLines, compactBoard, type Labels, type SeenTable } from '../board/index.js'

export interface ScreenParts {
  readonly labels: Labels
  readonly width: number
  readonly height: number
  /** What is above the news, and the news in at most so many lines. */
  readonly since: string
  readonly news: (maxLines: number) => readonly string[]
  readonly now: SeenTable
  /** The board as the same person saw it last, if that is still in sight. */
  readonly before: SeenTable | undefined
  /** Always whole. */
  readonly question: readonly string[]
}

const FEW_CHANGES = 6
const SMALL_BOARD = 12
const BRIEF_BOARD = 5

/** Lines are given to the question first, then to results and what must be in sight, then to the rest. */
export function screenLines(parts: ScreenParts): string[] {
  const { height, question } = parts
  const room = height - question.length - 2 // the prompt, and a line between
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

/** In the middle of a move little changes on a large board: then that is told, and below it what must be in sight. */
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
