/** Lessons as tests: what fails, with its line, and what is only warned about. */
import { describe, expect, it } from 'vitest'
import { coverExamples, mutateExamples } from '../src/examples/index.js'
import { tested } from './lesson-game.js'
import { loadSmall } from './small-game.js'

/** What fails in a lesson with these lines: the line in the lesson and the message. */
function failure(lines: string): string | undefined {
  const { results, diagnostics } = tested(lines)
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  const { failure: found } = results[0] ?? {}
  if (found === undefined) return undefined
  const compared = [found.expected, found.actual].filter((text) => text !== undefined).join(' / ')
  return `${found.span.line - 3}: ${found.message}${compared === '' ? '' : ` (${compared})`}`
}

const errors = (lines: string): string[] =>
  tested(lines).diagnostics.map(({ message, hint }) => `${message} ${hint ?? ''}`.trim())

describe('a lesson passes', () => {
  it('with every construct', () => {
    const { results, diagnostics } = tested(
      `  let wealth = gold + 1
  say "You have {gold} of {wealth}, and a text
       over two lines.", pointing at mill, red, gold, dig, the question
  you find map where it.terrain is wet
    mistake mill "{it} is dry."
    hint "Look for water."
  you choose dig or rest
    also gamble "Risky."
    mistake walk "Not now."
    hint "Dig."
  if gold > 0
    say "{gold: coin}."
  when blue plays by idle
  then red is asked
  you reach camp is ford and red has won in 3 answers
    by walk; ford; nothing
    mistake dig "Later."
    mistake if camp is moor "That's the moor."
      by walk; moor; 1 stone in quarry
    else "No."
  close "Done."`.replace('    also gamble "Risky."\n', ''),
    )
    expect(diagnostics).toEqual([])
    expect(results).toMatchObject([{ title: 'A lesson', isLesson: true }])
    expect(results[0]?.failure).toBeUndefined()
  })

  it('without a check of what an `if` skips', () => {
    expect(failure('  if gold > 0\n    say "x"\n    then gold = 99\n  close "x"')).toBeUndefined()
    expect(failure('  if gold = 0\n    say "x"\n    then gold = 99\n  close "x"')).toMatch(/^3: /)
  })

  it('and cites its first rule', () => {
    const { results } = tested('A title  # 1.2, 3.4\n  given the start, you are red\n  close "End."')
    expect(results).toMatchObject([{ title: 'A title', rule: '1.2' }])
  })
})

describe('the way fails', () => {
  it.each([
    ['a step is illegal', '  when red chooses gamble\n  close "x"', /^1: .*gamble/],
    ['a step answers for nobody', '  when blue chooses rest\n  close "x"', /^1: blue has no question/],
    [
      'an answer is unknown',
      '  you choose digg\n  close "x"',
      /^1: `digg` is not an option.*did you mean `dig`/i,
    ],
    ['an answer is illegal', '  you choose gamble\n  close "x"', /^1: This answer is illegal/],
    [
      'an expectation fails',
      '  you choose dig\n  then gold = 5\n  close "x"',
      /^2: This isn't true. \(gold = 5 \/ gold is 2\)/,
    ],
    ['a set is empty', '  you find map where it.width > 5\n  close "x"', /^1: Nothing can be found/],
    [
      'a way misses the goal',
      '  you reach gold = 3\n    by dig\n  close "x"',
      /^2: This way doesn't reach the goal. \(gold = 3 \//,
    ],
    [
      'a way goes on after the goal',
      '  you reach camp is ford\n    by walk; ford; nothing; rest\n  close "x"',
      /^2: The goal is reached before/,
    ],
    [
      'a second way fails',
      '  you choose dig or walk\n  then gold = 2\n  close "x"',
      /^2: This isn't true. \(gold = 2 \/ gold is 0\)/,
    ],
  ])('if %s', (_, lines, wanted) => {
    expect(failure(lines)).toMatch(wanted)
  })
})

