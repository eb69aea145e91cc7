import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { effectTree } from '@ludoforge/effect-tree'
import { compileFolder, loadCompilation, runExamples } from '@ludoforge/compiler'
import { definition, gameDefSchema } from '@ludoforge/kernel'
import { describe, expect, it } from 'vitest'
import { run } from '../packages/cli/src/program.js'
import { textTerminal } from '../packages/cli/test/terminal.js'
import { BUILTIN_FUNCTIONS } from '../packages/compiler/src/elaborate/expressions/calls.js'
import { TYPE_NAMES } from '../packages/compiler/src/elaborate/types.js'
import { BUILTIN_WORDS } from '../packages/compiler/src/elaborate/symbols.js'
import { RESERVED_WORDS } from '../packages/compiler/src/parser/reserved-words.js'
import { STATEMENT_WORDS } from '../packages/compiler/src/parser/statements.js'
import { build } from '../scripts/build.mjs'
import { packageFolders } from '../scripts/process.mjs'
import { blocksOfPage, PageFolder, reads } from './support/pages.js'
import { isThorough } from './support/effort.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

/** All files below a folder that match, by path from the root. */
function files(folder: string, pattern: RegExp): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join(folder, file.replaceAll(path.sep, '/')))
    .filter((file) => pattern.test(file))
}

const reference = files('docs/language', /\.md$/).map(read).join('\n')

describe('the game folders of the documentation', () => {
  // The reference declares one of everything, and only its examples use all of it.
  const folders = {
    'docs/language': ['unused'],
    'docs/phases': [],
    'docs/teams': [],
    'docs/tutorial': [],
    'docs/patterns': [],
  }

  it.each(Object.entries(folders))('%s compiles, and its examples pass', async (folder, accepted) => {
    const compilation = await compileFolder(path.join(root, folder), { dialects: [effectTree] })
    const found = compilation.diagnostics.filter(({ code }) => !(accepted as string[]).includes(code))
    expect(found).toEqual([])
    const { results, diagnostics } = runExamples(loadCompilation(compilation))
    expect(diagnostics).toEqual([])
    expect(results.length).toBeGreaterThan(3)
    const failed = results.filter(({ failure }) => failure !== undefined)
    expect(
      failed.map(({ span, title, failure }) => ({ place: `${span.file}:${span.line}`, title, failure })),
    ).toEqual([])
  })
})

