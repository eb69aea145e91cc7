import { describe, expect, it } from 'vitest'
import { sinceEdit } from '../src/desk/examples/since-edit.js'

const BEFORE = ['# A game', 'repeat up to 2 times', '', 'An example', '  then 1 = 1'].join('\n')
const EXAMPLE = { path: 'rules.md', line: 4, end: 5 }

describe('the edit since which an example fails', () => {
  it('is a change outside of the example, with the text before it', () => {
    const now = BEFORE.replace('2 times', '3 times').replace('1 = 1', '1 = 2')
    expect(sinceEdit({ 'rules.md': BEFORE }, { 'rules.md': now }, EXAMPLE)).toEqual({
      path: 'rules.md',
      line: 2,
      text: 'repeat up to 3 times',
      undone: BEFORE.replace('1 = 1', '1 = 2'),
    })
  })

  it('is a change of the example itself if nothing else changed', () => {
    const now = BEFORE.replace('1 = 1', '1 = 2')
    const found = sinceEdit({ 'rules.md': BEFORE }, { 'rules.md': now }, EXAMPLE)
    expect(found).toEqual({ path: 'rules.md', line: 5, text: 'then 1 = 2', undone: BEFORE })
    expect(sinceEdit({ 'rules.md': BEFORE }, { 'rules.md': BEFORE }, EXAMPLE)).toBeUndefined()
  })
})
