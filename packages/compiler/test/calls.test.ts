/** Calls: arguments by name and left out, results, actions known only in play, and legality as it would be. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type GameDef, linkGame, Rng } from '@ludoforge/kernel'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileFiles } from '../src/compile.js'
import { loadGame } from '../src/load-game.js'
import { loadCompilation } from '../src/loaded-game.js'
import { expand } from '@ludoforge/effect-tree'
import { itemAt } from '../../../test/support/items.js'
import { TREES } from './trees.js'

const BOARD = `
\`\`\`yaml
game: {id: small, title: Small}
seats: [red, blue]
values: {weather: [fair, foul]}
spaces:
  mill: {rich: 2, adjacent: [ford]}
  ford: {rich: 1, adjacent: [mill, moor]}
  moor: {rich: 0, adjacent: [ford]}
variables: {gold: 0..99, found: 0..99, now: {of: weather, start: fair}}
seat-variables: {points: 0..99}
\`\`\`
`
const RULES = `
procedure sweep(price: number = 3, spaces = map)
  add price * count(spaces) to gold

procedure march(space, steps: number)
  add steps * space.rich to gold

operation raid(space) by blue
  requires free or space.rich > 0
  choose up to 2 targets from neighbors of space
  give targets

event storm(weather, force = 2)
  requires force < 5
  set now to weather

action rest
  add 1 to gold

value worth-of(spaces = map, rate = 2) = rate * sum(spaces, it.rich)
`

const compile = (play: string, more = '', rules = RULES) =>
  compileFiles([
    { path: 'game.md', text: `${BOARD}\n\`\`\`rules\nplay\n  ${play}\n${more}\n${rules}\n\`\`\`\n` },
  ])
const mistakes = (play: string, more = '', rules = RULES) =>
  compile(play, more, rules).diagnostics.filter((d) => d.severity === 'error')

type Wrong = [code: string, message: RegExp, hint?: RegExp]
type Mistake = [line: string, ...Wrong]

function expectMistake(found: ReturnType<typeof mistakes>, [code, message, hint]: Wrong): void {
  expect(found.map((d) => [d.code, d.message])).toEqual([[code, expect.stringMatching(message)]])
  if (hint !== undefined) expect(found[0]?.hint ?? '').toMatch(hint)
}

describe('an error in a call is reported', () => {
  it.each<Mistake>([
    ['do sweep(pric: 0)', 'unknown-name', /`pric` is not a parameter of `sweep`/, /did you mean `price`/],
    [
      'do sweep(zzz: 0)',
      'unknown-name',
      /`zzz` is not a parameter of `sweep`/,
      /its parameters: price, spaces/,
    ],
    ['do sweep(1, price: 2)', 'duplicate', /`price` of `sweep` has two arguments/],
    ['do sweep(price: 2, price: 3)', 'duplicate', /`price` of `sweep` has two arguments/],
    ['do sweep(price: 2, map)', 'syntax', /An argument without a name follows a named one/],
    ['do sweep(1, map, 2)', 'wrong-count', /`sweep` takes at most 2 arguments \(price, spaces\), not 3/],
    ['do sweep(price: mill)', 'wrong-type', /Expected a number, found a space/],
    ['do march(mill)', 'wrong-count', /`march` takes 2 arguments \(space, steps\), not 1/],
    ['do march(steps: 1)', 'wrong-count', /`march` needs `space`, a space/, /march\(space: …\)/],
    ['perform storm', 'wrong-count', /`storm` needs `weather`, a value of weather/],
    ['set gold to worth-of(rat: 1)', 'unknown-name', /`rat` is not a parameter of `worth-of`/, /`rate`/],
    ['set gold to count(list: map)', 'unknown-name', /The parameters of `count` have no names/],
    [
      'if legal(rest, quickly)\n    finish',
      'syntax',
      /Did not expect `quickly`/,
      /by SEAT, free, as CLASS, within SPACES\./,
    ],
    ['perform rest, quickly', 'syntax', /Did not expect `quickly`/, /within SPACES, into NAME\./],
    ['if legal(rest, by 3)\n    finish', 'wrong-type', /Expected a seat, found a number/],
    ['if legal(raid(3))\n    finish', 'wrong-type', /Expected a space, found a number/],
    ['if legal(raid(mill, 3))\n    finish', 'wrong-count', /`raid` takes 1 argument \(space\), not 2/],
  ])('%s', (line, ...wrong) => {
    expectMistake(mistakes(line), wrong)
  })

  it.each<Mistake>([
    ['procedure p(x: number = mill)\n  finish', 'wrong-type', /Expected a number, found a space/],
    ['procedure p(x = mill)\n  finish', 'unknown-type', /`x` needs a type/],
    [
      'procedure p(a: number, b: number = a + 1)\n  finish',
      'unknown-name',
      /A default can't depend on another parameter, here `a`/,
    ],
    ['procedure p(b: number = glod)\n  finish', 'unknown-name', /`glod`/, /`gold`/],
    ['value v(b: number = true) = b', 'wrong-type', /Expected a number, found a condition/],
  ])('%s', (line, ...wrong) => {
    expectMistake(mistakes('finish', line), wrong)
  })

  it('in a default is reported once, however many calls there are', () => {
    expect(mistakes('do p\n  do p\n  do p(3)', 'procedure p(x: number = glod)\n  finish')).toHaveLength(1)
  })
})

describe('an error in a result is reported', () => {
  it.each<Mistake>([
    ['give 3', 'no-caller', /`give` has no caller here to take the result/, /in a procedure or an action/],
    ['do sweep, into x', 'gives-nothing', /`sweep` gives nothing/, /Add a `give` statement/],
    ['perform rest, into x', 'gives-nothing', /`rest` gives nothing/],
    ['perform raid(mill), into x: number', 'wrong-type', /Expected a number, found a list of spaces/],
    ['perform raid(mill), into x: nubmer', 'unknown-type', /`nubmer` is not a type/, /`number`/],
    [
      'perform first(actions), into x',
      'unknown-type',
      /known only during play, so `x` needs a type/,
      /into x: spaces/,
    ],
    ['perform first(actions), into seat', 'gives-nothing', /No action gives a seat/],
    ['do sweep, onto x', 'syntax', /Did not expect `onto`/],
  ])('%s', (line, ...wrong) => {
    expectMistake(mistakes(line), wrong)
  })

  it.each<Mistake>([
    [
      'procedure p\n  if gold = 1\n    give 3\n  give red',
      'wrong-type',
      /Expected a number, found a seat/,
      /All `give` statements of `p` need one type. The first gives a number/,
    ],
    [
      'procedure p\n  if gold = 1\n    give none\n  give 3',
      'wrong-type',
      /`p` gives a number, and this isn't one/,
      /`finish`/,
    ],
    [
      'procedure p\n  if gold = 1\n    give nothing\n  give red',
      'wrong-type',
      /`p` gives a seat, and this isn't one/,
    ],
    ['procedure p\n  give none', 'wrong-type', /type of this can't be inferred/],
    [
      'procedure p\n  do q, into x\n  give x\n\nprocedure q\n  do p, into x\n  give x',
      'circular',
      /The result type of `p` depends on itself/,
    ],
    ['window w\n  offers x from actions\n  give 3', 'no-caller', /`give` has no caller here/],
    ['setup\n  give 3', 'no-caller', /`give` has no caller here/],
  ])('%s', (line, ...wrong) => {
    expectMistake(
      mistakes('finish', line).filter((d) => d.code !== 'unbounded'),
      wrong,
    )
  })

  it('is one error, also where the result is used', () => {
    const broken = 'procedure p\n  if gold = 2\n    give none\n  give glod'
    expect(mistakes('do p, into x\n  add x to gold', broken).map((d) => d.message)).toEqual([
      expect.stringMatching(/`glod`/),
    ])
    expect(mistakes('do sweep(glod), into x\n  add x to gold').map((d) => d.message)).toEqual([
      expect.stringMatching(/`glod`/),
    ])
  })

  it('leaves what follows unreachable', () => {
    const { diagnostics } = compile('do p', 'procedure p\n  give 3\n  add 1 to gold')
    expect(diagnostics.map((d) => d.code)).toContain('unreachable')
  })
})

describe('an action known only in play', () => {
  const start = 'let deed = first(actions)\n  '
  it.each<Mistake>([
    [
      'perform deed(3)',
      'wrong-count',
      /No action takes a number\./,
      /raid\(space: a space\); storm\(weather: a value of weather, force: a number\)/,
    ],
    ['perform deed(mill, mill)', 'wrong-count', /No action takes a space, a space\./],
    ['perform deed(mill, 1, 2)', 'wrong-count', /No action takes a space, a number, a number\./],
    ['perform deed(space: mill)', 'unknown-name', /its parameters have no names here/, /in order/],
    ['if legal(deed(red))\n    finish', 'wrong-count', /No action takes a seat\./],
    ['perform (last(actions))(3)', 'wrong-count', /No action takes a number\./],
  ])('cannot be given what no action takes: %s', (line, ...wrong) => {
    expectMistake(mistakes(start + line), wrong)
  })

  it('is given nothing if no action has parameters', () => {
    const [found] = mistakes(`${start}perform deed(3)`, 'action only\n  finish', '')
    expect(found?.hint).toBe('No action has parameters.')
  })

  it('is an error if the arguments fit several', () => {
    const more = 'action visit(seat)\n  finish'
    expectMistake(mistakes(`${start}perform deed(none)`, more), ['ambiguous-name', /several actions/])
    expect(mistakes(`${start}perform deed(mill)\n  perform deed(red)`, more)).toEqual([])
  })

  it('may be any expression, with arguments or without', () => {
    const lines = [
      'perform deed',
      'perform deed(mill)',
      'perform deed(foul, 3)',
      'perform first(actions)',
      'perform first(actions)(mill)',
      'perform (first(actions where legal(it(mill), free)))(mill), free, into spaces',
    ]
    expect(mistakes(start + lines.join('\n  '))).toEqual([])
  })
})

describe('what rules say is what happens', () => {
  const load = (play: string, more = '') =>
    loadCompilation(compile(`${play}\n  choose end: red | blue\n  red wins`, more))
  const after = (play: string, text: string, more = '') => {
    const game = load(play, more)
    return game.evaluate(game.start(), text)
  }

  it('a call may leave out what has a value, and name the rest', () => {
    expect(after('do sweep', 'gold')).toBe(9)
    expect(after('do sweep(price: 5)', 'gold')).toBe(15)
    expect(after('do sweep(spaces: [mill, ford])', 'gold')).toBe(6)
    expect(after('do sweep(1, spaces: [mill])', 'gold')).toBe(1)
    expect(after('do march(steps: 4, space: mill)', 'gold')).toBe(8)
    expect(after('perform storm(foul)', 'now')).toBe('foul')
    expect(after('perform storm(foul, force: 9)', 'now')).toBe('fair')
  })

  it('values, tests and sets too', () => {
    const more =
      'test big(space, than: number = 1) = space.rich > than\nset near(space = mill) = neighbors of space'
    const game = load('set gold to worth-of', more)
    const state = game.start()
    const value = (text: string) => game.evaluate(state, text)
    expect(['gold', 'worth-of', 'worth-of(rate: 1)', 'worth-of([mill])'].map(value)).toEqual([6, 6, 3, 4])
    expect(['mill is big', 'ford is big', 'big(ford, than: 0)'].map(value)).toEqual([true, false, true])
    expect(['near', 'near(space: moor)'].map(value)).toEqual([['ford'], ['ford']])
  })

  it('a compiled game knows what calls may leave out', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'calls-')), 'small.json')
    writeFileSync(file, JSON.stringify(compile('choose end: red | blue\n  red wins').def))
    const game = await loadGame(file)
    expect(game.evaluate(game.start(), 'worth-of(rate: 3)')).toBe(9)
  })

  it('a default is evaluated at the call', () => {
    const more = 'procedure pay(seat = actor, sum: number = gold)\n  add sum to seat.points'
    expect(after('set gold to 4\n  as blue\n    do pay', 'blue.points', more)).toBe(4)
  })

  it('a result may be of any type, and empty', () => {
    const more = `
procedure half(n: number)
  if n % 2 = 0
    give n / 2
procedure boss
  if gold > 0
    give none
  give blue
procedure large
  give map where it.rich > 5`
    expect(after('do half(8), into n\n  do half(7), into m\n  set gold to 10 * n + m', 'gold', more)).toBe(40)
    expect(after('do boss, into chief\n  add 5 to points of chief', 'blue.points', more)).toBe(5)
    const nobody = 'set gold to 1\n  do boss, into chief\n  if chief is none\n    set gold to 7'
    expect(after(nobody, 'gold', more)).toBe(7)
    expect(after('do large, into spaces\n  if no(spaces)\n    set gold to 9', 'gold', more)).toBe(9)
  })

  const RAIDS = `
    perform raid(ford), free, into spoils
    add count(spoils) to gold
    choose deed from actions where legal(it(moor), by actor)
    perform deed(moor), free, into spaces
    add 10 * count(spaces) to gold
    do twice, into both
    add sum(both, it.rich) to found
`
  const TWICE = `
procedure twice
  perform raid(mill), into here
  perform raid(moor), into there
  perform raid(moor), free, into further
  give here + there + further
action watch(space)
  requires space.rich < 2
  give [space]
`
  const raids = () => loadCompilation(compile(`repeat up to 2 times\n${RAIDS}\n  red wins`, TWICE))

  it('results survive questions, and are empty if an action is not possible', () => {
    const game = raids()
    let s = game.start()
    s = game.decide(s, ['mill']) // only one deed is legal
    expect(game.evaluate(s, 'gold')).toBe(11)
    for (const choice of [['ford'], ['ford']]) s = game.decide(s, choice)
    expect(game.evaluate(s, 'found')).toBe(1)
  })

  it('states in the middle of it can be saved and forked', () => {
    const game = raids()
    const property = fc.property(fc.nat(), (seed) => {
      const rng = new Rng(seed)
      let s = game.start({ seed })
      for (let d = game.decision(s); d !== undefined; d = game.decision(s)) {
        const { id } = itemAt(d.options, rng.below(d.options.length))
        const choice = d.kind === 'one' ? id : rng.below(2) === 0 ? [] : [id]
        const copy = game.restore(JSON.parse(JSON.stringify(game.save(s))))
        const next = game.decide(s, choice)
        expect(game.save(game.decide(copy, choice))).toEqual(game.save(next))
        s = next
      }
      expect(game.outcome(s)?.winners).toEqual(['red'])
    })
    fc.assert(property, { numRuns: 40 })
  })

  it('both notations say the same', () => {
    const { def } = compile(`repeat up to 2 times\n${RAIDS}\n  red wins`, TWICE)
    if (def === undefined) throw new Error('no game')
    const again = compileFiles(
      [
        { path: 'game.md', text: BOARD },
        { path: 'tree.yaml', text: expand(def) },
      ],
      TREES,
    )
    // The order of keys is no part of what they say.
    const plain = (of: GameDef | undefined): unknown =>
      JSON.parse(
        JSON.stringify({ ...of, sources: [] }, (key, value: unknown) =>
          key === 'src' || key === 'clauses' ? undefined : value,
        ),
      )
    expect(again.diagnostics.filter((d) => d.severity === 'error')).toEqual([])
    expect(plain(again.def)).toEqual(plain(def))
    expect(() => linkGame(def)).not.toThrow()
  })

  it('a granted action is legal as it will be performed', () => {
    const play =
      'if legal(raid(moor))\n    add 1 to gold\n  if legal(raid(moor), by blue, free)\n    add 2 to gold\n  if legal(raid(moor), free)\n    add 4 to gold\n  if legal(raid, by red)\n    add 8 to gold'
    // Red acts: raiding is for blue, unless somebody is named; the moor is too poor, unless it is free.
    expect(after(play, 'gold')).toBe(10)
    expect(after('if legal(storm)\n    add 1 to gold', 'gold')).toBe(1)
    const all = 'action all(force = 7)\n  requires force < 5\n  finish'
    expect(
      after('if legal(all)\n    add 1 to gold\n  if legal(all(2))\n    add 2 to gold', 'gold', all),
    ).toBe(2)
  })
})
