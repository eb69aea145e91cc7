/** Boards: directions, shapes of hexes, lines, and errors in rules about them. */
import { describe, expect, it } from 'vitest'
import { itemAt } from '../../../test/support/items.js'
import { compileFiles } from '../src/compile.js'
import { TREES } from './trees.js'
import { loadCompilation } from '../src/loaded-game.js'
import { readYaml } from './tiny.js'

const directionsOf = (board: string) =>
  readYaml(`board: ${board}`).declarations.enums.find(({ id }) => id === 'direction')?.values

describe('the directions of a board', () => {
  it('are those in which its spaces are adjacent, clockwise from north', () => {
    expect(directionsOf('{grid: {columns: 3, rows: 3}}')).toEqual(['north', 'east', 'south', 'west'])
    expect(directionsOf('{grid: {columns: 3, rows: 3, adjacency: diagonal}}')).toEqual([
      'north-east',
      'south-east',
      'south-west',
      'north-west',
    ])
    expect(directionsOf('{grid: {columns: 3, rows: 3, adjacency: all}}')).toHaveLength(8)
    expect(directionsOf('{hex: {radius: 1}}')).toEqual([
      'north',
      'north-east',
      'south-east',
      'south',
      'south-west',
      'north-west',
    ])
  })

  it('are there in a board of one row too', () => {
    expect(directionsOf('{grid: {columns: 3, rows: 1}}')).toEqual(['north', 'east', 'south', 'west'])
  })

  it('of several boards are put together', () => {
    expect(directionsOf('[{grid: {columns: 2, rows: 2, prefix: g}}, {hex: {radius: 1}}]')).toHaveLength(8)
  })

  it('lead from every space to the next, and to nothing at the edge', () => {
    const { zones } = readYaml('board: {grid: {columns: 2, rows: 2, prefix: g, adjacency: all}}').declarations
    expect(itemAt(zones, 0).board).toEqual({
      id: 'g',
      column: 1,
      row: 1,
      toward: { east: 'gb1', south: 'ga2', 'south-east': 'gb2' },
    })
  })

  it('are not there without a board', () => {
    expect(readYaml('spaces: {mill: {}}').declarations.enums.map(({ id }) => id)).toEqual(['action-class'])
  })

  it("can't be declared in addition to one", () => {
    const { found, rendered } = readYaml(
      'values: {direction: [up, down]}\nboard: {grid: {columns: 2, rows: 2}}',
    )
    expect(found).toEqual(['duplicate-id test.yaml:1:10'])
    expect(rendered).toContain("`direction` can't be declared here")
  })
})

describe('hexes', () => {
  it('make a rhombus, each column half a space lower than the one before it', () => {
    const { declarations, found } = readYaml('board: {hex: {shape: rhombus, columns: 3, rows: 3}}')
    expect(found).toEqual([])
    const of = (id: string) => declarations.zones.find((zone) => zone.id === id)
    expect(declarations.zones).toHaveLength(9)
    expect(of('b2')?.adjacent.toSorted()).toEqual(['a2', 'a3', 'b1', 'b3', 'c1', 'c2'])
    expect(of('a1')?.adjacent.toSorted()).toEqual(['a2', 'b1'])
    expect(of('c1')?.adjacent.toSorted()).toEqual(['b1', 'b2', 'c2'])
    expect(of('c2')?.attributes).toEqual({ column: 3, row: 2, q: 2, r: 1 })
  })

  it('make a hexagon or a rectangle with `shape`', () => {
    const count = (hex: string) => readYaml(`board: {hex: ${hex}}`).declarations.zones.length
    expect(count('{shape: hexagon, radius: 2}')).toBe(count('{radius: 2}'))
    expect(count('{shape: rectangle, columns: 5, rows: 4}')).toBe(20)
  })

  it.each([
    [
      '{shape: rhombus, radius: 2}',
      ['missing-key test.yaml:1:14', 'missing-key test.yaml:1:14', 'unknown-key test.yaml:1:31'],
    ],
    [
      '{shape: hexagon, columns: 2, rows: 2}',
      ['missing-key test.yaml:1:14', 'unknown-key test.yaml:1:31', 'unknown-key test.yaml:1:43'],
    ],
    ['{shape: star, radius: 2}', ['wrong-type test.yaml:1:22']],
  ])('of %s are refused', (hex, expected) => {
    expect(readYaml(`board: {hex: ${hex}}`).found).toEqual(expected)
  })
})

