import { stripVTControlCharacters } from 'node:util'

/** How many columns a text takes, colours not counted. */
export function widthOf(text: string): number {
  return Array.from(stripVTControlCharacters(text)).length
}

export function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)))
}

/** Cut to the width; a text that is cut loses its colours, so that none is left open. */
export function fit(text: string, width: number): string {
  if (widthOf(text) <= width) return pad(text, width)
  return `${Array.from(stripVTControlCharacters(text))
    .slice(0, Math.max(0, width - 1))
    .join('')}…`
}

/** Items one after the other, with a separator, broken into lines of at most `width`. */
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
