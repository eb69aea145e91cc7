/** Variables of the game, of seats and of spaces: what they may have, and where they start. */
import { describe, expect, it } from 'vitest'
import { read } from './tiny.js'

const BASE = `game: {id: test}
seats: [north, south]
attributes: {pop: number}
spaces: {mill: {pop: 1, adjacent: [ford]}, ford: {pop: 2, adjacent: [mill]}}
`

const readWith = (yaml: string) => {
  const { declarations, reporter } = read({ 'base.yaml': BASE, 'test.yaml': yaml })
  const { variables, setup, scenarios } = declarations
  return { variables, setup, scenarios, found: reporter.diagnostics }
}

/** The effect that sets a variable of a seat. */
const sets = (id: string, seat: string, value: number) => ({
  setVar: { scope: 'pvar', var: id, player: { seat }, value },
})

describe('a variable', () => {
  it('may last as long as an action, and be for the rules only', () => {
    const { variables, found } = readWith(
      'variables: {spent: {range: 0..9, during: march, bookkeeping: true}, y: {flag: true, bookkeeping: false}}',
    )
    expect(found).toEqual([])
    expect(variables).toEqual([
      {
        id: 'spent',
        scope: 'global',
        type: 'number',
        min: 0,
        max: 9,
        start: 0,
        during: 'march',
        bookkeeping: true,
      },
      { id: 'y', scope: 'global', type: 'flag', start: false },
    ])
  })

  it('of a seat may be hidden, and starts the same for all or by seat', () => {
    const { variables, setup, found } = readWith(
      'seat-variables: {x: {flag: true, hidden: all}, y: {range: 0..9, start: 3}, z: 4, w: {range: 0..9, start: {south: 2}}}',
    )
    expect(found).toEqual([])
    expect(variables).toEqual([
      { id: 'x', scope: 'seat', type: 'flag', start: false, hidden: 'all' },
      { id: 'y', scope: 'seat', type: 'number', min: 0, max: 9, start: 3 },
      { id: 'z', scope: 'seat', type: 'number', start: 4 },
      { id: 'w', scope: 'seat', type: 'number', min: 0, max: 9, start: 0 },
    ])
    expect(setup).toEqual([sets('w', 'south', 2)])
  })

  it('of a space may be in all of them', () => {
    const { variables, found } = readWith('space-variables: {x: {flag: true}, y: {flag: true, only: {}}}')
    expect(found).toEqual([])
    expect(variables).toEqual([
      { id: 'x', scope: 'zone', type: 'flag', start: false },
      { id: 'y', scope: 'zone', type: 'flag', start: false, only: ['mill', 'ford'] },
    ])
  })

  it.each([
    ['variables: {x: {flag: true, hidden: owner}}', 'unknown-key', "`x` can't be hidden"],
    ['space-variables: {x: {flag: true, hidden: owner}}', 'unknown-key', "`x` can't be hidden"],
    ['variables: {x: {flag: true, only: [mill]}}', 'unknown-key', '`only`'],
    ['seat-variables: {x: {flag: true, only: [mill]}}', 'unknown-key', '`only`'],
    ['seat-variables: {x: {flag: true, hidden: nobody}}', 'wrong-type', '`hidden` of `x`'],
    ['seat-variables: {x: {flag: true, stat: 2}}', 'unknown-key', '`x` has no key `stat`'],
    ['variables: {x: {range: 0..9, start: {north: 1}}}', 'wrong-type', 'start of `x`'],
    ['variables: {x: {range: 0..9, start: 12}}', 'out-of-range', 'start of `x` is 12'],
    ['variables: {x: {colour: red}}', 'missing-key', '`x`'],
    ['space-variables: {x: {flag: true, only: [[1]]}}', 'wrong-type', 'space that has `x`'],
    ['space-variables: {x: {flag: true, only: 3}}', 'wrong-type', '`only` of `x`'],
    ['space-variables: {x: {flag: true, only: {pop: 3}}}', 'empty-only', '`only` of `x`'],
  ])('has one problem in %s', (yaml, code, part) => {
    const { found, setup } = readWith(yaml)
    expect(found.map((one) => one.code)).toEqual([code])
    expect(found[0]?.message).toContain(part)
    expect(setup).toEqual([])
  })

  it.each([
    ['{nroth: 1, south: 2}', 'unknown-seat', '`nroth`'],
    ['{north: 12, south: 2}', 'out-of-range', 'start of `x` for `north` is 12'],
  ])('starts for the other seats where one is wrong: %s', (start, code, part) => {
    const { setup, found } = readWith(`seat-variables: {x: {range: 0..9, start: ${start}}}`)
    expect(found.map((one) => one.code)).toEqual([code])
    expect(found[0]?.message).toContain(part)
    expect(setup).toEqual([sets('x', 'south', 2)])
  })

  it('that is declared twice is the first of the two', () => {
    const { variables, setup, found } = readWith(
      'variables: {x: 1}\nseat-variables: {x: {range: 0..9, start: {north: 1}}}',
    )
    expect(found.map(({ code }) => code)).toEqual(['duplicate-id'])
    expect(variables).toEqual([{ id: 'x', scope: 'global', type: 'number', start: 1 }])
    expect(setup).toEqual([])
  })
})

it('a scenario sets a variable for all seats, or by seat', () => {
  const { scenarios, found } = readWith(
    'seat-variables: {x: {range: 0..9}, y: {range: 0..9}}\nscenarios: {s: {seat-variables: {x: 5, y: {south: 6, north: 12}}}}',
  )
  expect(found.map(({ code }) => code)).toEqual(['out-of-range'])
  expect(found[0]?.message).toContain('`y` of `north` is 12')
  expect(scenarios[0]?.setup).toEqual([sets('x', 'north', 5), sets('x', 'south', 5), sets('y', 'south', 6)])
})
