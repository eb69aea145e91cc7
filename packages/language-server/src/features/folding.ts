/** Folding: sections, fenced blocks, and the parts of blocks. */
import { splitLines } from '@ludoforge/compiler/editing'
import { headingsOf } from '@ludoforge/compiler/headings'
import type { FoldingRange } from 'vscode-languageserver'
import { scopedParts } from '../names/name-index.js'
import type { Project } from '../project.js'

/** The ranges of a document that can be folded, by their lines. */
export function foldings(project: Project, path: string): FoldingRange[] {
  const lines = splitLines(project.text(path) ?? '')
  const headings = /\.md$/i.test(path) ? headingsOf(lines) : []
  const sections = headings.map(({ line, depth }, i) => {
    const next = headings.slice(i + 1).find((other) => other.depth <= depth)
    return { from: line, to: lastText(lines, (next?.line ?? lines.length + 1) - 1) }
  })
  const blocks = project.compilation.blocks.filter(({ file }) => file === path)
  const fences = blocks.flatMap(({ span, text }) =>
    /\.md$/i.test(path) ? [{ from: span.line - 1, to: span.line + text.split('\n').length }] : [],
  )
  const parts = blocks.flatMap((block) =>
    scopedParts(block).map(({ part }) => ({ from: part.span.line, to: part.end })),
  )
  return [...sections, ...fences, ...parts]
    .filter(({ from, to }) => to > from)
    .map(({ from, to }) => ({ startLine: from - 1, endLine: to - 1 }))
}

/** The last line with text, up to a line. */
function lastText(lines: readonly string[], to: number): number {
  let at = to
  while (at > 0 && (lines[at - 1] ?? '').trim() === '') at -= 1
  return at
}
