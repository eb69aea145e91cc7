/** Choosing: amounts, declining, alternatives with conditions, and one by one. */
import type { Effect } from '@ludoforge/kernel'
import { describe, expect, it } from 'vitest'
import { loadCompilation } from '../src/loaded-game.js'
import { expand } from '@ludoforge/effect-tree'
import { explain } from '@ludoforge/play'
import { compileSmall } from './small-game.js'

const load = (lines: string) => loadCompilation(compileSmall(`play\n${indent(lines)}\n  red wins`))
const indent = (lines: string) => lines.replace(/^/gm, '  ')
const mistakes = (lines: string) =>
  compileSmall(`play\n${indent(lines)}`).diagnostics.filter(({ severity }) => severity === 'error')
const effects = (lines: string): readonly Effect[] => {
  const { def } = compileSmall(`play\n${indent(lines)}`)
  return def?.procedures.find(({ id }) => id === 'play')?.body ?? []
}

describe('so many, or all', () => {
  const setUp = (n: number) => `place ${n} red guards in mill\nplace 2 stones in mill\n`

  it.each([
    ['choose 3 or all losses from pieces in mill', 3, 3],
    ['choose exactly 3 or all losses from pieces in mill', 3, 3],
    ['choose (pay + 1) or all losses from pieces in mill', 3, 3],
    ['let n = 3\nchoose n or all losses from pieces in mill', 3, 3],
    ['choose 1 or all losses from pieces in mill', 1, 1],
    ['choose 2 to 3 or all losses from pieces in mill', 2, 3],
    ['choose at least 3 or all losses from pieces in mill', 3, 4],
  ])('is as many as there should be: %s', (choice, min, max) => {
    const game = load(`${setUp(2)}${choice}`)
    expect(game.decision(game.start())).toMatchObject({ name: 'losses', kind: 'many', min, max })
  })

  it('asks for all of fewer, and for nothing of none', () => {
    const few = load(
      'place 1 red guard in mill\nplace 1 stone in mill\nchoose 3 or all losses from pieces in mill\nadd count(losses) to gold\nchoose end from map',
    )
    const state = few.start()
    const after =
      few.decision(state)?.name === 'losses'
        ? few.decide(
            state,
            few.decision(state)!.options.map((o) => o.id),
          )
        : state
    expect(few.evaluate(after, 'gold')).toBe(2)
    const none = load('choose 3 or all losses from pieces in mill\nchoose end from map')
    expect(none.decision(none.start())?.name).toBe('end')
  })

  it('asks for all that can be paid', () => {
    const game = load(
      'choose 3 or all goals from map, costing it.width within 2\nadd count(goals) to gold\nchoose end from map',
    )
    const state = game.start()
    const after = game.decision(state)?.name === 'goals' ? game.decide(state, ['ford', 'moor']) : state
    expect(game.evaluate(after, 'gold')).toBe(2)
  })

  it('without `or all` is a dead end where there are fewer', () => {
    expect(() => load('choose 3 losses from pieces in mill').start()).toThrow(
      /it needs at least 3, but only 0 can be chosen/,
    )
  })

  it.each([['choose up to 2 or all x from map'], ['choose any or all x from map']])(
    'needs a number that could be too many: %s',
    (line) => {
      expect(mistakes(line)).toMatchObject([{ code: 'syntax', hint: 'Remove `or all`.' }])
    },
  )

  it('works the list out once, whatever the amount', () => {
    const [any, least, all] = effects(
      'choose any number of xs from map\nchoose at least 1 ys from map\nchoose 2 or all zs from map',
    )
    expect(any).toMatchObject({ chooseN: { bind: 'xs', min: 0 } })
    expect(any).not.toHaveProperty('chooseN.max')
    expect(least).not.toHaveProperty('chooseN.max')
    expect(all).toMatchObject({ chooseN: { min: 2, max: 2, orAll: true } })
    const each = JSON.stringify(effects('choose each x from (map - ford), at least 1\n  add 1 to gold'))
    expect(each.match(/"except"/g)).toHaveLength(1)
  })
})

