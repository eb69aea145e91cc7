/** The pages of a rulebook as blocks with line numbers: prose, folded code, tables. */
import {
  addressOf,
  blockKind,
  type Book,
  type BookFile,
  type BookLocation,
  type BookTable,
  foldTitle,
  type FoundRule,
  hasProse,
  locateRule,
  plainText,
  ruleIn,
  sectionRange,
} from '@ludoforge/look'
import { lexer, type Token } from 'marked'

interface Lines extends BookLocation {
  readonly end: number // the line after it
}

/** Code of a fenced block, with the line of its first line. */
export interface Code {
  readonly text: string
  readonly language: string
  readonly line: number
}

export type Block =
  | (Lines & { readonly is: 'prose'; readonly token: Token })
  | (Lines & { readonly is: 'fold'; readonly title: string; readonly codes: readonly Code[] })
  | (Lines & { readonly is: 'tables'; readonly tables: readonly BookTable[] })

interface Heading extends BookLocation {
  readonly text: string
  readonly depth: number
  readonly rule: string | undefined
}

export interface Chapter {
  readonly title: string
  readonly blocks: readonly Block[]
  readonly headings: readonly Heading[]
}

export function chapterOf(file: BookFile): Chapter {
  const { path, title, markdown, data = [], follows = [] } = file
  const blocks: Block[] = []
  let line = 1
  for (const token of lexer(markdown)) {
    const lines = token.raw.split('\n').length - 1
    if (token.type !== 'space') {
      const tables = data.find((block) => block.line === line)?.tables
      const end = line + token.raw.trimEnd().split('\n').length
      addBlock(blocks, token, { path, line, end }, tables)
      for (const { text } of follows.filter((one) => one.line === line))
        for (const note of lexer(text)) blocks.push({ path, line: end - 1, end, is: 'prose', token: note })
    }
    line += lines
  }
  return { title, blocks, headings: blocks.flatMap(headingIn) }
}

function addBlock(
  blocks: Block[],
  token: Token,
  lines: Lines,
  tables: readonly BookTable[] | undefined,
): void {
  const language = token.type === 'code' ? String(token['lang'] ?? '') : undefined
  const kind = language === undefined ? 'text' : blockKind(language, tables !== undefined)
  if (language === undefined || kind === 'text') {
    blocks.push({ ...lines, is: 'prose', token })
    return
  }
  if (kind === 'data') {
    if (tables !== undefined && tables.length > 0) blocks.push({ ...lines, is: 'tables', tables })
    return
  }
  const code = { text: 'text' in token ? String(token['text']) : '', language, line: lines.line + 1 }
  const last = blocks.at(-1)
  const codes = [...(last?.is === 'fold' && isKind(last, kind) ? last.codes : []), code]
  const start = codes.length > 1 && last !== undefined ? last.line : lines.line
  if (codes.length > 1) blocks.pop()
  const title = foldTitle(
    kind,
    codes.map(({ text }) => text),
  )
  blocks.push({ ...lines, line: start, is: 'fold', title, codes })
}

/** Whether a fold holds code of a kind, so that the next block joins it. */
function isKind({ codes }: Extract<Block, { is: 'fold' }>, kind: 'rules' | 'examples'): boolean {
  return codes.every(({ language }) => blockKind(language, false) === kind)
}

function headingIn(block: Block): Heading[] {
  if (block.is !== 'prose' || block.token.type !== 'heading') return []
  const text = plainText(String(block.token['text']))
  return [
    { path: block.path, line: block.line, text, depth: Number(block.token['depth']), rule: ruleIn(text) },
  ]
}

/** The page at which a book opens: how to win, and what a turn is. Without a start it is the first chapter. */
export function startChapter(book: Book): Chapter | undefined {
  const parts = (book.start ?? []).flatMap(({ path, line }) => {
    const file = book.files.find((other) => other.path === path)
    if (file === undefined) return []
    const { from, to } = sectionRange(file.markdown.split('\n'), line)
    return [chapterOf(file).blocks.filter((block) => block.line >= from && block.line < to)]
  })
  if (parts.length === 0) return book.files[0] === undefined ? undefined : chapterOf(book.files[0])
  const blocks = parts.flat()
  return { title: 'Start here', blocks, headings: blocks.flatMap(headingIn) }
}

