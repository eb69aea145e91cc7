/** The rulebook file of a game. */
import { followersOf, isRuleFile, type LoadedGame, type SourceFile } from '@ludoforge/compiler/files'
import { headingsOf } from '@ludoforge/compiler/headings'
import { hasProse, locateRule, ruleIn } from '../book/locate.js'
import { plainText } from '../book/sections.js'
import { namesIn } from '../build/names.js'
import { wordsOfId } from '../kinds.js'
import type { Book, BookFile, BookFollowers } from '../listing.js'
import type { Look } from '../reader/look.js'
import { dataTables } from './data-tables.js'
import { glossaryOf } from './glossary.js'
import { puzzlesIn } from './puzzles.js'

/** Builds the rulebook from the files of a game, of which it reads the rules and the puzzles. */
export function bookFrom(files: readonly SourceFile[], game: LoadedGame, look: Look): Book {
  const rules = files.filter(({ path }) => isRuleFile(path))
  const sources = inReadingOrder(rules.filter(isForReaders))
  const { names } = namesIn(game.def, look)
  const cards = new Set(game.def.tokens.flatMap(({ family, name }) => (family === 'cards' ? [name] : [])))
  const pages = sources.map((source) => page(source, names, cards, followersIn(source, game))).filter(isRead)
  const start = (game.world.declarations.start ?? []).flatMap(({ text }) => {
    const found = locateRule({ files: pages }, { rule: text })
    return found === undefined ? [] : [{ path: found.path, line: found.line }]
  })
  const puzzles = puzzlesIn(files, game)
  return {
    files: pages,
    start,
    terms: glossaryOf(game, { files: pages }),
    ...(puzzles.length === 0 ? {} : { puzzles }),
  }
}

/** Skips lessons, which are played, and the data files of scenarios. Other data tables stay. */
function isForReaders({ path, text }: SourceFile): boolean {
  if (path.startsWith('lessons/')) return false
  return !/\.ya?ml$/i.test(path) || !(/(?:^|\/)scenarios?[/.]/i.test(path) || /^scenarios?:/m.test(text))
}

/** Skips pages with nothing to read, such as a file of `terms`, which are in the glossary. */
function isRead({ markdown, data = [] }: BookFile): boolean {
  const hasCode = /^\s*(?:`{3,}|~{3,})(?!\s*yaml)\s*\w/m.test(markdown)
  return hasCode || hasProse(markdown.split('\n')) || data.some(({ tables }) => tables.length > 0)
}

/** README first, then by the numbers of folders and chapters, then by name. */
function inReadingOrder(files: readonly SourceFile[]): SourceFile[] {
  return files
    .map((file) => ({ file, key: sortKey(file) }))
    .toSorted((a, b) => compareKeys(a.key, b.key))
    .map(({ file }) => file)
}

function compareKeys(left: readonly SortPart[], right: readonly SortPart[]): number {
  for (const [i, one] of left.entries()) {
    const other = right[i]
    if (other === undefined) return 1
    const isFile = i === left.length - 1 && i === right.length - 1
    const difference = comparePart(one.numbers, other.numbers)
    if (difference !== 0) return difference
    if (isFile || one.name !== other.name) return one.name.localeCompare(other.name, 'en', { numeric: true })
  }
  return -1
}

interface SortPart {
  readonly name: string
  readonly numbers: readonly number[]
}

/** The folders in a path and the file, with the numbers they begin with: of a file those of its title, so that 3 is before 3.4. */
function sortKey({ path, text }: SourceFile): SortPart[] {
  const parts = path.split('/')
  const title = /\.md$/i.test(path)
    ? headingsOf(text.split('\n')).find(({ depth }) => depth === 1)
    : undefined
  return parts.map((name, i) => {
    const rule = i === parts.length - 1 ? ruleIn(title?.text ?? '') : undefined
    const numbers = (rule ?? /^\d+/.exec(name)?.[0])?.split('.').map(Number)
    return { name, numbers: /^readme\.md$/i.test(path) ? [-1] : (numbers ?? [Infinity]) }
  })
}

function comparePart(left: readonly number[], right: readonly number[]): number {
  for (let i = 0; i < Math.max(left.length, right.length); i += 1) {
    const [one = -1, other = -1] = [left[i], right[i]]
    if (one !== other) return one < other ? -1 : 1
  }
  return 0
}

function page(
  source: SourceFile,
  names: Readonly<Record<string, string>>,
  cards: ReadonlySet<string>,
  follows: readonly BookFollowers[],
): BookFile {
  const { path, text } = source
  const name = path.slice(path.lastIndexOf('/') + 1)
  const data = dataTables(source, names)
  if (/\.ya?ml$/i.test(path)) {
    const words = wordsOfId(name.replace(/\.ya?ml$/i, ''))
    const title = words.slice(0, 1).toUpperCase() + words.slice(1)
    return { path, title, markdown: `# ${title}\n\n\`\`\`yaml\n${text}\n\`\`\`\n`, data }
  }
  const headings = headingsOf(text.split('\n'))
  const ofCards = headings.filter((heading) => cards.has(plainText(heading.text).replace(/^\d+\s+/, '')))
  return {
    path,
    title: plainText(headings.find(({ depth }) => depth === 1)?.text ?? name),
    markdown: text,
    ...(data.length === 0 ? {} : { data }),
    ...(ofCards.length === 0 ? {} : { cards: ofCards.map(({ line }) => line) }),
    ...(follows.length === 0 ? {} : { follows }),
  }
}

/** What follows each announced rule of a file: `Then 4.1 Spy, 4.8 Copycat.` */
function followersIn({ path, text }: SourceFile, { def, sources }: LoadedGame): readonly BookFollowers[] {
  const lines = text.split('\n')
  return def.procedures.flatMap((procedure) => {
    const at = def.sources[procedure.src ?? -1]
    if (at?.file !== path) return []
    const labels = followersOf(def, procedure).flatMap(({ rule, src }) => {
      const place = def.sources[src ?? -1]
      const title = place === undefined ? undefined : sources.heading(place.file, place.line)?.title
      const label = [rule, title === undefined ? undefined : plainText(title)].filter(
        (part) => part !== undefined,
      )
      return label.length === 0 ? [] : [label.join(' ')]
    })
    if (labels.length === 0) return []
    const fence = lines.findLastIndex((line, i) => i < at.line && /^\s*(?:`{3,}|~{3,})\s*\w/.test(line))
    if (fence < 0) return []
    return [{ line: fence + 1, text: `Then ${[...new Set(labels)].join(', ')}.` }]
  })
}
