import { isPrintable } from '@ludoforge/kernel'
import { didYouMean, type Reporter } from '../diagnostics/index.js'
import { type SourceFile, type Span, splitLines } from '../source/index.js'

type BlockLanguage = 'yaml' | 'rules' | 'example'

/** What one fence holds, or one .yaml file. Lines end in `\n`, the fence's own indentation is taken off. */
export interface Block {
  readonly lang: BlockLanguage
  readonly text: string
  readonly file: string
  readonly span: Span // its first line
  /** Of an indented fence: how many characters were taken off each line. */
  readonly cut?: readonly number[]
}

const LANGUAGES: readonly BlockLanguage[] = ['yaml', 'rules', 'example']

/** A place in a block, by line and column from 1 in its text, as a place in its file. */
export function spanIn(block: Block, line: number, column: number, length: number): Span {
  const cut = block.cut?.[line - 1] ?? 0
  return { file: block.file, line: block.span.line + line - 1, column: column + cut, length }
}

/** All blocks of all files, in the order of the files and of the blocks in them. */
export function extractBlocks(files: readonly SourceFile[], reporter: Reporter): Block[] {
  const blocks = files.flatMap((file) =>
    /\.ya?ml$/i.test(file.path) ? [wholeFile(file)] : fencedBlocks(file, reporter),
  )
  for (const block of blocks) refuseUnprintable(block, reporter)
  return blocks
}

/** What a terminal would obey has no place in names and texts; one message a block is enough. */
function refuseUnprintable(block: Block, reporter: Reporter): void {
  if (isPrintable(block.text)) return
  const lines = block.text.split('\n')
  const line = lines.findIndex((one) => !isPrintable(one))
  const column = (lines[line] ?? '').split('').findIndex((character) => !isPrintable(character))
  const span = spanIn(block, line + 1, column + 1, 1)
  reporter.error('bad-character', span, 'This is a control character: it has no place in a game.')
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
      // A block inside a comment of the Markdown is commented out.
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
        `This block is never closed: the rest of the file would be part of it.`,
        `end it with a line \`${fence.mark}\``,
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

/** Most lines are no fence. */
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
  // Backticks after backticks are code within a line, not a fence.
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

/** A block that is skipped because of one wrong letter would be a rule that silently does not exist. */
function warnOfNearMiss(word: string, place: Span, reporter: Reporter): void {
  if (word.length < 3) return
  const hint = didYouMean(word, LANGUAGES)
  if (hint === undefined) return
  reporter.warn('unknown-block', place, `A block of \`${word}\` is not read by the compiler.`, hint)
}
