/** Consecutive events become one line if they read as one sentence. */
import { describe, expect, it } from 'vitest'
import { isSameConstant, joinLines, type Joinable, joinEvents } from '../src/log/join-events.js'
import { sentence } from '../src/log/sentences.js'
import { words } from './vocabulary.js'

const isSpace = (zone: string): boolean => ['hill', 'mill', 'port'].includes(zone)
const moved = (what: string, from: string, into: string, count = 1, rule?: string): Joinable => ({
  type: 'moved',
  what,
  from,
  into,
  count,
  ...(rule === undefined ? {} : { rule }),
})
const set = (variable: string, from: number | boolean, value: number | boolean, of?: string): Joinable => ({
  type: 'set',
  variable,
  from,
  value,
  ...(of === undefined ? {} : { of }),
})
const flipped = (what: string, at: string, value = 'open', prop = 'stance'): Joinable => ({
  type: 'flipped',
  what,
  became: what,
  at,
  prop,
  value,
})
const texts = (...events: Joinable[]): string[] =>
  joinEvents(events, isSpace).map((line) => sentence(line, words, null))

describe('moves', () => {
  it('of the same kind on the same route are added up', () => {
    expect(texts(moved('cube', 'hill', 'mill'), moved('cube', 'hill', 'mill', 2))).toEqual([
      '3 Cubes moved from Hill to Mill',
    ])
  })

  it('of several kinds on one route are one line', () => {
    expect(texts(moved('cube', 'hill', 'mill'), moved('disc', 'hill', 'mill', 2))).toEqual([
      '1 Cube and 2 Discs moved from Hill to Mill',
    ])
  })

  it('of one kind from several zones into one are one line', () => {
    expect(texts(moved('cube', 'hill', 'port', 2), moved('cube', 'mill', 'port'))).toEqual([
      '3 Cubes moved to Port: 2 from Hill, 1 from Mill',
    ])
  })

  it('of one kind from one zone into several are one line', () => {
    expect(texts(moved('cube', 'box', 'hill', 2), moved('cube', 'box', 'mill', 2))).toEqual([
      '2 Cubes each placed in Hill and Mill',
    ])
    expect(texts(moved('cube', 'box', 'hill'), moved('cube', 'box', 'mill'))).toEqual([
      '1 Cube each placed in Hill and Mill',
    ])
    expect(texts(moved('cube', 'box', 'hill', 2), moved('cube', 'box', 'mill'))).toEqual([
      '3 Cubes placed: 2 in Hill, 1 in Mill',
    ])
  })

  it('of the same load from one zone into several are one line', () => {
    const load = (into: string) => [moved('cube', 'box', into), moved('disc', 'box', into)]
    expect(texts(...load('hill'), ...load('mill'))).toEqual([
      '1 Cube and 1 Disc each placed in Hill and Mill',
    ])
  })

  it('that share nothing stay separate, in order', () => {
    expect(texts(moved('cube', 'hill', 'mill'), moved('disc', 'port', 'box'))).toEqual([
      '1 Cube moved from Hill to Mill',
      '1 Disc removed from Port',
    ])
  })

  it('keep the rule that all of them share', () => {
    const [same] = joinEvents([moved('cube', 'hill', 'mill', 1, '1'), moved('cube', 'hill', 'mill', 1, '1')], isSpace) // biome-ignore format: one line
    expect(same).toMatchObject({ type: 'moves', rule: '1' })
    const [other] = joinEvents([moved('cube', 'hill', 'mill', 1, '1'), moved('cube', 'hill', 'mill', 1, '2')], isSpace) // biome-ignore format: one line
    expect(other).toEqual({ type: 'moves', moves: [{ what: 'cube', from: 'hill', into: 'mill', count: 2 }], rule: '1' }) // biome-ignore format: one line
    const [apart] = joinEvents([moved('cube', 'hill', 'mill', 1, '1'), moved('disc', 'hill', 'mill', 1, '2')], isSpace) // biome-ignore format: one line
    expect(apart).not.toHaveProperty('rule')
  })

  it('keep the source location of the first', () => {
    const at = (place: string): Joinable => ({ ...moved('cube', 'hill', 'mill'), place })
    expect(joinEvents([at('a:1'), { ...at('a:2'), rule: '7' }], isSpace)[0]).toMatchObject({ place: 'a:1' })
  })
})

