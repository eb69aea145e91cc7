/** Rectangles, and how wide words are. */
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

const NARROW = "iIl1.,:;!|'`()[]{}fjtr-/ "
const WIDE = 'mwMWQO@%&—–'

/** How wide a text comes, as a guess that is seldom too small, in parts of its size. */
export function widthOf(text: string): number {
  let width = 0
  for (const letter of text) {
    if (NARROW.includes(letter)) width += 0.34
    else if (WIDE.includes(letter)) width += 0.86
    else if (letter >= 'A' && letter <= 'Z') width += 0.68
    else width += 0.55
  }
  return width
}

/** The text in lines no wider than `width`, at most `most` of them; the last ends in … if something is left out. */
export function wrapped(
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
  kept[last] = shortened(`${kept[last] ?? ''} ${lines[most] ?? ''}`, width, size)
  return kept
}

/** The text, cut off with … where it does not fit. */
export function shortened(text: string, width: number, size: number): string {
  if (widthOf(text) * size <= width) return text
  let kept = text
  while (kept.length > 1 && widthOf(`${kept}…`) * size > width) kept = kept.slice(0, -1).trimEnd()
  return `${kept}…`
}
