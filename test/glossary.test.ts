/** docs/glossary.md: every term has one sentence and a folder that exists. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const page = readFileSync(path.join(root, 'docs/glossary.md'), 'utf8')

interface Row {
  readonly terms: string[]
  readonly meaning: string
  readonly where: string[]
}

const tables = page.split(/^## /m).slice(1).map(rowsOf)
const rows = tables.flat()

function rowsOf(section: string): Row[] {
  return [...section.matchAll(/^\| \*\*(.+?)\*\* \| (.+) \| (.+) \|$/gm)].map(
    ([, terms = '', meaning = '', where = '']) => ({
      terms: terms.split(', '),
      meaning,
      where: [...where.matchAll(/`([^`]+)`/g)].map(([, one = '']) => one),
    }),
  )
}

describe('the glossary', () => {
  it('has at least 60 terms, each once', () => {
    const terms = rows.flatMap((row) => row.terms)
    expect(terms.length).toBeGreaterThanOrEqual(60)
    expect(terms.filter((term, i) => terms.indexOf(term) !== i)).toEqual([])
  })

  it('has its terms in order, table by table', () => {
    for (const table of tables) {
      const terms = table.map(({ terms: [first = ''] }) => first.toLowerCase())
      expect(terms).toEqual(terms.toSorted((a, b) => a.localeCompare(b, 'en')))
    }
  })

  it.each(rows)('$terms is a sentence and has a folder that exists', ({ meaning, where }) => {
    expect(meaning).toMatch(/^[A-Z0-9].*[.?]$/)
    expect(where.length).toBeGreaterThan(0)
    expect(where.filter((one) => !existsSync(path.join(root, one)))).toEqual([])
  })

  it.each(['taint', 'determinization', 'UCT', 'opponent model'])('%s is a word of its folder', (term) => {
    const folders = rows.filter(({ terms }) => terms.includes(term)).flatMap(({ where }) => where)
    expect(folders).toHaveLength(1)
    const folder = path.join(root, folders[0] ?? '')
    const sources = readdirSync(folder)
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFileSync(path.join(folder, file), 'utf8'))
    expect(sources.join('\n').toLowerCase()).toContain(term.toLowerCase())
  })
})
