/** Advise, Air Lift, Air Strike; Govern, Transport, Raid: in turns, granted, and in random games (4.2, 4.3). */
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
  onMap,
  removed,
  said,
  turnEnds,
  turnOf,
} from './support/activities.js'
import { answers, asked, begin, compiled, gameWith, holds, rulebook, table } from './support/boards.js'
import { change, movements } from './support/operations.js'

const game = gameWith({
  'us-turn': turnOf(
    'US',
    `
    place 3 US troops in saigon
    place 1 US bases in saigon
    place 2 ARVN troops in kien-phong
    place 1 US irregulars in tay-ninh
    place 2 VC guerrillas in tay-ninh
    place 1 VC bases in tay-ninh
    place 1 VC bases in kien-phong
    place 3 NVA troops in saigon
    set support of saigon to passive-support
    set resources of ARVN to 30
    set aid to 10
    set trail to 2`,
  ),
  'arvn-turn': turnOf(
    'ARVN',
    `
    place 4 ARVN troops in saigon
    place 2 rangers in saigon
    place 1 rangers in ba-xuyen
    flip rangers in ba-xuyen to active
    place 3 police in hue
    place 1 US troops in hue
    set support of hue to active-support
    place 2 VC guerrillas in tay-ninh
    place 1 VC bases in tay-ninh
    set resources of ARVN to 9
    set aid to 12
    set patronage to 3`,
  ),
  'nva-turn': turnOf('NVA', 'place 1 NVA guerrillas in hue\n    place 1 US troops in hue'),
})

const ends = (board: string, text: string, facts: readonly string[]) => turnEnds(game, board, text, facts)

describe('a turn of the US', () => {
  it('Patrols, and Advises two spaces before', () => {
    ends('us-turn', 'patrol-us | +advise | kien-phong | assault | tay-ninh | aid | nothing', [
      'no(insurgents in kien-phong)',
      'no(VC guerrillas in tay-ninh)',
      'count(VC bases in tay-ninh) = 1',
      'count(active irregulars in tay-ninh) = 1',
      'aid = 22', // 6 for the Base that the ARVN removed, 6 for the Advice
      'resources of ARVN = 30',
      'first-did is operation-with-activity',
    ])
  })

  it('Trains, and Air Lifts what it has just placed', () => {
    ends(
      'us-turn',
      'train-us | saigon | rangers | +air-lift | kien-phong, saigon, tay-ninh | ' +
        'kien-phong | 3 us-troops@saigon, 2 arvn-rangers@saigon, 1 us-irregulars@tay-ninh | ' +
        'saigon | 1 arvn-troops@kien-phong | nothing',
      [
        'count(US troops in kien-phong) = 3',
        'count(rangers in kien-phong) = 2',
        'count(irregulars in kien-phong) = 1',
        'count(ARVN troops in saigon) = 1',
        'resources of ARVN = 27',
      ],
    )
  })

  it('Assaults, and an Air Strike finishes what is left', () => {
    ends(
      'us-turn',
      'assault-us | saigon | +air-strike | kien-phong | vc-bases@kien-phong | nothing | degrade',
      [
        'no(NVA troops in saigon)', // 2 hits for each of 3 Troops at a Base
        'no(VC bases in kien-phong)',
        'support of saigon is passive-support',
        'support of kien-phong is passive-opposition',
        'trail = 1',
        'aid = 10',
      ],
    )
  })
})

