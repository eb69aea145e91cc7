import { isPrintable } from '@ludoforge/kernel'
import { didYouMean, type Reporter } from '../diagnostics/index.js'
import { type SourceFile, type Span, splitLines } from '../source/index.js'

type BlockLanguage = 'yaml' | 'rules' | 'example' | 'lesson' | 'guide'

/** The content of a fenced block or of a .yaml file, with `\n` line ends and without the fence's indentation. */
export interface Block {
  readonly lang: BlockLanguage
  readonly text: string
  readonly file: string
  readonly span: Span // its first line
  /** For an indented fence: the number of characters removed from each line. */
  readonly cut?: readonly number[]
}

const LANGUAGES: readonly BlockLanguage[] = ['yaml', 'rules', 'example', 'lesson', 'guide']

/** Converts a line and column of a block's text, from 1, to a span in its file. */
export function spanIn(block: Block, line: number, column: number, length: number): Span {
  const cut = block.cut?.[line - 1] ?? 0
  return { file: block.file, line: block.span.line + line - 1, column: column + cut, length }
}

/** Extracts the blocks of all files, in order. */
export function extractBlocks(files: readonly SourceFile[], reporter: Reporter): Block[] {
  const blocks = files.flatMap((file) =>
    /\.ya?ml$/i.test(file.path) ? [wholeFile(file)] : fencedBlocks(file, reporter),
  )
  for (const block of blocks) reportUnprintable(block, reporter)
  return blocks
}

/** Reports the first control character of a block: in a name or text a terminal would execute it. */
function reportUnprintable(block: Block, reporter: Reporter): void {
  if (isPrintable(block.text)) return
  const lines = block.text.split('\n')
  const line = lines.findIndex((text) => !isPrintable(text))
  const column = (lines[line] ?? '').split('').findIndex((character) => !isPrintable(character))
  const span = spanIn(block, line + 1, column + 1, 1)
  reporter.error('bad-character', span, 'This is a control character.', 'remove it')
}

function wholeFile(file: SourceFile): Block {
  const lines = splitLines(file.text)
  const span = { file: file.path, line: 1, column: 1, length: lines[0]?.length ?? 0 }
  return { lang: 'yaml', text: lines.join('\n'), file: file.path, span }
}

interface Fence {
  readonly indent: number
  readonly mark: string // the run of ` or ~ that opens it
  readonly info: string
}

function fencedBlocks(file: SourceFile, reporter: Reporter): Block[] {
  const lines = splitLines(file.text)
  const blocks: Block[] = []
  let at = 0
  while (at < lines.length) {
    const line = lines[at] ?? ''
    if (/^ {0,3}<!--/.test(line)) {
      // A block inside a Markdown comment is commented out.
      at = endOfComment(lines, at)
      continue
    }
    const fence = openingFence(line)
    if (fence === undefined) {
      at += 1
      continue
    }
    const end = closingFence(lines, at + 1, fence)
    const word = fence.info.split(/\s/, 1)[0] ?? ''
    const lang = LANGUAGES.find((known) => known === word)
    const place = { file: file.path, line: at + 1, column: fence.indent + 1, length: line.trim().length }
    if (end === undefined) {
      reporter.error(
        'unclosed-fence',
        place,
        'This block has no closing fence, so it includes the rest of the file.',
        `close it with a line \`${fence.mark}\``,
      )
    }
    if (lang === undefined) warnOfNearMiss(word, place, reporter)
    else blocks.push(makeBlock(file, lang, lines, at + 1, end ?? lines.length, fence.indent))
    at = (end ?? lines.length) + 1
  }
  return blocks
}

function endOfComment(lines: readonly string[], start: number): number {
  let at = start
  while (at < lines.length && !(lines[at] ?? '').includes('-->')) at += 1
  return at + 1
}

/** A quick test before the regular expression. */
function mayBeFence(line: string): boolean {
  let at = 0
  while (line[at] === ' ') at += 1
  return line[at] === '`' || line[at] === '~'
}

function openingFence(line: string): Fence | undefined {
  if (!mayBeFence(line)) return undefined
  const match = /^( *)(`{3,}|~{3,})(.*)$/.exec(line)
  if (match === null) return undefined
  const [, indent = '', mark = '', info = ''] = match
  // Backticks after the fence make it inline code.
  if (mark.startsWith('`') && info.includes('`')) return undefined
  return { indent: indent.length, mark, info: info.trim() }
}

function closingFence(lines: readonly string[], from: number, fence: Fence): number | undefined {
  for (let at = from; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    const match = mayBeFence(line) ? /^( *)(`{3,}|~{3,})\s*$/.exec(line) : null
    if (match === null) continue
    const [, indent = '', mark = ''] = match
    const deep = indent.length > fence.indent + 3
    if (!deep && mark[0] === fence.mark[0] && mark.length >= fence.mark.length) return at
  }
  return undefined
}

function makeBlock(
  file: SourceFile,
  lang: BlockLanguage,
  lines: readonly string[],
  from: number,
  to: number,
  indent: number,
): Block {
  const body = lines.slice(from, to)
  const cut = indent === 0 ? [] : body.map((line) => Math.min(indent, line.length - line.trimStart().length))
  const text = (indent === 0 ? body : body.map((line, index) => line.slice(cut[index]))).join('\n')
  const first = cut[0] ?? 0
  const length = (body[0]?.length ?? first) - first
  const span = { file: file.path, line: from + 1, column: first + 1, length }
  return { lang, text, file: file.path, span, ...(indent === 0 ? {} : { cut }) }
}

/** Warns about a misspelt block language: its rules would be silently missing. */
function warnOfNearMiss(word: string, place: Span, reporter: Reporter): void {
  if (word.length < 3) return
  const hint = didYouMean(word, LANGUAGES)
  if (hint === undefined) return
  reporter.warn('unknown-block', place, `A \`${word}\` block isn't compiled.`, hint)
}
