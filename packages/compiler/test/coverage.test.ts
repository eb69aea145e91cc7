/** Which statements, branches and requirements the examples carry out. */
import { describe, expect, it } from 'vitest'
import { coverExamples } from '../src/examples/index.js'
import { loadSmall } from './small-game.js'

const RULES = `
play                                                              # 1.1
  do turn(red)
  red wins

procedure turn(seat)                                              # 1.2
  if gold > 2
    add 1 to seat.points
  else
    add 2 to seat.points                                          # 1.2.1
  if seat.points > 8
    add 1 to gold
  choose by seat
    option rest
      set gold to 0
    option work
      set gold to (if gold > 5 then 7 else 8)
  choose by each seat in seats at once
    option stand
      add 1 to seat.points
    option sit
      add 1 to gold

action dig                                                        # 1.3
  requires gold > 0
  add 1 to gold

action rush                                                       # 1.4
  requires rich
  add 1 to gold

test rich = gold > 10
value twice(number) = 2 * number
`

const cover = (example: string) =>
  coverExamples(loadSmall(RULES, `\n\`\`\`example\n${example}\n\`\`\`\n`)).coverage

const missed = (example: string) =>
  cover(example).missed.map(({ kind, rule, text, side }) =>
    [kind, rule ?? '', text.replace(/\s+/g, ' '), side ?? ''].join('|'),
  )

const TURN = `A turn
  given an empty board
    set gold to 3
  when do turn(red)
   and red chooses work
   and red chooses stand
   and blue chooses stand
  then gold = 8
   and legal(dig)
`

describe('the branches of `else if`', () => {
  const rules = `
play
  red wins

procedure sort-out                                                # 1.1
  if gold = 1
    set camp to mill
  else if gold = 2                                                # 1.2
    set camp to ford
  else if gold = 3
    set camp to moor
`
  it('stand in their own lines, under their own rule', () => {
    const example = 'Two\n  given an empty board\n    set gold to 2\n  when do sort-out\n  then camp = ford'
    const { coverage } = coverExamples(loadSmall(rules, `\n\`\`\`example\n${example}\n\`\`\`\n`))
    const found = coverage.missed.filter(({ kind }) => kind === 'branch')
    const first = found[0]?.line ?? 0
    expect(found.map(({ line, rule, text, side }) => [line - first, rule, text, side])).toEqual([
      [0, '1.1', 'if gold = 1', 'then'],
      [2, '1.2', 'else if gold = 2', 'else'],
      [4, '1.1', 'else if gold = 3', 'then'],
      [4, '1.1', 'else if gold = 3', 'else'],
    ])
  })
})

describe('what examples carry out', () => {
  const found = missed(TURN)

  it('leaves statements that are never reached', () => {
    expect(found).toContain('statement|1.2.1|add 2 to seat.points|')
    expect(found).toContain('statement|1.2|set gold to 0|')
    expect(found).toContain('statement|1.1|red wins|')
    expect(found).not.toContain('statement|1.2|add 1 to seat.points|')
  })

  it('leaves sides of branches, also where nothing is written on that side', () => {
    expect(found).toContain('branch|1.2|if gold > 2|else')
    expect(found).not.toContain('branch|1.2|if gold > 2|then')
    expect(found).toContain('branch|1.2|if seat.points > 8|then')
    expect(found).not.toContain('branch|1.2|if seat.points > 8|else')
  })

  it('leaves options that are never chosen, also of several seats at once', () => {
    expect(found.filter((line) => /\|(rest|work|stand|sit)$/.test(line))).toEqual([
      'branch|1.2|choose by seat|rest',
      'branch|1.2|choose by each seat in seats at once|sit',
    ])
  })

  it('leaves sides of conditional values', () => {
    expect(found).toContain('branch|1.2|set gold to (if gold > 5 then 7 else 8)|then')
    expect(found).not.toContain('branch|1.2|set gold to (if gold > 5 then 7 else 8)|else')
  })

  it('leaves what a requirement never was', () => {
    expect(found.filter((line) => line.startsWith('requirement'))).toEqual([
      'requirement|1.3|gold > 0|false',
      'requirement|1.4|rich|true',
      'requirement|1.4|rich|false',
    ])
  })

  it('leaves values and tests that nobody asks for', () => {
    expect(found).toContain('statement||test rich|')
    expect(missed('It\n  then twice(2) = 4 and not rich')).not.toContain('statement||test rich|')
    expect(missed('It\n  then twice(2) = 4')).not.toContain('statement||value twice(number)|')
  })

  it('is counted for each file and rule, and in total', () => {
    const { total, files } = cover(TURN)
    expect(files.map(({ file }) => file)).toEqual(['game.md'])
    expect(files[0]?.shares).toEqual(total)
    expect(files[0]?.sections.map(({ rule }) => rule)).toEqual(['1.1', '1.2', '1.2.1', '1.3', '1.4'])
    const turn = files[0]?.sections[1]?.shares
    expect(turn?.statements).toEqual({ covered: 7, all: 10 })
    expect(turn?.branches).toEqual({ covered: 5, all: 10 })
    expect(total.requirements).toEqual({ covered: 1, all: 4 })
  })
})