describe('the lines of a board', () => {
  const linesOf = (board: string) => {
    const { tables } = readYaml(`board: ${board}`).declarations
    return tables.find(({ id }) => id === 'lines')?.rows.map(({ cells }) => (cells as string[]).join(' '))
  }

  it('are every so many spaces in a row, a column or a diagonal', () => {
    expect(linesOf('{grid: {columns: 3, rows: 3, adjacency: all, lines: 3}}')).toEqual([
      'a1 b1 c1',
      'a2 b2 c2',
      'a3 b3 c3',
      'a1 a2 a3',
      'b1 b2 b3',
      'c1 c2 c3',
      'a1 b2 c3',
      'c1 b2 a3',
    ])
    expect(linesOf('{grid: {columns: 7, rows: 6, adjacency: all, lines: 4}}')).toHaveLength(69)
  })

  it('follow only its directions', () => {
    expect(linesOf('{grid: {columns: 2, rows: 2, lines: 2}}')).toEqual(['a1 b1', 'a2 b2', 'a1 a2', 'b1 b2'])
    expect(linesOf('{hex: {radius: 1, lines: 3}}')).toEqual(['b1 b2 b3', 'a2 b2 c2', 'c1 b2 a3'])
  })

  it('can be whole, from edge to edge', () => {
    expect(linesOf('{grid: {columns: 3, rows: 2, adjacency: all, lines: whole}}')).toEqual([
      'a1 b1 c1',
      'a2 b2 c2',
      'a1 a2',
      'b1 b2',
      'c1 c2',
      'a1 b2',
      'b1 c2',
      'b1 a2',
      'c1 b2',
    ])
  })

  it('are known to each of their spaces, over several boards', () => {
    const { declarations, found } = readYaml(
      'board: [{grid: {columns: 2, rows: 1, prefix: l, lines: 2}}, {grid: {columns: 3, rows: 1, prefix: r, lines: 2}}]',
    )
    expect(found).toEqual([])
    const lines = declarations.zones.map(({ id, attributes }) => [id, attributes['lines']])
    expect(lines).toEqual([
      ['la1', [0]],
      ['lb1', [0]],
      ['ra1', [1]],
      ['rb1', [1, 2]],
      ['rc1', [2]],
    ])
  })

  it.each([
    [
      'board: {grid: {columns: 3, rows: 3, lines: 4}}',
      'out-of-range test.yaml:1:44',
      'No line of this length fits',
    ],
    ['board: {grid: {columns: 3, rows: 3, lines: 1}}', 'out-of-range test.yaml:1:44', 'at least 2'],
    ['board: {grid: {columns: 3, rows: 3, lines: long}}', 'wrong-type test.yaml:1:44', 'or `whole`'],
    [
      'board: {grid: {columns: 3, rows: 3, lines: 3}}\ntables: {lines: {rows: [{a: 1}]}}',
      'duplicate-id test.yaml:2:10',
      'two tables `lines`',
    ],
    [
      'board: {grid: {columns: 3, rows: 3, lines: 3}, overrides: {a1: {lines: 3}}}',
      'duplicate-id test.yaml:1:65',
      'two attributes `lines`',
    ],
  ])('in `%s` are refused', (yaml, place, message) => {
    const { found, rendered } = readYaml(yaml)
    expect(found).toEqual([place])
    expect(rendered).toContain(message)
  })
})

const GRID = `board: {grid: {columns: 3, rows: 3}}\nspaces: {mill: {}}`
const HEXES = 'board: [{hex: {radius: 1, prefix: h}}, {grid: {columns: 2, rows: 2, prefix: g}}]'
const MAP = 'spaces: {mill: {adjacent: [ford]}, ford: {adjacent: [mill]}}'

function compile(board: string, rules: string, more = '') {
  const yaml = `game: {id: small}\nseats: [red, blue]\n${board}\n${more}`
  return compileFiles(
    [{ path: 'game.md', text: `\`\`\`yaml\n${yaml}\n\`\`\`\n\`\`\`rules\n${rules}\n\`\`\`\n` }],
    TREES,
  )
}

