import { describe, expect, it } from 'vitest'
import { diffOf } from '../src/desk/balance/rules-diff.js'

describe('the diff of rules', () => {
  it('shows a changed number with a line around it, and marks the number', () => {
    const before = { 'rules.md': 'a\nrepeat up to 2 times\nb\nc\n', 'same.md': 'x' }
    const now = { ...before, 'rules.md': 'a\nrepeat up to 3 times\nb\nc\n' }
    expect(diffOf(before, now)).toEqual([
      {
        path: 'rules.md',
        lines: [
          { kind: 'same', text: 'a', line: 1 },
          { kind: 'old', text: 'repeat up to 2 times', line: 2, changed: [13, 14] },
          { kind: 'new', text: 'repeat up to 3 times', line: 2, changed: [13, 14] },
          { kind: 'same', text: 'b', line: 3 },
        ],
      },
    ])
  })

  it('shows added and removed lines, and new files', () => {
    const hunks = diffOf({ 'a.md': 'one\ntwo\n' }, { 'a.md': 'one\n', 'b.md': 'new' })
    const kinds = hunks.map(({ path, lines }) => [path, lines.map(({ kind, text }) => `${kind} ${text}`)])
    expect(kinds).toEqual([
      ['a.md', expect.arrayContaining(['same one', 'old two'])],
      ['b.md', expect.arrayContaining(['new new'])],
    ])
  })

  it('is empty if nothing changed', () => {
    expect(diffOf({ 'a.md': 'x' }, { 'a.md': 'x' })).toEqual([])
  })
})
