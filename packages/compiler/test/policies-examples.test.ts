/** Examples of policies: what a seat decides by its policy, which lines are reached, which changes are noticed. */
import { describe, expect, it } from 'vitest'
import { coverExamples, mutateExamples, runExamples } from '../src/examples/index.js'
import { loadSmall } from './small-game.js'

const RULES = `
play
  repeat up to 2 times
    as red
      do turn
  red wins
procedure turn
  choose "What now?"
    option march
      perform march
    option rest
      add 1 to gold
action march
  choose space from map, or none, offering extras before
  if space is not none
    place 1 red guard in space
  choose up to 2 places from map
  choose amount from 1..4
  add amount to gold
window extras
  offers extra from [feast, dance] where legal(it)
  perform extra
activity feast
  requires gold < 2
  add 2 to gold
activity dance
  requires gold > 5
  add 1 to gold

policy calm for red                                   # 8.1
  at turn
    first march if gold < 3
    first rest                                        # 8.2
  at extras
    take dance if timing is after
    take feast if timing is before and camp is ford
  at march.space
    stop if gold = 1
    prefer it is wet, most it.width                   # 8.3
  at march.places
    take least if gold > 9
    take 1 if gold > 7
    avoid it in [mill]
  at march.amount
    take most                                         # 8.4
policy lone for red
  at turn
    first rest
`

const EXAMPLES = `
A poor seat marches
  given an empty board, red to act
  when do turn
  then red would choose march
   and red would choose rest by lone

A rich seat rests
  given an empty board, red to act
    set gold to 3
  when do turn
   and red decides
  then gold = 4
   and nothing is asked

It takes what it wants
  given an empty board, red to act
  when do march
  then red would choose ford or moor
  when red chooses nothing
  then red would choose ford, moor
  when red decides
  then red would choose 4

It feasts at the ford
  given an empty board, red to act
    set camp to ford
  when do march
  then red would choose feast
  when red plays
  then nothing is asked
   and gold = 6
   and count(red guards in ford) + count(red guards in moor) = 1

It stops
  given an empty board, red to act
    set gold to 1
  when do march
  then red would choose nothing

It takes few when it has much
  given an empty board, red to act
    set gold to 8
  when do march
   and red chooses nothing
  then red would choose ford or moor
`

const block = (text: string) => `\n\`\`\`example\n${text}\n\`\`\`\n`
const failures = (text: string) =>
  runExamples(loadSmall(RULES, block(text))).results.map(({ failure }) =>
    failure === undefined
      ? ''
      : [failure.message, failure.expected, failure.actual].filter((x) => x !== undefined).join(' | '),
  )

const START = 'X\n  given an empty board, red to act\n  when do'

describe('examples of policies', () => {
  it('say what a seat would choose, and let it decide and play', () => {
    expect(failures(EXAMPLES)).toEqual(['', '', '', '', '', ''])
  })

  it.each([
    ['turn\n  then red would choose rest', 'The policy of red leaves other answers. | rest | march (8.1: first march if gold < 3)'],
    ['march\n  then red would choose ford', 'The policy of red leaves other answers. | ford | ford or moor (8.3: prefer it is wet, most it.width)'],
    ['march\n  then red would choose ford by lone', 'The policy `lone` has no entry for this question. | red is asked space (Choose space)'],
    ['march\n   and red decides by lone\n  then gold = 0', 'The policy `lone` has no entry for this question. | red is asked space (Choose space)'],
    ['turn\n  then red would choose rest by calmer', "There is no policy 'calmer' for red. The policies of red are: calm, lone."],
    ['march\n  then blue would choose ford', 'blue has no question to answer here. | blue chooses | red is asked space (Choose space)'],
    ['march\n   and red decides', 'This example has no `then`, so it tests nothing.'],
    ['march\n   and red decides fast\n  then gold = 0', ''],
  ])('fail with what was there: %s', (text, message) => {
    const found = failures(`${START} ${text}`)
    expect(found).toEqual(message === '' ? [expect.anything()] : [message])
  }) // biome-ignore format: one line each

  it('cover lines, with both sides of their conditions', () => {
    const { coverage } = coverExamples(loadSmall(RULES, block(EXAMPLES)))
    const missed = coverage.missed.filter(({ text }) => /^(at|take|first|prefer|avoid|stop|policy) /.test(text))
    expect(missed.map(({ kind, text, side }) => [kind, text, side])).toEqual([
      ['statement', 'take dance if timing is after', undefined],
      ['branch', 'take dance if timing is after', 'then'],
      ['branch', 'take dance if timing is after', 'else'],
      ['branch', 'take least if gold > 9', 'then'],
    ])
    const sections = coverage.files.flatMap(({ sections: all }) => all.map(({ rule, shares }) => [rule, shares.statements]))
    expect(sections).toEqual([
      ['8.1', { covered: 11, all: 12 }],
      ['8.2', { covered: 1, all: 1 }],
      ['8.3', { covered: 1, all: 1 }],
      ['8.4', { covered: 1, all: 1 }],
    ])
  }) // biome-ignore format: one line each

  it('notice changes of lines', () => {
    const changes = mutateExamples(loadSmall(RULES, block(EXAMPLES)))
      .filter(({ rule }) => rule?.startsWith('8.') === true)
      .map(({ rule, from, to, outcome }) => [rule, from, to, outcome].join('|'))
    expect(changes).toContain('8.1|`first march if gold < 3`|nothing|noticed')
    expect(changes).toContain('8.1|the condition|none|noticed')
    expect(changes).toContain('8.1|`gold < 3`|`gold <= 3`|noticed')
    expect(changes).toContain('8.1|3|4|noticed')
    expect(changes).toContain('8.1|`take dance if timing is after`|nothing|unreached')
    expect(changes).toContain('8.3|`terrain = wet`|`terrain != wet`|noticed')
    expect(changes).toContain('8.3|most|least|unnoticed')
    expect(changes).toContain('8.1|the test|its opposite|noticed')
    expect(changes).toContain('8.4|most|least|noticed')
    expect(changes).toContain('8.4|`take most`|nothing|noticed')
  })
})