describe('declining', () => {
  it('is allowed only if its condition holds', () => {
    const game = load(
      'choose x from map, or none if gold > 0\nadd 1 to gold\nchoose y from map, or none if gold > 0',
    )
    const state = game.start()
    expect(game.decision(state)).toMatchObject({ name: 'x', optional: false })
    expect(game.decision(game.decide(state, 'mill'))).toMatchObject({ name: 'y', optional: true })
  })

  it('leaves the loop only if its condition holds', () => {
    const game = load(
      'repeat up to 3 times\n  choose x from map, or stop if gold = 1\n  add 1 to gold\nset gold to gold + 10\nchoose end from map',
    )
    const state = game.decide(game.start(), 'mill')
    expect(() => game.decide(game.start(), [])).toThrow(/must be chosen/)
    expect(game.evaluate(game.decide(state, []), 'gold')).toBe(11)
  })

  it('where it is not allowed, no options are a dead end', () => {
    expect(() => load('choose x from map where gold > 9, or none if gold > 0').start()).toThrow(/no options/)
  })

  it.each([
    ['choose x from map, or none if gold', /Expected a condition, found a number/],
    ['choose up to 2 x from map, or none if gold > 0', /can't have a condition/],
    ['choose x from map, or stop if gold > 0', /no loop around this to stop/],
    ['choose x from 1..3, or none if gold > 0', /A choice of a number or flag can't be declined/],
  ])('is an error where it makes no sense: %s', (line, message) => {
    expect(mistakes(line).map((d) => d.message)).toEqual([expect.stringMatching(message)])
  })
})

describe('alternatives with conditions', () => {
  const PEOPLE = 'place 1 red guard in mill\nplace 1 stone in mill\n'
  const ids = (lines: string) => {
    const game = load(lines)
    return game.decision(game.start())?.options.map(({ id }) => id)
  }

  it('are offered if their condition holds, in the order written', () => {
    expect(ids('choose who: red | blue if gold = 0 | red.next if gold > 0, by red "who"')).toEqual([
      'red',
      'blue',
    ])
    expect(ids('choose goal: moor if gold = 0 | mill | ford if gold > 0')).toEqual(['moor', 'mill'])
  })

  it('may name the value itself as `it`', () => {
    expect(
      ids(`${PEOPLE}choose what: red guards if some(it in mill) | blue guards if some(it in mill) | stones`),
    ).toEqual(['red-guard', 'stone'])
  })

  it('may have alternatives in their conditions', () => {
    expect(
      ids('choose x: mill if mill.temper is calm or angry | ford if mill.temper is angry | moor'),
    ).toEqual(['mill', 'moor'])
  })

  it('are a dead end if none is offered, unless there is `or none`', () => {
    expect(() => load('choose x: mill if gold > 0 | ford if gold > 1').start()).toThrow(/no options/)
    const game = load(
      'choose x: mill if gold > 0 | ford if gold > 1, or none\nif x is none\n  add 1 to gold\nchoose y from map',
    )
    expect(game.evaluate(game.start(), 'gold')).toBe(1)
  })

  it('that are the same are offered once, if one of them is', () => {
    expect(ids('choose who: red if gold > 0 | actor.next.next | blue')).toEqual(['red', 'blue'])
  })

  it('are explained by the condition that does not hold', () => {
    const game = load('choose x: mill if gold > 0 and pay > 5 | ford | moor if gold > 1, or none')
    const { failed } = explain(game, game.start(), 'mill')
    expect(failed).toMatchObject([
      { text: 'gold 0, needs 1', code: 'gold > 0' },
      { text: 'the option pay 2, needs 6', code: 'pay > 5' },
    ])
    expect(explain(game, game.start(), 'moor').summary).toBe('Moor: gold 0, needs 2.')
  })

  it.each([
    ['choose x: mill if gold | ford', /Expected a condition, found a number/],
    ['choose x: mill | 3 if gold > 0', /Expected a space, found a number/],
    ['choose x: mill if | ford', /Expected a value, found `\|`/],
  ])('that make no sense are explained: %s', (line, message) => {
    expect(mistakes(line).map((d) => d.message)).toEqual([expect.stringMatching(message)])
  })
})

describe('a kind in a prompt', () => {
  const CARDS =
    '```yaml\npieces: {red-tower: {owner: red, type: tower, count: 1, supply: reserve}}\ncards: {crown: {name: Crown, owner: red, supply: deck}}\n```'
  const prompt = (lines: string): string | undefined => {
    const game = loadCompilation(compileSmall(`play\n${indent(lines)}\n  red wins`, CARDS))
    return game.decision(game.start())?.prompt
  }

  it.each([
    ['red pieces', 'Red pieces'],
    ['pieces of actor', 'Red pieces'],
    ['blue pieces', 'Blue Guards'],
    ['red guards', 'Red Guards'],
    ['red cards', 'Crowns'],
    ['red tokens', 'Red Guards and Red Towers'],
    ['everyone', 'everyone'],
    ['unseen', 'unseen'],
  ])('is named as the rules name it: %s', (kind, name) => {
    expect(prompt(`let what = ${kind}\nchoose x from map "how many {what}?"`)).toBe(`how many ${name}?`)
  })
})

describe('what was chosen one by one', () => {
  it('is known in the list, the limits and the prompt', () => {
    const game = load(
      `choose each step from (if some(way) then last(way).neighbors else map),
    at least (if moor in way then 0 else 9), up to (if mill in way then 2 else 3), into way "after {count(way)}"
  add 1 to gold
choose end from map`,
    )
    const first = game.decide(game.start(), 'ford')
    expect(game.decision(first)).toMatchObject({
      prompt: 'after 1',
      optional: false,
      options: [{ id: 'mill' }, { id: 'moor' }],
    })
    expect(game.decision(game.decide(first, 'mill'))?.name).toBe('end')
    expect(game.decision(game.decide(first, 'moor'))?.name).toBe('end')
  })

  it('is known in a list that a rule makes of it', () => {
    const game = loadCompilation(
      compileSmall(
        'play\n  choose each step from onward(way), into way\n    add 1 to gold\n  red wins\n\n' +
          'set onward(way: list of space) = map where no(way) or adjacent(it, last(way))',
      ),
    )
    const state = game.decide(game.start(), 'mill')
    expect(game.decision(state)?.options.map(({ id }) => id)).toEqual(['ford'])
  })

  it("doesn't change `up to` that doesn't mention it", () => {
    const game = load(
      'set gold to 3\nchoose each x from map, up to gold\n  spend 1 from gold\nchoose end from map',
    )
    const state = game.decide(game.decide(game.start(), 'mill'), 'ford')
    expect(game.decision(state)?.name).toBe('x')
  })

  it('may go on into what becomes possible only then', () => {
    const game = load(
      'set camp to mill\nchoose each x from camp.neighbors\n  set camp to x\nchoose end from map',
    )
    const state = game.decide(game.start(), 'ford')
    expect(game.decision(game.decide(state, 'moor'))?.name).toBe('end')
    expect(game.decision(state)?.options.map(({ id }) => id)).toEqual(['mill', 'moor'])
  })

  it.each([
    ['choose each x from 1..3\n  add 1 to gold', /`choose each` can't choose numbers or flags/],
    [
      'choose each x from mapp where it not in way, into way\n  add 1 to gold',
      /`mapp` is not a name known here/,
    ],
    [
      'choose each x from last(way).neighbrs, into way\n  add 1 to gold',
      /`neighbrs` is not something that a space has/,
    ],
    ['choose each x from way, into way\n  add 1 to gold', /The type of `way` can't be inferred/],
  ])('is an error where it makes no sense: %s', (line, message) => {
    expect(mistakes(line).map((d) => d.message)).toEqual([expect.stringMatching(message)])
  })
})

it('what is chosen can be written as effect trees', () => {
  const { def } = compileSmall(
    'play\n  choose 2 or all xs from map\n  choose any ys from map\n  choose z from map, or none if gold > 0\n' +
      '  choose each w from map, at least 1\n    add 1 to gold\n  red wins',
  )
  const text = expand(def!, 'play')
  expect(text).toContain('min: 2, max: 2, orAll: true')
  expect(text).toContain('min: 0 }')
  expect(text).toMatch(/optional: \{ op: '>=', left: .*, right: 1 \}\s+orAll: true/s)
})
