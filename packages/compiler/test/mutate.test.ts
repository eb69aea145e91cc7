/** Small changes of the rules, and whether the examples notice them. */
import { linkGame } from '@ludoforge/kernel'
import { describe, expect, it } from 'vitest'
import { mutateExamples } from '../src/examples/index.js'
import { mutantsOf, mutantOption, withMutants } from '../src/examples/mutants.js'
import { loadSmall } from './small-game.js'

const RULES = `
play                                                              # 1.1
  do turn(red)
  do turn(blue)
  choose end from map, by red
  red wins

procedure turn(seat)                                              # 1.2
  if gold >= 2
    add 3 to seat.points
  else
    say "Poor {seat}"
  each space in map where it is wet and no(guards in it)
    place 1 guard of seat in space
  choose by seat
    option rest if seat.points > 0
      clear seat.ready
    option work
      set seat.ready

action dig                                                        # 1.3
  requires gold > 0
  add 1 to gold

test rich = gold > 10 or camp = moor
`

const loaded = (examples: string) => loadSmall(RULES, `\n\`\`\`example\n${examples}\n\`\`\`\n`)
const told = (examples: string) =>
  mutateExamples(loaded(examples)).map(({ rule, from, to, outcome }) =>
    [rule ?? '', from, to, outcome].join('|'),
  )

const RICH = `The rich get three points
  given an empty board
    set gold to 2
    place 1 guard of blue in moor
  when do turn(red)
   and red chooses work
  then red.points = 3 and red is ready
   and count(guards in ford) = 1 and no(red guards in moor) and no(guards in mill)
`

describe('a change of the rules', () => {
  const changes = told(RICH)
  const found = (start: string) => changes.filter((line) => line.startsWith(start))

  it('is a comparison', () => {
    expect(found('1.2|`gold >= 2`')).toEqual(['1.2|`gold >= 2`|`gold > 2`|noticed'])
    expect(found('1.2|`points > 0`')).toEqual(['1.2|`points > 0`|`points >= 0`|unnoticed'])
  })

  it('is a number', () => {
    expect(found('1.2|3|')).toEqual(['1.2|3|4|noticed'])
    expect(found('1.2|2|')).toEqual(['1.2|2|3|noticed'])
  })

  it('is a statement that is left out, but no message', () => {
    expect(found('1.2|`add 3 to seat.points`')).toEqual(['1.2|`add 3 to seat.points`|nothing|noticed'])
    expect(found('1.2|`set seat.ready`')).toEqual(['1.2|`set seat.ready`|nothing|noticed'])
    expect(found('1.2|`clear seat.ready`')).toEqual(['1.2|`clear seat.ready`|nothing|unreached'])
    expect(found('1.2|`say')).toEqual([])
  })

  it('is a pair of branches that change places', () => {
    expect(found('1.2|then, else')).toEqual(['1.2|then, else|else, then|noticed'])
  })

  it('is a part of `where`, of `or`, and the condition of an option, that is left out', () => {
    expect(found('1.2|`it is wet`')).toEqual(['1.2|`it is wet`|nothing|noticed'])
    expect(found('1.2|`no(guards in it)`')).toEqual(['1.2|`no(guards in it)`|nothing|noticed'])
    expect(found('1.2|the condition')).toEqual(['1.2|the condition|none|unnoticed'])
    expect(found('|`camp = moor`').map((line) => line.split('|').at(-1))).toEqual(['unreached', 'unreached'])
  })

  it('is a requirement that is left out', () => {
    expect(found('1.3|the condition')).toEqual(['1.3|the condition|none|unreached'])
    expect(told(`${RICH}\nNo gold, no digging\n  given an empty board\n  then not legal(dig)\n`)).toContain(
      '1.3|the condition|none|noticed',
    )
  })

  it('is none of what nobody wrote', () => {
    const made = mutantsOf(
      loadSmall(
        'play\n  choose each spot from map where it is wet, at least 2, up to 3, by red\n    place guard of red in spot\n  red wins',
      ).def,
    )
    expect(made.map(({ from, to }) => `${from} -> ${to}`).toSorted()).toEqual([
      '2 -> 3',
      '3 -> 4',
      '`choose each spot from map where it is wet, at least 2, up to 3, by red` -> nothing',
      '`it is wet` -> everything',
      '`place guard of red in spot` -> nothing',
      '`red wins` -> nothing',
      '`terrain = wet` -> `terrain != wet`',
    ])
  })

  it('is none of an argument that a call leaves out', () => {
    const made = mutantsOf(
      loadSmall(
        'value toll(space, base = 4, more = 7) = base + more\nplay\n  set gold to toll(mill, 5)\n  red wins',
      ).def,
    )
    expect(made.map(({ from, to }) => `${from} -> ${to}`)).toEqual([
      '`set gold to toll(mill, 5)` -> nothing',
      '5 -> 6',
      '`red wins` -> nothing',
    ])
  })

  it('is none of the nothing before a sign', () => {
    const made = mutantsOf(loadSmall('value debt = -gold\nplay\n  set gold to debt\n  red wins').def)
    expect(made.map(({ from }) => from)).toEqual(['`set gold to debt`', '`red wins`'])
  })

  it('is one of a number that is written once, and none of the height of a die', () => {
    const made = mutantsOf(
      loadSmall(
        'play\n  choose 2 or all spots from map, by red\n  roll die from 1..6\n  set gold to die + count(spots)\n  red wins',
      ).def,
    )
    expect(made.map(({ from, to }) => `${from} -> ${to}`).toSorted()).toEqual([
      '1 -> 2',
      '2 -> 3',
      '`red wins` -> nothing',
      '`set gold to die + count(spots)` -> nothing',
    ])
  })

  it('is noticed by an example that is named', () => {
    const [first] = mutateExamples(loaded(RICH)).filter(({ outcome }) => outcome === 'noticed')
    expect(first).toMatchObject({ by: 'The rich get three points', file: 'game.md' })
  })
})

