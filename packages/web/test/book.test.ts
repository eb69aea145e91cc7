import { describe, expect, it } from 'vitest'
import { locateRule } from '@ludoforge/look'
import { chapterOf, searchBook } from '../src/table/rulebook/book.js'
import { highlight } from '../src/table/rulebook/highlight.js'

const rules = `# Crossing

Everybody crosses the **river**.

## 2.1 Boats

| boat | seats |
|---|---|
| punt | 2 |

\`\`\`rules
action row "Row"            # 2.1, 3.4
  choose boat from boats
\`\`\`
`
const book = {
  files: [
    { path: 'rules.md', title: 'Crossing', markdown: rules },
    { path: 'more/bridges.md', title: 'Bridges', markdown: '# 3 Bridges\n\nA bridge carries four.\n' },
  ],
}

describe('A rulebook', () => {
  it('opens at a line, a heading, a rule in a block, or the enclosing rule', () => {
    expect(locateRule(book, { place: 'rules.md:13' })).toEqual({ path: 'rules.md', line: 13 })
    expect(locateRule(book, { rule: '2.1' })).toEqual({ path: 'rules.md', line: 5 })
    expect(locateRule(book, { rule: '3.4' })).toEqual({ path: 'rules.md', line: 12 })
    expect(locateRule(book, { rule: '3.9.2' })).toEqual({ path: 'more/bridges.md', line: 1 })
    expect(locateRule(book, { rule: '9.1' })).toBeUndefined()
  })

  it('has the lines of each block', () => {
    const { blocks, headings } = chapterOf(book.files[0] ?? { path: '', title: '', markdown: '' })
    expect(headings).toMatchObject([
      { text: 'Crossing', line: 1 },
      { text: '2.1 Boats', rule: '2.1', line: 5 },
    ])
    expect(blocks.map(({ token, line }) => `${token.type} ${line}`)).toEqual([
      'heading 1',
      'paragraph 3',
      'heading 5',
      'table 7',
      'code 11',
    ])
  })

  it('finds words in any order, headings first', () => {
    expect(searchBook(book, 'four bridge')).toMatchObject([{ path: 'more/bridges.md', line: 3 }])
    expect(searchBook(book, 'boat').map(({ line }) => line)).toEqual([5, 7, 13])
    expect(searchBook(book, '  ')).toEqual([])
  })

  it('highlights its rules without losing a character', () => {
    const code = 'choose 2 boats from fleet "Which?" # 2.1'
    const bits = highlight(code, 'rules')
    expect(bits.map(({ text }) => text).join('')).toBe(code)
    expect(bits.map(({ kind }) => kind)).toEqual([
      'word',
      'plain',
      'number',
      'plain',
      'word',
      'plain',
      'text',
      'plain',
      'comment',
    ])
  })
})
