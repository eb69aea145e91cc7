/** The rulebook in a terminal: prose first, code folded, tables as rows, and search. */
import {
  addressOf,
  blockKind,
  type Book,
  type BookFile,
  type BookLocation,
  type BookTable,
  foldTitle,
  hasProse,
  locateRule,
  plainText,
  ruleIn,
  searchBook,
  type SearchResult,
  sectionRange,
} from '@ludoforge/look'
import { flow } from '../board/index.js'
import type { Paint } from '../terminal.js'
import { wrapLine } from './wrap.js'

export interface RuleRequest {
  /** The number or title of a section, or words to search for. Empty: the start of the book. */
  readonly about: string
  readonly withCode: boolean
  /** The command that shows a section with its code. */
  readonly codeCommand: (section: string) => string
}

interface Layout {
  readonly paint: Paint
  readonly width: number
}

/** Parses the argument of the command `rule`: `3.2.1`, `3.2.1 code`, `how do I win`. */
export function ruleRequest(argument: string): RuleRequest {
  const text = argument.trim().replace(/^(?:rule|§)\s*/i, '')
  const [, before] = /^(.*\S)\s+code$/i.exec(text) ?? []
  return {
    about: before ?? text,
    withCode: before !== undefined,
    codeCommand: (section) => `rule ${section} code`,
  }
}

export function ruleLines(book: Book, request: RuleRequest, layout: Layout): string[] {
  const { about } = request
  if (book.files.length === 0) return ['This game has no rulebook.']
  if (about === '') return startLines(book, request, layout)
  if (!/^\d/.test(about)) return foundLines(book, request, layout)
  const spot = locateRule(book, { rule: about })
  if (spot === undefined) return wrapLine(`The rulebook has no rule ${about}.`, layout.width)
  return sectionLines(book, spot, request, layout)
}

function startLines(book: Book, request: RuleRequest, layout: Layout): string[] {
  const first = { path: book.files[0]?.path ?? '', line: 1 }
  const start = book.start ?? []
  return (start.length === 0 ? [first] : start).flatMap((spot, i) => [
    ...(i === 0 ? [] : ['']),
    ...sectionLines(book, spot, request, layout),
  ])
}

const MAX_RESULTS = 8

function foundLines(book: Book, request: RuleRequest, layout: Layout): string[] {
  const { paint, width } = layout
  const results = searchBook(book, request.about)
  const [first, ...others] = results
  if (first === undefined) return wrapLine(`The rulebook has nothing about "${request.about}".`, width)
  if (others.length === 0 && first.kind !== 'term') return sectionLines(book, first, request, layout)
  const more = results.length - MAX_RESULTS
  return [
    ...results.slice(0, MAX_RESULTS).flatMap((result) => resultLines(book, result, layout)),
    ...(more > 0 ? [paint.dim(`${more} more. Type more words to find fewer.`)] : []),
  ]
}

function resultLines(
  book: Book,
  { title, above, snippet, path, line }: SearchResult,
  { paint, width }: Layout,
): string[] {
  const section = sectionNumber(book, { path, line })
  const where = section === undefined || title.startsWith(section) ? '' : ` (rule ${section})`
  const trail = above.length === 0 ? '' : paint.dim(`${above.join(' > ')} > `)
  const text = snippet.map((part) => (part.isHit ? paint.bold(part.text) : part.text)).join('')
  return [
    ...wrapLine(`${trail}${paint.bold(title)}${where}`, width),
    ...(text === '' ? [] : wrapLine(text, width - 2).map((row) => `  ${row}`)),
  ]
}

