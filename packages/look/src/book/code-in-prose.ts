/** Finds code in the prose of a rulebook: ids and signs of the language, which mean nothing to players. */
import { proseLines } from '@ludoforge/compiler/headings'
import type { Book, BookLocation } from '../listing.js'

export interface CodeInProse extends BookLocation {
  readonly text: string
}

/** Returns every piece of inline code outside of fenced blocks, with the line where it starts. */
export function codeInProse({ files }: Book): readonly CodeInProse[] {
  return files.flatMap(({ path, markdown }) => {
    const lines = markdown.split('\n')
    const isProse = proseLines(lines)
    const prose = lines.map((line, i) => (isProse[i] === true ? line : '')).join('\n')
    // A blank line ends a paragraph, and so an open backtick.
    return [...prose.matchAll(/(?<!`)(`+)(?!`)((?:(?!\n\s*\n)[^`])+?)\1(?!`)/g)].map((found) => ({
      path,
      line: prose.slice(0, found.index).split('\n').length,
      text: (found[2] ?? '').replaceAll(/\s+/g, ' ').trim(),
    }))
  })
}
