/** Examples that can fail: what names nothing is an error, what proves nothing a warning. */
import { describe, expect, it } from 'vitest'
import { runExamples } from '../src/examples/index.js'
import { loadSmall } from './small-game.js'

const RULES = `
play
  do turn
  do turn

procedure turn
  choose by red "{red.points} points: what?"
    option rest "Rest at {camp}"
      say "Red rests at {camp}"
    option march if gold > 0
      choose goal from map where it != camp, by red
      choose pay-up from 2..4, by red
      set camp to goal
    option leave
      blue wins "left"

action dig
  add 1 to gold

procedure inspection "Inspection of {camp}"
  choose up to 2 found from stones in mill, by red
`

const game = loadSmall(RULES)

/** The failure or the diagnostics of an example with these steps. */
function said(steps: string): string[] {
  const text = `\`\`\`example\nIt\n${steps.replace(/^/gm, '  ')}\n\`\`\`\n`
  const { results, diagnostics } = runExamples(game, [{ path: 'more.md', text }])
  const failures = results.flatMap(({ failure }) =>
    failure === undefined
      ? []
      : [`${failure.span.line}:${failure.span.column} ${failure.message} ${failure.actual ?? ''}`],
  )
  return [
    ...failures,
    ...diagnostics.map((d) =>
      `${d.span?.line}:${d.span?.column} ${d.severity} ${d.message} ${d.hint ?? ''}`.trimEnd(),
    ),
  ]
}

const MARCHING = 'given an empty board, red to act\n  set gold to 1\nwhen do turn\n and red chooses march\n'
const INSPECTING =
  'given an empty board, red to act\n  place 3 stones in mill\n  place 1 stone in ford\nwhen do inspection\n'

describe('a step that is not understood', () => {
  it.each([
    ['then the game goes on nonsense', /^3:\d+ error Did not expect `nonsense` here/],
    ['then the game is over and out', /Did not expect `and`/],
    ['then nothing is asked twice', /Did not expect `twice`/],
    ['then red has won big', /Did not expect `big`/],
    ['then red is not asked choice', /Did not expect `choice`/],
    ['then red is asked choice twice', /Did not expect `twice`/],
    ['then told "x" twice', /Did not expect `twice`/],
    ['then offered nothing', /Expected an option/],
    ['then not offered nothing', /Expected an option/],
    ['given the start nonsense\nthen gold = 0', /Did not expect `nonsense`/],
    ['given the start, seed x\nthen gold = 0', /Expected a number, found `x`/],
    ['then gold = 0\ngiven the start', /This example has a second `given`/],
  ])('is an error: %s', (steps, message) => {
    expect(said(steps)).toEqual(expect.arrayContaining([expect.stringMatching(message)]))
  })
})

describe('a name that means nothing', () => {
  it.each([
    ['then bleu is not asked', /3:\d+ `bleu` is not a seat. Did you mean `blue`\?/],
    ['then nobdy has won', /`nobdy` is not a seat/],
    ['then rde is asked', /`rde` is not a seat. Did you mean `red`\?/],
    ['then rde is not offered rest', /`rde` is not a seat/],
    ['then rde cannot choose rest', /`rde` is not a seat/],
    ['then rde had to choose rest', /`rde` is not a seat/],
    ['when rde chooses rest\nthen gold = 0', /`rde` is not a seat/],
    ['when rde does dig\nthen gold = 0', /`rde` is not a seat/],
    ['given the start, rde to act\nthen gold = 0', /`rde` is not a seat/],
    ['then not offered marhc', /`marhc` is not an option of this question.* Did you mean `march`\?/],
    ['then offered marhc', /`marhc` is not an option of this question/],
    ['then not offered mill', /`mill` is not an option of this question/],
    ['when red chooses Rest at noon\nthen gold = 0', /`Rest at noon` is not an option of this question/],
    ['then cannot choose restt', /`restt` is not an option of this question.* Did you mean `rest`\?/],
    [`${MARCHING}then cannot choose nosuchplace`, /`nosuchplace` is not a name known here/],
    [`${MARCHING}then not offered moro`, /`moro` is not a name known here. Did you mean `moor`\?/],
    [`${MARCHING}then not offered 3`, /Expected a space, found a number|The question asks for a space/],
    [`${MARCHING}then not offered red`, /for a space, and `red` is a seat|Expected a space, found a seat/],
    [`${MARCHING} and red chooses moor\nthen cannot choose five`, /Expected a number, found `five`/],
    [`${MARCHING} and red chooses moor\nthen not offered mill`, /Expected a number, found `mill`/],
    [`${INSPECTING}then not offered stones in moor`, /`stones in moor` is empty here/],
    [`${INSPECTING}then cannot choose 2 stones in moor`, /`stones in moor` is empty here/],
    ['then not told "Red rests in peace"', /No rule can say this/],
    ['then not told "Inspection"', /No rule can say this/],
  ])('is an error: %s', (steps, message) => {
    expect(said(steps)).toEqual([expect.stringMatching(message)])
  })

  it('is no error if it could be said or offered', () => {
    expect(
      said(
        'then not offered march\n and cannot choose march\n and not told "Red rests at moor"\n and not told "Inspection of mill"',
      ),
    ).toEqual([])
    expect(
      said(`${MARCHING}then not offered mill\n and cannot choose mill\n and not offered quarry, dig`),
    ).toEqual([])
    expect(said(`${MARCHING} and red chooses moor\nthen offered 2, 4\n and not offered 1, 5`)).toEqual([])
    expect(said(`${INSPECTING}then offered 2 stones in mill\n and not offered stones in ford`)).toEqual([])
  })
})

describe('an answer that is refused', () => {
  it('is not one that a number would accept', () => {
    expect(said(`${MARCHING} and red chooses moor\nthen cannot choose 3`)).toEqual([
      expect.stringMatching(/This choice is legal/),
    ])
    expect(said(`${MARCHING} and red chooses moor\nthen not offered 3`)).toEqual([
      expect.stringMatching(/`3` is offered/),
    ])
  })
})

describe('a condition that proves nothing', () => {
  it.each([
    ['all(stones in moor, it in map)', /the list it is about is empty/],
    ['gold = 0 and all(stones in moor, it in map)', /the list it is about is empty/],
    ['camp not in (map where it.width > 7)', /the list it is about is empty/],
    ['(stones in moor) = (stones in ford)', /the list it is about is empty/],
    ['max(map where it.width > 7, it.width) < 3', /the list it is about is empty/],
    ['gold = gold', /whatever the rules are, so it tests nothing/],
    ['true', /whatever the rules are, so it tests nothing/],
  ])('gets a warning at its place: %s', (condition, message) => {
    const [warning, ...more] = said(`given an empty board\nthen ${condition}`)
    expect(more).toEqual([])
    expect(warning).toMatch(/^4:\d+ warning/)
    expect(warning).toMatch(message)
  })

  it.each([
    'no(stones in moor)',
    'count(stones in moor) = 0',
    '(stones in moor) = []',
    'all(map, it.width > 0)',
    'camp not in [moor, ford]',
    'max(map, it.width) = 2',
    'first(stones in moor) = none',
  ])('gets none where it proves something: %s', (condition) => {
    expect(said(`given an empty board\nthen ${condition}`)).toEqual([])
  })
})
