/** Infiltrate, Bombard, Tax, Subvert and Ambush: in turns, granted, and in random games (4.4, 4.5). */
import { describe, expect, it } from 'vitest'
import { entryOf } from '../../../test/support/items.js'
import {
  ACTIVITIES,
  activitiesIn,
  type Activity,
  changeOf,
  chosenIn,
  granted,
  note,
  removed,
  said,
  turnEnds,
  turnOf,
} from './support/activities.js'
import { answers, asked, begin, compiled, gameWith, holds, rulebook } from './support/boards.js'
import { change, movements } from './support/operations.js'

const game = gameWith({
  'nva-turn': turnOf(
    'NVA',
    `
    set trail to 2
    place 1 NVA bases in southern-laos
    place 3 NVA guerrillas in southern-laos
    place 4 NVA guerrillas in tay-ninh
    place 1 VC bases in tay-ninh
    flip VC bases in tay-ninh to tunneled
    set support of tay-ninh to active-opposition
    place 3 NVA troops in central-laos
    place 3 US troops in quang-nam
    place 1 US bases in quang-nam
    set resources of NVA to 6`,
  ),
  'vc-turn': turnOf(
    'VC',
    `
    place 2 VC guerrillas in hue
    place 3 police in hue
    place 1 VC guerrillas in loc-saigon-can-tho
    place 2 VC guerrillas in tay-ninh
    place 1 VC guerrillas in kien-phong
    place 2 US troops in saigon
    place 1 ARVN troops in saigon
    set patronage to 9
    set resources of VC to 2`,
  ),
})

const ends = (board: string, text: string, facts: readonly string[]) => turnEnds(game, board, text, facts)

describe('a turn of the NVA', () => {
  it('Rallies, and Infiltrates in both ways', () => {
    ends(
      'nva-turn',
      'rally-nva | +infiltrate | southern-laos | build-up | 2 nva-guerrillas@southern-laos | ' +
        'tay-ninh | vc-bases+tunneled@tay-ninh | nothing', // a Rally without a space Improves the Trail
      [
        'count(NVA troops in southern-laos) = 5',
        'count(NVA guerrillas in southern-laos) = 1',
        'count(tunneled NVA bases in tay-ninh) = 1',
        'no(VC pieces in map)',
        'support of tay-ninh is passive-opposition',
        'trail = 3',
        'resources of NVA = 4',
      ],
    )
  })

  it('Marches up, and Bombards from there', () => {
    ends('nva-turn', 'march-nva | quang-tri-thua-thien | 3 nva-troops@central-laos | +bombard | nothing', [
      'count(US troops in casualties) = 1',
      'count(US troops in quang-nam) = 2',
      'resources of NVA = 5',
    ])
  })

  it('Marches onto a LoC, and Ambushes beside it', () => {
    ends(
      'nva-turn',
      'march-nva | loc-da-nang-dak-to | 2 nva-guerrillas@southern-laos | +ambush-nva | nothing',
      [
        'count(US troops in casualties) = 1',
        'count(active NVA guerrillas in map) = 1',
        'count(NVA guerrillas in loc-da-nang-dak-to) = 2',
        'resources of NVA = 6',
      ],
    )
  })
})

describe('a turn of the VC', () => {
  it('Taxes for a Terror that it could not pay', () => {
    ends(
      'vc-turn',
      'terror-vc | +tax | tay-ninh | loc-saigon-can-tho | nothing | tay-ninh | kien-phong | hue',
      ['resources of VC = 5', 'sum(map, it.terror) = 3', 'count(active VC guerrillas in map) = 5'],
    )
  })

  it('Rallies, and Subverts', () => {
    ends('vc-turn', 'rally-vc | +subvert | remove | hue | guerrilla | nothing', [
      'count(police in hue) = 1',
      'patronage = 8',
      'count(underground VC guerrillas in hue) = 3',
    ])
  })

  it('Marches, and Ambushes twice into the same City', () => {
    ends(
      'vc-turn',
      'march-vc | saigon | 1 vc-guerrillas@kien-phong | loc-saigon-an-loc-ban-me-thuot | ' +
        '1 vc-guerrillas@tay-ninh | +ambush-vc | saigon | us-troops@saigon | ' +
        'loc-saigon-an-loc-ban-me-thuot | us-troops@saigon | nothing',
      [
        'count(US troops in casualties) = 2',
        'count(active VC guerrillas in saigon) = 1',
        'count(active VC guerrillas in loc-saigon-an-loc-ban-me-thuot) = 1',
        'resources of VC = 1',
      ],
    )
  })
})

describe('granted by an Event', () => {
  it('an Ambush needs no March, and leaves no trace for the next', () => {
    const start = begin(game, 'vc-turn')
    let state = start
    for (let n = 0; n < 2; n += 1) {
      state = granted(game, state, 'ambush-vc', 'VC')
      expect(asked(game, state)).toMatchObject({ seat: 'VC', name: 'space', action: 'ambush-vc' })
      state = answers(game, state, said('hue'))
      if (n === 0) state = answers(game, state, said('nothing'))
    }
    expect(game.evaluate(state, 'count(police in hue)')).toBe(1)
  })

  it('an Infiltrate costs nothing and touches no Eligibility', () => {
    const state = granted(game, begin(game, 'vc-turn'), 'infiltrate', 'NVA')
    expect(asked(game, state).seat).toBe('VC') // nothing of the NVA is on that board: skipped
    const there = granted(game, begin(game, 'nva-turn'), 'infiltrate', 'NVA')
    const end = answers(game, there, said('southern-laos | build-up | nothing | nothing'))
    expect(game.evaluate(end, 'count(NVA troops in southern-laos) = 3 and NVA.eligible')).toBe(true)
    expect(game.evaluate(end, 'resources of NVA')).toBe(6)
  })
})

