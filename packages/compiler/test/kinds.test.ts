/** A phrase for pieces is a kind; the context disambiguates it. */
import { describe, expect, it } from 'vitest'
import { compileSmall, loadSmall, mistakesOf } from './small-game.js'

const RULES = `
play
  place 2 red guards in mill
  place 1 blue guard in mill
  place 1 blue guard in ford
  place 3 stones in ford
  place 1 scout in moor
  choose end from map
  red wins

value tally(kind, space) = count(kind in space)
value anywhere(kind) = count(kind in map)
value of-these(kind, pieces) = count(kind in pieces)
test one-of(piece, pieces) = piece in pieces
test there(piece, space) = piece in space
test somewhere(piece) = piece in map
test named(scout: token) = scout in map
test named-not(scout: token) = scout not in map
test listed(scout: token, pieces) = scout in pieces
test as-written(piece) = open = stance of piece
test turned(piece) = stance of piece = open
test same(kind) = kind = red guards
test same-turned(kind) = red guards = kind
`

const typeOf = (value: string, params = 'space, pieces, piece, kind') =>
  compileSmall(`play\n  red wins\n\nvalue x(${params}) = ${value}`).def?.functions[0]?.returns

describe('a kind', () => {
  it.each([
    ['tally(red guards, mill)', 2],
    ['tally(guards, mill)', 3],
    ['tally(stones, mill)', 0],
    ['anywhere(guards)', 4],
    ['anywhere(red)', 2],
    ['count(red in map)', 2],
    ['count(guards in map)', 4],
    ['count(red guards in mill)', 2],
    ['of-these(blue guards, guards in map)', 2],
    ['count(blue guards in (guards in mill))', 1],
    ['one-of(first(guards in mill), guards in mill)', true],
    ['one-of(first(guards in mill), guards in ford)', false],
    ['there(first(stones in ford), ford)', true],
    ['there(first(stones in ford), mill)', false],
    ['somewhere(first(stones in ford))', true],
    ['somewhere(first(stones in quarry))', false],
    ['named(first(scouts in moor))', true],
    ['named(first(scouts in quarry))', false],
    ['named-not(first(scouts in quarry))', true],
    ['listed(first(scouts in moor), scouts in map)', true],
    ['listed(first(scouts in moor), scouts in quarry)', false],
    ['as-written(first(guards in mill))', true],
    ['turned(first(guards in mill))', true],
    ['same(red guards)', true],
    ['same-turned(red guards)', true],
    ['same(blue guards)', false],
  ])('%s is %s', (text, value) => {
    const game = loadSmall(RULES)
    expect(game.evaluate(game.start({ seed: 1 }), text)).toBe(value)
  })

  it.each([
    ['guards in space', 'list token'],
    ['guards in map', 'list token'],
    ['guards in pieces', 'list token'],
    ['kind in pieces', 'list token'],
    ['piece in pieces', 'flag'],
    ['piece in space', 'flag'],
    ['space in map', 'flag'],
    ['red guards', 'kind'],
  ])('%s is a %s', (value, type) => {
    expect(typeOf(value)).toBe(type)
  })

  it.each([
    [
      'value x = count(guards)',
      /^These are pieces without a place\. Add `in` and a space, a zone or `map`\./,
    ],
    ['value x(kind) = count(kind)', /^These are pieces without a place\./],
    ['value x = count(gold)', /^Expected a list, found a number\./],
    ['value x(space) = count(actor in space)', /^Expected pieces before `in` and a place, found a seat\./],
    [
      'test x = guards not in mill',
      /^Pieces can't be `not in` a place\. Write `no\(… in …\)` to test that there are none\./,
    ],
    ['test x = mill in gold', /^Expected a place or a list, found a number\./],
    ['test x = guards in seats', /Expected a seat/],
  ])('%s is refused', (rule, message) => {
    expect(mistakesOf(`play\n  red wins\n\n${rule}`)).toEqual([expect.stringMatching(message)])
  })

  it('needs a place, by the code of its error', () => {
    const { diagnostics } = compileSmall('play\n  red wins\n\nvalue x = count(guards)')
    expect(diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code)).toEqual([
      'needs-place',
    ])
  })
})