describe('the language reference', () => {
  const headings = [...reference.matchAll(/^## (.*)$/gm)].map(([, text = '']) => text)
  const named = new Set(headings.flatMap((text) => text.split(/[,\s]+/)))

  it('has an entry for every statement', () => {
    expect(STATEMENT_WORDS.filter((word) => !named.has(word))).toEqual([])
  })

  it('has an entry and an example for every function', () => {
    const examples = examplesOf(reference)
    expect(BUILTIN_FUNCTIONS.filter((name) => !named.has(name) || !examples.includes(`${name}(`))).toEqual([])
  })

  it.each([
    ['built-in word', BUILTIN_WORDS, 'Built-in words'],
    ['type', TYPE_NAMES, 'Values, tests and sets'],
    ['reserved word', RESERVED_WORDS, 'Reserved words'],
    [
      'word that continues a line',
      quotedList('parser/lines.ts', 'CONTINUATION_WORDS'),
      'Words, numbers, texts',
    ],
  ])('explains every %s', (_, words, heading) => {
    const text = section(reference, heading)
    expect(words.filter((word) => !text.includes(`\`${word}\``))).toEqual([])
  })

  it('lists only reserved words as reserved', () => {
    const listed = section(reference, 'Reserved words').split('\n\n')[2] ?? ''
    expect([...listed.matchAll(/`([^`]+)`/g)].map(([, word]) => word)).toEqual(RESERVED_WORDS)
  })

  it('has an entry for every declaration', () => {
    const keys = quotedList('declare/sections.ts', 'SECTIONS')
    expect(keys.filter((key) => !headings.includes(key))).toEqual([])
  })

  it('explains every key, effect, reference, operator and query of the effect tree', () => {
    const words = [...effectTree.keys, ...treeWords()]
    const text = section(reference, 'The effect tree', /^# /m)
    expect(words.filter((word) => !text.includes(`\`${word}\``))).toEqual([])
  })

  it('explains every diagnostic', () => {
    const text = section(reference, 'Diagnostics', /^# /m)
    expect(diagnosticCodes().filter((code) => !text.includes(`\`${code}\``))).toEqual([])
  })

  it('indexes every entry', () => {
    const index = read('docs/language/README.md')
    const missing = files('docs/language', /\/\d\d-.*\.md$/)
      .filter((file) => !file.includes('diagnostics'))
      .flatMap((file) =>
        entriesOf(file).filter((anchor) => !index.includes(`${path.posix.basename(file)}#${anchor}`)),
      )
    expect(missing).toEqual([])
  })
})

describe('blocks of rules on pages', () => {
  const shown = {
    'docs/writing-a-game.md': ['docs/tutorial'],
    'README.md': ['games/outposts'],
    'CONTRIBUTING.md': ['games/outposts'],
  }

  it.each(Object.entries(shown))('in %s are quoted from %s', (page, folders) => {
    const rules = folders
      .flatMap((folder) => files(folder, /\.md$/))
      .map(read)
      .join('\n')
    const blocks = [...read(page).matchAll(/^```(?:yaml|rules|example)\n(.*?)^```$/gms)]
    expect(blocks.length).toBeGreaterThan(0)
    for (const [, text = ''] of blocks)
      for (const part of text.split('\n\n')) expect(rules).toContain(part.trimEnd())
  })
})

describe('the page on the command', () => {
  it('has every command of ludoforge in its table, and no other', async () => {
    const terminal = textTerminal()
    await run(['--help'], terminal)
    const [, listed = ''] = /^Commands:\n(.*?)^\n/ms.exec(`${terminal.text()}\n\n`) ?? []
    const commands = [...listed.matchAll(/^ {2}(\w+)/gm)].map(([, name = '']) => name)
    expect(commands.length).toBeGreaterThan(10)
    const rows = section(read('docs/command.md'), 'All commands')
      .split('\n')
      .filter((line) => line.startsWith('| `'))
    const told = rows.flatMap((row) => {
      const [, names = ''] = row.split('|')
      return [...names.matchAll(/`(\w+)/g)].map(([, name = '']) => name)
    })
    expect([...new Set(told)].toSorted()).toEqual(commands.filter((name) => name !== 'help').toSorted())
  })
})

describe('the front page', () => {
  it('has fewer than 150 lines', () => {
    expect(read('README.md').trimEnd().split('\n').length).toBeLessThan(150)
  })

  it('links to the README of every package', () => {
    const page = read('README.md')
    expect(packageFolders().filter((folder: string) => !page.includes(`](${folder}/README.md)`))).toEqual([])
  })
})

describe('the types of a GameDef', () => {
  it('have the descriptions of the schema as doc comments', () => {
    const { $defs } = gameDefSchema() as { $defs: Record<string, { description: string }> }
    const source = read('packages/kernel/src/def/index.ts')
    const documented = [
      ...source.matchAll(/^\/\*\*((?:(?!\*\/).)*)\*\/\nexport type (\w+) = TypeOf<'\2'>$/gms),
    ]
    expect(documented.length).toBeGreaterThan(40)
    for (const [, text = '', name = ''] of documented)
      if (name in $defs)
        expect(text.replaceAll(/\s*\n \*\s*|\s+/g, ' ').trim()).toBe($defs[name]?.description)
  })
})

describe('pages with programs and commands', () => {
  it.each(['docs/studies.md'])('%s prints what it shows', async (page) => {
    const { code, output } = await build(['types']) // its programs import the packages as they are published
    if (code !== 0) throw new Error(`The packages can't be built: ${output}`)
    const place = mkdtempSync(path.join(root, 'test', 'page-'))
    try {
      const folder = new PageFolder(place, root)
      let printed: string | undefined
      const blocks = blocksOfPage(read(page)).filter(({ language }) => language !== 'console') // too slow here
      // `npm test` runs the programs up to the second output that the page shows.
      const second = blocks.flatMap(({ language }, i) => (language === 'text' ? [i] : []))[1] ?? blocks.length
      for (const block of isThorough ? blocks : blocks.slice(0, second + 1))
        if (block.language !== 'text') printed = folder.run(block)
        else if (!reads(printed?.trimEnd() ?? '', block.text.trimEnd())) expect(printed).toBe(block.text)
    } finally {
      rmSync(place, { recursive: true, force: true })
    }
  })
})

describe('npm scripts on pages', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const pages = ['README.md', 'CONTRIBUTING.md', ...files('docs', /\.md$/)]

  it.each(pages)('%s: all of them exist', (page) => {
    const named = [...read(page).matchAll(/\bnpm run (?:-s )?([a-z][\w:]*)/g)].map(([, name = '']) => name)
    expect(named.filter((name) => !(name in scripts))).toEqual([])
  })

  it('include typecheck', () => {
    expect(read('CONTRIBUTING.md')).toContain('npm run typecheck')
    expect(scripts.typecheck).toBe('tsc -b')
  })
})

describe('links in the documentation', () => {
  const ofPackages = packageFolders().map((folder: string) => `${folder}/README.md`)
  const own = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md']
  const pages = [...own, ...ofPackages, ...files('docs', /\.md$/)]

  it.each(pages)('%s links to existing files and headings', (page) => {
    const broken = [...prose(read(page)).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, link = '']) => link)
      .filter((link) => !/^[a-z]+:/.test(link) && !resolves(page, link))
    expect(broken).toEqual([])
  })
})

describe('sources that pages name', () => {
  const ofPackages = packageFolders().map((folder: string) => `${folder}/README.md`)
  const pages = ['CONTRIBUTING.md', 'docs/architecture.md', 'docs/server.md', ...ofPackages]
  const known = ['packages', 'games', 'scripts', 'test', 'bench'].flatMap((folder) =>
    files(folder, /^(?!.*node_modules)/),
  )

  // A page may leave out the front of a path: `run/machine.ts`, `table/src/log/`.
  it.each(pages)('%s: each of them exists', (page) => {
    const spans = [...read(page).matchAll(/`([\w./-]+)`/g)].map(([, span = '']) => span)
    const named = spans
      .filter((span) => /\.tsx?$|\/src\//.test(span))
      .map((span) => `/${span.replace(/\/$/, '')}`)
    expect(named.filter((name) => !known.some((file) => `/${file}`.endsWith(name)))).toEqual([])
  })
})

/** The words of a private constant of the compiler, read from its source. */
function quotedList(file: string, name: string): string[] {
  const source = read(`packages/compiler/src/${file}`)
  const [, body = ''] =
    new RegExp(`const ${name}\\b[^=]*=\\s*([^;]*?[\\])])\\)?(?: as const)?\\n`, 's').exec(source) ?? []
  const words = [...body.matchAll(/'([^']+)'/g)].flatMap(([, text = '']) => text.split(' '))
  if (words.length === 0) throw new Error(`No words found in ${name} of ${file}.`)
  return words
}

/** The effects, references, operators and queries of the effect tree: the GameDef's nodes, and its own. */
function treeWords(): string[] {
  const nodes = ['Effect', 'Reference', 'Operator', 'Query', 'Literal', 'Computed', 'Called'] as const
  const known = nodes.flatMap((name) => [...definition(name).index.keys()])
  const tables = { OWN: ['effects.ts', 'queries.ts'], READERS: ['expressions.ts'] }
  const own = Object.entries(tables).flatMap(([name, all]) => all.flatMap((file) => keysIn(file, name)))
  return [...new Set([...known, ...own])].filter((word) => !EXPLAINED_AS_MAPS.has(word))
}

/** The keys of a private table of the compiler, read from its source. */
function keysIn(file: string, name: string): string[] {
  const source = read(`packages/effect-tree/src/${file}`)
  const [, body = ''] = new RegExp(`const ${name}\\b[^=]*= \\{\\n(.*?)^\\}`, 'ms').exec(source) ?? []
  const keys = [...body.matchAll(/^ {2}(?:'([^']+)'|(\w+))[:,]/gm)].map(
    ([, quoted, plain]) => quoted ?? plain ?? '',
  )
  if (keys.length === 0) throw new Error(`No keys found in ${name} of ${file}.`)
  return keys
}

/** Heads of expressions, which the reference shows inside a map: `{call: NAME, …}`. */
const EXPLAINED_AS_MAPS = new Set([
  'ref',
  'op',
  'query',
  'aggregate',
  'param',
  'seat',
  'zone',
  'value',
  'kinds',
  'none',
  'action',
])

function diagnosticCodes(): string[] {
  const folders = ['packages/compiler/src', 'packages/effect-tree/src']
  const sources = folders.flatMap((folder) => files(folder, /\.ts$/).map(read)).join('\n')
  const codes = [...sources.matchAll(/(?:\.error|\.warn|new DiagnosticError)\(\s*'([a-z-]+)'/g)].map(
    ([, code = '']) => code,
  )
  const names = [...sources.matchAll(/\.unknown\(\s*'([a-z ]+)'/g)].map(
    ([, what = '']) => `unknown-${what.replaceAll(' ', '-')}`,
  )
  return [...new Set([...codes, ...names])]
}

/** The text from a heading to the next one of its rank. */
function section(text: string, heading: string, rank = /^## /m): string {
  const parts = text.split(rank).filter((part) => part.startsWith(heading))
  if (parts.length === 0) throw new Error(`There is no heading "${heading}".`)
  return parts.join('\n')
}

function examplesOf(text: string): string {
  return [...text.matchAll(/^```example\n(.*?)^```$/gms)].map(([, body = '']) => body).join('\n')
}

/** The anchors of the headings of a page that have an example or a grammar below them. */
function entriesOf(file: string): string[] {
  return read(file)
    .split(/^## /m)
    .slice(1)
    .filter((part) => part.includes('```'))
    .map((part) => anchorOf(part.slice(0, part.indexOf('\n'))))
}

/** The anchor of a heading, as on GitHub. */
function anchorOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')
}

function prose(text: string): string {
  return text.replace(/^```.*?^```$/gms, '').replace(/`[^`\n]*`/g, '')
}

function resolves(page: string, link: string): boolean {
  const [file = '', anchor] = link.split('#')
  const target = file === '' ? page : path.posix.join(path.posix.dirname(page), file)
  if (!existsSync(path.join(root, target))) return false
  if (anchor === undefined) return true
  const headings = [...read(target).matchAll(/^#+ (.*)$/gm)].map(([, text = '']) => anchorOf(text))
  return headings.includes(anchor)
}
