/** Hostile documents: huge, deep, broken in the middle of a character. No feature fails or takes for ever. */
import { describe, expect, it } from 'vitest'
import { completions } from '../src/features/completion.js'
import { definitions, references } from '../src/features/definition.js'
import { foldings } from '../src/features/folding.js'
import { formatted } from '../src/features/format-document.js'
import { formatRules } from '../src/features/format-rules.js'
import { hoverAt } from '../src/features/hover.js'
import { lenses } from '../src/features/lenses.js'
import { documentSymbols } from '../src/features/outline.js'
import { prepareRename } from '../src/features/rename.js'
import { findGame } from '../src/find-game.js'
import { memoryWorkspace, projectOf, RULES } from './support/memory.js'

const PATH = 'rules.md'
const fence = (text: string): string => `\`\`\`rules\n${text}\n\`\`\`\n`

const DOCUMENTS: Readonly<Record<string, string>> = {
  'a huge file':
    RULES + fence(Array.from({ length: 5000 }, (_, i) => `value v${i} = ${i} + v${i + 1}`).join('\n')),
  'one long line': RULES + fence(`value x = ${'1 + '.repeat(20_000)}1`),
  'deep blocks':
    RULES + fence(`play\n${Array.from({ length: 300 }, (_, i) => `${' '.repeat(i + 1)}if true`).join('\n')}`),
  'deep brackets': RULES + fence(`value x = ${'('.repeat(5000)}`),
  'deep data': `${RULES}\`\`\`yaml\nx: ${'['.repeat(3000)}\n\`\`\`\n`,
  'half a character': RULES.replace('Old Mill', 'Old \uD83D Mill').replace(
    'What do you do?',
    '\uDE00 what? 😀',
  ),
  'unusual line ends': RULES.replaceAll('\n', '\r\n'),
  'names of JavaScript': RULES.replaceAll('strength', '__proto__').replaceAll('pay', 'constructor'),
  'control characters': RULES.replace('Old Mill', 'Old \u0007\u001B[31m Mill'),
  'an open fence': `${RULES}\n\`\`\`rules\nplay`,
  nothing: '',
}

describe.each(Object.entries(DOCUMENTS))('%s', (_, text) => {
  const project = projectOf({ [PATH]: text })

  it('is checked to the end', () => {
    const steps = [...project.check()]
    expect(steps.length).toBeGreaterThan(0)
    const lines = text.split(/\r\n|\n|\r/)
    for (const { span } of steps.at(-1)?.diagnostics ?? [])
      if (span !== undefined) expect(span.line).toBeLessThanOrEqual(lines.length)
  })

  it('has an answer to every request', () => {
    const last = text.split('\n').length
    for (const line of [0, 11, 32, 46, last - 3, last, last + 100])
      for (const character of [0, 3, 12, 100_000]) {
        const position = { line: Math.max(0, line), character }
        expect(Array.isArray(completions(project, PATH, position))).toBe(true)
        expect(Array.isArray(definitions(project, PATH, position))).toBe(true)
        expect(Array.isArray(references(project, PATH, position, true))).toBe(true)
        expect(hoverAt(project, PATH, position)).not.toBeUndefined()
        expect(prepareRename(project, PATH, position)).not.toBeUndefined()
      }
    expect(Array.isArray(documentSymbols(project, PATH))).toBe(true)
    expect(Array.isArray(foldings(project, PATH))).toBe(true)
    expect(Array.isArray(lenses(project, PATH))).toBe(true)
    expect(Array.isArray(formatted(project, PATH))).toBe(true)
  })

  it('is formatted in a stable way', () => {
    const once = formatRules(text)
    expect(formatRules(once)).toBe(once)
  })
})

describe('the folder of a game', () => {
  const find = (files: Readonly<Record<string, string>>, file: string, roots?: readonly string[]) =>
    findGame(memoryWorkspace(new Map(Object.entries(files))), file, roots)

  it('is the one with all its files', async () => {
    const files = {
      'file:///games/a/rules.md': RULES,
      'file:///games/a/more/examples.md': 'An example',
      'file:///games/b/rules.md': RULES,
      'file:///games/README.md': 'All games',
    }
    expect(await find(files, 'file:///games/a/more/examples.md')).toBe('file:///games/a')
    expect(await find(files, 'file:///games/b/rules.md')).toBe('file:///games/b')
    expect(await find(files, 'file:///games/README.md')).toBeUndefined()
  })

  it('is never above the folders that are open', async () => {
    const files = { 'file:///desk/notes.md': 'Notes', 'file:///desk/game/rules.md': RULES }
    expect(await find(files, 'file:///desk/game/rules.md', ['file:///desk/game'])).toBe('file:///desk/game')
  })

  it('is none for prose that only mentions a game', async () => {
    expect(await find({ 'file:///x/a.md': 'game: chess\n' }, 'file:///x/a.md')).toBeUndefined()
  })
})
