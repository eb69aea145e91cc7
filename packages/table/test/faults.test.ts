import type { GameDef } from '@ludoforge/kernel'
import { describe, expect, test } from 'vitest'
import { FaultFinder } from '../src/wording/faults.js'

const none = { groups: [], variables: [], functions: [], procedures: [], attributes: [] }
const game = {
  ...none,
  zones: [
    { id: 'deck', name: 'Deck', holds: 'cards' },
    { id: 'hand:red', name: 'Hand (Red)', holds: 'cards' },
    { id: 'hill', name: 'Hill', holds: 'pieces' },
    { id: 'mill', name: 'Mill', holds: 'pieces' },
  ],
  properties: [],
  options: [],
  tables: [],
  seats: [{ id: 'red', name: 'Red', props: {} }],
  tokens: [{ id: 'red-guard', name: 'Red Guard', many: 'Red Guards' }],
  enums: [{ id: 'mood', values: ['not-yet', 'well-known'], names: { 'well-known': 'well-known' } }],
} as unknown as GameDef
const finder = new FaultFinder(game)
const kinds = (text: string): string[] => finder.faults(text).map(({ kind }) => kind)

describe('faults', () => {
  test.each([
    ['no red-guard is in Hill', 'id'],
    ['it is not-yet', 'id'],
    ['needs gold >= 3', 'syntax'],
    ['some(guards in it)', 'syntax'],
    ['red@hill', 'syntax'],
    ['guard+active', 'syntax'],
    ['{space} is open', 'syntax'],
    ['in [mill]', 'syntax'],
    ['it is undefined', 'syntax'],
    ['The Storm: Hand → Deck', 'syntax'],
    ['2 cards: Deck → Hand (Red)', 'syntax'],
    ['1 Red Guards', 'plural'],
    ['3 Red Guard in Hill', 'plural'],
    ['1 spaces left', 'plural'],
    ['no Red Guards is in Hill', 'plural'],
    ['a apple', 'article'],
    ['an pear', 'article'],
    ['one of the the spaces', 'repetition'],
    ['because ', 'empty'],
    ['', 'empty'],
  ])('%j: %s', (text, kind) => {
    expect(kinds(text)).toContain(kind)
  })
  test.each([
    '1 Red Guard is in Hill, needs 3',
    '3 Red Guards in Hill, 1 in Mill',
    'the place is well-known',
    'Gold 38 -> 40, 10 short of winning',
    'Target Hill → Mill',
    'mood well-known → fine',
    'an NVA Base and a US Base',
    'Sweep (free)',
    'Hill, Mill: +2 Red Guards',
    'a two-player game',
    '2 + 3 is 5',
    'Red plays 1 space (2 chosen)',
  ])('%j is fine', (text) => {
    expect(kinds(text)).toEqual([])
  })
})
