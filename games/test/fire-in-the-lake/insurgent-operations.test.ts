/** Rally, March, Attack and Terror in sequence, and within their bounds in random games (3.3). */
import { forceRolls } from '@ludoforge/play'
import { describe, expect, it } from 'vitest'
import { answers, asked, begin, compiled, gameWith, goOn, rulebook } from './support/boards.js'
import { hasActivity, operationsIn } from './support/operations.js'
import { expectWithin, nobody, type Reach } from './support/reach.js'

const COIN = /^(?:us-(?:troops|irregulars|bases)|arvn-(?:troops|police|rangers|bases))$/

/** Replaced Guerrillas go, pieces lifted from the map too; Irregulars among the Casualties turn Underground. */
function reachOf(seat: 'nva' | 'vc'): Readonly<Record<string, Reach>> {
  const own = new RegExp(`^${seat}-(?:guerrillas|bases)$`)
  const guerrillas = new RegExp(`^${seat}-guerrillas$`)
  const movers = new RegExp(`^${seat}-(?:guerrillas|troops)$`)
  const lost = new RegExp(`${COIN.source}|${movers.source}`)
  return {
    [`rally-${seat}`]: {
      into: own,
      lost: own,
      flips: { what: guerrillas, value: /^underground$/ },
      sets: ['resources', 'trail'],
    },
    [`march-${seat}`]: {
      into: movers,
      lost: nobody,
      flips: { what: guerrillas, value: /^active$/ },
      sets: ['resources'],
    },
    [`attack-${seat}`]: {
      into: nobody,
      lost,
      flips: { what: new RegExp(`${guerrillas.source}|^us-irregulars$`), value: /^(?:active|underground)$/ },
      sets: ['resources'],
    },
    [`terror-${seat}`]: {
      into: nobody,
      lost: nobody,
      flips: { what: guerrillas, value: /^active$/ },
      sets: ['resources', 'terror', 'sabotaged', 'support'],
    },
  }
}

describe('insurgent operations in random games', () => {
  const operations = [...operationsIn(compiled(rulebook), 24, 700, /^attack-nva/)].filter(
    (one) => !hasActivity(one),
  )

  it.each(Object.entries({ ...reachOf('nva'), ...reachOf('vc') }))(
    '%s changes nothing beyond its rule',
    (id, reach) => {
      const found = operations.filter((operation) => operation.id === id)
      expect(found.length).toBeGreaterThan(2)
      for (const operation of found) expectWithin(operation, reach)
    },
  )

  it('the VC never touch the Trail, the NVA raise it by one box at most', () => {
    for (const { id, events } of operations) {
      const steps = events.flatMap((e) =>
        e.type === 'set' && e.variable === 'trail' ? [Number(e.value) - Number(e.from)] : [],
      )
      if (id === 'rally-nva') expect([[], [1]]).toContainEqual(steps)
      else expect(steps).toEqual([])
    }
  })
})

describe('an offensive of the NVA', () => {
  const game = gameWith({
    'the-board': `
    place 1 NVA bases in central-laos
    place 4 NVA troops in north-vietnam
    place 2 US troops in quang-tri-thua-thien
    place 1 police in quang-tri-thua-thien
    set support of quang-tri-thua-thien to passive-support
    set trail to 2
    set resources of NVA to 10
    perform rally-nva, by NVA, as operation`,
    'the-march': 'perform march-nva, by NVA, as operation',
    'the-attack': 'perform attack-nva, by NVA, as operation',
    'the-terror': 'perform terror-nva, by NVA, as operation',
  })

  it('gathers in Laos, marches, attacks and spreads Terror', () => {
    const board = begin(game, 'the-board')
    const value = (state: typeof board, text: string) => game.evaluate(state, text)
    const rallied = answers(game, board, ['central-laos', 'many', [], 'improve'])
    expect(value(rallied, 'trail')).toBe(3)
    expect(value(rallied, 'resources of NVA')).toBe(7)
    expect(game.decision(rallied)).toBeUndefined()
    const marched = answers(game, goOn(game, rallied, 'the-march'), [
      'quang-tri-thua-thien',
      ['3 nva-guerrillas@central-laos', '4 nva-troops@north-vietnam'],
    ])
    // Three Guerrillas and the three COIN pieces there are more than three: they are seen.
    expect(value(marched, 'count(active NVA guerrillas in quang-tri-thua-thien)')).toBe(3)
    expect(value(marched, 'resources of NVA')).toBe(6)
    expect(game.decision(marched)).toBeUndefined()
    const attacks = goOn(game, marched, 'the-attack') // there is no other space
    expect(asked(game, attacks)).toMatchObject({ action: 'attack-nva', name: 'choice' })
    expect(value(attacks, 'resources of NVA')).toBe(5)
    const attacked = answers(game, forceRolls(attacks, [3]), [
      'guerrillas',
      ['us-troops@quang-tri-thua-thien', 'arvn-police@quang-tri-thua-thien'],
    ])
    expect(value(attacked, 'count(US troops in casualties)')).toBe(1)
    expect(value(attacked, 'count(NVA guerrillas in quang-tri-thua-thien)')).toBe(2)
    expect(value(attacked, 'control(quang-tri-thua-thien)')).toBe('nva-control')
    expect(game.decision(attacked)).toBeUndefined()
    const done = goOn(game, attacked, 'the-terror') // nor here
    expect(value(done, 'support of quang-tri-thua-thien')).toBe('neutral')
    expect(value(done, 'terror of quang-tri-thua-thien')).toBe(1)
    expect(value(done, 'resources of NVA')).toBe(4)
    expect(game.decision(done)).toBeUndefined()
  })
})