/** What a reader has open. */
export type Place =
  | { readonly page: 'start' }
  | { readonly page: 'glossary'; readonly term?: string }
  | ({ readonly page: 'chapter' } & FoundRule)

const GLOSSARY = 'glossary'

/** Returns the place of an address: the number or title of a section, or `file:line`. */
export function placeOf(book: Book, address: string): Place | undefined {
  if (address === '') return { page: 'start' }
  const [page, term = ''] = address.split(':')
  if (page === GLOSSARY) return { page: GLOSSARY, ...(term === '' ? {} : { term }) }
  const found = locateRule(book, { place: address, rule: address })
  return found === undefined ? undefined : { page: 'chapter', ...found }
}

/** Returns the address by which `placeOf` finds a place again. */
export function addressOfPlace(book: Book, place: Place): string {
  if (place.page === 'start') return ''
  if (place.page === GLOSSARY) return place.term === undefined ? GLOSSARY : `${GLOSSARY}:${place.term}`
  const { rule, place: line } = addressOf(book, { path: place.path, line: place.code ?? place.line })
  return rule ?? line ?? ''
}

/** A line of the contents: a file, or a folder with files. */
export interface ContentsGroup {
  readonly title: string
  readonly files: readonly BookFile[]
  readonly isFolder: boolean
}

/** Returns the files for the contents, those of a folder together. */
export function contentsOf({ files }: Book): readonly ContentsGroup[] {
  const groups: ContentsGroup[] = []
  for (const file of files) {
    const folder = file.path.includes('/') ? file.path.slice(0, file.path.indexOf('/')) : undefined
    const last = groups.at(-1)
    if (folder === undefined) groups.push({ title: file.title, files: [file], isFolder: false })
    else if (last?.isFolder === true && last.files[0]?.path.startsWith(`${folder}/`))
      groups[groups.length - 1] = { ...last, files: [...last.files, file] }
    else groups.push({ title: folder, files: [file], isFolder: true })
  }
  return groups.map((group) => (group.isFolder ? { ...group, title: folderTitle(group) } : group))
}

/** The title of a folder: that of the file with its name, otherwise its name in words. */
function folderTitle({ title: folder, files }: ContentsGroup): string {
  const main = files.find(({ path }) => path === `${folder}/${folder}.md`)
  if (main !== undefined) return main.title
  const words = folder
    .replaceAll('-', ' ')
    .replace(/^(\d+) (\w)/, (_, n, letter) => `${n} ${letter.toUpperCase()}`)
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

/** The chapters to print: those with something to read. */
export function printedChapters({ files }: Book): readonly Chapter[] {
  return files.filter(({ markdown }) => hasProse(markdown.split('\n'))).map(chapterOf)
}

/** Resolves a relative path. */
function resolvePath(from: string, to: string): string {
  const parts = [...from.split('/').slice(0, -1), ...to.split('/')]
  const out: string[] = []
  for (const part of parts) {
    if (part === '..') out.pop()
    else if (part !== '.' && part !== '') out.push(part)
  }
  return out.join('/')
}

/** Returns the place of a link in a file, if it leads into the book. */
export function followLink(book: Book, from: string, address: string): Place | undefined {
  const [target = '', anchor = ''] = address.split('#')
  const path = target === '' ? from : resolvePath(from, target)
  const file = book.files.find((other) => other.path === path || other.path.startsWith(`${path}/`))
  if (file === undefined) return undefined
  const heading = chapterOf(file).headings.find(({ text }) => slug(text) === anchor)
  return { page: 'chapter', path: file.path, line: heading?.line ?? 1 }
}

function slug(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .trim()
    .replaceAll(/\s+/g, '-')
}
