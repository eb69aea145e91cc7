import { stripVTControlCharacters } from 'node:util'
import { graphemesOf } from '@ludoforge/look/node'

const NARROW = /^[\u0020-\u02FF\u2010-\u2027\u2190-\u21FF\u2500-\u25FC]*$/
/** Wide characters, two columns each: East Asian characters and emoji. */
const WIDE =
  /^(?:[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uA960-\uA97C\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6\u{20000}-\u{3FFFD}]|\p{Emoji_Presentation}|.*\uFE0F)/u
/** Zero-width characters: combining marks and format characters. */
const NONE = /^[\p{Mn}\p{Me}\p{Cf}\p{Cc}]+$/u

/** The graphemes of a text, each with its width in columns. */
function signsOf(text: string): { readonly sign: string; readonly across: number }[] {
  return graphemesOf(text).map((sign) => ({
    sign,
    across: NONE.test(sign) ? 0 : WIDE.test(sign) ? 2 : 1,
  }))
}

/** The width of a text in columns, without colours. */
export function widthOf(text: string): number {
  const plain = stripVTControlCharacters(text)
  if (NARROW.test(plain)) return plain.length
  return signsOf(plain).reduce((sum, { across }) => sum + across, 0)
}

export function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)))
}

/** Cuts a text to a width. A cut text loses its colours, so that none is left open. */
export function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text
  if (width <= 0) return ''
  let room = width - 1
  let kept = ''
  for (const { sign, across } of signsOf(stripVTControlCharacters(text))) {
    if (across > room) break
    room -= across
    kept += sign
  }
  return `${kept}…`
}

/** Cuts or pads a text to an exact width. */
export function fit(text: string, width: number): string {
  return pad(cut(text, width), width)
}

/** Joins items with a separator and wraps them at `width`. */
export function flow(items: readonly string[], separator: string, width: number, indent = ''): string[] {
  const lines: string[] = []
  let line = ''
  for (const item of items) {
    const longer = line === '' ? indent + item : line + separator + item
    if (line !== '' && widthOf(longer) > width) {
      lines.push(line)
      line = indent + item
    } else line = longer
  }
  return line === '' ? lines : [...lines, line]
}

/** Lays out short texts in columns, read from top to bottom. */
export function columns(items: readonly string[], width: number, indent = '  '): string[] {
  const widest = Math.max(0, ...items.map(widthOf)) + 3
  const across = Math.max(1, Math.floor((width - indent.length) / widest))
  const down = Math.ceil(items.length / across)
  return Array.from({ length: down }, (_, row) => {
    const cells = Array.from({ length: across }, (_unused, column) => items[column * down + row])
    const shown = cells.filter((cell) => cell !== undefined).map((cell) => pad(cell, widest))
    return (indent + shown.join('')).trimEnd()
  })
}

/** Puts two blocks of lines side by side, the second at a given column. */
export function sideBySide(left: readonly string[], right: readonly string[], at: number): string[] {
  const rows = Math.max(left.length, right.length)
  return Array.from({ length: rows }, (_, i) => {
    const second = right[i] ?? ''
    return (second === '' ? (left[i] ?? '') : pad(left[i] ?? '', at) + second).trimEnd()
  })
}
