/** Rectangles, and text that fits into them. */
import type { Box, Point } from '@ludoforge/look'

export function inset([x, y, w, h]: Box, by: number, top = by): Box {
  return [x + by, y + top, Math.max(0, w - 2 * by), Math.max(0, h - top - by)]
}

export function centre([x, y, w, h]: Box): Point {
  return [x + w / 2, y + h / 2]
}

export function contains([x, y, w, h]: Box, [px, py]: Point): boolean {
  return px >= x && px <= x + w && py >= y && py <= y + h
}

const NARROW_LETTERS = "iIl1.,:;!|'`()[]{}fjtr-/ "
const WIDE_LETTERS = 'mwMWQO@%&—–'
/** From this code point on: arrows, suits and other symbols, about as wide as high. */
const FIRST_SYMBOL = '\u2190'

/** Estimates the width of a text in font sizes. The estimate is seldom too small. */
export function widthOf(text: string): number {
  let width = 0
  for (const letter of text) {
    if (NARROW_LETTERS.includes(letter)) width += 0.34
    else if (WIDE_LETTERS.includes(letter)) width += 0.86
    else if (letter >= 'A' && letter <= 'Z') width += 0.68
    else if (letter >= FIRST_SYMBOL) width += 0.95
    else width += 0.55
  }
  return width
}

/** Wraps a text to lines of at most `width`. If there are more than `most` lines, the last one ends in "…". */
export function wrapText(
  text: string,
  width: number,
  size: number,
  most = Number.POSITIVE_INFINITY,
): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/)) {
    if (word === '') continue
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && widthOf(longer) * size > width) {
      lines.push(line)
      line = word
    } else line = longer
  }
  if (line !== '') lines.push(line)
  if (lines.length <= most) return lines
  const kept = lines.slice(0, Math.max(1, most))
  const last = kept.length - 1
  kept[last] = truncateText(`${kept[last] ?? ''} ${lines[most] ?? ''}`, width, size)
  return kept
}

/** Truncates a text with "…" if it doesn't fit. */
export function truncateText(text: string, width: number, size: number): string {
  if (widthOf(text) * size <= width) return text
  let kept = text
  while (kept.length > 1 && widthOf(`${kept}…`) * size > width) kept = kept.slice(0, -1).trimEnd()
  return `${kept}…`
}

export type TextPosition = Readonly<Record<'x' | 'y' | 'size', number>>

/**
 * Flows texts into the lines of a box. The font size is at most `most`, and smaller if there is no room. `middle` centres
 * the lines vertically.
 */
export function flowTexts(
  texts: readonly string[],
  [x, y, w, h]: Box,
  most: number,
  middle = false,
): TextPosition[] {
  if (h < most || texts.length === 0) return []
  let found = breakIntoLines(texts, w, most * MIN_SCALE)
  for (let size = found.size; size <= most; size *= 1.03) {
    const next = breakIntoLines(texts, w, size)
    const fits = next.count * size * PITCH <= h && next.width <= w
    if (fits && (next.count <= found.count || size > found.size * EXTRA_LINE_GAIN)) found = next
  }
  const { size, count, places } = found
  const pitch = Math.min(size * PITCH, h / count)
  const top = y + (middle ? (h - pitch * count) / 2 : 0) + pitch / 2 + size * 0.35
  return places.map(({ left, line }) => ({ x: x + left, y: top + line * pitch, size }))
}

/** An extra line is worth it if the text grows by this factor. */
const EXTRA_LINE_GAIN = 1.25
const PITCH = 1.45 // line height in font sizes
const MIN_SCALE = 0.4 // smaller text is unreadable

function breakIntoLines(texts: readonly string[], w: number, size: number) {
  const places: { left: number; line: number }[] = []
  const edge = size * 0.65
  let left = edge
  let line = 0
  let width = 0
  for (const text of texts) {
    const wide = widthOf(text) * size * 1.06
    if (left > edge && left + wide + edge > w) {
      left = edge
      line += 1
    }
    places.push({ left, line })
    width = Math.max(width, left + wide + edge)
    left += wide + size
  }
  return { size, places, count: line + 1, width }
}
