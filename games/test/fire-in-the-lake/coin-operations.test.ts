/** Train, Patrol, Sweep and Assault in sequence, and within their bounds in random games (3.2). */
import { describe, expect, it } from 'vitest'
import { answers, asked, begin, compiled, gameWith, goOn, rulebook } from './support/boards.js'
import { hasActivity, operationsIn } from './support/operations.js'
import { expectWithin, nobody, type Reach } from './support/reach.js'

const GUERRILLAS = { what: /^(?:nva|vc)-guerrillas$/, value: /^active$/ }
const ENEMIES = /^(?:nva-(?:troops|guerrillas|bases)|vc-(?:guerrillas|bases))$/
const TUNNELS = { what: /^(?:nva|vc)-bases$/, value: /^untunneled$/ }

/** An enemy found or hit, a Base in a Tunnel opened. Forces that are placed may first be lifted from the map. */
const REACH: Readonly<Record<string, Reach>> = {
  'train-us': {
    into: /^(?:us-irregulars|arvn-(?:troops|police|rangers))$/,
    lost: /^(?:us-irregulars|arvn-(?:troops|police|rangers))$/,
    sets: ['resources', 'patronage', 'support', 'terror'],
  },
  'train-arvn': { into: /^arvn-/, lost: /^arvn-/, sets: ['resources', 'aid', 'support', 'terror'] },
  'patrol-us': { into: /^us-troops$/, lost: ENEMIES, flips: GUERRILLAS, sets: [] },
  'patrol-arvn': { into: /^arvn-(?:troops|police)$/, lost: ENEMIES, flips: GUERRILLAS, sets: ['resources'] },
  'sweep-us': { into: /^us-troops$/, lost: nobody, flips: GUERRILLAS, sets: [] },
  'sweep-arvn': { into: /^arvn-troops$/, lost: nobody, flips: GUERRILLAS, sets: ['resources'] },
  'assault-us': { into: nobody, lost: ENEMIES, flips: TUNNELS, sets: ['resources', 'aid'] },
  'assault-arvn': { into: nobody, lost: ENEMIES, flips: TUNNELS, sets: ['resources', 'aid'] },
}

describe('COIN operations in random games', () => {
  const operations = [...operationsIn(compiled(rulebook), 24, 600)].filter((one) => !hasActivity(one))

  it.each(Object.entries(REACH))('%s changes nothing beyond its rule', (id, reach) => {
    const found = operations.filter((operation) => operation.id === id)
    expect(found.length).toBeGreaterThan(2)
    for (const operation of found) expectWithin(operation, reach)
  })
})

describe('a campaign in Binh Dinh', () => {
  const game = gameWith({
    'the-board': `
    place 1 US bases in binh-dinh
    place 1 US troops in binh-dinh
    place 2 US troops in qui-nhon
    place 3 VC guerrillas in binh-dinh
    place 1 VC bases in binh-dinh
    set support of binh-dinh to passive-opposition
    set terror of binh-dinh to 1
    set resources of ARVN to 30
    perform sweep-us, by US, as operation`,
    'the-assault': 'perform assault-us, by US, as operation',
    'the-training': 'perform train-us, by US, as operation',
  })

  it('is swept, cleared and pacified', () => {
    const board = begin(game, 'the-board')
    const value = (state: typeof board, text: string) => game.evaluate(state, text)
    const swept = answers(game, board, ['binh-dinh', ['us-troops@qui-nhon', 'us-troops@qui-nhon'], []])
    expect(value(swept, 'count(active VC guerrillas in binh-dinh)')).toBe(3)
    expect(game.decision(swept)).toBeUndefined()
    // Three Troops at a Base: six hits, in the Highland too. There is no other space and no other target.
    const cleared = goOn(game, swept, 'the-assault')
    expect(game.decision(cleared)).toBeUndefined()
    expect(value(cleared, 'count(insurgents in binh-dinh)')).toBe(0)
    expect(value(cleared, 'aid')).toBe(0)
    expect(value(cleared, 'control(binh-dinh)')).toBe('coin-control')
    const trains = goOn(game, cleared, 'the-training')
    const trained = answers(game, trains, [
      'cubes',
      ['2 arvn-troops@available:ARVN', 'arvn-police@available:ARVN'],
    ])
    expect(asked(game, trained).options.map(({ id }) => id)).toEqual(['pacify', 'no-more'])
    const pacified = answers(game, trained, ['pacify', 'pay', 'pay', 'pay'])
    expect(value(pacified, 'support of binh-dinh')).toBe('passive-support')
    expect(value(pacified, 'terror of binh-dinh')).toBe(0)
    expect(value(pacified, 'resources of ARVN')).toBe(18)
    expect(game.decision(pacified)).toBeUndefined()
  })
})

describe('a whole card', () => {
  it('goes from the first Eligible to the next card', () => {
    const game = gameWith({
      'one-card': `
    move card-1 in stock to current-card
    move card-2 in stock to next-card
    move card-3 in stock to deck
    place 2 US troops in hue
    place 2 VC guerrillas in hue
    flip VC guerrillas in hue to active
    set resources of NVA to 5
    do event-card
    do turn-the-next-card`,
    })
    const board = begin(game, 'one-card')
    expect(asked(game, board).seat).toBe('US')
    const assaulted = answers(game, board, ['operation', 'assault-us'])
    expect(game.evaluate(assaulted, 'count(VC guerrillas in hue)')).toBe(0)
    expect(asked(game, assaulted).options.map(({ id }) => id)).toEqual([
      'limited-operation',
      'transfer',
      'pass',
    ])
    const rallied = answers(game, assaulted, ['limited-operation', 'hue', 'guerrilla', 'no'])
    expect(game.evaluate(rallied, 'count(NVA guerrillas in hue)')).toBe(1)
    expect(game.evaluate(rallied, 'some(card-2 in current-card) and some(card-3 in next-card)')).toBe(true)
    expect(game.evaluate(rallied, 'collect(seats, it.eligible)')).toEqual([false, true, false, true])
  })
})
