/** `none`, and the two arms of `if … then … else`. */
import { describe, expect, it } from 'vitest'
import { loadCompilation } from '../src/loaded-game.js'
import { compileSmall } from './small-game.js'

const mistakes = (rules: string) =>
  compileSmall(`play\n  red wins\n\n${rules}`).diagnostics.filter(({ severity }) => severity === 'error')
const typeOf = (value: string) =>
  compileSmall(`play\n  red wins\n\nvalue x(space, pieces, kind, weather) = ${value}`).def?.functions[0]
    ?.returns

describe('the arms of an `if`', () => {
  it.each([
    ['if free then none else actor', 'seat'],
    ['if free then actor else none', 'seat'],
    ['if free then none else kind', 'kind'],
    ['if free then red guards else none', 'kind'],
    ['if free then [] else map', 'list zone'],
    ['if free then map else []', 'list zone'],
    ['if free then nothing else map', 'list zone'],
    ['if free then space else map', 'list zone'],
    ['if free then map else space', 'list zone'],
    ['if free then [] else if gold > 1 then mill else map', 'list zone'],
    ['if free then red else guards', 'kind'],
    ['if free then foul else weather', 'enum:weather'],
    ['if free then none else if gold > 1 then none else mill', 'zone'],
    ['if free then deck else pieces', 'list token'],
  ])('%s: become one type', (value, type) => {
    expect(typeOf(value)).toBe(type)
  })

  it('are elaborated to that type', () => {
    const game = loadCompilation(
      compileSmall(
        'play\n  choose end from map\n  red wins\n\nset way(n: number) = if n = 0 then [] else if n = 1 then ford else map',
      ),
    )
    const state = game.start()
    expect(['0', '1', '2'].map((n) => game.evaluate(state, `count(way(${n}))`))).toEqual([0, 1, 3])
  })

  it.each([
    ['value x = if free then gold else actor', /Expected a number, found a seat/],
    ['value x = if free then none else gold', /A number is never `none`/],
    ['value x = if free then map else none', /A list is never `none`/],
    ['value x = if free then [] else []', /type of this empty list can't be inferred/],
    ['value x = if free then none else none', /type of this can't be inferred/],
    ['value x = if free then mill else glod', /`glod` is not a name known here/],
    ['value x = if free then glod else mill', /`glod` is not a name known here/],
  ])('that do not fit are explained: %s', (rule, message) => {
    expect(mistakes(rule).map((d) => d.message)).toEqual([expect.stringMatching(message)])
  })

  it('may be nested deeply without being read again and again', () => {
    const nested = `${'if free then ('.repeat(45)}glod${') else none'.repeat(45)}`
    expect(mistakes(`value x = ${nested}`).map((d) => d.code)).toEqual(['unknown-name'])
  })
})

describe('none of a kind', () => {
  const game = loadCompilation(
    compileSmall(`play
  choose kind: red guards | stones, or none
  if kind is none
    add 1 to gold
  if kind != none
    add 2 to gold
  if sought(kind) = none
    add 4 to gold
  choose end from map
  red wins

value sought(kind) = if gold > 1 then none else kind`),
  )

  it('can be chosen and tested', () => {
    const state = game.start()
    expect(game.evaluate(game.decide(state, []), 'gold')).toBe(5)
    expect(game.evaluate(game.decide(state, 'stone'), 'gold')).toBe(6)
  })

  it('is kept in a save', () => {
    const state = game.decide(game.start(), [])
    expect(game.hash(game.restore(game.save(state)))).toBe(game.hash(state))
  })

  it.each([
    ['if gold is none\n    finish', /A number is never `none`/],
    ['if map is none\n    finish', /A list is never `none`/],
    ['if gold = none\n    finish', /A number is never `none`/],
  ])('is not for what always has a value: %s', (line, message) => {
    expect(mistakes(`procedure p\n  ${line}`).map((d) => d.message)).toEqual([expect.stringMatching(message)])
  })
})
