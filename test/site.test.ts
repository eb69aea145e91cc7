/** The documentation site, as far as that can be told without building it: *.slow.test.ts builds it. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../scripts/process.mjs'
import { tidy } from '../scripts/site/api-pages.mjs'
import { deadLinks } from '../scripts/site/links.mjs'
import { anchorOf, pageOf, sitePage, titleOf } from '../scripts/site/markdown.mjs'
import { namedPages, READERS } from '../scripts/site/navigation.mjs'
import { gather } from '../scripts/site/pages.mjs'
import { navigation } from '../scripts/site/sidebars.mjs'

describe('the navigation', () => {
  const named: readonly string[] = namedPages()

  it('is for four readers', () => {
    expect(READERS.map(({ title }) => title)).toEqual([
      'Play',
      'Design a game',
      'Write a bot or a study',
      'Work on LudoForge',
    ])
  })

  it('names pages that exist, each once', () => {
    expect(named.filter((file) => !existsSync(path.join(root, file)))).toEqual([])
    expect(named.filter((file, i) => named.indexOf(file) !== i)).toEqual([])
  })

  it('has every page under docs/', () => {
    const pages = readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
      .map((file) => path.posix.join('docs', file.replaceAll(path.sep, '/')))
      .filter((file) => file.endsWith('.md'))
    expect(pages.length).toBeGreaterThan(40)
    expect(pages.filter((file) => !named.includes(file))).toEqual([])
  })
})

describe('the pages that are gathered', () => {
  it('are all docs, rulebooks and packages, each at a place of its own', async () => {
    const { pages, books } = await gather()
    const files = [...pages.keys()]
    expect(files).toEqual(expect.arrayContaining(['README.md', 'docs/bots.md', 'packages/kernel/README.md']))
    expect(books.map(({ name }) => name)).toContain('outposts')
    expect(files.filter((file) => file.startsWith('games/fire-in-the-lake/')).length).toBeGreaterThan(50)
    expect(new Set(files.map(pageOf)).size).toBe(files.length)
  })

  it('have a sidebar, and a rulebook has its own', async () => {
    const gathered = await gather()
    const { nav, sidebar } = navigation(gathered, []) as {
      nav: readonly { text: string; link: string; activeMatch: string }[]
      sidebar: Record<string, unknown>
    }
    expect(nav.map(({ text }) => text)).toEqual([...READERS.map(({ title }) => title), 'API'])
    for (const { link, activeMatch } of nav) expect(link).toMatch(new RegExp(activeMatch))
    const keys = Object.keys(sidebar)
    const lost = [...gathered.pages.keys()]
      .filter((file) => file.startsWith('docs/') && file.endsWith('.md'))
      .map((file) => `/${pageOf(file)}`)
      .filter((page) => !keys.some((key) => page.startsWith(key)))
    expect(lost).toEqual([])
    expect(keys).toContain('/games/outposts/')
  })
})

describe('a page of the site', () => {
  const known: Record<string, string> = {
    'docs/bots.md': 'bots.md',
    'docs/language/README.md': 'language/index.md',
    'examples/bot.py': 'examples/bot-py.md',
    'docs/table.png': 'table.png',
  }
  const page = (markdown: string) =>
    sitePage('docs/language/README.md', markdown, (file: string) => known[file])

  it('is where its file is, without docs/; a README is an index', () => {
    expect(
      [
        'docs/bots.md',
        'docs/language/README.md',
        'CHANGELOG.md',
        'LICENSE',
        'games/reversi/weights.yaml',
        'packages/kernel/README.md',
      ].map(pageOf),
    ).toEqual([
      'bots.md',
      'language/index.md',
      'changelog.md',
      'license.md',
      'games/reversi/weights-yaml.md',
      'packages/kernel/index.md',
    ])
  })

  it('links to pages of the site, and to headings as forges name them', () => {
    expect(page('See [bots](../bots.md#how-it-decides), [`code`](../../examples/bot.py).')).toBe(
      'See [bots](../bots.md#how-it-decides), [`code`](../examples/bot-py.md).',
    )
    expect(page('![A table](../table.png)')).toBe('![A table](../table.png)')
    expect(anchorOf('`if … then … else`, and more')).toBe('if--then--else-and-more')
  })

  it('has no link to what is not on it, and leaves other sites and code alone', () => {
    expect(page('A [folder](../../examples) and [a site](https://example.org).')).toBe(
      'A folder and [a site](https://example.org).',
    )
    const code = '```text\n[x](../nowhere.md)\n<!-- kept -->\n```\n'
    expect(page(`${code}<!-- a note -->\n\nText`)).toBe(`${code}Text`)
  })

  it('is called after its first heading, not after a comment in a block', () => {
    expect(titleOf('```text\n# no\n```\n\n# The `ludoforge` command\n')).toBe('The ludoforge command')
  })
})

describe('the API reference', () => {
  it('names sources without links, and shortens types that fill a screen', () => {
    const row = `| \`def\` | \\{ ${'`a`: `string`; '.repeat(40)}\\} | What it is |`
    const text = tidy(
      `Defined in: [packages/look/src/scene.ts:13](source:x)\n\nDefined in: [lib.es5.d.ts:1](source:y)\n\n${row}\n| \`def.a\` | x |\n`,
    )
    expect(text).toContain('Defined in `packages/look/src/scene.ts:13`')
    expect(text).not.toContain('lib.es5')
    expect(text).not.toContain('def.a')
    expect(text).toMatch(/^\| `def` \| `\{ a: string;.{100,200} …` \| What it is \|$/m)
  })
})

describe('the check of links', () => {
  it('finds pages, files and headings that are not there', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'ludoforge-links-'))
    try {
      mkdirSync(path.join(folder, 'language'))
      writeFileSync(path.join(folder, 'language', 'index.html'), '<h2 id="choosing">Choosing</h2>')
      writeFileSync(
        path.join(folder, 'index.html'),
        '<a href="./language/">1</a><a href="/docs/language/#choosing">2</a><a href="https://example.org/x">3</a>' +
          '<a href="language/index.html#nowhere">4</a><a href="/bots.html">5</a><img src="./lost.png"><a class="x" href="lost.html">6</a>',
      )
      expect(deadLinks(folder, '/docs/')).toEqual([
        'index.html: language/index.html#nowhere leads nowhere.',
        'index.html: /bots.html leads nowhere.',
        'index.html: ./lost.png leads nowhere.',
        'index.html: lost.html leads nowhere.',
      ])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
