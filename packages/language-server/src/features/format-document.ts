/** Formats the blocks of rules in a document. Prose, data and examples stay as they are. */
import { extractBlocks, Reporter } from '@ludoforge/compiler/editing'
import type { TextEdit } from 'vscode-languageserver'
import { linesRange } from '../positions.js'
import type { Project } from '../project.js'
import { formatRules } from './format-rules.js'

/** The edits that format a document. */
export function formatted(project: Project, path: string): TextEdit[] {
  const text = project.text(path)
  if (text === undefined || !/\.md$/i.test(path)) return []
  const end = text.includes('\r\n') ? '\r\n' : '\n'
  return extractBlocks([{ path, text }], new Reporter()).flatMap((block) => {
    // An indented fence is part of a list, whose indentation is up to the writer.
    if (block.lang !== 'rules' || block.cut !== undefined) return []
    const after = formatRules(block.text)
    if (after === block.text) return []
    const lines = block.text.split('\n')
    const last = block.span.line + lines.length - 1
    const range = linesRange(block.span.line, last, lines.at(-1)?.length ?? 0)
    return [{ range, newText: after.replaceAll('\n', end) }]
  })
}
