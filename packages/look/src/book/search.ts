/** Full-text search in a rulebook: headings first, then terms, prose, cards and tables. Code isn't searched. */
import type { Book, BookLocation, BookTerm } from '../listing.js'
import { type BookSection, bookSections } from './sections.js'
import { isSmallWord, stem, stemsOf, wordsIn } from './stem.js'

/** A part of a snippet. `isHit`: a word of the query. */
export interface SnippetPart {
  readonly text: string
  readonly isHit: boolean
}

export interface SearchResult extends BookLocation {
  readonly kind: 'heading' | 'term' | 'prose' | 'card' | 'table'
  readonly title: string
  /** The titles above it, from the chapter down. */
  readonly above: readonly string[]
  readonly snippet: readonly SnippetPart[]
}

const KINDS = ['heading', 'term', 'prose', 'card', 'table'] as const
const MAX_RESULTS = 50
const SNIPPET_LENGTH = 170

interface Candidate {
  readonly kind: SearchResult['kind']
  readonly at: BookLocation
  readonly title: string
  readonly above: readonly string[]
  readonly text: string
  /** The words that can be found, by stem. */
  readonly stems: ReadonlySet<string>
  /** Words that count only next to one of `stems`: those of the headings above. */
  readonly context: ReadonlySet<string>
  /** Whether the section, or one inside it, has prose. */
  readonly isRead: boolean
  /** Results of one group show its best candidate only. */
  readonly group: string
}

interface Match {
  readonly candidate: Candidate
  readonly count: number
  /** The share of the candidate's words that the query has, for titles. */
  readonly share: number
}

const indexes = new WeakMap<Book, readonly Candidate[]>()

/** Returns what a query finds, best first: what has all its words, otherwise what has most of them. */
export function searchBook(book: Book, query: string): readonly SearchResult[] {
  const sought = stemsOf(query)
  if (sought.length === 0) return []
  const index = indexes.get(book) ?? indexOf(book)
  indexes.set(book, index)
  const whole = findIn(index, sought.map(exactly))
  // The last word may be unfinished while somebody types.
  const open = whole.most < sought.length && !/\s$/.test(query) ? findIn(index, openEnded(sought)) : whole
  const { matches, matchers, most } = open.most > whole.most ? open : whole
  const groups = new Set<string>()
  return matches
    .filter(({ count }) => count === most)
    .toSorted(byRank)
    .filter(({ candidate: { group } }) => !groups.has(group) && groups.add(group))
    .slice(0, MAX_RESULTS)
    .map(({ candidate: { kind, at, title, above, text } }) => ({
      kind,
      path: at.path,
      line: at.line,
      title,
      above,
      snippet: snippetOf(text, matchers),
    }))
}

type Matcher = (stems: ReadonlySet<string>) => boolean

const exactly =
  (word: string): Matcher =>
  (stems) =>
    stems.has(word)

function openEnded(sought: readonly string[]): Matcher[] {
  const last = sought.at(-1) ?? ''
  const startsWithLast: Matcher = (stems) => [...stems].some((other) => other.startsWith(last))
  return [...sought.slice(0, -1).map(exactly), last.length < 3 ? exactly(last) : startsWithLast]
}

function findIn(index: readonly Candidate[], matchers: readonly Matcher[]) {
  const matches = index.flatMap((candidate) => matchOf(candidate, matchers) ?? [])
  return { matches, matchers, most: matches.reduce((most, { count }) => Math.max(most, count), 0) }
}

function matchOf(candidate: Candidate, matchers: readonly Matcher[]): Match | undefined {
  const own = matchers.filter((matches) => matches(candidate.stems)).length
  if (own === 0) return undefined
  const around = matchers.filter((matches) => !matches(candidate.stems) && matches(candidate.context)).length
  const share = own / Math.max(1, stemsIn(candidate.title).size)
  return { candidate, count: own + around, share }
}

/** Ties keep the order of the book. */
function byRank(a: Match, b: Match): number {
  const rank = ({ candidate: { kind } }: Match): number => KINDS.indexOf(kind)
  const isTitle = ({ candidate: { kind } }: Match): boolean => kind === 'heading' || kind === 'term'
  const unread = ({ candidate: { isRead } }: Match): number => Number(!isRead)
  return rank(a) - rank(b) || unread(a) - unread(b) || (isTitle(a) ? b.share - a.share : 0)
}

function stemsIn(...texts: readonly string[]): Set<string> {
  return new Set(
    texts
      .flatMap(wordsIn)
      .filter((word) => !isSmallWord(word))
      .map(stem),
  )
}