describe('a mistake fails', () => {
  it.each([
    ['it is accepted', '  you choose dig\n    mistake dig "x"\n  close "x"', /^2: This answer is accepted/],
    ['it is illegal', '  you choose dig\n    mistake gamble "x"\n  close "x"', /^2: This answer is illegal/],
    [
      'it is legal, but said to be illegal',
      '  you choose dig\n    mistake illegal rest "x"\n  close "x"',
      /^2: This answer is legal/,
    ],
    [
      'no option meets it',
      '  when red chooses walk\n  you choose ford\n    mistake if it.width > 5 "x"\n  close "x"',
      /^3: No option meets this condition/,
    ],
    ['it can be found', '  you find map\n    mistake mill "x"\n  close "x"', /^2: This is in the set/],
    [
      'its way reaches the goal',
      '  you reach gold = 2\n    by dig\n    mistake if gold = 2 "x"\n      by dig\n  close "x"',
      /^4: This way reaches the goal/,
    ],
    [
      'its way makes something else true',
      '  you reach gold = 2\n    by dig\n    mistake if camp is moor "x"\n      by rest\n  close "x"',
      /^4: This way doesn't make the condition true/,
    ],
    [
      'an earlier line catches its way',
      '  you reach gold = 2\n    by dig\n    mistake if gold = 0 "x"\n      by rest\n    mistake if camp is moor "y"\n      by walk; moor; nothing\n  close "x"',
      /^6: An earlier line catches/,
    ],
    [
      'the turn goes on after its way',
      '  you reach gold = 2\n    by dig\n    mistake if gold = 0 "x"\n      by walk\n  close "x"',
      /^4: This way stops before/,
    ],
    [
      'it is never legal on the way',
      '  you reach gold = 2\n    by dig\n    mistake gamble "x"\n  close "x"',
      /^3: This answer is illegal at every/,
    ],
  ])('if %s', (_, lines, wanted) => {
    expect(failure(lines)).toMatch(wanted)
  })
})

describe('pointing fails', () => {
  it.each([
    ['nothing is there', '  say "x", pointing at guards in mill\n  close "x"', /^1: Nothing is there/],
    [
      'the option is unknown',
      '  say "x", pointing at digg\n  close "x"',
      /^1: `digg` isn't an option here. Did you mean `dig`/,
    ],
  ])('if %s', (_, lines, wanted) => {
    expect(failure(lines)).toMatch(wanted)
  })
})

describe('a puzzle', () => {
  it('passes if there is no other way', () => {
    expect(failure('  you reach gold = 2 in 1 answer, only\n    by dig\n  close "x"')).toBeUndefined()
  })

  it('fails with another way', () => {
    expect(
      failure(
        '  you reach camp is ford and blue is asked in 3 answers, only\n    by walk; ford; nothing\n  close "x"',
      ),
    ).toMatch(/^1: Another way reaches the goal.*walk; ford; stone@quarry/)
  })
})

describe('the text of a lesson is checked', () => {
  it.each([
    ['an unknown line', '  sya "x"\n  close "x"', /No line of a lesson starts with `sya`/],
    ['a line of a task elsewhere', '  hint "x"\n  close "x"', /belongs below a `you` line/],
    ['a goal without a way', '  you reach gold = 2\n  close "x"', /has no way to it/],
    [
      'a condition without a way',
      '  you reach gold = 2\n    by dig\n    mistake if gold = 0 "x"\n  close "x"',
      /No way makes this condition true/,
    ],
    ['a way without a goal', '  you choose dig\n    by dig\n  close "x"', /belongs below `you reach`/],
    ['no text', '  say mill\n  close "x"', /Expected a text/],
    ['no learner', 'A lesson\n  given the start\n  close "x"', /no learner/],
  ])('%s', (_, lines, wanted) => {
    expect(errors(lines).join('\n')).toMatch(wanted)
  })

  it.each([
    ['an unknown name', '  say "{golds}"\n  close "x"', /^1: `golds`.*did you mean `gold`/i],
    [
      'an unknown seat',
      '  when rde chooses dig\n  close "x"',
      /^1: `rde` is not a seat.*did you mean `red`/i,
    ],
    [
      'an unknown question',
      '  you reach gold = 2, skipping turn.spt\n    by dig\n  close "x"',
      /`turn.spt` is not a question.*`turn.spot`/,
    ],
    ['a value in a text over two lines', '  say "One\n       {golds}."\n  close "x"', /^2: `golds`/],
  ])('with the closest name: %s', (_, lines, wanted) => {
    expect(failure(lines)).toMatch(wanted)
  })
})

