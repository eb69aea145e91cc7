import { describe, expect, it } from 'vitest'
import { compileFiles } from '../src/compile.js'
import { loadCompilation } from '../src/loaded-game.js'

const BOARD = `
\`\`\`yaml
game: {id: small, title: Small}
seats: [red, blue]
values: {mood: [calm, angry], weather: [fair, foul]}
spaces:
  mill: {terrain: plain, size: 2, adjacent: [ford]}
  ford: {terrain: wet, size: 1, adjacent: [mill]}
zones: {reserve: {per: seat}}
properties: {stance: {values: [hidden, open], start: open}}
pieces:
  red-guard: {owner: red, type: guard, count: 6, supply: reserve, changing: [stance]}
  blue-guard: {owner: blue, type: guard, count: 6, supply: reserve, changing: [stance]}
groups: {everyone: [red pieces, blue pieces]}
variables: {gold: 0..20, sky: {of: weather, start: fair}}
seat-variables: {points: 0..9, ready: flag}
space-variables: {temper: {of: mood, start: calm}}
options: {players: {about: how many, range: 2..2, default: 2}}
\`\`\`
`

const compile = (rules: string) =>
  compileFiles([{ path: 'game.md', text: `${BOARD}\n\`\`\`rules\n${rules}\n\`\`\`\n` }])
const mistakes = (rules: string) => compile(rules).diagnostics.filter((d) => d.severity === 'error')

