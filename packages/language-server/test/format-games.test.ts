/** Formatting in every game: only white space changes, a second time nothing, and the game stays the same. */
import { compileFiles, extractBlocks, Reporter, type SourceFile } from '@ludoforge/compiler'
import { effectTree } from '@ludoforge/effect-tree'
import { gameNames } from '@ludoforge/games'
import { describe, expect, it } from 'vitest'
import { folderOf } from '../../../test/support/games.js'
import { formatted } from '../src/features/format-document.js'
import { formatRules } from '../src/features/format-rules.js'
import { Project } from '../src/project.js'

const squeezed = (text: string): string => text.replaceAll(/\s+/g, '')

/** The files after formatting. */
function formattedFiles(files: readonly SourceFile[]): SourceFile[] {
  const project = new Project('memory:/game')
  return files.map(({ path, text }) => {
    project.change(path, text)
    const lines = text.split('\n')
    for (const { range, newText } of formatted(project, path).toReversed())
      lines.splice(range.start.line, range.end.line - range.start.line + 1, ...newText.split('\n'))
    return { path, text: lines.join('\n') }
  })
}

/** A GameDef without the places of its rules in their files. */
const withoutPlaces = (def: object | undefined): string =>
  JSON.stringify(def, (key, value: unknown) => (key === 'line' || key === 'column' ? undefined : value))

describe.each([...gameNames().map((name) => `games/${name}`), 'docs/language'])('formatting %s', (name) => {
  it('changes white space only, and is stable', async () => {
    const { files } = await folderOf(name)
    for (const block of extractBlocks(files, new Reporter())) {
      if (block.lang !== 'rules') continue
      const once = formatRules(block.text)
      expect(squeezed(once), `${block.file}:${block.span.line}`).toBe(squeezed(block.text))
      expect(formatRules(once), `${block.file}:${block.span.line}`).toBe(once)
    }
  })

  it('changes nothing of the game', async () => {
    const { files, compilation } = await folderOf(name)
    const after = formattedFiles(files)
    const changed = after.filter(({ text }, i) => text !== files[i]?.text)
    if (changed.length === 0) return
    const again = compileFiles(after, { dialects: [effectTree] })
    expect(again.diagnostics.map(({ message }) => message)).toEqual(
      compilation.diagnostics.map(({ message }) => message),
    )
    expect(withoutPlaces(again.def)).toBe(withoutPlaces(compilation.def))
  })
})