/** The number of the section around a location. */
function sectionNumber(book: Book, { path, line }: BookLocation): string | undefined {
  const file = book.files.find((other) => other.path === path)
  if (file === undefined) return undefined
  const lines = file.markdown.split('\n')
  return ruleIn((lines[sectionRange(lines, line).from - 1] ?? '').replace(/^#+ /, ''))
}

function sectionLines(book: Book, spot: BookLocation, request: RuleRequest, layout: Layout): string[] {
  const { paint, width } = layout
  const file = book.files.find(({ path }) => path === spot.path)
  if (file === undefined) return []
  const { from, to } = sectionRange(file.markdown.split('\n'), spot.line)
  const section = file.markdown.split('\n').slice(from - 1, to - 1)
  const found = ruleIn((section[0] ?? '').replace(/^#+ /, ''))
  const isNumber = /^\d/.test(request.about)
  const around =
    !isNumber || found === request.about ? [] : [paint.dim(`Rule ${request.about} is in this section.`), '']
  const { lines, folded } = new SectionPrinter(file, from, request.withCode, layout).print(section)
  const { rule, place } = addressOf(book, { path: spot.path, line: from })
  const command = request.codeCommand(rule ?? place ?? '')
  const hint = hasProse(section) ? 'How it runs' : 'This section has no prose. How it runs'
  return [...around, ...lines, ...(folded ? ['', ...wrapLine(paint.dim(`${hint}: ${command}`), width)] : [])]
}

/** Prints a section: rewraps paragraphs, folds code, and shows data as rows. */
class SectionPrinter {
  readonly #lines: string[] = []
  #paragraph: string[] = []
  #folded = false

  constructor(
    private readonly file: BookFile,
    private readonly from: number,
    private readonly withCode: boolean,
    private readonly layout: Layout,
  ) {}

  print(markdown: readonly string[]): { readonly lines: string[]; readonly folded: boolean } {
    let fence: { mark: string; language: string; line: number; code: string[] } | undefined
    for (const [i, line] of markdown.entries()) {
      const mark = /^\s*(`{3,}|~{3,})\s*(\w*)/.exec(line)
      if (fence !== undefined) {
        if (mark?.[1]?.startsWith(fence.mark) === true) {
          this.#block(fence.language, fence.line, fence.code)
          fence = undefined
        } else fence.code.push(line)
      } else if (mark !== null) {
        this.#gap()
        fence = { mark: mark[1] ?? '', language: mark[2] ?? '', line: this.from + i, code: [] }
      } else this.#prose(line)
    }
    this.#flush()
    while (this.#lines.at(-1) === '') this.#lines.pop()
    return { lines: this.#lines, folded: this.#folded }
  }

  #prose(line: string): void {
    if (/^#+ /.test(line)) {
      this.#gap()
      this.#lines.push(this.layout.paint.bold(plainText(line.replace(/^#+ /, ''))))
    } else if (/^\s*$/.test(line)) this.#gap()
    else if (/^\s*(?:[-*+]|\d+[.)]|\|)\s?/.test(line)) {
      this.#flush()
      if (/^\s*\|[\s:|-]+\|\s*$/.test(line)) return
      this.#paragraph.push(line.trimEnd())
      if (line.trimStart().startsWith('|')) this.#flush()
    } else this.#paragraph.push(line.trim())
  }

  #block(language: string, line: number, code: readonly string[]): void {
    const { paint, width } = this.layout
    const tables = this.file.data?.find((data) => data.line === line)?.tables
    const kind = blockKind(language, tables !== undefined)
    if (kind === 'data')
      for (const table of tables ?? []) this.#lines.push(...tableLines(table, paint, width))
    else if (kind === 'text' || this.withCode) this.#lines.push(...code.map((row) => `  ${row}`))
    else {
      this.#folded = true
      const size = kind === 'rules' ? ` (${code.length} ${code.length === 1 ? 'line' : 'lines'})` : ''
      this.#lines.push(paint.dim(`[${foldTitle(kind, [code.join('\n')])}${size}]`))
    }
    for (const follows of this.file.follows ?? [])
      if (follows.line === line) this.#lines.push(...wrapLine(follows.text, width))
  }

  #flush(): void {
    if (this.#paragraph.length > 0)
      this.#lines.push(...wrapParagraph(plainText(this.#paragraph.join(' ')), this.layout.width))
    this.#paragraph = []
  }

  #gap(): void {
    this.#flush()
    if (this.#lines.length > 0 && this.#lines.at(-1) !== '') this.#lines.push('')
  }
}

/** A table as rows: the name, then each column with a value. A folded one shows its title and number of rows. */
function tableLines({ title, columns, rows, isFolded }: BookTable, paint: Paint, width: number): string[] {
  if (isFolded) return [paint.dim(`[${title} (${rows.length})]`)]
  const texts = rows.map(([name = '', ...cells]) => {
    const parts = cells.flatMap((cell, i) =>
      cell === '' ? [] : [columns.length === 0 ? cell : `${(columns[i + 1] ?? '').toLowerCase()} ${cell}`],
    )
    return parts.length === 0 ? name : `${name}: ${parts.join(', ')}`
  })
  return [
    title,
    ...texts.flatMap((text) => wrapLine(text, width - 2).map((row, i) => (i === 0 ? '  ' : '    ') + row)),
  ]
}

/** Wraps a paragraph. Items of a list get a hanging indent. */
function wrapParagraph(text: string, width: number): string[] {
  const [lead = ''] = /^\s*(?:[-*+]|\d+[.)]|\|)?\s*/.exec(text) ?? []
  const lines = flow(text.slice(lead.length).split(' '), ' ', width - lead.length)
  return lines.map((line, i) => (i === 0 ? lead : ' '.repeat(lead.length)) + line)
}
