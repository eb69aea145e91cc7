/** Fixed properties with a declared type: a wrong value is one error, and nothing is inferred. */
import { describe, expect, it } from 'vitest'
import { readYaml } from './tiny.js'

const game = (property: string, value: string): string =>
  `values: {good: [grain, cloth]}
seats: [red, blue]
zones: {box: {holds: cards}}
properties: {needs: ${property}}
cards:
  bakery: {supply: box, needs: ${value}}
  mill: {supply: box}`

describe('a fixed property', () => {
  it.each([
    ['{fixed: good}', 'grain'],
    ['{fixed: list of good}', '[grain, cloth]'],
    ['{fixed: number, name: Needs}', '3'],
    ['{fixed: list of seat}', '[red]'],
    ['{fixed: flag}', 'true'],
  ])('has the type that is declared: %s', (property, value) => {
    expect(readYaml(game(property, value)).found).toEqual([])
  })

  it.each([
    ['{fixed: list of good}', '[grian]', /`grian` isn't a value of `good`/],
    ['{fixed: list of good}', 'grain', /list/],
    ['{fixed: good}', 'red', /`red` isn't a value of `good`/],
    ['{fixed: number}', 'grain', /number/],
    ['{fixed: godo}', 'grain', /no type `godo`/],
    ['{fixed: good, start: grain}', 'grain', /is fixed, so it has no start/],
    ['{fixed: good, values: [a, b]}', 'grain', /values/],
  ])('is one error where it is not: %s with %s', (property, value, message) => {
    const { found, rendered } = readYaml(game(property, value))
    expect(found).toHaveLength(1)
    expect(rendered).toMatch(message)
  })

  it('names cards by the names of its values', () => {
    const { declarations } = readYaml(`values: {clue: {sun: Sun, moon: Moon}}
zones: {box: {holds: cards}}
properties: {suit: {fixed: clue}}
cards: {one: {each: {suit: [sun, moon]}, id: '{suit}-1', name: '{suit} 1', supply: box}}`)
    expect(declarations.tokens.map(({ name }) => name)).toEqual(['Sun 1', 'Moon 1'])
  })

  it('suggests the nearest name', () => {
    expect(readYaml(game('{fixed: list of good}', '[grian]')).rendered).toMatch(/did you mean `grain`/)
  })
})
