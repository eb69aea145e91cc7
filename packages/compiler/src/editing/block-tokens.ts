/** The words of a block, for editors: every token with its place, also those inside of texts. */
import { Reporter } from '../diagnostics/index.js'
import { titledParts } from '../examples/parse.js'
import type { Block } from '../folder/index.js'
import { linesWithTexts } from '../lessons/lines.js'
import { readLines, type SourceLine, type Start, type Token } from '../parser/lexer.js'
import type { Span } from '../source/index.js'

/** A declaration, an example or a lesson: the lines from the margin to the next one at the margin. */
export interface BlockPart {
  /** Of an example, lesson or guide. */
  readonly title?: string
  /** Its first line. */
  readonly span: Span
  /** The rule number in the comment of its first line. */
  readonly rule?: string
  readonly lines: readonly TokenLine[]
  /** The number of its last line that isn't empty. */
  readonly end: number
}

/** A line with its tokens, also those of values in texts, in order. */
export interface TokenLine {
  readonly indent: number
  readonly line: number
  readonly tokens: readonly Token[]
}

/** Splits a block into its parts. Errors of the text are ignored: compiling reports them. */
export function blockParts(block: Block): BlockPart[] {
  if (block.lang === 'yaml') return []
  return block.lang === 'rules' ? declarationParts(block) : titled(block)
}

function titled(block: Block): BlockPart[] {
  const quiet = new Reporter()
  return titledParts(block, quiet, block.lang).map(({ title, comment, span, text, start }) => {
    const read = block.lang === 'example' ? readLines : linesWithTexts
    const lines = read(text, start, quiet).map(tokenLine)
    const rule = /(\d+(?:\.\d+)+(?:#\d+)?)/.exec(comment)?.[1]
    const end = endOf(text.split('\n'), start)
    return { title, span, lines, end, ...(rule === undefined ? {} : { rule }) }
  })
}

function declarationParts(block: Block): BlockPart[] {
  const start = { file: block.file, line: block.span.line, column: 1 + (block.cut?.[0] ?? 0) }
  const parts: (Omit<BlockPart, 'lines' | 'end'> & { lines: TokenLine[] })[] = []
  for (const line of readLines(block.text, start, new Reporter())) {
    const last = parts.at(-1)
    if (line.indent === 0 || last === undefined)
      parts.push({
        span: line.span,
        lines: [tokenLine(line)],
        ...(line.rule === undefined ? {} : { rule: line.rule }),
      })
    else last.lines.push(tokenLine(line))
  }
  return parts.map((part) => ({ ...part, end: part.lines.at(-1)?.line ?? part.span.line }))
}

/** The number of the last line of a text that isn't empty, or of the line before it. */
const endOf = (lines: readonly string[], { line }: Start): number =>
  line + lines.findLastIndex((text) => text.trim() !== '')

const tokenLine = ({ indent, span, tokens }: SourceLine): TokenLine => ({
  indent,
  line: span.line,
  tokens: tokens.flatMap(withInner),
})

function withInner(token: Token): Token[] {
  const inside = (token.parts ?? []).flatMap((part) => (typeof part === 'string' ? [] : part.tokens))
  return [token, ...inside.flatMap(withInner)]
}
