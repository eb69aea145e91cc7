import type { Decision } from '@ludoforge/kernel'
import { describe, expect, it } from 'vitest'
import { optionKeys } from '../src/table/keys.js'
import {
  choiceOf,
  countText,
  otherChoiceOf,
  orderText,
  isAnswer,
  missingText,
  openOptions,
  picksOf,
  withoutPick,
  defaultPicks,
  withAll,
  withCount,
  withPick,
} from '../src/table/question/selection.js'
import { type OptionFilter, optionGroups } from '../src/table/question/option-groups.js'
import { glowOf, concernsTarget, optionsAt } from '../src/table/question/targets.js'

const pieces: Decision = {
  seat: 'red',
  kind: 'many',
  prompt: 'Which cubes?',
  name: 'cubes',
  type: 'token',
  min: 2,
  max: 3,
  budget: 4,
  optional: false,
  options: [
    { id: 'cube@hill', label: 'Cube in Hill', count: 2, cost: 1 },
    { id: 'disc@hill', label: 'Disc in Hill', count: 1, cost: 3 },
    { id: 'cube@mill', label: 'Cube in Mill', count: 1, cost: 2 },
  ],
  offers: [{ id: 'rest', label: 'Rest', window: 'resting', timing: 'during' }],
  secret: false,
}

describe('A selection', () => {
  it('grows as the kernel allows, and becomes a choice of ids', () => {
    const one = withPick(pieces, [], 0)
    const two = withPick(pieces, one, 0)
    expect(isAnswer(pieces, one)).toBe(false)
    expect(isAnswer(pieces, two)).toBe(true)
    expect(openOptions(pieces, two)).toEqual([2]) // the disc costs too much now
    expect(choiceOf(pieces, withPick(pieces, two, 2))).toEqual(['cube@hill', 'cube@hill', 'cube@mill'])
    expect(withPick(pieces, two, 1)).toEqual(two)
    expect(withoutPick(two, 0)).toEqual([0])
  })

  it('loses an option on a click when all of it is picked', () => {
    const picked = withPick(pieces, [0], 2)
    expect(picked).toEqual([0, 2])
    expect(withPick(pieces, picked, 2)).toEqual([0])
  })

  it('takes all of an option that fit, or a number of it', () => {
    expect(withAll(pieces, [], 0)).toEqual([0, 0])
    expect(withAll(pieces, [0, 0], 0)).toEqual([])
    expect(withCount(pieces, [2], 0, 5)).toEqual([2, 0, 0])
    expect(withCount(pieces, [2, 0, 0], 0, 1)).toEqual([2, 0])
  })

  it('starts with the most of the only kind, the largest small number, or nothing', () => {
    expect(defaultPicks(pieces)).toEqual([])
    expect(defaultPicks({ ...pieces, options: pieces.options.slice(0, 1) })).toEqual([0, 0])
    const number = { ...pieces, kind: 'number', options: [], min: 2, max: 6 } as const
    expect(defaultPicks(number)).toEqual([6])
    expect(defaultPicks({ ...number, max: 600 })).toEqual([2])
    expect(defaultPicks(undefined)).toEqual([])
  })

  it('shows how many are chosen, the cost and what is missing', () => {
    expect(countText(pieces, [0])).toBe('1 chosen, 2 to 3. Cost: 1 of 4.')
    expect(missingText(pieces, [0])).toBe('Choose one more.')
    expect(missingText(pieces, [0, 0])).toBe('')
  })

  it('is restored from a choice', () => {
    expect(picksOf(pieces, ['cube@mill', 'cube@hill'])).toEqual([2, 0])
    expect(picksOf(pieces, { offer: 'rest' })).toBeUndefined()
    expect(picksOf(pieces, 'cube@port')).toBeUndefined()
  })
})

describe('A list of answers', () => {
  const { budget: _, ...unlimited } = pieces
  const asked: Decision = {
    ...unlimited,
    kind: 'one',
    type: 'zone',
    min: 1,
    max: 1,
    optional: true,
    series: 3,
    options: ['hill', 'mill', 'port', 'ford'].map((id) => ({ id, label: id, count: 1 })),
    offers: [],
  }

  it('grows in order, up to the rounds that are left, and loses what is clicked again', () => {
    const two = withPick(asked, withPick(asked, [], 2), 0)
    expect(two).toEqual([2, 0])
    expect(choiceOf(asked, two)).toEqual(['port', 'hill'])
    expect(orderText(asked, two, 0)).toBe('2')
    expect(openOptions(asked, [2, 0, 1])).toEqual([])
    expect(withPick(asked, [2, 0, 1], 3)).toEqual([2, 0, 1])
    expect(withAll(asked, [2, 0], 2)).toEqual([0])
    expect(isAnswer(asked, two)).toBe(true)
    expect(isAnswer(asked, [])).toBe(true)
    expect(countText(asked, two)).toBe('2 chosen, at most 3.')
    expect(glowOf(asked, two, new Set()).spaces).toMatchObject({ port: { order: '1' }, hill: { order: '2' } })
  })

  it('names an option several times, if that is allowed', () => {
    const again: Decision = { ...asked, repeats: true }
    expect(withPick(again, [1], 1)).toEqual([1, 1])
    expect(orderText(again, [1, 0, 1], 1)).toBe('1, 3')
    expect(withCount(again, [1, 1, 0], 1, 1)).toEqual([1, 0])
  })

  it('of one option is this round, or this round and no more', () => {
    expect(choiceOf(asked, [1])).toBe('mill')
    expect(otherChoiceOf(asked, [1])).toEqual(['mill'])
    expect(otherChoiceOf(asked, [1, 2])).toBeUndefined()
    expect(otherChoiceOf({ ...asked, offers: pieces.offers }, [1, 2])).toBe('mill')
    expect(otherChoiceOf(asked, [])).toBeUndefined()
  })

  it('has questions in its rounds that are answered throughout', () => {
    const { series: __, ...once } = asked
    expect(otherChoiceOf(once, [1])).toBeUndefined()
    expect(otherChoiceOf({ ...once, throughout: true }, [1])).toEqual({ throughout: 'mill' })
    const number: Decision = { ...once, kind: 'number', options: [], min: 0, max: 6, throughout: true }
    expect(otherChoiceOf(number, [4])).toEqual({ throughout: 4 })
  })
})

