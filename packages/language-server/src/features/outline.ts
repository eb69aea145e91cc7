/** The outline of a rulebook: its sections by number, with their rules, examples and lessons. */
import type { Block, Span } from '@ludoforge/compiler/editing'
import { splitLines } from '@ludoforge/compiler/editing'
import { headingsOf } from '@ludoforge/compiler/headings'
import type { DocumentSymbol, WorkspaceSymbol } from 'vscode-languageserver'
import { scopedParts } from '../names/name-index.js'
import { linesRange, rangeOf } from '../positions.js'
import type { Project } from '../project.js'

/** The kinds of symbols of the protocol. */
const KIND = { section: 3, action: 6, function: 12, procedure: 12, event: 24, example: 15, data: 19 } as const

interface Section {
  readonly depth: number
  readonly symbol: DocumentSymbol & { children: DocumentSymbol[] }
}

/** The symbols of a document: headings, nested by depth, and the parts of their blocks. */
export function documentSymbols(project: Project, path: string): DocumentSymbol[] {
  const lines = splitLines(project.text(path) ?? '')
  const headings = /\.md$/i.test(path) ? headingsOf(lines) : []
  const roots: DocumentSymbol[] = []
  const sections: Section[] = []
  const open: Section[] = []
  for (const [i, { line, depth, text }] of headings.entries()) {
    const next = headings.slice(i + 1).find((other) => other.depth <= depth)
    const end = (next?.line ?? lines.length + 1) - 1
    while ((open.at(-1)?.depth ?? 0) >= depth) open.pop()
    const symbol = {
      name: text,
      kind: KIND.section,
      range: linesRange(line, Math.max(line, end), (lines[Math.max(line, end) - 1] ?? '').length),
      selectionRange: linesRange(line, line, (lines[line - 1] ?? '').length),
      children: [],
    }
    ;(open.at(-1)?.symbol.children ?? roots).push(symbol)
    const section = { depth, symbol }
    open.push(section)
    sections.push(section)
  }
  for (const block of project.compilation.blocks.filter(({ file }) => file === path))
    for (const symbol of symbolsIn(block, lines)) {
      const around = sections.findLast(({ symbol: { range } }) => range.start.line < symbol.range.start.line)
      ;(around?.symbol.children ?? roots).push(symbol)
    }
  return roots
}

/** The parts of a block: declarations, examples, lessons, or the keys of data. */
function symbolsIn(block: Block, lines: readonly string[]): DocumentSymbol[] {
  if (block.lang === 'yaml') return keysOf(block, lines)
  return scopedParts(block).flatMap(({ part }) => {
    const [head, name] = part.lines[0]?.tokens ?? []
    const isTitled = part.title !== undefined
    const shown =
      part.title ?? ([head?.text, name?.kind === 'mark' ? '' : name?.text].join(' ').trim() || undefined)
    if (shown === undefined) return []
    const range = linesRange(
      part.span.line,
      Math.max(part.span.line, part.end),
      lines[part.end - 1]?.length ?? 0,
    )
    const selected: Span = isTitled || name === undefined ? part.span : name.span
    return [
      {
        name: shown,
        ...(part.rule === undefined ? {} : { detail: part.rule }),
        kind: isTitled ? KIND.example : kindOf(head?.text),
        range,
        selectionRange: rangeOf(selected),
      },
    ]
  })
}

function kindOf(head: string | undefined): DocumentSymbol['kind'] {
  if (head === 'value' || head === 'test' || head === 'set') return KIND.function
  if (head === 'whenever' || head === 'window') return KIND.event
  return head === 'procedure' || head === 'play' || head === 'setup' ? KIND.procedure : KIND.action
}

/** The top-level keys of data. */
function keysOf({ text, span }: Block, lines: readonly string[]): DocumentSymbol[] {
  const own = text.split('\n')
  const starts = own.flatMap((line, i) => (/^[^\s#:]+:/.test(line) ? [i] : []))
  return starts.map((at, i) => {
    const key = /^[^\s#:]+/.exec(own[at] ?? '')?.[0] ?? ''
    const last = (starts[i + 1] ?? own.length) - 1
    const from = span.line + at
    const to = Math.max(from, span.line + last)
    return {
      name: key,
      kind: KIND.data,
      range: linesRange(from, to, lines[to - 1]?.length ?? 0),
      selectionRange: rangeOf({ file: span.file, line: from, column: span.column, length: key.length }),
    }
  })
}

/** Finds rules, names and sections of a project by a part of their name, or by their rule number. */
export function workspaceSymbols(project: Project, query: string): WorkspaceSymbol[] {
  const wanted = query.toLowerCase()
  const found: WorkspaceSymbol[] = []
  const visit = (path: string, symbol: DocumentSymbol, container?: string): void => {
    const { name, detail = '', kind, selectionRange, children = [] } = symbol
    if (name.toLowerCase().includes(wanted) || (detail !== '' && detail.startsWith(wanted)))
      found.push({
        name: detail === '' ? name : `${name} (${detail})`,
        kind,
        location: { uri: project.uriOf(path), range: selectionRange },
        ...(container === undefined ? {} : { containerName: container }),
      })
    for (const child of children) visit(path, child, name)
  }
  for (const { path } of project.sources)
    for (const symbol of documentSymbols(project, path)) visit(path, symbol)
  return found.slice(0, MAX_FOUND)
}

/** More results are of no use. */
const MAX_FOUND = 500