describe('in random games', () => {
  const played = compiled(rulebook)
  const all = [...activitiesIn(played, 60, 900)].filter(({ id }) =>
    /^(?:NVA|VC)$/.test(entryOf(ACTIVITIES, id)),
  )
  const of = (id: string): Activity[] => {
    const found = all.filter((one) => one.id === id)
    expect(found.length, id).toBeGreaterThan(id.startsWith('ambush') ? 0 : 8)
    return found
  }
  const ask = (one: Activity, text: string): number => Number(played.evaluate(one.before, text))
  const activated = (one: Activity): number =>
    one.events.filter((e) => e.type === 'flipped' && e.value === 'active').length

  it('none costs Resources or is rolled for; only a Tax brings any', () => {
    for (const one of all) {
      for (const seat of ['ARVN', 'NVA', 'VC'])
        if (seat !== 'VC' || one.id !== 'tax')
          expect(change(one.events, 'resources', seat), `${one.id}, ${note(one)}`).toBe(0)
      expect(one.events.some(({ type }) => type === 'rolled')).toBe(false)
    }
  })

  it('Infiltrate: no more Troops than Trail, Bases and Guerrillas give; one VC piece a space', () => {
    for (const one of of('infiltrate')) {
      const spaces = chosenIn(one, 'space')
      expect(spaces.length).toBeLessThanOrEqual(2)
      const most = spaces.reduce(
        (n, space) =>
          n + ask(one, `trail + count(NVA bases in ${space}) + count(NVA guerrillas in ${space})`),
        0,
      )
      const placed = movements(one.events).reduce(
        (n, m) => (m.what === 'nva-troops' && spaces.includes(m.into) ? n + m.count : n),
        0,
      )
      expect(placed, note(one)).toBeLessThanOrEqual(most)
      const lost = removed(one, /^vc-/)
      expect(lost).toBeLessThanOrEqual(chosenIn(one, 'choice').filter((way) => way === 'take-over').length)
      for (const { what } of movements(one.events)) expect(what).toMatch(/^(?:nva|vc)-/)
      expect(removed(one, /^vc-bases/), note(one)).toBe(arrived(one, /^nva-bases/))
    }
  })

  it('Bombard: one Troop a space, of the US to the Casualties', () => {
    for (const one of of('bombard')) {
      const spaces = chosenIn(one, 'piece').map((piece) => piece.replace(/^.*@/, ''))
      expect(new Set(spaces).size).toBe(spaces.length)
      expect(spaces.length).toBeLessThanOrEqual(2)
      const lost = movements(one.events)
      expect(lost.map(({ from }) => from).toSorted()).toEqual(spaces.toSorted())
      for (const { what, into, count } of lost) {
        expect(count).toBe(1)
        expect([what, into]).toEqual(
          what === 'us-troops' ? [what, 'casualties'] : ['arvn-troops', 'available:ARVN'],
        )
      }
      for (const space of spaces) {
        const troops = holds(played, one.before, space, /^(?:us|arvn)-troops/)
        expect(troops >= 3 || holds(played, one.before, space, /^(?:us|arvn)-bases/) > 0).toBe(true)
      }
    }
  })

  it.each(['ambush-nva', 'ambush-vc'])('%s: one enemy for one Guerrilla, no attrition', (id) => {
    for (const one of of(id)) {
      const spaces = chosenIn(one, 'space')
      expect(spaces.length).toBeLessThanOrEqual(2)
      expect(activated(one), note(one)).toBe(spaces.length)
      expect(removed(one, /^(?:us|arvn)-/)).toBe(spaces.length)
      expect(removed(one, /^(?:nva|vc)-/)).toBe(0)
      for (const { what, into } of movements(one.events))
        expect(into).toBe(what.startsWith('us-') ? 'casualties' : 'available:ARVN')
    }
  })

  it('Tax: one Guerrilla a space, and what the spaces are worth', () => {
    for (const one of of('tax')) {
      const spaces = chosenIn(one, 'space')
      expect(spaces.length).toBeLessThanOrEqual(4)
      expect(activated(one)).toBe(spaces.length)
      const worth = spaces.reduce(
        (n, space) => n + ask(one, `econ of ${space} + 2 * population of ${space}`),
        0,
      )
      const before = ask(one, 'resources of VC')
      expect(change(one.events, 'resources', 'VC'), note(one)).toBe(Math.min(75 - before, worth))
    }
  })

  it('Subvert: one or two cubes a space, and half as much Patronage', () => {
    for (const one of of('subvert')) {
      expect(chosenIn(one, 'space').length).toBeLessThanOrEqual(2)
      const cubes = removed(one, /^arvn-(?:troops|police)$/)
      expect(cubes).toBeLessThanOrEqual(4)
      const before = ask(one, 'patronage')
      expect(changeOf(one, 'patronage'), note(one)).toBe(0 - Math.min(before, Math.floor(cubes / 2)))
      expect(activated(one)).toBe(0)
    }
  })
})

/** How many pieces came from Available onto the map. */
function arrived(one: Activity, types: RegExp): number {
  return movements(one.events).reduce(
    (n, m) => (m.from.startsWith('available') && types.test(m.what) ? n + m.count : n),
    0,
  )
}
