/** What agents weigh: features that declarations name and rules define, and their weights. */
import { describe, expect, it } from 'vitest'
import { compileFiles } from '../src/index.js'

const RULES = `play
  repeat up to 4 times, seats in turn
    add 1 to coins of actor
  rank seats by it.coins
value worth(seat) = seat.coins
value wealth(seat) = seat.coins * 2
test rich(seat) = seat.coins > 1
value luck = 3
value name-of(seat) = seat.name-in-full
value pair(seat, other: seat) = seat.coins - other.coins`

const compiled = (yaml: string, rules = RULES) =>
  compileFiles([
    {
      path: 'game.yaml',
      text: `game: {id: tiny}\nseats: {north: {name-in-full: The North!}, south: {name-in-full: The South!}}\nseat-variables: {coins: 0..9}\n${yaml}`,
    },
    { path: 'rules.md', text: `\`\`\`rules\n${rules}\n\`\`\`\n` },
  ])
const errors = (yaml: string, rules = RULES) =>
  compiled(yaml, rules).diagnostics.flatMap(({ severity, code, message, hint, span }) =>
    severity === 'error' ? [`${span?.file}:${span?.line} ${code}: ${message} ${hint ?? ''}`.trim()] : [],
  )

describe('features', () => {
  it('are values and tests of a seat, with weights for all seats or for each', () => {
    const { def, diagnostics } = compiled(
      'features: {wealth: twice the coins, rich: more than one coin}\nweights: {wealth: 250, rich: {south: -40}}',
    )
    expect(def?.features).toEqual([
      { id: 'wealth', about: 'twice the coins', weights: { north: 250, south: 250 } },
      { id: 'rich', about: 'more than one coin', weights: { south: -40 } },
    ])
    const unused = diagnostics.filter(({ message }) => /wealth|rich/.test(message))
    expect(unused).toEqual([])
  })

  it('are not there where none are declared', () => {
    expect(compiled('').def).not.toHaveProperty('features')
  })

  it.each([
    [
      'features: {weelth: coins}',
      'game.yaml:4 unknown-name: `weelth` is not a value of the rules. did you mean `wealth`?',
    ],
    [
      'features: {luck: luck}',
      'game.yaml:4 wrong-type: `luck` must have exactly one parameter, a seat. Write `value luck(seat) = …` in the rules.',
    ],
    [
      'features: {pair: two}',
      'game.yaml:4 wrong-type: `pair` must have exactly one parameter, a seat. Write `value pair(seat) = …` in the rules.',
    ],
    ['features: {name-of: its name}', 'game.yaml:4 wrong-type: `name-of` must be a number, not a text.'],
    [
      'features: {wealth: coins}\nweights: {walth: 3}',
      'game.yaml:5 unknown-feature: There is no feature `walth`. did you mean `wealth`?',
    ],
    [
      'features: {wealth: coins}\nweights: {wealth: {nort: 3}}',
      'game.yaml:5 unknown-seat: There is no seat `nort`. did you mean `north`?',
    ],
    [
      'features: {wealth: coins}\nweights: {wealth: 0.5}',
      'game.yaml:5 wrong-type: The weight of `wealth` must be a whole number, not the number 0.5.',
    ],
    ['worth: standing', 'game.yaml:4 unknown-name: `standing` is not a value of the rules.'],
    ['promise: rich', 'game.yaml:4 wrong-type: `rich` must be a number, not a condition.'],
  ])('%s: %s', (yaml, message) => {
    expect(errors(yaml)).toEqual([message])
  })

  it('are checked also where only the name of a function declares what it is for', () => {
    expect(
      errors('', RULES.replace('worth(seat)', 'worth(coin: number)').replace('seat.coins\n', 'coin\n')),
    ).toEqual([
      'rules.md:6 wrong-type: `worth` must have exactly one parameter, a seat. Write `value worth(seat) = …` in the rules.',
    ])
  })
})