describe('moves of cards', () => {
  it('from a pile are dealt to a seat, or to an open zone', () => {
    expect(texts(moved('ace', 'deck', 'hand:left'), moved('king', 'deck', 'hand:left'))).toEqual([
      'Ace and King dealt to Left',
    ])
    expect(texts(moved('card', 'deck', 'hand:left', 2), moved('card', 'deck', 'hand:right', 2))).toEqual([
      '2 cards each dealt to Left and Right',
    ])
    expect(texts(moved('ace', 'deck', 'row'))).toEqual(['Ace dealt to Row'])
  })

  it('to the pile that they come from return', () => {
    expect(texts(moved('ace', 'hand:left', 'deck'))).toEqual(['Ace returned from Hand (Left) to Deck'])
  })

  it('from hand to hand are passed', () => {
    expect(texts(moved('card', 'hand:left', 'hand:right', 3))).toEqual(['3 cards passed from Left to Right'])
  })

  it('to a zone named after a deed read as that deed', () => {
    expect(texts(moved('ace', 'hand:left', 'played:left'))).toEqual(['Ace played by Left'])
    expect(texts(moved('ace', 'row', 'played:right'), moved('king', 'row', 'played:right'))).toEqual([
      'Ace and King played by Right',
    ])
  })

  it('to another zone name both', () => {
    expect(texts(moved('ace', 'row', 'pile'))).toEqual(['Ace moved from Row to Pile'])
  })
})

describe('a swap', () => {
  it('replaces pieces on a space by others', () => {
    expect(texts(moved('cube', 'hill', 'box', 2), moved('disc', 'lost', 'hill'))).toEqual([
      '1 Disc replaces 2 Cubes in Hill',
    ])
  })

  it('in several spaces is one line', () => {
    const swap = (at: string) => [moved('cube', at, 'box'), moved('disc', 'box', at)]
    expect(texts(...swap('hill'), ...swap('mill'))).toEqual(['2 Discs replace 2 Cubes in Hill and Mill'])
    expect(texts(...swap('hill'), ...swap('hill'))).toEqual(['2 Discs replace 2 Cubes in Hill'])
  })

  it('adds up the kinds of each side', () => {
    expect(
      texts(moved('cube', 'hill', 'box'), moved('cube', 'hill', 'lost'), moved('disc', 'box', 'hill')),
    ).toEqual(['1 Disc replaces 2 Cubes in Hill'])
  })

  it.each<[string, Joinable[], string[]]>([
    ['the same kind comes back', [moved('cube', 'hill', 'box'), moved('cube', 'lost', 'hill')], ['1 Cube removed from Hill', '1 Cube moved from Lost to Hill']], // biome-ignore format: one line
    ['it isn’t a space', [moved('cube', 'lost', 'box'), moved('disc', 'box', 'lost')], ['1 Cube moved from Lost to Box', '1 Disc moved from Box to Lost']], // biome-ignore format: one line
    ['the pieces go to another space', [moved('cube', 'hill', 'mill'), moved('disc', 'box', 'hill')], ['1 Cube moved from Hill to Mill', '1 Disc placed in Hill']], // biome-ignore format: one line
    ['the others come from a space', [moved('cube', 'hill', 'box'), moved('disc', 'mill', 'hill')], ['1 Cube removed from Hill', '1 Disc moved from Mill to Hill']], // biome-ignore format: one line
    ['the others go elsewhere', [moved('cube', 'hill', 'box'), moved('disc', 'box', 'mill')], ['1 Cube removed from Hill', '1 Disc placed in Mill']], // biome-ignore format: one line
    ['something happens between', [moved('cube', 'hill', 'box'), set('round', 1, 2), moved('disc', 'box', 'hill')], ['1 Cube removed from Hill', 'round 1 → 2', '1 Disc placed in Hill']], // biome-ignore format: one line
  ])('is none if %s', (_, events, told) => {
    expect(texts(...events)).toEqual(told)
  })

  it('is found between other events', () => {
    expect(
      texts(
        set('round', 1, 2),
        moved('cube', 'hill', 'box'),
        moved('disc', 'box', 'hill'),
        set('score', 0, 1, 'left'),
      ),
    ).toEqual(['round 1 → 2', '1 Disc replaces 1 Cube in Hill', 'Left: score 0 → 1'])
    expect(
      texts(moved('cube', 'hill', 'box'), moved('cube', 'mill', 'box'), moved('disc', 'box', 'hill')),
    ).toEqual(['1 Cube each removed from Hill and Mill', '1 Disc placed in Hill'])
    expect(
      texts(moved('cube', 'hill', 'box'), moved('disc', 'box', 'hill'), moved('cube', 'lost', 'hill')),
    ).toEqual(['1 Cube removed from Hill', '1 Disc placed in Hill', '1 Cube moved from Lost to Hill'])
  })

  it('keeps its rule and its position', () => {
    const events = [
      moved('cube', 'hill', 'box', 1, '5'),
      moved('disc', 'box', 'hill', 1, '5'),
      set('round', 1, 2),
    ]
    const [swap, change] = joinEvents(events, isSpace)
    expect(swap).toEqual({
      type: 'swap',
      at: ['hill'],
      out: [{ id: 'cube', count: 1 }],
      in: [{ id: 'disc', count: 1 }],
      rule: '5',
    })
    expect(change).toMatchObject({ type: 'changes' })
  })
})

