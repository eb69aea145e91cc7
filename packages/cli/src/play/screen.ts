import { isDrawn, type Labels } from '../board/index.js'
import type { Asked } from './menu.js'
import { menuLines } from './menu-lines.js'

/** All that is shown before a person decides, from top to bottom: the board, what happened, the decision. */
export function screenLines(
  board: readonly string[],
  news: readonly string[],
  asked: Asked | undefined,
  labels: Labels,
  width: number,
  since = 'Since your last decision',
): string[] {
  return [
    ...(board.length === 0 ? [] : ['', ...board]),
    ...newsLines(news, labels, since),
    ...(asked === undefined ? [] : ['', ...menuLines(asked, labels, width)]),
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

function newsLines(news: readonly string[], labels: Labels, since: string): string[] {
  return news.length === 0 ? [] : ['', labels.paint.bold(since), ...news.map((line) => `  ${line}`)]
}
