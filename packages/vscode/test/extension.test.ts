/** The VS Code extension: its bundle has everything that its manifest names, and Markdown gets the grammars. */
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createHighlighter } from 'shiki'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundleExtension } from '../../../scripts/vscode.mjs'

interface Manifest {
  readonly main: string
  readonly name: string
  readonly publisher: string
  readonly engines: { readonly vscode: string }
  readonly devDependencies?: object
  readonly contributes: {
    readonly languages: readonly { readonly id: string; readonly configuration: string }[]
    readonly grammars: readonly {
      readonly path: string
      readonly scopeName: string
      readonly language?: string
      readonly embeddedLanguages?: Readonly<Record<string, string>>
    }[]
    readonly commands: readonly { readonly command: string }[]
    readonly configuration: { readonly properties: Readonly<Record<string, object>> }
  }
}

let folder: string
let manifest: Manifest
const read = (file: string): unknown => JSON.parse(readFileSync(path.join(folder, file), 'utf8'))

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ludoforge-vscode-'))
  await bundleExtension(folder)
  manifest = read('package.json') as Manifest
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the extension', () => {
  it('has every file that its manifest names', () => {
    const { main, contributes } = manifest
    const files = [
      main,
      ...contributes.languages.map(({ configuration }) => configuration),
      ...contributes.grammars.map((grammar) => grammar.path),
      'README.md',
      'LICENSE',
      'THIRD-PARTY-LICENSES.txt',
    ]
    expect(files.filter((file) => !existsSync(path.join(folder, file)))).toEqual([])
    expect(manifest.devDependencies).toBeUndefined()
  })

  it('has grammars with the scopes that the manifest names', () => {
    for (const { path: file, scopeName } of manifest.contributes.grammars)
      expect(read(file)).toMatchObject({ scopeName })
    const ids = manifest.contributes.languages.map(({ id }) => id)
    for (const { language, embeddedLanguages = {} } of manifest.contributes.grammars)
      for (const id of [language, ...Object.values(embeddedLanguages)])
        if (id !== undefined) expect(ids).toContain(id)
  })

  it('is a program that uses the settings and commands of the manifest', () => {
    const program = readFileSync(path.join(folder, manifest.main), 'utf8')
    for (const { command } of manifest.contributes.commands) expect(program).toContain(`"${command}"`)
    for (const name of Object.keys(manifest.contributes.configuration.properties))
      expect(program).toContain(`"${name.replace('ludoforge.', '')}"`)
    expect(program).toMatch(/activate: \(\) => activate/)
  })
})

describe('the injection into Markdown', () => {
  const TEXT = [
    '# Title',
    '',
    '```rules',
    'action raid "Raid" # 3.1',
    '```',
    '',
    '```example',
    'A raid # 3.1',
    '  when red does raid',
    '```',
    '',
    '```text',
    'action raid',
    '```',
    'Prose if then.',
  ].join('\n')

  it('highlights rules, examples and lessons, and nothing else', async () => {
    const grammars = manifest.contributes.grammars.map(({ path: file }) => ({
      name: file,
      ...(read(file) as object),
    }))
    const [rules, steps, markdown] = grammars
    const highlighter = await createHighlighter({
      langs: [
        'markdown',
        rules,
        { ...steps, name: 'steps' },
        {
          ...markdown,
          name: 'injection',
          injectTo: ['text.html.markdown'],
          embeddedLangs: ['rules', 'steps'],
        },
      ] as never,
      themes: ['github-light'],
    })
    const lines = highlighter.codeToTokensBase(TEXT, {
      lang: 'markdown',
      theme: 'github-light',
      includeExplanation: 'scopeName',
    })
    const scopesOf = (line: number, word: string): string =>
      (lines[line] ?? [])
        .flatMap(({ explanation = [] }) => explanation)
        .filter(({ content }) => content.trim() === word)
        .map(({ scopes }) => scopes.map(({ scopeName }) => scopeName).join(' '))
        .join()
    expect(scopesOf(3, 'action')).toContain('keyword.control.ludoforge')
    expect(scopesOf(3, 'raid')).toContain(
      'meta.embedded.block.ludoforge.rules entity.name.function.ludoforge',
    )
    expect(scopesOf(7, 'A raid')).toContain('entity.name.section.ludoforge')
    expect(scopesOf(8, 'when')).toContain('keyword.control.ludoforge')
    expect(JSON.stringify(lines.slice(10))).not.toContain('ludoforge')
  })
})
