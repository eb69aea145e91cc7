/** Where pieces go that special activities remove: Casualties or Available (1.4.1, 4.2 to 4.5). */
import { describe, expect, it } from 'vitest'
import { itemAt } from '../../../test/support/items.js'
import { activitiesIn, granted, note, said } from './support/activities.js'
import { answers, begin, compiled, gameWith, rulebook } from './support/boards.js'
import { movements } from './support/operations.js'

const game = gameWith({
  'the-board': `
    place 3 US troops in hue
    place 1 US irregulars in da-nang
    flip US irregulars in da-nang to active
    place 1 US bases in kontum
    place 3 ARVN troops in quang-nam
    place 1 police in qui-nhon
    place 1 rangers in cam-ranh
    place 1 ARVN bases in can-tho
    place 3 NVA troops in quang-tri-thua-thien
    place 3 NVA troops in central-laos
    each space in [hue, da-nang, kontum, qui-nhon, cam-ranh, can-tho]
      place 1 NVA guerrillas in space
      place 1 VC guerrillas in space`,
})

const start = begin(game, 'the-board')

/** Space and piece of an Ambush, the box it lands in. */
const AMBUSHED = [
  ['hue', 'us-troops', 'casualties'],
  ['da-nang', 'us-irregulars+active', 'casualties'],
  ['kontum', 'us-bases', 'casualties'],
  ['qui-nhon', 'arvn-police', 'available:ARVN'],
  ['cam-ranh', 'arvn-rangers', 'available:ARVN'],
  ['can-tho', 'arvn-bases', 'available:ARVN'],
] as const

describe.each(['NVA', 'VC'])('an Ambush by the %s', (seat) => {
  it.each(AMBUSHED)('in %s sends %s to %s', (space, piece, box) => {
    const id = piece.replace(/\+.*/, '')
    const before = game.view(start, null).zones[box]?.pieces?.[id] ?? 0
    const asks = granted(game, start, `ambush-${seat.toLowerCase()}`, seat)
    const end = answers(game, asks, [space, []]) // nothing else of the enemy is there
    expect(game.view(end, null).zones[box]?.pieces?.[id]).toBe(before + 1)
    expect(game.view(end, null).zones[space]?.pieces?.[piece] ?? 0).toBe(id === 'us-troops' ? 2 : 0)
    expect(game.evaluate(end, `count(insurgents in ${space})`)).toBe(2)
  })
})

describe('a Bombardment', () => {
  it('sends US Troops to the Casualties, ARVN Troops to Available', () => {
    const asks = granted(game, start, 'bombard', 'NVA')
    const end = answers(game, asks, said('us-troops@hue | arvn-troops@quang-nam'))
    expect(
      game.evaluate(end, 'count(US troops in casualties) = 1 and count(US troops in available) = 37'),
    ).toBe(true)
    expect(
      game.evaluate(end, 'count(ARVN troops in available) = 28 and count(ARVN troops in casualties) = 0'),
    ).toBe(true)
  })
})

describe('in random games', () => {
  const activities = [...activitiesIn(compiled(rulebook), 45, 4000)]

  it('US pieces that are lost are Casualties, everybody else goes home', () => {
    let casualties = 0
    for (const one of activities)
      for (const { what, into } of movements(one.events)) {
        if (!/:|casualties|out-of-play/.test(into)) continue
        const faction = itemAt(what.split('-'), 0)
        if (faction === 'us') casualties += 1
        expect(into, `${note(one)}: ${what}`).toBe(
          faction === 'us' ? 'casualties' : `available:${faction.toUpperCase()}`,
        )
      }
    expect(casualties).toBeGreaterThan(10)
  })

  it('only Bombard and Ambush cost the COIN factions more than cubes that are Subverted', () => {
    for (const one of activities)
      for (const { what, into } of movements(one.events)) {
        if (!/:|casualties|out-of-play/.test(into) || !/^(?:us|arvn)-/.test(what)) continue
        if (one.id === 'subvert') expect(what).toMatch(/^arvn-(?:troops|police)$/)
        else expect(one.id, note(one)).toMatch(/^(?:bombard|ambush-nva|ambush-vc)$/)
      }
  })
})
