/** The prose of a section of the rulebook, without its formal rules. */
import { type Book, hasProse, ruleIn, sectionAt, locateRule } from '@ludoforge/look'
import { flow } from '../board/index.js'
import type { Paint } from '../terminal.js'
import { wrapLine } from './wrap.js'

export function ruleLines(book: Book, about: string, paint: Paint, width: number): string[] {
  const number = about.trim().replace(/^(?:rule|§)\s*/i, '')
  const spot = locateRule(book, { rule: number })
  if (book.files.length === 0) return ['This game has no rulebook.']
  if (spot === undefined) {
    const hint = /^\d/.test(number) ? '' : ' Type a number: rule 2, rule 2.1.'
    return wrapLine(`The rulebook has no rule ${number}.${hint}`, width)
  }
  const section = sectionAt(book, spot)
  const found = ruleIn((section[0] ?? '').replace(/^#+ /, ''))
  const around = found === number ? [] : [paint.dim(`Rule ${number} is in this section.`), '']
  const lines = proseLines(section, paint, width)
  if (hasProse(section)) return [...around, ...lines]
  const where = `This section has no prose, only formal rules: ${spot.path}:${spot.line}`
  return [...around, ...lines, ...wrapLine(paint.dim(where), width)]
}

/** Rewraps paragraphs and skips blocks that aren't prose. */
function proseLines(markdown: readonly string[], paint: Paint, width: number): string[] {
  const lines: string[] = []
  let paragraph: string[] = []
  let fence = ''
  let isShown = false
  const flush = (): void => {
    if (paragraph.length > 0) lines.push(...wrapParagraph(plain(paragraph.join(' ')), width))
    paragraph = []
  }
  const gap = (): void => {
    flush()
    if (lines.length > 0 && lines.at(-1) !== '') lines.push('')
  }
  for (const line of markdown) {
    const mark = /^\s*(`{3,}|~{3,})\s*(\w*)/.exec(line)
    if (fence !== '') {
      if (mark !== null && mark[1]?.startsWith(fence)) fence = ''
      else if (isShown) lines.push(`  ${line}`)
    } else if (mark !== null) {
      gap()
      fence = mark[1] ?? ''
      isShown = mark[2] === '' || mark[2] === 'text'
    } else if (/^#+ /.test(line)) {
      gap()
      lines.push(paint.bold(plain(line.replace(/^#+ /, ''))))
    } else if (/^\s*$/.test(line)) gap()
    else if (/^\s*(?:[-*+]|\d+[.)]|\|)\s?/.test(line)) {
      flush()
      if (/^\s*\|[\s:|-]+\|\s*$/.test(line)) continue
      paragraph.push(line.trimEnd())
      if (line.trimStart().startsWith('|')) flush()
    } else paragraph.push(line.trim())
  }
  flush()
  while (lines.at(-1) === '') lines.pop()
  return lines
}

/** Wraps a paragraph. Items of a list get a hanging indent. */
function wrapParagraph(text: string, width: number): string[] {
  const [lead = ''] = /^\s*(?:[-*+]|\d+[.)]|\|)?\s*/.exec(text) ?? []
  const lines = flow(text.slice(lead.length).split(' '), ' ', width - lead.length)
  return lines.map((line, i) => (i === 0 ? lead : ' '.repeat(lead.length)) + line)
}

/** Strips Markdown's inline markup. */
function plain(text: string): string {
  return text
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\*\*([^*]+)\*\*/g, '$1')
    .replaceAll(/(?<![\w*])[*_]([^*_]+)[*_](?![\w*])/g, '$1')
    .replaceAll(/`([^`]+)`/g, '$1')
}
