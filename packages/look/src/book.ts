/** Where a rule stands in a rulebook. */
import type { Book } from './listing.js'

/** A rule by its number, or a place by its file and line. */
export interface RulePlace {
  readonly rule?: string | undefined
  readonly place?: string | undefined
}

/** A place in a file of the book. */
export interface BookLocation {
  readonly path: string
  readonly line: number
}

/** The number at the beginning of a heading. */
export function ruleIn(heading: string): string | undefined {
  return /^(?:§ ?|rule )?(\d+(?:\.\d+)*)(?=[\s.:]|$)/i.exec(heading)?.[1]
}

/**
 * Where a rule stands: its line, or its number in a heading or at the end of a line of rules; else what is around it.
 * Of several headings with the number it is the first that says something to people.
 */
export function locateRule(book: Book, { rule, place }: RulePlace): BookLocation | undefined {
  const at = place === undefined ? null : /^(.*):(\d+)(?::\d+)?$/.exec(place)
  if (at?.[1] !== undefined && book.files.some(({ path }) => path === at[1]))
    return { path: at[1], line: Number(at[2]) }
  for (let number = rule ?? ''; number !== ''; number = around(number)) {
    const spot = spotOfRule(book, number)
    if (spot !== undefined) return spot
  }
  return undefined
}

/** The number of the rule around a rule: always a shorter text, whatever somebody typed. */
function around(number: string): string {
  return number.replace(/[.#]?[^.#]*$/, '')
}

function spotOfRule(book: Book, rule: string): BookLocation | undefined {
  const number = rule.replaceAll(/[^\w\s]/g, String.raw`\$&`)
  const heading = new RegExp(`^#+ (?:§ ?|rule )?${number}(?:[\\s.:]|$)`, 'i')
  const ending = new RegExp(`#(?:.*[ ,])?${number}(?:[ ,]|$)`)
  const titles = spotsIn(book, (text, isHeading) => isHeading && heading.test(text))
  const lines = (): BookLocation[] => spotsIn(book, (text, isHeading) => !isHeading && ending.test(text))
  return readable(book, titles) ?? readable(book, lines())
}

function spotsIn({ files }: Book, is: (text: string, isHeading: boolean) => boolean): BookLocation[] {
  return files.flatMap(({ path, markdown }) => {
    const lines = markdown.split('\n')
    const isHeading = headingsOf(lines)
    return lines.flatMap((text, i) => (is(text, isHeading[i] === true) ? [{ path, line: i + 1 }] : []))
  })
}

/** The first of them whose section has prose, else the first. */
function readable(book: Book, spots: readonly BookLocation[]): BookLocation | undefined {
  return spots.find((spot) => hasProse(sectionAt(book, spot))) ?? spots[0]
}

const HEADING = /^(#+) /

/** The Markdown around a spot: from the heading above it to the next one that is not below that. */
export function sectionAt({ files }: Book, { path, line }: BookLocation): string[] {
  const lines = files.find((file) => file.path === path)?.markdown.split('\n') ?? []
  const isHeading = headingsOf(lines)
  let from = line - 1
  while (from > 0 && !isHeading[from]) from -= 1
  const depth = HEADING.exec(lines[from] ?? '')?.[1]?.length ?? 0
  const to = lines.findIndex(
    (text, i) => i > from && isHeading[i] && (HEADING.exec(text)?.[1]?.length ?? 0) <= depth,
  )
  return lines.slice(from, to < 0 ? undefined : to)
}

/** Which lines are headings: a comment in a block is none. */
function headingsOf(lines: readonly string[]): boolean[] {
  const isProse = proseOf(lines)
  return lines.map((text, i) => isProse[i] === true && HEADING.test(text))
}

/** Whether a section says anything to people, besides its headings. */
export function hasProse(section: readonly string[]): boolean {
  const isProse = proseOf(section)
  return section.some((text, i) => isProse[i] && !HEADING.test(text) && text.trim() !== '')
}

/** Which lines are outside blocks. */
function proseOf(lines: readonly string[]): boolean[] {
  let fence = ''
  return lines.map((text) => {
    const mark = /^\s*(`{3,}|~{3,})/.exec(text)?.[1]
    if (mark === undefined) return fence === ''
    if (fence === '') fence = mark
    else if (mark.startsWith(fence)) fence = ''
    return false
  })
}
