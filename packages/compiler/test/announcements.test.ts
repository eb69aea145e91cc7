/** `announced` and `whenever`: what follows a procedure or an action, where, in which order, and what is refused. */
import { expand } from '@ludoforge/effect-tree'
import { describe, expect, it } from 'vitest'
import { coverExamples, mutateExamples } from '../src/examples/index.js'
import { followersOf } from '../src/index.js'
import { compileSmall, loadSmall, mistakesOf } from './small-game.js'

const PLAY = 'play\n  do sell(mill, 3)\n  red wins\n'

/** The gold after the statements of red, in a game with these rules. */
function goldAfter(statements: string, rules: string): unknown {
  const game = loadSmall(`${PLAY}\n${rules}`)
  return game.evaluate(game.apply(game.start({ empty: true }), statements, { seat: 'red' }), 'gold', null)
}

/** `sell` with this body, followed by gold for the seller, and more for a sale at the mill. */
const selling = (body: string): string => `
procedure sell(space, number), announced
${body}

whenever sell if space = mill and actor = red
  add number to gold
`

describe('what follows an announced procedure', () => {
  it.each([
    ['at its end', '  set gold to 10', 13],
    ['after `finish`', '  set gold to 10\n  if number = 3\n    finish\n  set gold to 0', 13],
    ['after `give`, which is computed before', '  give gold + 1', 3],
    ['after `give` of a number', '  give 5', 3],
    ['once, if both sides finish', '  if number = 3\n    finish\n  else\n    finish', 3],
    ['not when the game ends', '  if number = 3\n    draw', 0],
    [
      'for the parameters, whose names the body uses again',
      '  each space in map\n    if space = moor\n      finish',
      3,
    ],
    ['for the parameters, which the body changes', '  set number to 9\n  set space to moor', 3],
    ['for the actor, from within `as`', '  as blue\n    finish', 3],
    [
      'for the actor, from within `seats in turn`',
      '  repeat up to 2 times, seats in turn\n    if actor = blue\n      give 1',
      3,
    ],
  ])('runs %s', (_, body, gold) => {
    expect(goldAfter('do sell(mill, 3)', selling(body))).toBe(gold)
  })

  it('leaves the result of the procedure as it was', () => {
    const rules = selling('  set gold to 4\n  give gold * 2')
    expect(goldAfter('do sell(mill, 3), into price\nadd price to gold', rules)).toBe(4 + 3 + 8)
  })

  it('runs in the order of rule numbers, then of places', () => {
    const rules = `
procedure sell(space, number), announced
  set gold to 0

whenever sell                                                     # 4.10
  set gold to gold + 1

whenever sell
  set gold to gold + 2

whenever sell                                                     # 4.2
  set gold to 3 * gold + 3

whenever sell                                                     # 4.10
  set gold to 2 * gold
`
    const game = loadSmall(PLAY + rules)
    const sell = game.def.procedures.find(({ id }) => id === 'sell')
    expect(sell && followersOf(game.def, sell).map(({ id, rule }) => `${id} ${rule ?? ''}`)).toEqual([
      'whenever-sell 4.2',
      'whenever-sell-2 4.10',
      'whenever-sell-3 4.10',
      'whenever-sell-4 ',
    ])
    expect(goldAfter('do sell(mill, 1)', rules)).toBe((3 + 1) * 2 + 2)
  })

  it('runs for each item of a list that is fixed when it begins', () => {
    const rules = `
procedure sell(space, number), announced
  place 2 scouts in space

whenever sell, each scout in scouts in space if number > 1
  add 1 to gold
  move scouts in space to lost
`
    expect(goldAfter('do sell(mill, 3)', rules)).toBe(2)
    expect(goldAfter('do sell(mill, 1)', rules)).toBe(0)
  })

  it('runs after an action if the action was possible, chosen or named', () => {
    const rules = `
procedure sell(space, number)
  add 0 to gold

action dig(space) "Dig", announced
  requires gold < 5
  add 1 to gold

action leap of scout "Leap" announced
  add 2 to gold

whenever dig if space = mill
  add 4 to gold

whenever leap of scout
  add 10 to gold
`
    expect(goldAfter('perform dig(mill)', rules)).toBe(5)
    expect(goldAfter('perform dig(ford)', rules)).toBe(1)
    expect(goldAfter('perform dig(mill)\nperform dig(mill)', rules)).toBe(5)
    expect(goldAfter('let deed = first(actions)\nperform deed(mill)', rules)).toBe(5)
    expect(goldAfter('perform leap of scout', rules)).toBe(12)
  })

  it('may ask', () => {
    const game = loadSmall(`
play
  do sell(mill, 3)
  red wins

procedure sell(space, number), announced
  add number to gold

whenever sell
  choose goal from map, by blue
  place 1 stone in goal
`)
    const start = game.start({ seed: 1 })
    expect(game.decision(start)?.name).toBe('goal')
    const { state } = game.step(start, 'moor')
    expect(game.evaluate(state, 'count(stones in moor)', null)).toBe(1)
  })
})