function indexOf(book: Book): readonly Candidate[] {
  const terms = book.terms ?? []
  const extra = new Map<string, string[]>()
  for (const { name, also = [], at } of terms.filter(isSearchWords))
    if (at !== undefined) extra.set(keyOf(at), [...(extra.get(keyOf(at)) ?? []), name, ...also])
  const sections = bookSections(book)
  const ofTables = book.files.flatMap(({ path, title, data = [] }) =>
    data.flatMap(({ line, tables }) => tables.flatMap((table) => rowsOf({ path, line }, title, table))),
  )
  return [
    ...sections.flatMap((section, i) =>
      candidatesOf(section, extra.get(keyOf(section)) ?? [], firstText(sections, i)),
    ),
    ...terms.filter((term) => !isSearchWords(term)).flatMap((term) => candidateOf(term, sections) ?? []),
    ...ofTables,
  ]
}

const isSearchWords = ({ means, kind }: BookTerm): boolean => means === undefined && kind === undefined
const keyOf = ({ path, line }: BookLocation): string => `${path}:${line}`

/** The first paragraph of a section, or of one inside it. Sections of examples have none. */
function firstText(sections: readonly BookSection[], at: number): string | undefined {
  const own = sections[at]
  if (own === undefined) return undefined
  const after = sections.slice(at + 1)
  const end = after.findIndex(({ path, depth }) => path !== own.path || depth <= own.depth)
  return [own, ...after.slice(0, end < 0 ? undefined : end)].flatMap(({ paragraphs }) => paragraphs)[0]?.text
}

function candidatesOf(
  section: BookSection,
  extra: readonly string[],
  first: string | undefined,
): Candidate[] {
  const { title, above, paragraphs, isCard } = section
  const group = keyOf(section)
  const shared = { title, above, isRead: first !== undefined }
  const context = stemsIn(title, ...above, ...extra)
  const head: Candidate = {
    ...shared,
    kind: isCard ? 'card' : 'heading',
    at: section,
    text: first ?? '',
    stems: stemsIn(title, ...extra),
    context: stemsIn(...above),
    group,
  }
  const prose = paragraphs.map(
    ({ line, text }): Candidate => ({
      ...shared,
      kind: isCard ? 'card' : 'prose',
      at: { path: section.path, line },
      text,
      stems: stemsIn(text),
      context,
      group,
    }),
  )
  return [head, ...prose]
}

/** A term opens at its section. Without one it is found, but there is nothing to open. */
function candidateOf(term: BookTerm, sections: readonly BookSection[]): Candidate | undefined {
  const { name, means, kind, also = [], at } = term
  const section = sections.find((other) => at !== undefined && keyOf(other) === keyOf(at))
  return {
    kind: 'term',
    at: at ?? { path: '', line: 0 },
    title: name,
    above: section === undefined ? ['Glossary'] : ['Glossary', section.title],
    text: means ?? kind ?? '',
    isRead: true,
    stems: stemsIn(name, ...also),
    context: stemsIn(means ?? ''),
    group: `term ${name}`,
  }
}

/** The rows of a table come last. */
function rowsOf(
  at: BookLocation,
  chapter: string,
  { title, rows }: { readonly title: string; readonly rows: readonly (readonly string[])[] },
): Candidate[] {
  const context = stemsIn(title, chapter)
  return rows.map((cells) => ({
    kind: 'table',
    at,
    title,
    above: [chapter],
    text: cells.filter((cell) => cell !== '').join(' · '),
    stems: stemsIn(...cells),
    context,
    isRead: true,
    group: `${keyOf(at)} ${title}`,
  }))
}

/** Returns the part of a text around the first hit, with all hits marked. */
function snippetOf(text: string, matchers: readonly Matcher[]): readonly SnippetPart[] {
  const parts = markHits(text, matchers)
  const first = parts.findIndex(({ isHit }) => isHit)
  const start = first <= 0 ? 0 : parts.slice(0, first).reduce((sum, part) => sum + part.text.length, 0)
  const from = text.length <= SNIPPET_LENGTH || start < SNIPPET_LENGTH / 2 ? 0 : wordStart(text, start - 60)
  const to = from + SNIPPET_LENGTH >= text.length ? text.length : wordStart(text, from + SNIPPET_LENGTH)
  const cut = markHits(text.slice(from, to).trimEnd(), matchers)
  const dots = { text: '…', isHit: false }
  return [...(from > 0 ? [dots] : []), ...cut, ...(to < text.length ? [dots] : [])]
}

/** The start of the word at or after a position. */
function wordStart(text: string, at: number): number {
  const space = text.indexOf(' ', at)
  return space < 0 ? text.length : space + 1
}

function markHits(text: string, matchers: readonly Matcher[]): SnippetPart[] {
  const parts: SnippetPart[] = []
  for (const part of text.split(/([\p{L}\p{N}]+(?:['’.][\p{L}\p{N}]+)*)/u)) {
    if (part === '') continue
    const isHit = !isSmallWord(part) && matchers.some((matches) => matches(new Set([stem(part)])))
    const last = parts.at(-1)
    if (last !== undefined && last.isHit === isHit)
      parts[parts.length - 1] = { text: last.text + part, isHit }
    else parts.push({ text: part, isHit })
  }
  return parts
}
