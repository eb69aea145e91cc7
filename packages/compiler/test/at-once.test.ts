/** `by each SEAT in SEATS at once`: what it becomes, in both notations, and what is wrong with it. */
import { describe, expect, it } from 'vitest'
import { compileFiles } from '../src/compile.js'
import { runExamples } from '../src/examples/index.js'
import { loadCompilation } from '../src/loaded-game.js'
import { expand } from '@ludoforge/effect-tree'
import { TREES } from './trees.js'

const BOARD = `
\`\`\`yaml
game: {id: small, title: Small}
seats: [red, blue]
spaces: {mill: {}, ford: {}}
seat-variables: {points: 0..9, ready: flag}
variables: {gold: 0..20}
\`\`\`
`
const compile = (rules: string, more = '') =>
  compileFiles([{ path: 'game.md', text: `${BOARD}\n\`\`\`rules\n${rules}\n\`\`\`\n${more}` }])
const meaning = (node: unknown): unknown =>
  JSON.parse(JSON.stringify(node, (key, value: unknown) => (key === 'src' ? undefined : value)))
const bodyOf = (rules: string) => {
  const { def, diagnostics } = compile(rules)
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  return meaning(def?.procedures.find(({ id }) => id === 'play')?.body) as unknown[]
}

describe('a choice at once', () => {
  it('is a question that knows its seat, and what is done with the answer of each', () => {
    const [effect] = bodyOf(`play
  choose bid from 0..seat.points, by each seat in seats where it is ready at once "you have {seat.points}"
    set seat.points to bid
  draw`)
    const seat = { ref: 'binding', name: 'seat' }
    expect(effect).toMatchObject({
      chooseAtOnce: {
        seat: 'seat',
        seats: { query: 'filter', over: { query: 'players' } },
        ask: {
          chooseOne: {
            bind: 'bid',
            type: 'number',
            options: { query: 'intsInRange', min: 0, max: { ref: 'pvar', var: 'points', player: seat } },
            prompt: ['you have ', { show: { ref: 'pvar', var: 'points', player: seat }, type: 'number' }],
          },
        },
        effects: [
          { setVar: { scope: 'pvar', var: 'points', player: seat, value: { ref: 'binding', name: 'bid' } } },
        ],
      },
    })
  })

  it('may be of several things, of values in a line, or of options; and none may be allowed', () => {
    const body = bodyOf(`play
  choose up to 2 spots from map, secretly, by each one in seats at once
    add count(spots) to one.points
  choose goal: mill | ford, by each seat in [red] at once
    add 1 to gold
  choose by each seat in seats at once "go?"
    option go "Go on with {seat.points}" if seat.points > 0
      stop
    option stay
  choose spot from map, by each seat in seats at once, or none
    if spot = none
      stop
  draw`)
    expect(body).toMatchObject([
      { chooseAtOnce: { seat: 'one', ask: { chooseN: { bind: 'spots', secret: true, max: 2 } } } },
      { chooseAtOnce: { seats: { query: 'list' }, ask: { chooseOne: { bind: 'goal', type: 'zone' } } } },
      {
        chooseAtOnce: {
          ask: { alternatives: { options: [{ id: 'go', effects: [{ leave: 'loop' }] }, { id: 'stay' }] } },
          effects: [],
        },
      },
      { chooseAtOnce: { ask: { chooseOne: { optional: true } } } },
      { endGame: {} },
    ])
  })

  it('is the same rule when it is printed as a tree and read again', () => {
    const { def } = compile(`play
  choose bid from 0..5, by each seat in seats at once
    set seat.points to bid
  choose by each seat in seats at once
    option go if seat is ready
      add 1 to gold
    option stay
  draw`)
    const tree = compileFiles(
      [
        { path: 'game.md', text: BOARD },
        { path: 'rules.yaml', text: expand(def!) },
      ],
      TREES,
    )
    expect(meaning(tree.def?.procedures)).toEqual(meaning(def?.procedures))
  })
})

