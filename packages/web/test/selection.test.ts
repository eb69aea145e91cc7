import type { Decision } from '@ludoforge/kernel'
import { describe, expect, it } from 'vitest'
import { optionKeys } from '../src/table/keys.js'
import {
  choiceOf,
  countText,
  isAnswer,
  missingText,
  openOptions,
  picksOf,
  withoutPick,
  withPick,
} from '../src/table/question/selection.js'
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

  it('loses a single option on a second click', () => {
    const picked = withPick(pieces, [0], 2)
    expect(picked).toEqual([0, 2])
    expect(withPick(pieces, picked, 2)).toEqual([0])
  })

  it('shows how many are chosen, the cost and what is missing', () => {
    expect(countText(pieces, [0])).toBe('1 chosen (2 to 3). Cost: 1 of 4.')
    expect(missingText(pieces, [0])).toBe('Choose one more.')
    expect(missingText(pieces, [0, 0])).toBe('')
  })

  it('is restored from a choice', () => {
    expect(picksOf(pieces, ['cube@mill', 'cube@hill'])).toEqual([2, 0])
    expect(picksOf(pieces, { offer: 'rest' })).toBeUndefined()
    expect(picksOf(pieces, 'cube@port')).toBeUndefined()
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
    expect(glow.pieces).toEqual({ 'cube@hill': { picked: 2, max: 2 }, 'cube@mill': { picked: 0, max: 1 } })
    expect(glow.spaces).toMatchObject({ hill: { soft: true }, mill: { soft: true } })
    expect(glowOf(pieces, [], new Set(['cube'])).cards).toHaveProperty(['cube@hill'])
  })

  it('have keys: options first, then offers, and no key of a shortcut', () => {
    expect(optionKeys(pieces)).toEqual({ options: ['1', '2', '3'], offers: ['4'] })
    const long = {
      ...pieces,
      options: Array.from({ length: 60 }, (_, i) => ({ id: `o${i}`, label: '', count: 1 })),
    }
    const { options, offers } = optionKeys(long)
    const keys = [...options, ...offers].filter((key) => key !== undefined)
    expect(new Set(keys).size).toBe(keys.length)
    expect(offers).toEqual(['y'])
    for (const taken of 'uhwlrtnpz') expect(keys).not.toContain(taken)
  })
})
