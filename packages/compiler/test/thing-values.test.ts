/** Values of kinds of pieces, cards and spaces: one function that branches, and what is refused. */
import { expand } from '@ludoforge/effect-tree'
import { stripSources } from '@ludoforge/kernel'
import { describe, expect, it } from 'vitest'
import { loadSmall, mistakesOf } from './small-game.js'

const PLAY = 'play\n  if count(map where worth-of-it of it > 0) > 3\n    red wins\n  blue wins\n\n'

describe('a value of things', () => {
  it('branches by the thing, and each definition is a function of its own', () => {
    const { def } = loadSmall(
      `${PLAY}value worth-of-it of mill = 2\nvalue worth-of-it of ford or moor = it.width`,
    )
    const ids = def.functions.map(({ id }) => id).filter((id) => id.startsWith('worth-of-it'))
    expect(ids.toSorted()).toEqual(['worth-of-it', 'worth-of-it-of-ford-or-moor', 'worth-of-it-of-mill'])
  })

  it('is the default for other things', () => {
    const game = loadSmall(
      `${PLAY}value worth-of-it of mill = 2\n\nvalue home of mill = ford\ntest calm-there of mill = true`,
    )
    const state = game.start({ empty: true })
    expect(game.evaluate(state, 'worth-of-it of mill')).toBe(2)
    expect(game.evaluate(state, 'worth-of-it of ford')).toBe(0)
    expect(game.evaluate(state, 'home of ford is none')).toBe(true)
    expect(game.evaluate(state, 'calm-there of mill and not calm-there of ford')).toBe(true)
  })

  it.each([
    [
      'has a word once',
      'value worth-of-it of mill = 2\nvalue worth-of-it of ford or mill = 3',
      /`mill` already has a value `worth-of-it`/,
    ],
    [
      'is of spaces or of tokens',
      'value worth-of-it of mill = 2\nvalue worth-of-it of stones = 3',
      /is a value of spaces elsewhere/,
    ],
    [
      'has the same parameters everywhere',
      'value worth-of-it of mill = 2\nvalue worth-of-it(seat) of ford = 3',
      /has other parameters/,
    ],
    ['is of something that there is', 'value worth-of-it of mlil = 2', /`mlil`/],
    [
      'has another word than an attribute',
      'value worth-of-it of mill = 2\nvalue width of mill = 3',
      /Spaces already have `width`/,
    ],
  ])('%s', (_, values, message) => {
    expect(mistakesOf(PLAY + values).join('\n')).toMatch(message)
  })
})

describe('an action of spaces', () => {
  const ACTIONS = `play
  choose space from map, by red
  perform visit of space
  red wins

action visit of wet "Fish"
  add 2 to gold

action visit of mill "Grind" by red
  requires gold < 5
  add 3 to gold
`

  it('is what a space has under that word, by id or by attribute, or none', () => {
    const game = loadSmall(ACTIONS)
    const state = game.start({ seed: 1 })
    expect(game.evaluate(state, 'visit of mill', null)).toBe('visit-of-mill')
    expect(game.evaluate(state, 'visit of ford = visit of moor', null)).toBe(true)
    expect(game.evaluate(state, 'count(actions-tagged(visit))', null)).toBe(2)
    expect(game.evaluate(state, 'legal(visit of mill)', null)).toBe(true)
    const gold = (space: string) => game.evaluate(game.step(state, space).state, 'gold', null)
    expect([gold('mill'), gold('ford')]).toEqual([3, 2])
  })

  it('is none for other spaces, which is nothing to perform', () => {
    const game = loadSmall(ACTIONS.replace('of wet', 'of ford'))
    const state = game.start({ seed: 1 })
    expect(game.evaluate(state, 'visit of moor is none', null)).toBe(true)
    expect(() => game.step(state, 'moor')).toThrow('There is no action to perform here')
  })

  it('expands to a function and actions that compile to the same', () => {
    const { def } = loadSmall(ACTIONS)
    expect(expand(def, 'visit')).toContain('visit-of-wet')
    const again = loadSmall('', `\n\`\`\`yaml\n${expand(def)}\n\`\`\`\n`)
    expect(stripSources(again.def.functions)).toEqual(stripSources(def.functions))
    expect(stripSources(again.def.procedures)).toEqual(stripSources(def.procedures))
  })

  it.each([
    ['has a word once', 'action visit of ford "A"\n  add 1 to gold', /`ford` already has an action `visit`/],
    [
      'is of spaces or of tokens',
      'action visit of stones "A"\n  add 1 to gold\n\naction go of mill or stones "B"\n  add 1 to gold',
      /`go` is an action of spaces elsewhere/,
    ],
    ['is no value', 'value visit of moor = 3', /`visit` is an action at game.md/],
    [
      'has another word than an attribute',
      'action width of mill "A"\n  add 1 to gold',
      /Spaces already have `width`.*for the action/,
    ],
    [
      'has another word than a variable',
      'action temper of mill "A"\n  add 1 to gold',
      /Spaces already have `temper`/,
    ],
    ['is of something that there is', 'action visit of mlil "A"\n  add 1 to gold', /`mlil`/],
  ])('%s', (_, rules, message) => {
    const [mistake, ...others] = mistakesOf(`${ACTIONS}\n${rules}`)
    expect(mistake).toMatch(message)
    expect(others).toEqual([])
  })
})
