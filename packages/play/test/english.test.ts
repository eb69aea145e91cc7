import { describe, expect, test } from 'vitest'
import { english as en } from '../src/language/index.js'

const cube = { one: 'ARVN cube', many: 'ARVN cubes' }

test('superlatives count or measure, and phrases are there or not', () => {
  expect([en.extreme('most', 'cubes'), en.extreme('least', 'cubes in Hill')]).toEqual([
    'most cubes',
    'fewest cubes in Hill',
  ])
  expect(en.extreme('least', 'Support to gain')).toBe('least Support to gain')
  expect(en.there('steps to go', true)).toBe('there are steps to go')
  expect(en.there('Support to gain', false)).toBe('there is no Support to gain')
})

describe('nouns', () => {
  test.each([
    ['VC Guerrilla', 'VC Guerrillas'],
    ['Base', 'Bases'],
    ['City', 'Cities'],
    ['LoC', 'LoCs'],
    ['box', 'boxes'],
    ['die', 'dice'],
    ['day', 'days'],
    ['more space', 'more spaces'],
    ['space next to Hue', 'spaces next to Hue'],
    ['Child of the House', 'Children of the House'],
    ['constructor', 'constructors'], // no name of JavaScript is irregular
  ])('the plural of %s is %s', (one, many) => {
    expect(en.plural(one)).toBe(many)
  })
  test.each([
    ['cube', 'a cube'],
    ['ARVN cube', 'an ARVN cube'],
    ['NVA Base', 'an NVA Base'],
    ['US piece', 'a US piece'],
    ['VC Guerrilla', 'a VC Guerrilla'],
    ['LoC', 'a LoC'],
    ['Underground Guerrilla', 'an Underground Guerrilla'],
    ['unit', 'a unit'],
    ['uninjured guard', 'an uninjured guard'],
    ['one-way road', 'a one-way road'],
    ['hour', 'an hour'],
    ['the Trail', 'the Trail'],
    ['a City', 'a City'],
    ['3 cubes', '3 cubes'],
  ])('%s with its article is %s', (noun, whole) => {
    expect(en.withArticle(noun)).toBe(whole)
  })
  test('counts and lists', () => {
    expect([0, 1, 2].map((n) => en.count(n, cube))).toEqual(['0 ARVN cubes', '1 ARVN cube', '2 ARVN cubes'])
    expect(en.list([])).toBe('')
    expect(en.list(['a'])).toBe('a')
    expect(en.list(['a', 'b', 'c'])).toBe('a, b and c')
    expect(en.list(['a', 'b'], 'or')).toBe('a or b')
  })
  test('titles of actions become verbs', () => {
    expect(['Rally', 'Attack', 'March', 'Air Strike', 'Tax'].map((t) => en.thirdPerson(t))).toEqual([
      'Rallies',
      'Attacks',
      'Marches',
      'Air Strikes',
      'Taxes',
    ])
  })
})

describe('a clause about the noun', () => {
  test.each([
    ['it is wet', 'that is wet', 'that are wet'],
    ['a cube is in it', 'with a cube', 'with a cube'],
    ['Red can land in it', 'where Red can land', 'where Red can land'],
    [
      'it is wet and Red can land in it',
      'where it is wet and Red can land in it',
      'where it is wet and Red can land in it',
    ],
    ['2 cubes are in it', 'with 2 cubes', 'with 2 cubes'],
  ])('%s', (clause, one, many) => {
    expect(en.relative(clause)).toEqual({ one, many })
  })
})

