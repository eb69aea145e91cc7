/** Quick fixes for diagnostics whose hint names the right word or line. */
import { splitLines } from '@ludoforge/compiler/editing'
import type { CodeAction, Diagnostic, Range, TextEdit } from 'vscode-languageserver'
import type { Project } from '../project.js'
import type { FixData } from '../to-diagnostic.js'

/** The fixes for diagnostics of a document. */
export function quickFixes(project: Project, path: string, diagnostics: readonly Diagnostic[]): CodeAction[] {
  const lines = splitLines(project.text(path) ?? '')
  return diagnostics.flatMap((diagnostic) => {
    const fix = fixOf(diagnostic, lines)
    if (fix === undefined) return []
    const { title, edits } = fix
    return [
      {
        title,
        kind: 'quickfix',
        diagnostics: [diagnostic],
        isPreferred: true,
        edit: { changes: { [project.uriOf(path)]: edits } },
      },
    ]
  })
}

interface Fix {
  readonly title: string
  readonly edits: TextEdit[]
}

function fixOf(diagnostic: Diagnostic, lines: readonly string[]): Fix | undefined {
  const { range, code } = diagnostic
  const message = typeof diagnostic.message === 'string' ? diagnostic.message : diagnostic.message.value
  const { hint = message, also = [] } = dataOf(diagnostic)
  const meant = /did you mean `([^`]+)`\?/i.exec(`${hint} ${message}`)?.[1]
  if (meant !== undefined) return replaced(meant, [range, ...also], lines)
  const key = /rename `([^`]+)` to `([^`]+)`/i.exec(hint)?.[2]
  if (key !== undefined) return replaced(key, [range], lines)
  const forced = /Write `then ([^`]+)`/.exec(message)?.[1]
  if (code === 'failed-example' && forced !== undefined) return hadToChoose(forced, range, lines)
  if (code === 'tab') return spaces(range, lines)
  if (code === 'unclosed-fence') return closed(hint, lines)
  return undefined
}

function dataOf({ data }: Diagnostic): FixData {
  return typeof data === 'object' && data !== null ? data : {}
}

/** Replaces a misspelt word by the name that it is close to. */
function replaced(word: string, ranges: readonly Range[], lines: readonly string[]): Fix {
  const edits = ranges.map((range) => ({ range: wordIn(range, lines), newText: word }))
  return { title: `Replace with \`${word}\``, edits }
}

/** The first word of a range. The diagnostic of a fence spans more than its word. */
function wordIn(range: Range, lines: readonly string[]): Range {
  const { line, character } = range.start
  const text = (lines[line] ?? '').slice(character, range.end.line === line ? range.end.character : undefined)
  const found = /[0-9A-Za-z][\w-]*/.exec(text)
  if (found === null) return range
  const from = character + found.index
  return { start: { line, character: from }, end: { line, character: from + found[0].length } }
}

/** A forced answer is an expectation: `when red chooses mill` becomes `then red had to choose mill`. */
function hadToChoose(step: string, { start }: Range, lines: readonly string[]): Fix | undefined {
  const text = lines[start.line] ?? ''
  const written = /^(\s*)(when|and)\b[^#]*?(\s*#.*)?$/.exec(text)
  if (written === null) return undefined
  const [, indent = '', , comment = ''] = written
  const first = nextStep(lines, start.line)
  const edits: TextEdit[] = [
    {
      range: wholeLine(start.line, text),
      newText: `${indent.replace(/^( *) $/, '$1')}then ${step}${comment}`,
    },
  ]
  // The step after it was joined by `and`, and now begins with `when`.
  if (first !== undefined) edits.push(first)
  return { title: `Write \`then ${step}\``, edits }
}

function nextStep(lines: readonly string[], from: number): TextEdit | undefined {
  const at = from + 1
  const text = lines[at] ?? ''
  const joined = /^(\s*) and (?=\S+ (?:does|chooses|decides|plays)\b|do\b|perform\b)/.exec(text)
  if (joined === null) return undefined
  const range = { start: { line: at, character: 0 }, end: { line: at, character: joined[0].length } }
  return { range, newText: `${joined[1] ?? ''}when ` }
}

function spaces({ start: { line } }: Range, lines: readonly string[]): Fix {
  const text = lines[line] ?? ''
  const indent = /^\s*/.exec(text)?.[0] ?? ''
  const range = { start: { line, character: 0 }, end: { line, character: indent.length } }
  return { title: 'Indent with spaces', edits: [{ range, newText: indent.replaceAll('\t', '  ') }] }
}

function closed(hint: string, lines: readonly string[]): Fix | undefined {
  const mark = /close it with a line `(.+)`/i.exec(hint)?.[1]
  if (mark === undefined) return undefined
  const last = lines.length - 1
  const end = { line: last, character: (lines[last] ?? '').length }
  const newText = `${(lines[last] ?? '') === '' ? '' : '\n'}${mark}\n`
  return { title: 'Close the block at the end of the file', edits: [{ range: { start: end, end }, newText }] }
}

const wholeLine = (line: number, text: string): Range => ({
  start: { line, character: 0 },
  end: { line, character: text.length },
})
