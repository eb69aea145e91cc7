import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { read, TINY } from './tiny.js'
import { isThorough } from '../../../test/support/effort.js'

describe('a broken folder', () => {
  it('shows all its errors in one run, as in the golden text', () => {
    const { rendered } = read({
      'map.md': [
        '# The map',
        '```yaml',
        'game: {id: broken, titel: A broken game}',
        'seats: [north, south]',
        'spaces:',
        '  mill: {terrain: hills, adjacent: [frod]}',
        '  ford: {terrain: 7, adjacent: [mill]}',
        '```',
      ].join('\n'),
      'tracks.yaml': 'variables:\n  gold: {range: 0..10, start: 12}\n\tgems: 1\n',
    })
    expect(`\n${rendered}\n`).toMatchInlineSnapshot(`
      "
      map.md:3:20: error unknown-key: \`game\` has no key \`titel\`.
        3 | game: {id: broken, titel: A broken game}
          |                    ^^^^^
          = did you mean \`title\`?

      map.md:6:37: error unknown-space: There is no space \`frod\`.
        6 |   mill: {terrain: hills, adjacent: [frod]}
          |                                     ^^^^
          = did you mean \`ford\`?

      map.md:7:19: error wrong-type: The attribute \`terrain\` is a word at map.md:6:19, but the number 7 here.
        7 |   ford: {terrain: 7, adjacent: [mill]}
          |                   ^

      tracks.yaml:2:31: error out-of-range: The start of \`gold\` is 12, outside 0..10.
        2 |   gold: {range: 0..10, start: 12}
          |                               ^^

      tracks.yaml:3:1: error yaml-tab: This line is indented with a tab. YAML needs spaces.
        3 |     gems: 1
          | ^^^^

      tracks.yaml:3:2: error unknown-key: There is no top-level key \`gems\`.
        3 |     gems: 1
          |     ^^^^
          = known keys: game, terms, seats, players, teams, values, class-names, attributes, spaces, board, zones, properties, pieces, cards, groups, variables, seat-variables, space-variables, tables, options, scenarios, worth, promise, features, weights

      6 errors, 0 warnings
      "
    `)
  })
})

describe('whatever the YAML is', () => {
  const whole = Object.values(TINY)
    .join('\n')
    .replaceAll(/^(?:```.*|#.*|[A-Z].*)$/gm, '')

  it('a mutation of a good folder is never an exception', () => {
    const { length } = whole
    const edit = fc.record({
      at: fc.nat(length),
      cut: fc.nat(12),
      put: fc.oneof(
        fc.constantFrom('', '{', '}', '[', ']', ': ', '- ', '\n', '\t', 'null', '1', '-1..2', 'x', '~'),
        fc.string(),
      ),
    })
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 4 }), (edits) => {
        let text = whole
        for (const { at, cut, put } of edits) text = text.slice(0, at) + put + text.slice(at + cut)
        expect(read({ 'all.yaml': text }).declarations.scenarios).toBeDefined()
      }),
      { numRuns: isThorough ? 600 : 200 },
    )
  })

  it('any tree under the known keys is never an exception', () => {
    const keys = [...new Set([...whole.matchAll(/[a-z][a-z-]*(?=:)/g)].map(([key]) => key))]
    const words = [
      'north',
      'mill',
      'box',
      'deck',
      'flag',
      '0..4',
      '5..1',
      'none',
      'terrain',
      '{rank}',
      'constructor',
    ]
    const leaf = fc.oneof(
      fc.constantFrom(...words),
      fc.integer(),
      fc.double(),
      fc.boolean(),
      fc.constant(null),
      fc.string(),
    )
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof({ maxDepth: 4, withCrossShrink: true }, leaf, tie('map'), tie('list')),
      map: fc.dictionary(fc.oneof(fc.constantFrom(...keys, ...words), fc.string()), tie('tree'), {
        maxKeys: 5,
      }),
      list: fc.array(tie('tree'), { maxLength: 4 }),
    }))
    const top = fc.dictionary(fc.constantFrom(...TOP), tree, { maxKeys: 8 })
    fc.assert(
      fc.property(top, (value) => {
        const text = JSON.stringify(value)
        const { declarations, reporter } = read({
          'base.yaml': 'game: {id: x}\nseats: [north]',
          'all.yaml': text,
        })
        expect(() => JSON.stringify({ ...declarations, ruleNodes: [] })).not.toThrow()
        for (const { message } of reporter.diagnostics) expect(message).not.toMatch(/undefined|\[object/)
      }),
      { numRuns: isThorough ? 1500 : 400 },
    )
  })
})

const TOP = [
  'game', 'seats', 'values', 'attributes', 'spaces', 'board', 'zones', 'properties', 'pieces', 'cards', 'groups',
  'variables', 'seat-variables', 'space-variables', 'tables', 'options', 'scenarios', 'worth', 'promise', 'features',
  'weights', 'turn',
] // biome-ignore format: a list of words