describe('flips and changes', () => {
  it('of the same kind are counted by zone', () => {
    expect(texts(flipped('cube+hidden', 'hill'), flipped('cube+hidden', 'hill'))).toEqual([
      '2 Cubes in Hill become open',
    ])
    expect(texts(flipped('cube', 'hill'), flipped('cube', 'mill'), flipped('cube', 'hill'))).toEqual([
      '3 Cubes become open: 2 in Hill, 1 in Mill',
    ])
    expect(texts(flipped('cube', 'hill', 'open', ''))).toEqual(['1 Cube in Hill is turned over'])
    expect(texts(flipped('cube', 'hill', 'open', ''), flipped('cube', 'mill', 'open', ''))).toEqual([
      '2 Cubes are turned over: 1 in Hill, 1 in Mill',
    ])
  })

  it('of other values stay separate', () => {
    expect(texts(flipped('cube', 'hill'), flipped('cube', 'hill', 'shut'))).toEqual([
      '1 Cube in Hill becomes open',
      '1 Cube in Hill becomes shut',
    ])
  })

  it('in parts are merged, and dropped if they cancel out', () => {
    expect(texts(set('round', 1, 2), set('round', 2, 4))).toEqual(['round 1 → 4'])
    expect(texts(set('round', 1, 2), set('round', 2, 1))).toEqual([])
    expect(texts(set('round', 1, 2), set('score', 0, 1, 'left'), set('round', 2, 1))).toEqual([
      'Left: score 0 → 1',
    ])
  })

  it('of several owners are one line, with equal ones grouped', () => {
    expect(texts(set('score', 0, 1, 'left'), set('score', 0, 1, 'right'))).toEqual([
      'Left, Right: score 0 → 1',
    ])
    expect(texts(set('score', 0, 1, 'left'), set('score', 2, 1, 'right'))).toEqual([
      'score: Left 0 → 1, Right 2 → 1',
    ])
    expect(texts(set('ready', false, true, 'left'), set('ready', true, false, 'right'))).toEqual([
      'Left: ready; Right: not ready',
    ])
    expect(texts(set('ready', false, true))).toEqual(['ready'])
    expect(texts(set('ready', true, false))).toEqual(['not ready'])
  })

  it('take the position of their first part', () => {
    expect(
      texts(
        set('round', 1, 2),
        moved('cube', 'hill', 'mill'),
        set('round', 2, 3),
        moved('disc', 'hill', 'mill'),
      ),
    ).toEqual(['round 1 → 3', '1 Cube and 1 Disc moved from Hill to Mill'])
  })

  it('keep the first reason', () => {
    const why = [{ text: 'most', title: 'Where' }]
    const line = (reasons?: typeof why) =>
      ({ type: 'changes', variable: 'round', changes: [{ from: reasons ? 2 : 1, value: reasons ? 3 : 2 }], ...(reasons ? { why: reasons } : {}) }) as const // biome-ignore format: one line
    expect(joinLines([line(), line(why)])).toEqual([
      { type: 'changes', variable: 'round', changes: [{ from: 1, value: 3 }], why },
    ])
  })
})

describe('values are the same', () => {
  it.each([
    [1, 1, true],
    [1, 2, false],
    ['a', 'a', true],
    [null, null, true],
    [['a', 'b'], ['a', 'b'], true],
    [['a', 'b'], ['b', 'a'], false],
    ['1', 1, false],
  ])('%j and %j: %s', (a, b, same) => {
    expect(isSameConstant(a, b)).toBe(same)
  })
})

describe('swaps', () => {
  const swap = (zone: string, out: string, into: string) => [
    moved(out, zone, 'box'),
    moved(into, 'box', zone),
  ]

  it('of the same pieces in several spaces are one line, of other pieces another', () => {
    const lines = joinEvents(
      [...swap('hill', 'cube', 'disc'), ...swap('mill', 'cube', 'disc'), ...swap('port', 'disc', 'cube')],
      isSpace,
    )
    const some = (id: string, count: number) => [{ id, count }]
    expect(lines).toStrictEqual([
      { type: 'swap', at: ['hill', 'mill'], out: some('cube', 2), in: some('disc', 2) },
      { type: 'swap', at: ['port'], out: some('disc', 1), in: some('cube', 1) },
    ])
  })

  it('are none where the same kind comes back', () => {
    const lines = joinEvents([moved('cube', 'hill', 'box'), moved('cube', 'box', 'hill')], isSpace)
    expect(lines.map(({ type }) => type)).not.toContain('swap')
  })
})
