import type { Decision } from '@ludoforge/kernel'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readEntry } from '../src/play/entry.js'

const DECISION: Decision = {
  seat: 'left',
  kind: 'one',
  prompt: 'choose',
  name: 'space',
  type: 'zone',
  min: 1,
  max: 1,
  optional: false,
  secret: false,
  offers: [],
  options: [
    { id: 'mill', label: 'Old Mill', count: 1 },
    { id: 'harbour', label: 'Harbour', count: 4 },
    { id: 'hill', label: 'Hill', count: 2 },
  ],
}
const MANY: Decision = { ...DECISION, kind: 'many', min: 0, max: 7 }
const NUMBER: Decision = { ...DECISION, kind: 'number', min: -2, max: 5, options: [] }

describe('one option', () => {
  it.each([
    ['2', 'harbour'],
    ['hill', 'hill'],
    ['HILL', 'hill'],
    ['Old Mill', 'mill'],
    ['old', 'mill'],
    [' 3 ', 'hill'],
  ])('%s means %s', (typed, id) => {
    expect(readEntry(typed, DECISION)).toEqual({ choice: id })
  })

  it('can be declined only where the rules allow it', () => {
    expect(readEntry('', DECISION)).toEqual({ problem: 'Type the number of an option, from 1 to 3.' })
    expect(readEntry('', { ...DECISION, optional: true })).toEqual({ choice: [] })
    expect(readEntry('none', { ...DECISION, optional: true })).toEqual({ choice: [] })
  })

  it('is not guessed', () => {
    expect(readEntry('h', DECISION)).toEqual({ problem: '"h" could be harbour, hill. Type more of it.' })
    expect(readEntry('9', DECISION)).toEqual({ problem: 'There is no option 9: they go from 1 to 3.' })
    expect(readEntry('town', DECISION)).toEqual({ problem: '"town" is not an option. "why town" tells why.' })
  })
})

describe('many options', () => {
  it.each([
    ['1 3', ['mill', 'hill']],
    ['1,3', ['mill', 'hill']],
    ['2-3', ['harbour', 'hill']],
    ['2x3', ['harbour', 'harbour', 'harbour']],
    ['harbourx2 hill', ['harbour', 'harbour', 'hill']],
    ['all', ['mill', 'harbour', 'harbour', 'harbour', 'harbour', 'hill', 'hill']],
    ['', []],
    ['none', []],
    ['Old Mill', ['mill']],
  ])('%s', (typed, ids) => {
    expect(readEntry(typed, MANY)).toEqual({ choice: ids })
  })

  it.each(['4', '0-2', '3-2', '2-9', '9x2', '1 town'])('%s is a problem', (typed) => {
    expect(readEntry(typed, MANY)).toHaveProperty('problem')
  })
})

describe('a number', () => {
  it('lies within its bounds', () => {
    expect(readEntry('-2', NUMBER)).toEqual({ choice: -2 })
    expect(readEntry('5', NUMBER)).toEqual({ choice: 5 })
    for (const typed of ['6', '-3', '', 'x', '1.5', '1e1']) {
      expect(readEntry(typed, NUMBER)).toEqual({ problem: 'Type a whole number from -2 to 5.' })
    }
  })
})

it('understands or refuses whatever is typed', () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom(DECISION, MANY, NUMBER), (typed, decision) => {
      const entry = readEntry(typed, decision)
      expect('choice' in entry || entry.problem.length > 0).toBe(true)
    }),
  )
})
