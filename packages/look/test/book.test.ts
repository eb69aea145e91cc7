import { describe, expect, it } from 'vitest'
import { hasProse, sectionAt, locateRule } from '../src/index.js'

const page = (path: string, markdown: string) => ({ path, title: path, markdown })

/** What changes rules comes before the rules: its headings have their numbers, and nothing to read. */
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

describe('Where a rule stands', () => {
  it('is the heading that says something, not an empty one before it', () => {
    expect(locateRule(book, { rule: '3.1' })).toEqual({ path: 'rules.md', line: 3 })
    expect(locateRule(book, { rule: '5.1' })).toEqual({ path: 'bare.md', line: 1 })
  })

  it('is no comment in a block', () => {
    expect(locateRule(book, { rule: '3.2' })).toEqual({ path: 'rules.md', line: 7 })
  })

  it('is nowhere for what is no number, and looking for it comes to an end', () => {
    for (const rule of ['foo', '3(', '(', '[', '§', '.', '#', '3..', 'a.b.c', '\\', '*', ' ', '9.9.9#'])
      expect(locateRule(book, { rule }), rule).toEqual(
        rule.startsWith('3.') ? { path: 'rules.md', line: 1 } : undefined,
      )
  })

  it('is found by the number of a part, and around it', () => {
    expect(locateRule(book, { rule: '5.2.1#2' })).toEqual({ path: 'bare.md', line: 4 })
    expect(locateRule(book, { rule: '3.2.4#1' })).toEqual({ path: 'rules.md', line: 7 })
  })

  it('has prose or not', () => {
    expect(hasProse(sectionAt(book, { path: 'bare.md', line: 1 }))).toBe(false)
    expect(hasProse(sectionAt(book, { path: 'rules.md', line: 1 }))).toBe(true)
  })
})
