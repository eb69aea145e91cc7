/** A rulebook as sections with paragraphs of plain text, and the kinds of its fenced blocks. */
import { headingsOf, proseLines } from '@ludoforge/compiler/headings'
import type { Book, BookFile, BookLocation } from '../listing.js'

/** A paragraph, an item of a list or a row of a table, as plain text. */
interface Paragraph {
  readonly line: number
  readonly text: string
}

export interface BookSection extends BookLocation {
  readonly depth: number
  readonly title: string
  /** The titles above it, from the chapter down. */
  readonly above: readonly string[]
  readonly paragraphs: readonly Paragraph[]
  /** The section is about a card, or inside such a section. */
  readonly isCard: boolean
}

/** Returns the sections of a file, each up to the next heading. Text above the first heading belongs to the chapter. */
function sectionsOf({ path, title, markdown, cards = [] }: BookFile): BookSection[] {
  const lines = markdown.split('\n')
  const headings = headingsOf(lines)
  const heads =
    headings[0]?.line === 1 ? headings : [{ line: 0, depth: 0, text: title, rules: [] }, ...headings]
  const open: { depth: number; title: string; isCard: boolean }[] = []
  const found: BookSection[] = []
  for (const [i, { line, depth, text }] of heads.entries()) {
    while ((open.at(-1)?.depth ?? -1) >= depth) open.pop()
    const isCard = cards.includes(line) || open.some((outer) => outer.isCard)
    const above = open.filter((outer) => outer.depth > 0).map((outer) => outer.title)
    const paragraphs = paragraphsIn(lines, line, heads[i + 1]?.line ?? lines.length + 1)
    const named = plainText(text)
    if (line > 0 || paragraphs.length > 0)
      found.push({ path, line: Math.max(1, line), depth, title: named, above, paragraphs, isCard })
    open.push({ depth, title: named, isCard })
  }
  return found
}

/** Returns the sections of all files, with the title of the file above them. */
export function bookSections({ files }: Book): BookSection[] {
  return files.flatMap((file) =>
    sectionsOf(file).map((section) => {
      const title = plainText(file.title)
      const isUnder = section.above[0] === title || (section.above.length === 0 && section.title === title)
      return isUnder ? section : { ...section, above: [title, ...section.above] }
    }),
  )
}

/** The paragraphs after a line, up to another. */
function paragraphsIn(lines: readonly string[], after: number, before: number): Paragraph[] {
  const isProse = proseLines(lines)
  const found: { line: number; text: string }[] = []
  let isOpen = false
  for (let i = after; i < before - 1; i += 1) {
    const text = lines[i] ?? ''
    const isText = isProse[i] === true && text.trim() !== '' && !/^\s*\|[\s:|-]+\|\s*$/.test(text)
    const starts = /^\s*(?:[-*+]|\d+[.)]|\|)\s/.test(text)
    const last = found.at(-1)
    if (isText && isOpen && !starts && last !== undefined) last.text += ` ${text.trim()}`
    else if (isText) found.push({ line: i + 1, text: text.trim() })
    isOpen = isText
  }
  return found.map(({ line, text }) => ({ line, text: plainText(withoutMarker(text)) }))
}

/** Strips the marker of a list item, and the bars of a table's row. */
function withoutMarker(text: string): string {
  if (!text.startsWith('|')) return text.replace(/^(?:[-*+]|\d+[.)])\s+/, '')
  return text
    .split('|')
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
    .join(' · ')
}

/** Strips Markdown's inline markup. */
export function plainText(text: string): string {
  return text
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\*\*([^*]+)\*\*/g, '$1')
    .replaceAll(/(?<![\w*])[*_]([^*_]+)[*_](?![\w*])/g, '$1')
    .replaceAll(/`([^`]+)`/g, '$1')
}

/** How a reader sees a fenced block: folded rules or examples, tables, or text. */
export type BlockKind = 'rules' | 'examples' | 'data' | 'text'

/** Returns the kind of a fenced block by its language. A `yaml` block without tables holds rules in another notation. */
export function blockKind(language: string, hasTables: boolean): BlockKind {
  const [name = ''] = language.trim().split(/\s/)
  if (name === 'example') return 'examples'
  if (name === 'yaml') return hasTables ? 'data' : 'rules'
  return name === 'rules' ? 'rules' : 'text'
}

/** Returns the title of folded blocks of one kind: "How it runs", or "3 examples". */
export function foldTitle(kind: 'rules' | 'examples', codes: readonly string[]): string {
  if (kind === 'rules') return 'How it runs'
  const count =
    codes
      .join('\n')
      .match(/^\S.*$/gm)
      ?.filter((line) => !line.startsWith('#')).length ?? 0
  return count === 1 ? '1 example' : `${count} examples`
}
