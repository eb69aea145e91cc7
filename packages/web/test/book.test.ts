import type { Book } from '@ludoforge/look'
import { describe, expect, it } from 'vitest'
import {
  addressOfPlace,
  type Block,
  chapterOf,
  contentsOf,
  followLink,
  placeOf,
  printedChapters,
  startChapter,
} from '../src/table/rulebook/book.js'
import { highlight } from '../src/table/rulebook/highlight.js'

const rules = `# Crossing

Everybody crosses the **river**.

## 2.1 Boats

| boat | seats |
|---|---|
| punt | 2 |

\`\`\`yaml
seats: [punt]
\`\`\`

\`\`\`rules
action row "Row"            # 2.1, 3.4
  choose boat from boats
\`\`\`

\`\`\`rules
test calm = true
\`\`\`

\`\`\`example
A boat sinks
  then true
\`\`\`

\`\`\`text
a drawing
\`\`\`
`
const book: Book = {
  files: [
    {
      path: 'rules.md',
      title: 'Crossing',
      markdown: rules,
      data: [{ line: 11, tables: [{ title: 'Seats', columns: [], rows: [['punt']], isFolded: false }] }],
    },
    {
      path: '3-more/3-more.md',
      title: '3 Bridges',
      markdown: '# 3 Bridges\n\nA bridge carries four. See [boats](../rules.md#21-boats).\n',
    },
    { path: '3-more/examples.md', title: 'Examples', markdown: '# Examples\n\n```example\nOne\n```\n' },
    { path: 'scenarios/a.md', title: 'A', markdown: '# A\n\nText.\n' },
  ],
  start: [
    { path: '3-more/3-more.md', line: 1 },
    { path: 'rules.md', line: 5 },
  ],
  terms: [{ name: 'Boat', means: 'floats' }],
}
const [crossing] = book.files
const show = (block: Block): string =>
  `${block.is === 'prose' ? block.token.type : block.is === 'fold' ? block.title : block.is} ${block.line}-${block.end}`

it('shows below a block of rules what follows an announced one', () => {
  const line = rules.split('\n').findIndex((text) => text.startsWith('```rules')) + 1
  const follows = [{ line, text: 'Then 4.1 Spy, 4.8 Copycat.' }]
  const { blocks } = chapterOf({ path: 'rules.md', title: 'Crossing', markdown: rules, follows })
  const at = blocks.findIndex((block) => block.is === 'fold')
  expect(blocks[at + 1]).toMatchObject({ is: 'prose', token: { raw: 'Then 4.1 Spy, 4.8 Copycat.' } })
})

describe('a chapter', () => {
  it('shows prose, folds rules and examples, and has tables for data', () => {
    if (crossing === undefined) throw new Error('The book has no files.')
    const { blocks, headings } = chapterOf(crossing)
    expect(headings).toMatchObject([
      { text: 'Crossing', line: 1 },
      { text: '2.1 Boats', rule: '2.1', line: 5 },
    ])
    expect(blocks.map(show)).toEqual([
      'heading 1-2',
      'paragraph 3-4',
      'heading 5-6',
      'table 7-10',
      'tables 11-14',
      'How it runs 15-23',
      '1 example 24-28',
      'code 29-32',
    ])
  })

  it('folds data in another notation, and hides what is shown elsewhere', () => {
    const markdown = '# A\n\n```yaml\nactions: {}\n```\n\nText.\n\n```yaml\ngame: {id: a}\n```\n'
    const data = [{ line: 9, tables: [] }]
    const { blocks } = chapterOf({ path: 'a.md', title: 'A', markdown, data })
    expect(blocks.map(show)).toEqual(['heading 1-2', 'How it runs 3-6', 'paragraph 7-8'])
  })

  it('is first the start of the book: its sections, one after the other', () => {
    const { blocks, title } = startChapter(book) ?? { blocks: [], title: '' }
    expect(title).toBe('Start here')
    expect(blocks.slice(0, 4).map((block) => `${block.path} ${show(block)}`)).toEqual([
      '3-more/3-more.md heading 1-2',
      '3-more/3-more.md paragraph 3-4',
      'rules.md heading 5-6',
      'rules.md table 7-10',
    ])
    expect(startChapter({ files: book.files })?.title).toBe('Crossing')
    expect(startChapter({ files: [] })).toBeUndefined()
  })

  it('is printed if it has something to read', () => {
    expect(printedChapters(book).map(({ title }) => title)).toEqual(['Crossing', '3 Bridges', 'A'])
  })
})

describe('a place in a book', () => {
  it('has an address that finds it again', () => {
    for (const place of [
      { page: 'start' } as const,
      { page: 'glossary' } as const,
      { page: 'glossary', term: 'Boat' } as const,
      { page: 'chapter', path: 'rules.md', line: 5 } as const,
      { page: 'chapter', path: 'rules.md', line: 7, code: 17 } as const,
      { page: 'chapter', path: '3-more/3-more.md', line: 3 } as const,
    ])
      expect(placeOf(book, addressOfPlace(book, place))).toEqual(place)
    expect(placeOf(book, '9.9')).toBeUndefined()
  })

  it('is found by links between files', () => {
    const from = '3-more/3-more.md'
    expect(followLink(book, from, '../rules.md#21-boats')).toEqual({
      page: 'chapter',
      path: 'rules.md',
      line: 5,
    })
    expect(followLink(book, from, '../scenarios')).toMatchObject({ path: 'scenarios/a.md' })
    expect(followLink(book, from, '../nowhere.md')).toBeUndefined()
  })
})

describe('the contents', () => {
  it('keep the files of a folder together, under the title of its main file', () => {
    expect(contentsOf(book).map(({ title, files }) => `${title} ${files.length}`)).toEqual([
      'Crossing 1',
      '3 Bridges 2',
      'Scenarios 1',
    ])
  })
})

describe('rules in a book', () => {
  it('are highlighted without losing a character', () => {
    const code = 'action row "Row"\n  choose 2 boats from fleet "Which of {size(fleet)}?" # 2.1'
    const lines = highlight(code, 'rules')
    expect(lines.map((bits) => bits.map(({ text }) => text).join('')).join('\n')).toBe(code)
    expect(lines[1]?.map(({ kind, text }) => [kind, text])).toEqual([
      ['plain', '  '],
      ['word', 'choose'],
      ['plain', ' '],
      ['number', '2'],
      ['plain', ' boats '],
      ['word', 'from'],
      ['plain', ' fleet '],
      ['text', '"Which of '],
      ['plain', '{'],
      ['name', 'size'],
      ['plain', '(fleet)}'],
      ['text', '?"'],
      ['plain', ' '],
      ['comment', '# 2.1'],
    ])
  })

  it('have texts over several lines in lessons, and titles', () => {
    const lines = highlight('A boat # 2.1\n  say "One\n    boat"\n  close "Done"', 'lesson')
    expect(lines[0]?.[0]).toEqual({ kind: 'name', text: 'A boat ' })
    expect(lines[2]).toEqual([{ kind: 'text', text: '    boat"' }])
    expect(lines[3]?.[1]).toEqual({ kind: 'word', text: 'close' })
  })

  it('are data with keys, or plain text', () => {
    expect(highlight('seats: [punt] # two', 'yaml')[0]?.[0]).toEqual({ kind: 'key', text: 'seats' })
    expect(highlight('choose', 'text')).toEqual([[{ kind: 'plain', text: 'choose' }]])
  })
})
