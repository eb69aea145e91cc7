import { printable } from '@ludoforge/kernel'
import type { Sources, Span } from '../source/index.js'
import type { Diagnostic } from './reporter.js'

export interface RenderOptions {
  readonly colour: boolean
}

const TAB_WIDTH = 4
const WIDTH = 100 // of the quoted source line; a longer one is cut around the span

/**
 * Renders a diagnostic for people:
 *
 *     map.md:12:19: error unknown-space: There is no space `habour`.
 *       12 | mill: {adjacent: [habour]}
 *          |                   ^^^^^^
 *          = did you mean `harbour`?
 */
export function renderDiagnostic(diagnostic: Diagnostic, sources: Sources, options: RenderOptions): string {
  const paint = options.colour ? colours : plain
  const { span, hint, also = [] } = diagnostic
  const place = span === undefined ? '' : `${printable(span.file)}:${span.line}:${span.column}: `
  const severity = paint[diagnostic.severity](`${diagnostic.severity} ${diagnostic.code}`)
  const out = [`${paint.strong(place)}${severity}: ${printable(diagnostic.message)}`]
  const source = span === undefined ? undefined : sources.line(span.file, span.line)
  const number = span === undefined || source === undefined ? '' : String(span.line)
  const gutter = ' '.repeat(number.length + 2)
  if (span !== undefined && source !== undefined) {
    const shown = excerpt(source, span)
    const carets = paint[diagnostic.severity]('^'.repeat(shown.length))
    out.push(`${paint.faint(`  ${number} |`)} ${shown.text}`.trimEnd())
    out.push(`${paint.faint(`${gutter} |`)} ${' '.repeat(shown.start)}${carets}`)
  }
  if (hint !== undefined) out.push(`${paint.faint(`${gutter} =`)} ${printable(hint)}`)
  if (also.length > 0) out.push(`${paint.faint(`${gutter} =`)} also at ${printable(listLocations(also))}`)
  return out.join('\n')
}

const MAX_LOCATIONS = 5 // listed in full

function listLocations(spans: readonly Span[]): string {
  const shown = spans.slice(0, MAX_LOCATIONS).map(({ file, line }) => `${file}:${line}`)
  const left = spans.length - shown.length
  return left === 0 ? shown.join(', ') : `${shown.join(', ')} and ${plural(left, 'other place')}`
}

/** Renders all diagnostics with blank lines between them, and a summary line. */
export function renderDiagnostics(
  diagnostics: readonly Diagnostic[],
  sources: Sources,
  options: RenderOptions,
): string {
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length
  const warnings = diagnostics.length - errors
  const rendered = diagnostics.map((diagnostic) => renderDiagnostic(diagnostic, sources, options))
  return [...rendered, `${plural(errors, 'error')}, ${plural(warnings, 'warning')}`].join('\n\n')
}

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`
}

/** The part of a line to quote, and the span within it, in terminal columns. */
function excerpt(source: string, span: Span): { text: string; start: number; length: number } {
  const cells: string[] = [] // one per terminal column; the second half of a wide character is ''
  let start = 0
  let end = 0
  let unit = 1
  for (const character of source) {
    if (unit <= span.column) start = cells.length
    if (unit < span.column + span.length) end = cells.length + 1
    cells.push(...cellsOf(character, cells.length))
    if (unit < span.column + span.length) end = cells.length
    unit += character.length
  }
  // A span after the last character marks the end of the line.
  if (span.column >= unit) start = cells.length
  const length = Math.max(1, Math.min(end, cells.length) - start)
  const from = cells.length <= WIDTH ? 0 : Math.max(0, start - Math.floor(WIDTH / 2))
  const to = Math.min(cells.length, from + WIDTH)
  const before = from > 0 ? '…' : ''
  const after = to < cells.length ? '…' : ''
  return {
    text: before + cells.slice(from, to).join('') + after,
    start: start - from + before.length,
    length: Math.max(1, Math.min(length, Math.max(to, start + 1) - start)),
  }
}

function cellsOf(character: string, column: number): string[] {
  if (character === '\t') return Array.from({ length: TAB_WIDTH - (column % TAB_WIDTH) }, () => ' ')
  const code = character.codePointAt(0) ?? 0
  if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return ['�'] // a control character would move the carets
  if (/\p{Mark}|\p{Format}/u.test(character)) return []
  return isWide(code) ? [character, ''] : [character]
}

/** East Asian wide characters and emoji take two terminal columns. */
function isWide(code: number): boolean {
  return (
    (code >= 0x1100 && code <= 0x115f) ||
    (code >= 0x2e80 && code <= 0xa4cf) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xfe30 && code <= 0xfe6f) ||
    (code >= 0xff00 && code <= 0xff60) ||
    (code >= 0xffe0 && code <= 0xffe6) ||
    (code >= 0x1f300 && code <= 0x1faff) ||
    (code >= 0x20000 && code <= 0x3fffd)
  )
}

type Paint = (text: string) => string
type Palette = Readonly<Record<'strong' | 'faint' | 'error' | 'warning', Paint>>

const escape =
  (code: number): Paint =>
  (text) =>
    text === '' ? '' : `\u001B[${code}m${text}\u001B[0m`
const unchanged: Paint = (text) => text

const colours: Palette = { strong: escape(1), faint: escape(2), error: escape(31), warning: escape(33) }
const plain: Palette = { strong: unchanged, faint: unchanged, error: unchanged, warning: unchanged }