describe('a turn of the ARVN', () => {
  it('Trains, and Governs elsewhere afterwards', () => {
    ends(
      'arvn-turn',
      'train-arvn | saigon | cubes | 6 arvn-troops@available:ARVN | nothing | no-more | +govern | patronage',
      [
        'count(ARVN troops in saigon) = 10',
        'resources of ARVN = 6',
        'aid = 15', // 5 by Minh for the Train, 2 to Patronage
        'patronage = 5',
        'support of hue is passive-support',
      ],
    )
  })

  it('Raids before it Sweeps', () => {
    ends(
      'arvn-turn',
      'sweep-arvn | +raid | tay-ninh | 2 arvn-rangers@saigon | strike | nothing | tay-ninh | 4 arvn-troops@saigon | nothing',
      [
        'no(VC guerrillas in tay-ninh)',
        'count(VC bases in tay-ninh) = 1',
        'count(active rangers in tay-ninh) = 1',
        'count(underground rangers in tay-ninh) = 1',
        'count(ARVN troops in tay-ninh) = 4',
        'resources of ARVN = 6',
        'aid = 12',
      ],
    )
  })

  it('Transports by road, and every Ranger is Underground', () => {
    ends(
      'arvn-turn',
      'patrol-arvn | +transport | saigon | can-tho | 3 arvn-troops@saigon, 1 arvn-rangers@saigon | ' +
        'kien-phong | 1 arvn-troops@saigon | nothing | nothing',
      [
        'count(ARVN troops in can-tho) = 3',
        'count(ARVN troops in kien-phong) = 1',
        'count(underground rangers in can-tho) = 1',
        'no(active rangers in map)',
        'resources of ARVN = 6',
      ],
    )
  })
})

describe('granted by an Event while the NVA acts', () => {
  it.each(['US', 'ARVN'])('an Air Strike by the %s, who decides all of it', (seat) => {
    const start = begin(game, 'us-turn')
    const asks = granted(game, start, 'air-strike', seat)
    expect(asked(game, asks)).toMatchObject({ seat, action: 'air-strike' })
    const end = answers(game, asks, said('saigon | 3 nva-troops@saigon | nothing | degrade'))
    expect(game.decision(end)).toEqual(game.decision(start))
    expect(game.evaluate(end, 'count(NVA troops in saigon) = 0 and trail = 1')).toBe(true)
    expect(game.evaluate(end, 'activity-used')).toBe(false)
  })

  it('a Govern pays into the tracks and leaves Eligibility alone', () => {
    const end = answers(game, granted(game, begin(game, 'arvn-turn'), 'govern', 'ARVN'), said('aid'))
    expect(game.evaluate(end, 'aid = 18 and ARVN.eligible and not hue.in-activity')).toBe(true)
  })

  it('is skipped where it is impossible', () => {
    const start = begin(game, 'arvn-turn')
    const end = granted(game, start, 'bombard', 'NVA')
    expect(table(game, end)).toBe(table(game, start))
  })
})

