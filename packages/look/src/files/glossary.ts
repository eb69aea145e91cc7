/** The glossary of a rulebook: its terms, and the names that the game declares. */
import type { LoadedGame, Span } from '@ludoforge/compiler/files'
import { headingsOf } from '@ludoforge/compiler/headings'
import { DATA_FILE_HEAD, locateRule } from '../book/locate.js'
import { plainText } from '../book/sections.js'
import type { Book, BookLocation, BookTerm } from '../listing.js'

/** A title longer than this is a sentence, such as the text of a card, and no name. */
const MAX_NAME = 32

/** Returns the terms in alphabetical order. A declared term comes before a name with the same letters. */
export function glossaryOf(game: LoadedGame, book: Book): readonly BookTerm[] {
  const declared = (game.world.declarations.terms ?? []).map(
    ({ name, means, also, rule, span }): BookTerm => {
      const at = rule === undefined ? sectionOf(book, span) : locateRule(book, { rule: rule.text })
      const number = rule !== undefined && /^\d/.test(rule.text) ? rule.text : undefined
      return {
        name,
        ...(means === undefined ? {} : { means }),
        ...(also.length === 0 ? {} : { also: also.map(({ text }) => text) }),
        ...(at === undefined
          ? {}
          : { at: { path: at.path, line: at.line }, rule: number ?? labelOf(book, at) }),
      }
    },
  )
  const seen = new Set(declared.map(({ name }) => name.toLowerCase()))
  const names = namesOf(game, book).filter(({ name }) => {
    const key = name.toLowerCase()
    return !seen.has(key) && seen.add(key)
  })
  return [...declared, ...names].toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))
}

/** The names of seats, pieces, variables and actions that a section declares. */
function namesOf({ def, world }: LoadedGame, book: Book): BookTerm[] {
  const { spans } = world.declarations
  const declared = (id: string, name: string, kind: string): BookTerm[] => {
    const span = spans.get(id)
    const at = span === undefined ? undefined : sectionOf(book, span)
    return at === undefined ? [] : [{ name, kind, at, rule: labelOf(book, at) }]
  }
  const ofTokens = new Set(def.tokens.flatMap(({ props }) => Object.values(props)))
  const actions = def.procedures.flatMap(({ id, kind, title, rule, src }): BookTerm[] => {
    if (kind !== 'action' || typeof title !== 'string' || title.length > MAX_NAME || ofTokens.has(id))
      return []
    const source = src === undefined ? undefined : def.sources[src]
    const at =
      (rule === undefined ? undefined : locateRule(book, { rule })) ??
      (source === undefined ? undefined : sectionOf(book, source))
    return at === undefined || isCard(book, at)
      ? []
      : [{ name: title, kind: 'action', at: { path: at.path, line: at.line }, rule: labelOf(book, at) }]
  })
  return [
    ...def.seats.flatMap(({ id, name }) => declared(`seat:${id}`, name, 'seat')),
    ...def.tokens.flatMap(({ id, name, family }) =>
      family === 'pieces' ? declared(`token:${id}`, name, 'piece') : [],
    ),
    // A variable without a name has an id, which is no name.
    ...def.variables.flatMap(({ id, name }) =>
      name === undefined ? [] : declared(`variable:${id}`, name, 'track or marker'),
    ),
    ...actions,
  ]
}

/** Whether a location is the heading of a card. */
function isCard({ files }: Book, { path, line }: BookLocation): boolean {
  return files.some((file) => file.path === path && file.cards?.includes(line) === true)
}

/** Returns the heading above a location. A file that isn't in the book has none. */
function sectionOf(book: Book, { file, line }: Pick<Span, 'file' | 'line'>): BookLocation | undefined {
  const found = book.files.find(({ path }) => path === file)
  if (found === undefined) return undefined
  const head = /\.ya?ml$/i.test(file) ? DATA_FILE_HEAD : 0
  const above = headingsOf(found.markdown.split('\n')).findLast((heading) => heading.line <= line + head)
  return above === undefined ? undefined : { path: file, line: above.line }
}

/** The number of a section, or its title. */
function labelOf(book: Book, { path, line }: BookLocation): string {
  const file = book.files.find((other) => other.path === path)
  const heading = headingsOf(file?.markdown.split('\n') ?? []).findLast((other) => other.line <= line)
  return heading?.rules[0] ?? plainText(heading?.text ?? file?.title ?? '')
}