describe('an error in a rule about a board', () => {
  it.each([
    [
      MAP,
      'ray of mill toward north',
      'no-board',
      /has no board with columns, rows and directions/,
      /`board`/,
    ],
    [MAP, 'cell(1, 2)', 'no-board', /has no board/],
    [MAP, 'row(1)', 'no-board', /has no board/],
    [MAP, 'directions', 'unknown-name', /`directions` is not a name known here/],
    [GRID, 'ray of mill toward north', 'no-board', /`mill` isn't on a board/],
    [
      GRID,
      'neighbor of a1 toward north-east',
      'unknown-name',
      /direction north-east.*north, east, south, west/,
      /adjacency: all/,
    ],
    [GRID, 'neighbor of a1 toward nroth', 'unknown-name', /`nroth` is not a value of direction/, /`north`/],
    [GRID, 'neighbor of a1 toward b2', 'wrong-type', /Expected a value of direction, found a space/],
    [GRID, 'ray of red toward north', 'wrong-type', /Expected a space, found a seat/],
    [GRID, 'opposite of a1', 'unknown-name', /`opposite` is not something that a space has/],
    [
      GRID,
      'cell(1)',
      'wrong-count',
      /`cell` takes 2 numbers and, if there are several boards, the name of one/,
    ],
    [GRID, 'cell(a1, 2)', 'wrong-type', /Expected a number, found a space/],
    [GRID, 'row(1, 2)', 'wrong-type', /Expected the name of a board/],
    [GRID, 'row(1, bord)', 'unknown-name', /`bord` is not a board/, /`board`/],
    [GRID, 'leading(map)', 'wrong-count', /`leading` takes 2 arguments, not 1/],
    [GRID, 'leading(map, 3)', 'wrong-type', /Expected a condition, found a number/],
    [GRID, 'leading(map, true, 3)', 'wrong-type', /Expected a condition, found a number/],
    [HEXES, 'cell(1, 2)', 'ambiguous-name', /several boards: h, g/],
    [GRID, 'lines of a1', 'unknown-name', /`lines` is not something that a space has/],
  ])('%s: %s', (board, expression, code, message, hint?: RegExp) => {
    const { diagnostics } = compile(board, `play\n  let x = ${expression}\n  say "{x}"`)
    const errors = diagnostics.filter(({ severity }) => severity === 'error')
    expect(errors).toHaveLength(1)
    expect(errors[0]).toMatchObject({ code, message: expect.stringMatching(message) })
    if (hint !== undefined) expect(itemAt(errors, 0).hint).toMatch(hint)
  })

  it.each([
    [MAP, '{query: ray, zone: mill, direction: north}', 'no-board', /has no board/],
    [GRID, '{query: line, zone: mill, direction: north}', 'no-board', /`mill` isn't on a board/],
    [GRID, '{query: ray, zone: a1, direction: south-west}', 'unknown-name', /direction south-west/],
    [GRID, '{query: ray, zone: a1}', 'missing-key', /needs the key `direction`/],
    [GRID, '{query: boardRow, row: 1, board: hill}', 'unknown-name', /`hill` is not a board/],
    [HEXES, '{query: boardColumn, column: 1}', 'ambiguous-name', /several boards: h, g/],
    [
      GRID,
      '{query: leading, over: {query: zones}, bind: $z, while: 3}',
      'wrong-type',
      /Expected a condition/,
    ],
    [GRID, '{ref: boardCell, column: a1, row: 1}', 'unknown-name', /is not a number/],
  ])('nor in the tree, %s: %s', (board, expression, code, message) => {
    const tree = `procedures:\n  - {id: play, effects: [{let: {bind: x, value: ${expression}}}]}`
    const errors = compile(board, '', tree).diagnostics.filter(({ severity }) => severity === 'error')
    expect(errors).toHaveLength(1)
    expect(errors[0]).toMatchObject({ code, message: expect.stringMatching(message) })
  })
})

describe('words that are directions', () => {
  const evaluate = (more: string, text: string) => {
    const compilation = compile('board: {grid: {columns: 3, rows: 3}}', 'play\n  choose x from map', more)
    expect(compilation.diagnostics.filter(({ code }) => code !== 'unused')).toEqual([])
    const game = loadCompilation(compilation)
    return game.evaluate(game.start({ seed: 1 }), text)
  }

  it('keep what a game declares them to be, except where a direction is wanted', () => {
    const more = 'values: {region: [north, middle]}\nvariables: {where-to: {of: region, start: north}}'
    expect(evaluate(more, 'level(north)')).toBe(0)
    expect(evaluate(more, 'where-to = north')).toBe(true)
    expect(evaluate(more, 'neighbor of b2 toward north')).toBe('b1')
  })

  it('do not take the name of a variable away', () => {
    expect(evaluate('variables: {directions: 0..5, diagonals: flag}', 'directions + 1')).toBe(1)
  })

  it('leave a marker that is called `line` to be shifted', () => {
    const rules = 'play\n  shift line of a1 toward high\n  choose x from map'
    const compilation = compile(GRID, rules, 'space-variables: {line: {values: [low, high]}}')
    const game = loadCompilation(compilation)
    expect(game.evaluate(game.start({ seed: 1 }), 'line of a1')).toBe('high')
  })
})