describe('in random games', () => {
  const played = compiled(rulebook)
  const all = [...activitiesIn(played, 36, 500)].filter(({ id }) =>
    /^(?:US|ARVN)$/.test(entryOf(ACTIVITIES, id)),
  )
  const of = (id: string): Activity[] => {
    const found = all.filter((one) => one.id === id)
    expect(found.length, id).toBeGreaterThan(8)
    return found
  }
  const monsoon = ({ before }: Activity): boolean => played.evaluate(before, 'monsoon') === true

  it('none costs Resources, and none is rolled for but the Assault of an Advise', () => {
    for (const one of all) {
      for (const seat of ['ARVN', 'NVA', 'VC'])
        expect(change(one.events, 'resources', seat), `${one.id}, ${note(one)}`).toBe(0)
      if (one.id !== 'advise') expect(one.events.some(({ type }) => type === 'rolled')).toBe(false)
    }
  })

  it('no COIN piece is lost, and nobody comes into North Vietnam', () => {
    for (const one of all)
      for (const { what, into } of movements(one.events)) {
        expect(into).not.toBe('north-vietnam')
        if (/^(?:us|arvn)-/.test(what)) expect(onMap(into), `${one.id}, ${note(one)}: ${what}`).toBe(true)
      }
  })

  it('Advise: one or two spaces, no Sweep in the Monsoon, 6 Aid once and 6 for each Base of an Assault', () => {
    for (const one of of('advise')) {
      const spaces = chosenIn(one, 'space')
      const ways = chosenIn(one, 'choice')
      expect(spaces.length).toBeGreaterThan(0)
      expect(spaces.length).toBeLessThanOrEqual(2)
      if (monsoon(one)) expect(ways).not.toContain('sweep')
      const most = 6 * (removed(one, /bases/) + (ways.includes('aid') ? 1 : 0))
      expect(changeOf(one, 'aid')).toBeLessThanOrEqual(most)
      if (!ways.includes('assault') && !ways.includes('aid')) expect(changeOf(one, 'aid')).toBe(0)
    }
  })

  it('Air Lift: four other pieces, each piece once, among four spaces or two', () => {
    for (const one of of('air-lift')) {
      const moved = movements(one.events)
      const places = new Set(moved.flatMap(({ from, into }) => [from, into]))
      expect(places.size, note(one)).toBeLessThanOrEqual(monsoon(one) ? 2 : 4)
      const others = moved.reduce((n, m) => (m.what === 'us-troops' ? n : n + m.count), 0)
      expect(others).toBeLessThanOrEqual(4)
      for (const { what } of moved)
        expect(what).toMatch(/^(?:us-troops|us-irregulars|arvn-troops|arvn-rangers)$/)
      expect(one.events.some(({ type }) => type === 'flipped')).toBe(false)
    }
  })

  it('Air Strike: six hits in six spaces or two, no Guerrilla Underground, one box of the Trail', () => {
    for (const one of of('air-strike')) {
      const spaces = chosenIn(one, 'space')
      expect(spaces.length, note(one)).toBeLessThanOrEqual(monsoon(one) ? 2 : 6)
      expect(removed(one, /./)).toBeLessThanOrEqual(6)
      for (const space of spaces) expect(holds(played, one.before, space, /^(?:us|arvn)-/)).toBeGreaterThan(0)
      for (const event of one.events)
        if (event.type === 'moved')
          expect(event.what).toMatch(/^(?:nva-troops|(?:nva|vc)-guerrillas\+active|(?:nva|vc)-bases)$/)
      expect([0, -1]).toContain(changeOf(one, 'trail'))
    }
  })

  it('Govern: what leaves Aid comes to Patronage, or Aid grows', () => {
    for (const one of of('govern')) {
      expect(chosenIn(one, 'space').length).toBeLessThanOrEqual(2)
      expect(chosenIn(one, 'space')).not.toContain('saigon')
      const turks = played.evaluate(one.before, 'rvn-leader is young-turks') === true ? 2 : 0
      const ways = chosenIn(one, 'choice')
      const patronage = changeOf(one, 'patronage')
      if (!ways.includes('patronage')) expect(patronage, note(one)).toBeLessThanOrEqual(turks)
      if (!ways.includes('aid')) expect(changeOf(one, 'aid'), note(one)).toBe(turks - patronage)
      expect(movements(one.events)).toEqual([])
    }
  })

  it('Transport: six pieces from one space, and no Ranger stays Active', () => {
    for (const one of of('transport')) {
      const moved = movements(one.events)
      expect(new Set(moved.map(({ from }) => from)).size).toBeLessThanOrEqual(1)
      expect(moved.reduce((n, m) => n + m.count, 0)).toBeLessThanOrEqual(6)
      for (const { what } of moved) expect(what).toMatch(/^arvn-(?:troops|rangers)$/)
      const last = one.steps.at(-1)
      if (last !== undefined) expect(played.evaluate(last.after, 'count(active rangers in map)')).toBe(0)
    }
  })

  it('Raid: two spaces, two enemies for each Ranger that is Activated', () => {
    for (const one of of('raid')) {
      expect(chosenIn(one, 'space').length).toBeLessThanOrEqual(2)
      const strikes = chosenIn(one, 'choice').filter((way) => way === 'strike').length
      expect(removed(one, /^(?:nva|vc)-/), note(one)).toBeLessThanOrEqual(2 * strikes)
      expect(removed(one, /^(?:nva|vc)-/)).toBeGreaterThanOrEqual(strikes)
      expect(changeOf(one, 'aid')).toBe(0)
    }
  })
})