/** A line of `play`, and what is wrong with it. */
const cases: readonly (readonly [string, string, RegExp, RegExp?])[] = [
  ['add 1 to glod', 'unknown-name', /`glod` is not a name known here/, /`gold`/],
  ['set points to 3', 'needs-owner', /belongs to a seat/],
  ['set temper to angry', 'needs-owner', /belongs to a space/],
  ['move gards in mill to ford', 'unknown-name', /`gards`/, /`guards`/],
  ['move gaurds of red in mill to ford', 'unknown-name', /`gaurds`/, /`guards`/],
  ['if gold in mill\n    finish', 'wrong-type', /Expected pieces before `in` and a place, found a number/],
  ['move red guards to ford', 'wrong-type', /Expected a list of pieces, found a kind of piece/],
  ['if some(red guards)\n    stop', 'needs-place', /pieces without a place/],
  ['set mill.temper to foul', 'wrong-type', /Expected a value of mood, found a value of weather/],
  ['set mill.temper to angri', 'unknown-name', /`angri` is not a value of mood/, /`angry`/],
  ['if mill is hilly\n    finish', 'unknown-name', /`hilly` is not something a space can be/],
  ['if gold\n    finish', 'wrong-type', /Expected a condition, found a number/],
  ['if gold = red\n    finish', 'wrong-type', /Expected a number, found a seat/],
  ['if mill < ford\n    finish', 'wrong-type', /compares numbers or levels/],
  ['do nonsense', 'unknown-name', /`nonsense` is not a procedure/],
  ['perform gold', 'wrong-type', /Expected an action/],
  ['choose x from gold', 'wrong-type', /a list to choose from, found a number/],
  [
    'choose x from 1..3, or none',
    'wrong-type',
    /A choice of a number or flag can't be declined/,
    /Start the range at 0/,
  ],
  ['choose x from map, or stop', 'no-loop', /no loop around this to stop/, /finish/],
  ['stop', 'no-loop', /no loop around this to stop/],
  ['let x = nothing', 'unknown-name', /`nothing`/],
  ['let x = []', 'wrong-type', /type of this empty list can't be inferred/, /no spaces/],
  ['flip red guards in mill to sideways', 'unknown-name', /`sideways` is not a value of a changing property/],
  ['set gold to 21', 'out-of-range', /`gold` can't be 21. Its range is 0\.\.20/, /\{track: 0\.\.20\}/],
  ['set red.points to 10', 'out-of-range', /`points` can't be 10. Its range is 0\.\.9/],
  ['set mill.size to 3', 'not-a-variable', /not a variable, marker or property that can be set/],
  ['roll die from 6', 'wrong-type', /`roll` needs a range/],
  ['shift gold toward angry', 'wrong-type', /Expected a number, found a value of mood/],
  ['say "{glod} left"', 'unknown-name', /`glod`/, /`gold`/],
  ['repeat 3 times\n    finish', 'syntax', /This loop has no limit/, /repeat up to N times/],
  ['chose x from map', 'syntax', /No statement begins with `chose`/, /`choose`/],
  ['add 1 to', 'syntax', /Expected a value, found the end of the line/],
  ['if gold > 1', 'syntax', /This line needs a block below it/],
  ['say "hello', 'unclosed-text', /no closing quote/],
]

describe('an error in a rule', () => {
  it.each(cases.map(([line, ...wrong]) => ({ line, wrong })))('is reported: $line', ({ line, wrong }) => {
    const [code, message, hint] = wrong
    const found = mistakes(`play\n  ${line}`)
    expect(found.map((d) => d.code)).toContain(code)
    const diagnostic = found.find((d) => d.code === code)
    expect(diagnostic?.message).toMatch(message)
    if (hint !== undefined) expect(diagnostic?.hint ?? '').toMatch(hint)
    expect(diagnostic?.span?.file).toBe('game.md')
  })

  it('does not hide the others: all are found in one run', () => {
    const found = mistakes('play\n  add 1 to glod\n  do nonsense\n  set mill.temper to foul')
    expect(found).toHaveLength(3)
  })

  it('in one rule is not reported again where the rule is used', () => {
    const found = mistakes('play\n  add worthy to gold\n\nvalue worthy = count(gards in mill)')
    expect(found).toHaveLength(1)
    expect(mistakes('play\n  move foes in mill to ford\n\nvalue foes = gards of red')).toHaveLength(1)
  })

  it('of two rules with one name names the other place', () => {
    const [found] = mistakes('play\n  finish\n\nvalue rich = gold\nvalue rich = 3')
    expect(found?.message).toMatch(/already a rule `rich` \(game\.md:\d+/)
  })

  it('in a group of pieces is found: a word that could be two things', () => {
    const board = BOARD.replace('groups: {', 'groups: {unseen: hidden guards, ').replace(
      'properties: {',
      'properties: {cover: {values: [hidden, bare]}, ',
    )
    const { diagnostics } = compileFiles([
      { path: 'game.md', text: `${board}\n\`\`\`rules\nplay\n  finish\n\`\`\`\n` },
    ])
    expect(diagnostics.map((d) => d.code)).toContain('ambiguous-name')
  })

  it('that makes a rule its own cause is found', () => {
    expect(mistakes('play\n  do round\n\nprocedure round\n  do round').map((d) => d.code)).toContain(
      'unbounded',
    )
    expect(
      mistakes('play\n  add f(1) to gold\n\nvalue f(n: number) = g(n)\nvalue g(n: number) = f(n)').map(
        (d) => d.code,
      ),
    ).toContain('circular')
  })

  it('that leaves statements unreachable is a warning', () => {
    const { diagnostics } = compile('play\n  finish\n  add 1 to gold')
    expect(diagnostics.find((d) => d.code === 'unreachable')?.severity).toBe('warning')
  })
})

describe('what rules say is what happens', () => {
  const load = (rules: string) =>
    loadCompilation(compile(`play\n  choose end: red | blue\n  red wins\n\n${rules}`))

  it('a kind given to two rules is the same kind in both', () => {
    const game = load(`setup
  place 2 red guards in mill
  place 1 hidden red guard in mill

value all-of(kind) = count(kind in mill)
value hidden-of(kind) = count(hidden kind in mill)`)
    const state = game.start()
    expect(game.evaluate(state, 'all-of(guards)')).toBe(3)
    expect(game.evaluate(state, 'hidden-of(guards)')).toBe(1)
    expect(game.evaluate(state, 'hidden-of(everyone)')).toBe(1)
  })

  it('a piece is placed the way it is called', () => {
    const game = load('setup\n  place 2 hidden blue guards in ford')
    const state = game.start()
    expect(game.evaluate(state, 'count(hidden blue guards in ford)')).toBe(2)
    expect(game.evaluate(state, 'count(blue guards in reserve)')).toBe(4)
  })

  it('a choice may have worked-out limits', () => {
    const game = loadCompilation(
      compile(
        'play\n  choose (min(1, 2)) to 2 goals from map\n  choose (count(goals)) more from map\n  red wins',
      ),
    )
    const state = game.start()
    expect(game.decision(state)).toMatchObject({ kind: 'many', min: 1, max: 2 })
    expect(game.decision(game.decide(state, ['mill']))).toMatchObject({ min: 1, max: 1 })
  })

  it('an amount may be computed', () => {
    const game = load(
      'setup\n  set gold to 9\n  spend 2 * 3 from gold\n  repeat up to gold - 1 times\n    add 1 to red.points',
    )
    const state = game.start()
    expect(game.evaluate(state, 'gold')).toBe(3)
    expect(game.evaluate(state, 'red.points')).toBe(2)
  })
})

describe('an error in a value of a text', () => {
  /** Rules, what is wrong in them (its last place is where the message has to point), and the message. */
  const rules: readonly (readonly [string, string, RegExp])[] = [
    ['play\n  say "you have {glod} left"\n', 'glod', /`glod` is not a name known here/],
    ['play\n  say "you have { gold + } left"\n', ' } left', /Expected a value, found the end of the line/],
    ['play\n  choose x from map "in {mill} and {frod}?"\n', 'frod', /`frod` is not a name known here/],
    ['play\n  choose\n    option go "to {frod}"\n      finish\n', 'frod', /`frod`/],
    ['play\n  red wins "with {gold} and {gold gold}"\n', 'gold gold', /`gold` is not a word for pieces/],
    ['play\n  draw "after {gold ?}"\n', '?', /`\?` isn't part of the notation/],
    ['play\n  rank seats by gold, "by {glod}"\n', 'glod', /`glod`/],
    ['play\n  do rest\nprocedure rest "for {glod}"\n  finish\n', 'glod', /`glod`/],
    ['window w\n  offers a from actions "now {glod}"\nplay\n  window w\n', 'glod', /`glod`/],
    ['play\n  say "you have {} left"\n', '} left', /These braces are empty/],
    ['play\n  say "you have {gold left"\n', '{gold', /This brace has no partner/],
  ]
  it.each(rules)('is shown in its place: %s', (text, wrong, message) => {
    const [first, ...others] = mistakes(text)
    expect(others).toEqual([])
    expect(first?.message).toMatch(message)
    const before = text.slice(0, text.lastIndexOf(wrong))
    const line = before.split('\n').length
    const start = `${BOARD}\n\`\`\`rules\n`.split('\n').length
    expect([first?.span?.line, first?.span?.column]).toEqual([
      start + line - 1,
      before.length - before.lastIndexOf('\n'),
    ])
  })
})