describe('targets and options', () => {
  const named = (id: string): string => (id === 'card-9' ? 'Storm' : id)
  const menu: Decision = {
    ...pieces,
    kind: 'one',
    type: 'choice',
    options: [
      { id: 'play', label: 'Play Storm', count: 1 },
      { id: 'pass', label: 'Pass', count: 1 },
    ],
  }

  it('match: a card, and the option that names it', () => {
    expect(optionsAt(menu, { kind: 'card', id: 'card-9', zone: 'current' }, named)).toEqual([0])
    expect(optionsAt(menu, { kind: 'card', id: 'card-8', zone: 'current' }, named)).toEqual([])
  })

  it('explain on hover only what the question is about', () => {
    const hill = { kind: 'space', id: 'hill', zone: 'hill' } as const
    const card = { kind: 'card', id: 'card-9', zone: 'current' } as const
    expect(concernsTarget(pieces, hill)).toBe(true)
    expect(concernsTarget(menu, hill)).toBe(false)
    expect(concernsTarget({ ...menu, type: 'action' }, card)).toBe(false)
    expect(concernsTarget({ ...menu, type: 'zone' }, hill)).toBe(true)
  })

  it('match: a piece, or a space for the tokens in it', () => {
    expect(optionsAt(pieces, { kind: 'piece', id: 'disc@hill', zone: 'hill' }, named)).toEqual([1])
    expect(optionsAt(pieces, { kind: 'space', id: 'hill', zone: 'hill' }, named)).toEqual([0, 1])
    expect(optionsAt(pieces, { kind: 'space', id: 'port', zone: 'port' }, named)).toEqual([])
  })

  it('glow while they can be chosen or are chosen', () => {
    const glow = glowOf(pieces, [0, 0], new Set())
    expect(glow.pieces).toEqual({
      'cube@hill': { picked: 2, max: 2, key: '1' },
      'cube@mill': { picked: 0, max: 1, key: '3' },
    })
    expect(glow.spaces).toMatchObject({ hill: { soft: true }, mill: { soft: true } })
    expect(glowOf(pieces, [], new Set(['cube'])).cards).toHaveProperty(['cube@hill'])
  })

  it('have the digits as keys: options first, then offers', () => {
    expect(optionKeys(pieces)).toEqual({ options: ['1', '2', '3'], offers: ['4'] })
    const long = {
      ...pieces,
      options: Array.from({ length: 60 }, (_, i) => ({ id: `o${i}`, label: '', count: 1 })),
    }
    const { options, offers } = optionKeys(long)
    expect(options.filter((key) => key !== undefined)).toEqual('123456789'.split(''))
    expect(offers).toEqual([undefined])
  })
})

describe('The list of options', () => {
  const everything: OptionFilter = { within: undefined, search: '' }
  const nameOf = (zone: string): string => zone.charAt(0).toUpperCase() + zone.slice(1)
  const cubes = (...zones: string[]): Decision => ({
    ...pieces,
    options: zones.map((zone, i) => ({
      id: `cube-${i}@${zone}`,
      label: `Cube ${i} in ${nameOf(zone)}`,
      count: 1,
    })),
  })
  const listed = (decision: Decision, filter = everything): readonly (readonly [string, ...string[]])[] =>
    optionGroups(decision, filter, nameOf).map(({ title, rows }) => [
      title,
      ...rows.map(({ label }) => label),
    ])

  it('has headings if there are several zones with several options each', () => {
    const decision = cubes('hill', 'hill', 'mill', 'mill', 'hill', 'mill', 'mill', 'hill')
    expect(listed(decision)).toEqual([
      ['Hill', 'Cube 0', 'Cube 1', 'Cube 4', 'Cube 7'],
      ['Mill', 'Cube 2', 'Cube 3', 'Cube 5', 'Cube 6'],
    ])
    expect(listed(decision, { within: 'mill', search: '' })).toEqual([
      ['', 'Cube 2', 'Cube 3', 'Cube 5', 'Cube 6'],
    ])
    expect(listed(decision, { within: undefined, search: ' cube 4' })).toEqual([['Hill', 'Cube 4']])
  })

  it('has no heading above its only group, such as a hand', () => {
    const hand = cubes(...Array.from({ length: 13 }, () => 'hand'))
    expect(listed(hand).map(([title]) => title)).toEqual([''])
    expect(listed(hand)[0]).toHaveLength(14)
  })

  it('has none if it is short, or if zones have one option each', () => {
    expect(listed(cubes('hill', 'hill', 'mill', 'mill'))).toEqual([
      ['', 'Cube 0 in Hill', 'Cube 1 in Hill', 'Cube 2 in Mill', 'Cube 3 in Mill'],
    ])
    const apart = cubes('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h')
    expect(listed(apart).map(([title]) => title)).toEqual([''])
  })
})
