import { describe, expect, test } from 'vitest'
import { german as de, languageOf } from '../src/language/index.js'

const soldier = { one: 'roter Soldat', many: 'rote Soldaten' }
const card = { one: 'blaue Karte', many: 'blaue Karten' }

test('is found by its code', () => {
  expect(languageOf('de')).toBe(de)
})

describe('nouns', () => {
  test.each([
    ['roter Soldat', 'ein roter Soldat'],
    ['blaue Karte', 'eine blaue Karte'],
    ['Karte in der Reserve', 'eine Karte in der Reserve'],
    ['Festung', 'eine Festung'],
    ['Gebäude', 'ein Gebäude'],
    ['ein Hügel', 'ein Hügel'],
    ['die Insel', 'die Insel'],
    ['3 Felder', '3 Felder'],
  ])('%s with its article is %s', (noun, whole) => {
    expect(de.withArticle(noun)).toBe(whole)
  })
  test('plurals by ending', () => {
    expect(['Karte', 'Würfel', 'Festung', 'Auto', 'Stein', 'Mädchen'].map((n) => de.plural(n))).toEqual([
      'Karten',
      'Würfel',
      'Festungen',
      'Autos',
      'Steine',
      'Mädchen',
    ])
  })
  test('counts and lists', () => {
    expect([0, 1, 2].map((n) => de.count(n, soldier))).toEqual([
      '0 rote Soldaten',
      '1 roter Soldat',
      '2 rote Soldaten',
    ])
    expect(de.list(['a', 'b', 'c'])).toBe('a, b und c')
    expect(de.list(['a', 'b'], 'or')).toBe('a oder b')
    expect(de.list(['a'])).toBe('a')
    expect(de.thirdPerson('Angreifen')).toBe('Angreifen')
  })
})

describe('patterns', () => {
  test('something exists, or not', () => {
    expect(de.exists(soldier, 'in A3', true)).toBe('ein roter Soldat ist in A3')
    expect(de.exists(card, 'in A3', false)).toBe('keine blaue Karte ist in A3')
    expect(de.exists(card, undefined, false)).toBe('keine blaue Karte ist da')
  })
  test('a number of things, and what is missing', () => {
    const three = { op: '>=', than: '3', number: 3 } as const
    expect(de.counted(soldier, 'in A3', three, true)).toBe('mindestens 3 rote Soldaten sind in A3')
    expect(de.counted(soldier, 'in A3', { ...three, now: 1 }, false)).toBe(
      '1 roter Soldat ist in A3, nötig: 3',
    )
    expect(de.counted(soldier, 'in A3', { ...three, now: 0 }, false)).toBe(
      'kein roter Soldat ist in A3, nötig: 3',
    )
    expect(de.counted(soldier, 'in A3', three, false)).toBe('höchstens 2 rote Soldaten sind in A3')
    expect(de.counted(soldier, 'in A3', { op: '>', than: '0', number: 0 }, true)).toBe(
      'ein roter Soldat ist in A3',
    )
  })
  test('measures, states and relations', () => {
    const three = { op: '>=', than: '3', number: 3 } as const
    expect(de.measured('Gold', three, true)).toBe('Gold: mindestens 3')
    expect(de.measured('Gold', { ...three, now: 2 }, false)).toBe('Gold: 2, nötig: 3')
    expect(de.measured('Gold', { op: '==', than: '2', number: 2 }, false)).toBe('Gold: nicht 2')
    expect(de.being('C2', { values: ['ein Hügel'] }, true)).toBe('C2 ist ein Hügel')
    expect(de.being('C2', { values: ['ein Hügel'], now: 'ebenes Gelände' }, false)).toBe(
      'C2 ist ebenes Gelände, nötig: ein Hügel',
    )
    expect(de.relation('A3', 'beside', 'B3', false)).toBe('A3 ist nicht neben B3')
    expect(de.relation('A3', 'chosen', '', true)).toBe('A3 ist schon gewählt')
    expect(de.joined(['a', 'b'], 'or')).toBe('a oder b')
    expect(de.sentence('das Brett ist voll')).toBe('Das Brett ist voll.')
  })
})

describe('negation', () => {
  test.each([
    ['{space} ist versorgt', '{space} ist nicht versorgt'],
    ['{actor} hat ein versorgtes Feld', '{actor} hat kein versorgtes Feld'],
    ['{space} ist ein Hügel', '{space} ist kein Hügel'],
    ['Soldaten sind in {space}', 'keine Soldaten sind in {space}'],
    ['ein Soldat ist in {space}', 'kein Soldat ist in {space}'],
    ['eine Reihe ist nur für {seat} offen', 'keine Reihe ist nur für {seat} offen'],
    ['mindestens 3 Soldaten sind da', 'weniger als 3 Soldaten sind da'],
    ['alle Felder sind besetzt', 'nicht alle Felder sind besetzt'],
    ['niemand hat gezogen', 'jemand hat gezogen'],
    ['{space} ist noch frei', '{space} ist nicht mehr frei'],
    ['{space} ist nicht frei', '{space} ist frei'],
    ['{space} kann angreifen', '{space} kann nicht angreifen'],
    ['{space} [grenzt] an das Meer', '{space} grenzt nicht an das Meer'],
  ])('%s / %s', (holds, fails) => {
    expect(de.negate(holds)).toBe(fails)
  })
  test('a sentence without a known verb has no opposite', () => {
    expect(de.negate('Soldaten überall')).toBeUndefined()
    expect(de.negate('{ist} versorgt')).toBeUndefined()
  })
})