describe('warnings', () => {
  it.each([
    [
      'never-reached',
      '  you choose dig\n    mistake walk "x"\n    mistake rest "x"\n    else "y"\n  close "x"',
    ],
    ['never-reached', '  if gold > 5\n    you choose dig\n  close "x"'],
    ['long-text', `  say "${'word '.repeat(46)}"\n  close "x"`],
    ['by-colour', '  say "Take the red one."\n  close "x"'],
  ])('%s', (code, lines) => {
    expect(tested(lines).diagnostics.map((found) => found.code)).toEqual([code])
  })

  it('name the terms that no lesson has taught', () => {
    const terms = '```yaml\nterms: {Gold: what you dig for, Luck: what you need}\n```\n'
    const lesson = (text: string): string =>
      `\`\`\`lesson\nL\n  given the start, you are red\n${text}\n\`\`\`\n`
    const game = loadSmall('play\n  choose spot from map\n  red wins', terms)
    const run = (...texts: readonly string[]): string[] => tests(game, texts.map(lesson).join('\n'))
    expect(run('  say "Find Gold and Luck."\n  close "x"')).toEqual([
      expect.stringContaining('taught yet: Gold, Luck.'),
    ])
    expect(
      run('  teaches Gold\n  close "x"', '  teaches luck\n  say "Find Gold and Luck."\n  close "x"'),
    ).toEqual([])
    expect(run('  teaches Gild\n  close "x"')).toEqual([expect.stringContaining("isn't a term")])
  })

  it('see the longer one of overlapping terms', () => {
    const terms =
      '```yaml\nterms: {Control: who rules, Full Control: who rules alone, Controls: {means: rules, also: [Rules]}}\n```\n'
    const game = loadSmall('play\n  choose spot from map\n  red wins', terms)
    const said = (text: string): string[] =>
      tests(game, `\`\`\`lesson\nL\n  given the start, you are red\n  say "${text}"\n  close "x"\n\`\`\`\n`)
    expect(said('You want Full Control.')).toEqual([expect.stringContaining('taught yet: Full Control.')])
    expect(said('Full Control, and then Control.')).toEqual([
      expect.stringContaining('taught yet: Control, Full Control.'),
    ])
    expect(said('He Controls it.')).toEqual([expect.stringContaining('taught yet: Controls.')])
  })
})

function tests(game: ReturnType<typeof loadSmall>, text: string): string[] {
  return coverExamples(game, [{ path: 'x.md', text }]).diagnostics.map(({ message }) => message)
}

describe('lessons count', () => {
  const rules =
    'play\n  choose spot from map, by red\n  set camp to spot\n  add 3 to gold\n  choose other from map, by red\n  red wins'
  const lesson = (expected: string): string =>
    `\`\`\`lesson\nL\n  given the start, you are red\n  you choose ford\n  then ${expected}\n  close "x"\n\`\`\`\n`

  it('for coverage', () => {
    const { coverage } = coverExamples(loadSmall(rules), [{ path: 'x.md', text: lesson('camp is ford') }])
    expect(coverage.total.statements.covered).toBeGreaterThan(2)
  })

  it('for mutation testing', () => {
    const found = (expected: string): string[] =>
      mutateExamples(loadSmall(rules), { files: [{ path: 'x.md', text: lesson(expected) }] }).map(
        ({ from, to, outcome }) => `${from} -> ${to}: ${outcome}`,
      )
    const noticed = (outcomes: readonly string[]): number =>
      outcomes.filter((text) => text.endsWith(': noticed')).length
    expect(noticed(found('gold = 3'))).toBeGreaterThan(noticed(found('camp is ford')))
  })
})
