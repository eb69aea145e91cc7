import { reasonText, decisiveReason } from '@ludoforge/table'
import { describe, expect, it } from 'vitest'

const said = (text: string, title = 'Where to go'): string =>
  reasonText({ text, title }, { seats: [{ id: 'RED' }, { id: 'blue' }] as never })

describe('why a bot decided', () => {
  it.each([
    ['first red-moves-in(it), most it.population', 'RED moves in, most population'],
    [
      'first red-march if count(guards in reserve) > 20 or trail <= 1',
      'more than 20 guards in reserve or trail at most 1',
    ],
    ['first raid if some(map where weak(it) and it is coastal)', 'weak and coastal somewhere'],
    [
      'first some(mills in it) and count(hidden guards in it) < 4',
      'some mills there and fewer than 4 hidden guards there',
    ],
    ['first found-by(it, RED) > 0, most it.worth', 'found by RED, most worth'],
    ['first count(guards in it) in 1..3', '1 to 3 guards there'],
    ['first base if base-site(space)', 'base site'],
    [
      'first gold if sum(map where open(it) and it is quiet, it.worth) >= 3',
      'worth where open and quiet at least 3',
    ],
    [
      'first loud(it), most if-so(calm(it)), most if-so(some(mills in it))',
      'loud, preferably calm, preferably some mills there',
    ],
    [
      'first won(it), least if-so(some(mills in it)), most if-so(it is quiet)',
      'won, preferably not some mills there, preferably quiet',
    ],
    ['prefer it.faction = me', 'own faction'],
    ['prefer it is red guards', 'RED guards'],
    ['prefer it.terror = 0', 'no terror'],
    ['avoid it in harbour', 'not in harbour'],
    ['avoid event if must-wait(me, card)', 'not event: must wait'],
    [
      'avoid event if is-open and not would(text-of(card), changed)',
      'not event: is open and it would change nothing',
    ],
    ['only it is hidden and from-here(it, chosen) < spare(it.space)', 'hidden'],
    ['stop if gold of me = 0', 'no gold of me'],
    ['take raid if timing is after and raid-pays', 'raid pays'],
    ['take (surplus(space))', 'surplus'],
    ['take most', 'as many as possible'],
    ['otherwise stop', 'nothing else is wanted'],
  ])('says of "%s": %s', (line, words) => {
    expect(said(line)).toBe(words)
  })

  it.each([
    'first march',
    'finally raid',
    'prefer most min(2, count(guards in it))',
    'take max(1, if near(space) <= 3 then near(space) - 2 else 1)',
    'only spare(it.space) > count(chosen as other where other.space = it.space)',
    `first a${'-long'.repeat(30)}-name(it)`,
  ])('names the section where a line says nothing in a few words: "%s"', (line) => {
    expect(said(line)).toBe('Where to go')
  })

  it('leaves other texts as they are', () => {
    expect(reasonText({ text: 'it comes first' }, { seats: [] })).toBe('it comes first')
  })

  it('the decisive reason is the last one with a text', () => {
    const lines = ['stop if all-done', 'prefer most it.worth', 'first march'].map((text) => ({ text }))
    expect(decisiveReason(lines)?.text).toBe('prefer most it.worth')
    expect(decisiveReason([])).toBeUndefined()
  })
})
