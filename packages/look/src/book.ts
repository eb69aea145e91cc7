/** Finds rules and sections in a rulebook. */
import type { Book } from './listing.js'

/** A rule by its number, or a source location (`file:line`). */
export interface RuleReference {
  readonly rule?: string | undefined
  readonly place?: string | undefined
}

/** A line in a file of the rulebook. */
export interface BookLocation {
  readonly path: string
  readonly line: number
}

/** Returns the rule number at the start of a heading, if there is one. */
export function ruleIn(heading: string): string | undefined {
  return /^(?:§ ?|rule )?(\d+(?:\.\d+)*)(?=[\s.:]|$)/i.exec(heading)?.[1]
}

/**
 * Returns the location of a rule: by line, or by its number in a heading or at the end of a line of rules. If there is none,
 * it tries the enclosing rule. Of several headings with the number, the first with prose wins.
 */
export function locateRule(book: Book, { rule, place }: RuleReference): BookLocation | undefined {
  const at = place === undefined ? null : /^(.*):(\d+)(?::\d+)?$/.exec(place)
  if (at?.[1] !== undefined && book.files.some(({ path }) => path === at[1]))
    return { path: at[1], line: Number(at[2]) }
  for (let number = rule ?? ''; number !== ''; number = enclosingRule(number)) {
    const spot = spotOfRule(book, number)
    if (spot !== undefined) return spot
  }
  return undefined
}

/** Returns the number of the enclosing rule. It's always a shorter string, so that the search ends for any input. */
function enclosingRule(number: string): string {
  return number.replace(/[.#]?[^.#]*$/, '')
}

function spotOfRule(book: Book, rule: string): BookLocation | undefined {
  const number = rule.replaceAll(/[^\w\s]/g, String.raw`\$&`)
  const heading = new RegExp(`^#+ (?:§ ?|rule )?${number}(?:[\\s.:]|$)`, 'i')
  const ending = new RegExp(`#(?:.*[ ,])?${number}(?:[ ,]|$)`)
  const titles = spotsIn(book, (text, isHeading) => isHeading && heading.test(text))
  const lines = (): BookLocation[] => spotsIn(book, (text, isHeading) => !isHeading && ending.test(text))
  return preferProse(book, titles) ?? preferProse(book, lines())
}

function spotsIn({ files }: Book, matches: (text: string, isHeading: boolean) => boolean): BookLocation[] {
  return files.flatMap(({ path, markdown }) => {
    const lines = markdown.split('\n')
    const isHeading = headingsOf(lines)
    return lines.flatMap((text, i) => (matches(text, isHeading[i] === true) ? [{ path, line: i + 1 }] : []))
  })
}

/** Returns the first location whose section has prose, otherwise the first. */
function preferProse(book: Book, spots: readonly BookLocation[]): BookLocation | undefined {
  return spots.find((spot) => hasProse(sectionAt(book, spot))) ?? spots[0]
}

const HEADING = /^(#+) /

/** Returns the section around a location: from its heading to the next heading of the same or a higher level. */
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

/** Returns which lines are headings. A comment in a fenced block isn't one. */
function headingsOf(lines: readonly string[]): boolean[] {
  const isProse = proseOf(lines)
  return lines.map((text, i) => isProse[i] === true && HEADING.test(text))
}

/** Returns whether a section has text besides its headings and fenced blocks. */
export function hasProse(section: readonly string[]): boolean {
  const isProse = proseOf(section)
  return section.some((text, i) => isProse[i] && !HEADING.test(text) && text.trim() !== '')
}

/** Returns which lines are outside of fenced blocks. */
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
