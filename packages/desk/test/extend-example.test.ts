import { describe, expect, it } from 'vitest'
import { withExpectation, withStep } from '../src/index.js'

const TEXT = [
  '```example',
  'A title',
  '  given the start',
  '  when red does muster',
  '  then a',
  '   and b',
  '```',
].join('\n')
const LINES = { line: 2, end: 6 }

describe('an example that is extended', () => {
  it('gets a step before the expectation that fails', () => {
    expect(withStep(TEXT, LINES, 6, 'red chooses b3').split('\n').slice(3, 8)).toEqual([
      '  when red does muster',
      '  then a',
      '  when red chooses b3',
      '  then b',
      '```',
    ])
  })

  it('gets a step before the step that fails', () => {
    expect(withStep(TEXT, LINES, 4, 'red does march').split('\n').slice(3, 5)).toEqual([
      '  when red does march',
      '   and red does muster',
    ])
  })

  it('gets a step at its end, if it passes', () => {
    expect(withStep(TEXT, LINES, undefined, 'red chooses b3').split('\n').slice(5)).toEqual([
      '   and b',
      '  when red chooses b3',
      '```',
    ])
  })

  it('expects the question instead', () => {
    expect(withExpectation(TEXT, 6, 'red is asked hex').split('\n')[5]).toBe('   and red is asked hex')
  })
})