/** A line of `play`, and what is wrong with it. */
const cases: readonly (readonly [string, string, RegExp, RegExp?])[] = [
  [
    'choose x from map, by each seat in seats\n    add 1 to gold',
    'syntax',
    /Expected `at once` after the seats, found the end of the line/,
    /put `choose` below `each seat in SEATS`/,
  ],
  ['choose x from map, by each seat in seats at once', 'syntax', /This line needs a block below it/],
  [
    'choose x from map, by each in seats at once\n    add 1 to gold',
    'syntax',
    /Expected a name for the seat, found `in`/,
  ],
  [
    'choose x from map, by each seat in map at once\n    add 1 to gold',
    'wrong-type',
    /seats, found a list of spaces/,
  ],
  [
    'choose x from map, by each seat in seats at once, or stop\n    add 1 to gold',
    'no-loop',
    /can't have `or stop`/,
    /or none/,
  ],
  [
    'choose x from 1..3, by each seat in seats at once, or none\n    add 1 to gold',
    'wrong-type',
    /A choice of a number or flag can't be declined/,
  ],
  [
    'choose seat from seats, by each seat in seats at once\n    add 1 to gold',
    'duplicate',
    /`seat` is already the name of the seat/,
  ],
  [
    'choose x from map, by red, by each seat in seats at once\n    add 1 to gold',
    'syntax',
    /two `by` clauses/,
  ],
  [
    'choose each x from map, by each seat in seats at once\n    add 1 to gold',
    'syntax',
    /can't ask several seats at once/,
    /choose up to 3/,
  ],
  ['choose x from map\n    add 1 to gold', 'syntax', /`choose` has no block below it/],
  ['choose x from map, by each seat in seats at once\n    add 1 to glod', 'unknown-name', /`glod`/],
  [
    'choose x from map, by each seat in seats at once\n    add 1 to gold\n  add count(x) to gold',
    'unknown-name',
    /`x` is not a name known here/,
  ],
]

describe('an error in a simultaneous choice', () => {
  it.each(cases.map(([line, ...wrong]) => ({ line, wrong })))('is reported: $line', ({ line, wrong }) => {
    const [code, message, hint] = wrong
    const found = compile(`play\n  ${line}\n  draw`).diagnostics.filter(
      ({ severity }) => severity === 'error',
    )
    const diagnostic = found.find((d) => d.code === code)
    expect(found.map((d) => d.code)).toEqual([code])
    expect(diagnostic?.message).toMatch(message)
    if (hint !== undefined) expect(diagnostic?.hint ?? '').toMatch(hint)
  })

  const asked = (ask: string, seats = '{query: players}') =>
    `- chooseAtOnce: {seat: $s, seats: ${seats}, ask: ${ask}}`
  it.each([
    [asked('{}'), /`ask` must be exactly one question/],
    [
      asked(
        '{chooseOne: {bind: x, options: {query: players}}, chooseN: {bind: y, options: {query: players}, max: 1}}',
      ),
      /`ask` must be exactly one question/,
    ],
    [
      asked('{chooseOne: {bind: x, options: {query: players}, player: red}}'),
      /`chooseAtOnce` can't have `player`/,
    ],
    [asked('{chooseOne: {bind: x, options: {query: players}}}', '3'), /Expected a list of seats/],
    [asked('{shuffle: {}}'), /has no key `shuffle`/],
  ])('of the effect tree is found too: %s', (effect, message) => {
    const text = `procedures:\n  - id: one\n    effects:\n      ${effect}\n`
    const { diagnostics } = compileFiles(
      [
        { path: 'game.md', text: `${BOARD}\n\`\`\`rules\nplay\n  do one\n  draw\n\`\`\`\n` },
        { path: 'tree.yaml', text },
      ],
      TREES,
    )
    expect(
      diagnostics
        .filter(({ severity }) => severity === 'error')
        .map((d) => d.message)
        .join(),
    ).toMatch(message)
  })
})

describe('an example', () => {
  const RULES = `play
  choose bid from 0..5, by each seat in seats at once
    set seat.points to bid
  choose spot from [mill], by red, or none
  draw`
  const failures = (steps: string) => {
    const game = loadCompilation(compile(RULES))
    const text = `\`\`\`example\nA title\n${steps}\n\`\`\`\n`
    return runExamples(game, [{ path: 'examples.md', text }]).results.map(({ failure }) => failure)
  }

  it('speaks of each seat, and may answer in any order', () => {
    expect(
      failures(`  then red is asked bid
   and blue is asked bid
   and blue cannot choose 6
  when blue chooses 3
  then blue is not asked
   and red is asked
  when red chooses 2
  then red.points = 2 and blue.points = 3
   and red is offered mill
   and red is not offered ford`),
    ).toEqual([undefined])
  })

  it.each([
    ['  then blue is not asked', /blue is asked/, /red is asked bid .*; blue is asked bid/],
    [
      '  when blue chooses 3\n  then blue is asked',
      /The pending question is another one/,
      /^red is asked bid/,
    ],
    [
      '  when blue chooses 3\n   and blue chooses 4\n  then gold = 0',
      /blue has no question to answer here/,
      /^red is asked bid/,
    ],
    ['  then blue cannot choose 3', /This choice is legal/],
    ['  then green is asked', /`green` is not a seat/],
  ])('that is wrong about it fails: %s', (steps, message, actual?: RegExp) => {
    const [failure] = failures(steps)
    expect(failure?.message).toMatch(message)
    if (actual !== undefined) expect(failure?.actual).toMatch(actual)
  })
})
