import { describe, expect, it } from 'vitest'
import { hasProse, sectionAt, locateRule } from '../src/index.js'

const page = (path: string, markdown: string) => ({ path, title: path, markdown })

/** The file of changes comes first: its headings repeat rule numbers, but have no prose. */
const book = {
  files: [
    page(
      'changes.md',
      '# 4 Changes\n\nWhat changes rules.\n\n## 3.1 Row\n\n```rules\n# 3.2\ntest calm = true\n```\n',
    ),
    page('rules.md', '# 3 Crossing\n\n## 3.1 Row\n\nEverybody rows.\n\n## 3.2 Swim\n\nNobody swims.\n'),
    page('bare.md', '## 5.1 Bare\n\n```rules\nprocedure x  # 5.2.1#2\n```\n'),
  ],
}

describe('the location of a rule', () => {
  it('is the heading with prose, not an empty one before it', () => {
    expect(locateRule(book, { rule: '3.1' })).toEqual({ path: 'rules.md', line: 3 })
    expect(locateRule(book, { rule: '5.1' })).toEqual({ path: 'bare.md', line: 1 })
  })

  it('is never a comment in a fenced block', () => {
    expect(locateRule(book, { rule: '3.2' })).toEqual({ path: 'rules.md', line: 7 })
  })

  it('is undefined for an invalid number, and the search ends', () => {
    for (const rule of ['foo', '3(', '(', '[', '§', '.', '#', '3..', 'a.b.c', '\\', '*', ' ', '9.9.9#'])
      expect(locateRule(book, { rule }), rule).toEqual(
        rule.startsWith('3.') ? { path: 'rules.md', line: 1 } : undefined,
      )
  })

  it('is found by the number of a part, or of the enclosing rule', () => {
    expect(locateRule(book, { rule: '5.2.1#2' })).toEqual({ path: 'bare.md', line: 4 })
    expect(locateRule(book, { rule: '3.2.4#1' })).toEqual({ path: 'rules.md', line: 7 })
  })

  it('tells sections with prose from those without', () => {
    expect(hasProse(sectionAt(book, { path: 'bare.md', line: 1 }))).toBe(false)
    expect(hasProse(sectionAt(book, { path: 'rules.md', line: 1 }))).toBe(true)
  })
})
