/** Colours blocks by the grammar of the notation, and sets prose as the rulebook does. */
import { type EditorState, RangeSetBuilder } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view'
import { highlightLine, type HighlightedSpan, type OpenText } from '../../table/rulebook/highlight.js'
import { type Block, blockAt, blocksField } from './blocks.js'

const lineClass = (name: string): Decoration => Decoration.line({ class: name })
/** A wrapped line hangs below its own indentation. The page's policy forbids inline styles, so there is a class for each. */
const MAX_HANG = 12
const CODE = Array.from({ length: MAX_HANG + 1 }, (_, steps) => lineClass(`code-row hang-${steps}`))
const TITLE = lineClass('code-row example-title hang-0')
const FENCE = lineClass('fence-row')
const PROSE = lineClass('prose-row')
const HEADINGS = [1, 2, 3].map((level) => lineClass(`prose-row heading-row level-${level}`))

const mark = (name: string): Decoration => Decoration.mark({ class: name })
const SPANS: Readonly<Record<HighlightedSpan['kind'], Decoration | undefined>> = {
  plain: undefined,
  word: mark('of-word'),
  number: mark('of-number'),
  text: mark('of-text'),
  comment: mark('of-comment'),
  key: mark('of-key'),
  name: mark('of-name'),
}
const STRONG = mark('of-strong')
const EMPHASIS = mark('of-emphasis')
const INLINE_CODE = mark('of-code')

/**
 * Around the text of each line. CodeMirror estimates the heights of all lines that aren't drawn from a short line without
 * marks. Here it would find a heading, then code, then prose, and each time estimate the whole file again, until its
 * measuring gives up. With marks on every line, it measures a line of its own, which always has the same height.
 */
const WHOLE = Decoration.mark({ class: 'of-line', inclusive: true })

/** The parts of prose that Markdown emphasizes. */
const INLINE = /(`[^`]+`)|(\*\*[^*]+\*\*)|(\*[^*\s][^*]*\*|\b_[^_]+_\b)/g

/** Blocks whose unindented lines are titles. */
const STEPS: ReadonlySet<string> = new Set(['example', 'lesson', 'guide'])

function decorate(state: EditorState, ranges: EditorView['visibleRanges']): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>()
  const blocks = state.field(blocksField)
  const { doc } = state
  for (const { from, to } of ranges) {
    const last = doc.lineAt(to).number
    let number = doc.lineAt(from).number
    while (number <= last) {
      const block = blockAt(blocks, number)
      if (block === undefined) {
        prose(builder, doc.line(number).from, doc.line(number).text)
        number += 1
      } else {
        code(builder, state, block, number, Math.min(last, block.to))
        number = block.to + 1
      }
    }
  }
  return builder.finish()
}

function prose(builder: RangeSetBuilder<Decoration>, from: number, text: string): void {
  const level = /^(#{1,6})\s/.exec(text)?.[1]?.length
  builder.add(from, from, level === undefined ? PROSE : (HEADINGS[Math.min(level, 3) - 1] ?? PROSE))
  whole(builder, from, text)
  if (level !== undefined) return
  for (const found of text.matchAll(INLINE)) {
    const [all, inCode, strong] = found
    const kind = inCode !== undefined ? INLINE_CODE : strong !== undefined ? STRONG : EMPHASIS
    builder.add(from + found.index, from + found.index + all.length, kind)
  }
}

function whole(builder: RangeSetBuilder<Decoration>, from: number, text: string): void {
  if (text !== '') builder.add(from, from + text.length, WHOLE)
}

/** Colours the visible lines of a block. Those above it are read for texts that span lines. */
function code(
  builder: RangeSetBuilder<Decoration>,
  { doc }: EditorState,
  block: Block,
  first: number,
  last: number,
): void {
  const start = block.language === 'yaml' ? Math.max(first, block.from + 1) : block.from + 1
  let open: OpenText
  if (first === block.from && first > 0) fence(builder, doc.line(first))
  for (let number = start; number <= last; number += 1) {
    if (number > doc.lines) return
    const { from, text } = doc.line(number)
    if (number === block.to) {
      fence(builder, { from, text })
      return
    }
    const read = highlightLine(text, block.language, open)
    open = read.open
    if (number < first) continue
    builder.add(from, from, STEPS.has(block.language) && /^\S/.test(text) ? TITLE : codeRow(text))
    whole(builder, from, text)
    let at = from
    for (const { kind, text: part } of read.spans) {
      const shown = SPANS[kind]
      if (shown !== undefined) builder.add(at, at + part.length, shown)
      at += part.length
    }
  }
}

function fence(
  builder: RangeSetBuilder<Decoration>,
  { from, text }: { readonly from: number; readonly text: string },
): void {
  builder.add(from, from, FENCE)
  whole(builder, from, text)
}

function codeRow(text: string): Decoration {
  const indent = /^ */.exec(text)?.[0].length ?? 0
  return CODE[Math.min(MAX_HANG, indent >> 1)] ?? PROSE
}

/** Highlights what is on the screen. */
export const highlighting = [
  blocksField,
  ViewPlugin.fromClass(
    class {
      decorations: DecorationSet

      constructor(view: EditorView) {
        this.decorations = decorate(view.state, view.visibleRanges)
      }

      update({ docChanged, viewportChanged, view, state }: ViewUpdate): void {
        if (docChanged || viewportChanged) this.decorations = decorate(state, view.visibleRanges)
      }
    },
    { decorations: (plugin) => plugin.decorations },
  ),
]