describe('patterns', () => {
  test('something exists, or not', () => {
    expect(en.exists(cube, 'in Hue', true)).toBe('an ARVN cube is in Hue')
    expect(en.exists(cube, 'in Hue', false)).toBe('no ARVN cube is in Hue')
    expect(en.exists(cube, undefined, false)).toBe('there is no ARVN cube')
  })
  test('a number of things, and what is missing', () => {
    const three = { op: '>=', than: '3', number: 3 } as const
    expect(en.counted(cube, 'in Hue', three, true)).toBe('at least 3 ARVN cubes are in Hue')
    expect(en.counted(cube, 'in Hue', { ...three, now: 1 }, false)).toBe('1 ARVN cube is in Hue, needs 3')
    expect(en.counted(cube, 'in Hue', { ...three, now: 0 }, false)).toBe('no ARVN cube is in Hue, needs 3')
    expect(en.counted(cube, 'in Hue', three, false)).toBe('at most 2 ARVN cubes are in Hue')
    expect(en.counted(cube, 'in Hue', { op: '>', than: '0', number: 0 }, true)).toBe('an ARVN cube is in Hue')
    expect(en.counted(cube, 'in Hue', { op: '==', than: '0', number: 0 }, true)).toBe(
      'no ARVN cube is in Hue',
    )
    expect(en.counted(cube, 'in Hue', { op: '<', than: '3', number: 3, now: 5 }, false)).toBe(
      '5 ARVN cubes are in Hue, 2 at most',
    )
  })
  test('a measure', () => {
    const needs = { op: '>=', than: '3', number: 3 } as const
    expect(en.measured('ARVN Resources', needs, true)).toBe('ARVN Resources are at least 3')
    expect(en.measured('ARVN Resources', { ...needs, now: 2 }, false)).toBe('ARVN Resources 2, needs 3')
    expect(en.measured('Trail', { op: '>', than: '3', number: 3 }, true)).toBe('Trail is at least 4')
    expect(en.measured('Trail', { op: '<=', than: 'Aid' }, false)).toBe('Trail is more than Aid')
  })
  test('what something is', () => {
    expect(en.being('Hue', { values: ['a City'] }, true)).toBe('Hue is a City')
    expect(en.being('Hue', { values: ['a Province', 'LoC'], now: 'a City' }, false)).toBe(
      'Hue is a City, needs a Province or LoC',
    )
    expect(en.being('Hue', { values: ['a LoC'] }, false)).toBe('Hue is not a LoC')
  })
  test('relations', () => {
    expect(en.relation('Hue', 'beside', 'Saigon', false)).toBe("Hue isn't next to Saigon")
    expect(en.relation('Hue', 'chosen', '', true)).toBe('Hue is chosen already')
  })
})

describe('negation', () => {
  test.each([
    ['US pieces are in {space}', 'no US pieces are in {space}'],
    ['{space} is open', '{space} is not open'],
    ['{space} can gain {goal}', '{space} cannot gain {goal}'],
    ['{space} can still gain {goal}', '{space} cannot gain {goal}'],
    ['nobody has acted on this card', 'somebody has acted on this card'],
    ['{seat} has acted on this card', '{seat} has not acted on this card'],
    ['{space} has a Base', '{space} has no Base'],
    ['{space} has 3 cubes', '{space} does not have 3 cubes'],
    ['at least 3 cubes are in {space}', 'fewer than 3 cubes are in {space}'],
    ['all Bases are Tunneled', 'not all Bases are Tunneled'],
    ['some Guerrillas are Underground', 'no Guerrillas are Underground'],
    ['a Base is in {space}', 'no Base is in {space}'],
    ['{space} [adjoins] a LoC', '{space} does not adjoin a LoC'],
    ['{pieces} [reach] it', '{pieces} do not reach it'],
    ['{space} is not sabotaged', '{space} is sabotaged'],
    ['the Event is still open', 'the Event is no longer open'],
    ['{space} may be entered', '{space} may not be entered'],
  ])('%s / %s', (holds, fails) => {
    expect(en.negate(holds)).toBe(fails)
  })
  test('a sentence without a known verb has no opposite', () => {
    expect(en.negate('Support to gain')).toBeUndefined()
    expect(en.negate('{is} odd')).toBeUndefined() // a value in braces isn't a verb
  })
})

test('sentences begin with a capital letter and end with a full stop', () => {
  expect(en.sentence('no cube is in Hue')).toBe('No cube is in Hue.')
  expect(en.sentence('Really?')).toBe('Really?')
})
