/** Finds rules and sections in a rulebook. */
import { type Heading, headingsOf, isNamed, proseLines, rulesIn } from '@ludoforge/compiler/headings'
import type { Book, BookFile, BookLocation } from '../listing.js'

/** A rule by its number or title, or a source location (`file:line`). */
export interface RuleReference {
  readonly rule?: string | undefined
  readonly place?: string | undefined
}

/** Where a rule is explained: a line of prose, and the line of code below it that was asked for. */
export interface FoundRule extends BookLocation {
  readonly code?: number
}

const headingsByFile = new WeakMap<BookFile, readonly Heading[]>()

/** The headings of a file, found once. */
function headingsIn(file: BookFile): readonly Heading[] {
  const found = headingsByFile.get(file) ?? headingsOf(file.markdown.split('\n'))
  headingsByFile.set(file, found)
  return found
}

/** A data file has a heading and a fence above its text. */
export const DATA_FILE_HEAD = 3

/** Returns the rule number at the start of a heading, if there is one. */
export function ruleIn(heading: string): string | undefined {
  const [first] = rulesIn(heading)
  return first !== undefined && heading.replace(/^(?:§ ?|rule )/i, '').startsWith(first) ? first : undefined
}

/**
 * Returns the location of a rule: by line, by the number or title of a section, or by the number at the end of a line of rules.
 * If there is none, it tries the enclosing rule. Of several headings with the number, the first with prose wins. It is never
 * inside of a fenced block: a line of code is found at the paragraph above it.
 */
export function locateRule(book: Book, { rule, place }: RuleReference): FoundRule | undefined {
  const at = place === undefined ? null : /^(.*?):(\d+)(?::\d+)?$/.exec(place)
  const file = book.files.find(({ path }) => path === at?.[1])
  if (file !== undefined) {
    const head = isDataFile(file) ? DATA_FILE_HEAD : 0
    return paragraphAt(file, Number(at?.[2]) + head)
  }
  for (let number = rule?.trim() ?? ''; number !== ''; number = enclosingRule(number)) {
    const spot = spotOfRule(book, number)
    if (spot !== undefined) return spot
  }
  return undefined
}

const isDataFile = ({ path }: BookFile): boolean => /\.ya?ml$/i.test(path)

/** Returns the number of the enclosing rule. It's always a shorter string, so that the search ends for any input. */
function enclosingRule(number: string): string {
  return number.replace(/[.#]?[^.#]*$/, '')
}

function spotOfRule(book: Book, rule: string): FoundRule | undefined {
  const named = book.files.flatMap((file) =>
    headingsIn(file)
      .filter((heading) => isNamed(heading, rule))
      .map(({ line }) => ({ path: file.path, line, isCard: file.cards?.includes(line) === true })),
  )
  // The number of a card isn't the number of a rule.
  const sections = named.filter(({ isCard }) => !isCard)
  const section = preferProse(book, sections.length > 0 ? sections : named)
  if (section !== undefined) return { path: section.path, line: section.line }
  if (!/\d/.test(rule)) return undefined
  const number = rule.replaceAll(/[^\w\s]/g, String.raw`\$&`)
  const ending = new RegExp(`#(?:.*[ ,])?${number}(?:[ ,]|$)`)
  const lines = book.files.flatMap((file) => {
    const all = file.markdown.split('\n')
    const isProse = proseLines(all)
    return all.flatMap((text, i) => (!isProse[i] && ending.test(text) ? [paragraphAt(file, i + 1)] : []))
  })
  return preferProse(book, lines)
}

/** Returns the first location whose section has prose, otherwise the first. */
function preferProse<Spot extends BookLocation>(book: Book, spots: readonly Spot[]): Spot | undefined {
  return spots.find((spot) => hasProse(sectionAt(book, spot))) ?? spots[0]
}

/**
 * Returns the start of the paragraph with this line. For a line in a fenced block it is the paragraph above the block, or the
 * heading if there is none; `code` is the line itself.
 */
export function paragraphAt({ path, markdown }: BookFile, line: number): FoundRule {
  const lines = markdown.split('\n')
  const isProse = proseLines(lines)
  const isText = lines.map((text, i) => isProse[i] === true && text.trim() !== '')
  const given = Math.min(Math.max(1, line), lines.length) - 1
  let at = given
  while (at > 0 && !isText[at]) at -= 1
  if (!isText[at]) at = Math.max(0, isText.indexOf(true))
  while (at > 0 && isText[at - 1] && !isHeading(lines[at] ?? '') && !isHeading(lines[at - 1] ?? '')) at -= 1
  const inCode = isProse[given] === false
  return { path, line: at + 1, ...(inCode ? { code: given + 1 } : {}) }
}

const isHeading = (text: string): boolean => /^ {0,3}#{1,6}\s/.test(text)

/** Returns the section around a location: from its heading to the next heading of the same or a higher level. */
export function sectionAt({ files }: Book, { path, line }: BookLocation): string[] {
  const lines = files.find((file) => file.path === path)?.markdown.split('\n') ?? []
  const { from, to } = sectionRange(lines, line)
  return lines.slice(from - 1, to - 1)
}

/** Returns the first line of the section around a line, and the line after it. */
export function sectionRange(lines: readonly string[], line: number): { from: number; to: number } {
  const headings = headingsOf(lines)
  const own = headings.findLast((heading) => heading.line <= line)
  const next = headings.find((heading) => heading.line > line && heading.depth <= (own?.depth ?? 0))
  return { from: own?.line ?? 1, to: next?.line ?? lines.length + 1 }
}

/** Returns whether a section has text besides its headings and fenced blocks. */
export function hasProse(section: readonly string[]): boolean {
  const isProse = proseLines(section)
  return section.some((text, i) => isProse[i] && !isHeading(text) && text.trim() !== '')
}

const addresses = new WeakMap<Book, Map<string, RuleReference>>()

/** Returns a short name by which `locateRule` finds a location again: its number or title, otherwise its line. */
export function addressOf(book: Book, location: BookLocation): RuleReference {
  const known = addresses.get(book) ?? new Map<string, RuleReference>()
  addresses.set(book, known)
  const key = `${location.path}:${location.line}`
  const found = known.get(key) ?? findAddress(book, location)
  known.set(key, found)
  return found
}

function findAddress(book: Book, { path, line }: BookLocation): RuleReference {
  const file = book.files.find((other) => other.path === path)
  const heading = file === undefined ? undefined : headingsIn(file).find((other) => other.line === line)
  const names = heading === undefined ? [] : [...heading.rules, heading.text]
  const rule = names.find((name) => {
    const found = spotOfRule(book, name)
    return found?.path === path && found.line === line
  })
  if (rule !== undefined) return { rule }
  const head = file !== undefined && isDataFile(file) ? DATA_FILE_HEAD : 0
  return { place: `${path}:${Math.max(1, line - head)}` }
}