describe('all changes in one game', () => {
  const { def } = loaded(RICH)

  it('leave it as it is until one is chosen', () => {
    const mutants = mutantsOf(def)
    const game = linkGame(withMutants(def, mutants))
    const plain = linkGame(def)
    const options = (number: number) => ({ options: mutantOption(number), seed: 1 })
    const offered = (number: number) =>
      game.decision(game.start(options(number)))?.options.map(({ id }) => id)
    expect(offered(0)).toEqual(plain.decision(plain.start({ seed: 1 }))?.options.map(({ id }) => id))
    expect(offered(0)).toEqual(['mill', 'ford', 'moor'])
    const free = mutants.findIndex(({ from, rule }) => from === 'the condition' && rule === '1.2')
    expect(offered(free + 1)).toEqual(['rest', 'work'])
  })
})

describe('a sample', () => {
  const numbers = (sample: number, seed: string, part?: readonly [number, number]) =>
    mutateExamples(loaded(RICH), { sample, seed, ...(part === undefined ? {} : { part }) }).map(
      (m) => m.number,
    )

  it('is drawn by lot, the same for the same seed', () => {
    expect(numbers(8, 'a')).toHaveLength(8)
    expect(numbers(8, 'a')).toEqual(numbers(8, 'a'))
    expect(numbers(8, 'a')).not.toEqual(numbers(8, 'b'))
  })

  it('is divided among workers without loss', () => {
    const parts = [0, 1, 2].flatMap((i) => numbers(8, 'a', [i, 3]))
    expect(parts.toSorted((a, b) => a - b)).toEqual(numbers(8, 'a'))
  })
})

it('examples must pass on the unchanged rules', () => {
  expect(() => mutateExamples(loaded('Wrong\n  then gold = 1\n'))).toThrow(
    /'Wrong' fails on the unchanged rules/,
  )
})

describe('the end by scores', () => {
  const RANK = `play
  choose end from map, by red
  rank seats by least points of it, then most count(guards of it in map), then most (if it = red then 1 else 0) "all is counted"
`
  const outcomes = (example: string) =>
    mutateExamples(loadSmall(RANK, `\n\`\`\`example\n${example}\n\`\`\`\n`)).flatMap(
      ({ from, to, outcome }) =>
        from === 'least' || from.startsWith('`then`') ? [`${from}, ${to}: ${outcome}`] : [],
    )

  it('has a mutant for `least`, and one for each `then`', () => {
    const scores =
      'Scores\n  given the start\n    set points of blue to 2\n  when red chooses mill\n  then red has won'
    expect(outcomes(scores)).toEqual([
      'least, most: noticed',
      '`then` 1, nothing: unnoticed',
      '`then` 2, nothing: unnoticed',
    ])
    const guards =
      'Guards\n  given the start\n    place 1 guard of blue in mill\n  when red chooses mill\n  then blue has won'
    expect(outcomes(guards)).toEqual([
      'least, most: unnoticed',
      '`then` 1, nothing: noticed',
      '`then` 2, nothing: unnoticed',
    ])
  })
})
