import type { GameDef } from '@ludoforge/kernel'
import { describe, expect, it } from 'vitest'
import { NUMBERS } from '../../agents/test/tiny.js'
import { readAgents, readCount, readOptions, readScenario, readSeats, readSeed } from '../src/settings.js'
import { wantsColour } from '../src/terminal/terminal.js'

const DEF: GameDef = {
  ...NUMBERS,
  enums: [...NUMBERS.enums, { id: 'length', values: ['short', 'long'] }],
  options: [
    { id: 'open-hands', about: '', type: 'flag', default: false },
    { id: 'rounds', about: '', type: 'number', min: 1, max: 9, default: 3 },
    { id: 'length', about: '', type: 'enum:length', default: 'short' },
    { id: 'bids', about: '', type: 'list number', min: 0, max: 9, default: [] },
    { id: 'order', about: '', type: 'list seat', default: [] },
    { id: 'lengths', about: '', type: 'list enum:length', default: [] },
  ],
  scenarios: [
    { id: 'first', title: 'First', options: {}, setup: [] },
    { id: 'second', title: 'Second', options: {}, setup: [] },
  ],
}

describe('seats', () => {
  it('are yours and the bots', () => {
    expect(readSeats(DEF, [])).toEqual({ left: 'human', right: 'greedy' })
    const { worth: _worth, ...plain } = DEF
    expect(readSeats(plain, [])).toEqual({ left: 'human', right: 'random' })
  })

  it('are assigned by --seat', () => {
    expect(readSeats(DEF, ['right=human'])).toEqual({ left: 'greedy', right: 'human' })
    expect(readSeats(DEF, ['left=random', 'right=random'])).toEqual({ left: 'random', right: 'random' })
    expect(readSeats(DEF, ['RIGHT=random'])).toEqual({ left: 'human', right: 'random' })
    expect(() => readSeats(DEF, ['rigth=human'])).toThrow('Did you mean "right"?')
    expect(() => readSeats(DEF, ['left=humen'])).toThrow('Did you mean "human"?')
    expect(() => readSeats(DEF, ['left'])).toThrow('--seat takes NAME=VALUE')
  })
})

describe('command-line values', () => {
  it('are parsed as game options', () => {
    expect(readOptions(DEF, ['open-hands=yes', 'rounds=4', 'length=long'])).toEqual({
      'open-hands': true,
      rounds: 4,
      length: 'long',
    })
    expect(() => readOptions(DEF, ['round=4'])).toThrow('Did you mean "rounds"?')
    expect(() => readOptions(DEF, ['rounds=12'])).toThrow('a number from 1 to 9')
    expect(() => readOptions(DEF, ['open-hands=maybe'])).toThrow('yes or no')
    expect(() => readOptions(DEF, ['length=lnog'])).toThrow('Did you mean "long"?')
  })

  it('are parsed as lists', () => {
    expect(readOptions(DEF, ['bids=3, 9', 'order=right,left,right', 'lengths='])).toEqual({
      bids: [3, 9],
      order: ['right', 'left', 'right'],
      lengths: [],
    })
    expect(() => readOptions(DEF, ['bids=3,12'])).toThrow('a number from 0 to 9, not "12"')
    expect(() => readOptions(DEF, ['order=left,rigth'])).toThrow('Did you mean "right"?')
    expect(() => readOptions(DEF, ['lengths=short,lnog'])).toThrow('Did you mean "long"?')
  })

  it('are parsed as scenarios, agents, seeds and numbers', () => {
    expect(readScenario(DEF, undefined)).toBe('first')
    expect(() => readScenario(DEF, 'secnd')).toThrow('Did you mean "second"?')
    expect(readAgents(DEF, 'greedy, random')).toEqual(['greedy', 'random'])
    expect(() => readAgents(DEF, 'random,random,random')).toThrow('one for each of left, right. You named 3')
    expect(readSeed('12')).toBe(12)
    expect(readSeed('a seed')).toBe('a seed')
    expect(() => readCount('--games', '-1', 1)).toThrow('--games must be a whole number from 1')
  })
})

it('uses colours in terminals only, unless the user turned them off', () => {
  expect(wantsColour([], {}, true)).toBe(true)
  expect(wantsColour([], {}, false)).toBe(false)
  expect(wantsColour([], { NO_COLOR: '1' }, true)).toBe(false)
  expect(wantsColour(['--no-colour'], {}, true)).toBe(false)
})