describe('examples and what follows', () => {
  const RULES = `${PLAY}
procedure sell(space, number), announced                          # 3.3
  if number > 5
    finish
  add number to gold

whenever sell if space = mill                                     # 4.1
  add 1 to points of actor
`
  const loaded = (example: string) => loadSmall(RULES, `\n\`\`\`example\n${example}\n\`\`\`\n`)

  it('coverage shows a `whenever` that never runs, at its line', () => {
    const missed = (example: string) =>
      coverExamples(loaded(example)).coverage.missed.map(
        ({ kind, rule, text }) => `${kind} ${rule} ${text.trim()}`,
      )
    expect(
      missed('A sale\n  given an empty board, red to act\n  when do sell(ford, 2)\n  then gold = 2'),
    ).toContain('statement 4.1 add 1 to points of actor')
    expect(
      missed('A sale\n  given an empty board, red to act\n  when do sell(mill, 2)\n  then gold = 2'),
    ).not.toContain('statement 4.1 add 1 to points of actor')
  })

  it('mutants leave out what follows, at each end of the procedure', () => {
    const dropped = (example: string) =>
      mutateExamples(loaded(example)).flatMap(({ rule, from, outcome }) =>
        from.startsWith('`whenever') ? [`${rule} ${outcome}`] : [],
      )
    const example =
      'A sale\n  given an empty board, red to act\n  when do sell(mill, 2)\n  then points of red = 1'
    expect(dropped(example)).toEqual(['4.1 unnoticed', '4.1 noticed', '4.1 noticed'])
    expect(dropped(`${example}\n  when do sell(mill, 6)\n  then points of red = 2`)).toEqual([
      '4.1 noticed',
      '4.1 noticed',
      '4.1 noticed',
    ])
  })

  it('`expand` lists what follows, and its output can replace the rules', () => {
    const { def } = loadSmall(RULES)
    expect(expand(def, 'sell')).toContain('# then 4.1 (whenever-sell)')
    const trees = expand({ ...def, procedures: def.procedures.filter(({ id }) => id !== 'play') })
    const again = loadSmall(
      PLAY,
      `
\`\`\`yaml
${trees}
\`\`\`
`,
    )
    const sellOf = ({ procedures }: typeof def) => {
      const sell = procedures.find(({ id }) => id === 'sell')
      return sell && expand({ ...def, procedures }, 'sell')
    }
    expect(sellOf(again.def)).toBe(sellOf(def))
  })
})

describe('mistakes with `whenever`', () => {
  const SELL = `${PLAY}\nprocedure sell(space, number), announced\n  add number to gold\n\n`

  it.each([
    [
      'what is not announced',
      'procedure pay\n  add 1 to gold\n\nwhenever pay\n  add 2 to gold',
      /`pay` is not announced: say so where it is declared/,
    ],
    ['play', 'whenever play\n  add 2 to gold', /Only procedures and actions can be announced/],
    ['what is not there', 'whenever sel\n  add 2 to gold', /`sel`.*did you mean `sell`/],
    ['a value', 'value twice = 2\n\nwhenever twice\n  add 2 to gold', /`twice`/],
    ['a result', 'whenever sell\n  give 2', /`give` has no caller/],
    ['a misspelt word', 'procedure pay, anounced\n  add 1 to gold', /Did not expect `anounced`/],
    ['a list that is none', 'whenever sell, each n in number\n  add 2 to gold', /list/],
    ['a word after it', 'whenever sell at once\n  add 2 to gold', /Did not expect `at`/],
    ['an announced window', 'window market, announced\n  offers deed from actions', /Did not expect `,`/],
  ])('%s', (_, rules, message) => {
    expect(mistakesOf(SELL + rules).join('\n')).toMatch(message)
  })

  it.each([
    [
      'by a rule with a number',
      'whenever sell                  # 4.8\n  do sell(space, 1)',
      'sell → 4.8 → sell',
    ],
    ['by one without', 'whenever sell\n  do sell(space, 1)', 'sell → whenever sell → sell'],
    [
      'through others',
      'procedure store(space), announced\n  add 1 to gold\n\nwhenever sell        # 4.1\n  do store(space)\n\nwhenever store       # 4.2\n  do sell(space, 1)',
      'sell → 4.1 → store → 4.2 → sell',
    ],
  ])('a circle %s is one error, at the `whenever`', (_, rules, circle) => {
    const { diagnostics, sources } = compileSmall(SELL + rules)
    expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
      ['unbounded', `\`sell\` calls itself (${circle}), so it might never end.`],
    ])
    const { file = '', line = 0 } = diagnostics[0]?.span ?? {}
    expect(sources.line(file, line)).toContain('whenever sell')
  })

  it('what asks cannot be supposed', () => {
    const rules =
      'value later = gold after sell(mill, 1)\n\nwhenever sell\n  choose goal from map\n  place 1 stone in goal'
    expect(mistakesOf(`${SELL}${rules}`).join('\n')).toMatch(/asks/)
  })
})
