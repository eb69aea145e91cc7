/** Where a rule stands in a rulebook. */
import type { Book } from './cards.js'

/** A rule by its number, or a place by its file and line. */
export interface RulePlace {
  readonly rule?: string | undefined
  readonly place?: string | undefined
}

/** A place in a file of the book. */
export interface Spot {
  readonly path: string
  readonly line: number
}

/** The number at the beginning of a heading. */
export function ruleIn(heading: string): string | undefined {
  return /^(?:§ ?|rule )?(\d+(?:\.\d+)*)(?=[\s.:]|$)/i.exec(heading)?.[1]
}

/** Where a rule stands: its line, or its number in a heading or at the end of a line of rules; else what is around it. */
export function spotOf(book: Book, { rule, place }: RulePlace): Spot | undefined {
  const at = place === undefined ? null : /^(.*):(\d+)(?::\d+)?$/.exec(place)
  if (at?.[1] !== undefined && book.files.some(({ path }) => path === at[1]))
    return { path: at[1], line: Number(at[2]) }
  for (let number = rule ?? ''; number !== ''; number = number.replace(/\.?\d+$/, '')) {
    const spot = spotOfRule(book, number)
    if (spot !== undefined) return spot
  }
  return undefined
}

function spotOfRule({ files }: Book, rule: string): Spot | undefined {
  const number = rule.replaceAll('.', '\\.')
  const patterns = [
    new RegExp(`^#+ (?:§ ?|rule )?${number}(?:[\\s.:]|$)`, 'i'),
    new RegExp(`#(?:.*[ ,])?${number}(?:[ ,]|$)`),
  ]
  for (const pattern of patterns)
    for (const { path, markdown } of files) {
      const line = markdown.split('\n').findIndex((text) => pattern.test(text))
      if (line >= 0) return { path, line: line + 1 }
    }
  return undefined
}

const HEADING = /^(#+) /

/** The Markdown around a spot: from the heading above it to the next one that is not below that. */
export function sectionAt({ files }: Book, { path, line }: Spot): string[] {
  const lines = files.find((file) => file.path === path)?.markdown.split('\n') ?? []
  const isHeading = inProse(lines)
  let from = line - 1
  while (from > 0 && !isHeading[from]) from -= 1
  const depth = HEADING.exec(lines[from] ?? '')?.[1]?.length ?? 0
  const to = lines.findIndex(
    (text, i) => i > from && isHeading[i] && (HEADING.exec(text)?.[1]?.length ?? 0) <= depth,
  )
  return lines.slice(from, to < 0 ? undefined : to)
}

/** Which lines are headings: a comment in a block is none. */
function inProse(lines: readonly string[]): boolean[] {
  let fence = ''
  return lines.map((text) => {
    const mark = /^\s*(`{3,}|~{3,})/.exec(text)?.[1]
    if (mark !== undefined && fence === '') fence = mark
    else if (mark !== undefined && mark.startsWith(fence)) fence = ''
    return fence === '' && HEADING.test(text)
  })
}
