/** The last card before a Coup: what the Monsoon leaves of Advise, Air Lift and Air Strike (2.3.9). */
import type { State, StepEvent } from '@ludoforge/kernel'
import { describe, expect, it } from 'vitest'
import { activitiesIn, chosenIn, granted, granting, note, said, turnOf } from './support/activities.js'
import { answers, asked, begin, compiled, gameWith, rulebook, stepping } from './support/boards.js'
import { movements } from './support/operations.js'

const BOARD = `
    place 5 US troops in hue
    place 1 US troops in da-nang
    place 1 US troops in kontum
    place 8 NVA troops in hue
    place 2 ARVN troops in kien-phong
    place 1 VC guerrillas in kien-phong
    place 1 police in saigon
    set trail to 2`

const game = gameWith({
  dry: turnOf('US', BOARD),
  wet: turnOf('US', `${BOARD}\n    move card-125 in coup-stock to next-card`),
})

const options = (state: State): string[] => asked(game, state).options.map(({ id }) => id)
const turn = (weather: string, operation: string): State =>
  answers(game, begin(game, weather), ['operation-and-activity', operation])

/** What the machine answered, since there was no other answer. */
const forced = (events: readonly StepEvent[]): unknown[] =>
  events.flatMap((e) => (e.type === 'chose' && e.forced === true ? [[e.name, e.choice]] : []))

describe.each([
  { weather: 'dry', places: 4, strikes: 6 },
  { weather: 'wet', places: 2, strikes: 2 },
])('in $weather weather', ({ weather, places, strikes }) => {
  const wet = weather === 'wet'

  it(`an Air Lift is among ${places} spaces`, () => {
    const state = answers(game, turn(weather, 'train-us'), said('+air-lift'))
    expect(asked(game, state)).toMatchObject({ kind: 'many', min: 2, max: places })
    const four = ['hue', 'saigon', 'kontum', 'can-tho']
    expect(() => game.decide(state, [...four, 'an-loc'])).toThrow(/At most/)
    if (wet) expect(() => game.decide(state, four)).toThrow(/At most 2/)
    const end = answers(game, state, [
      four.slice(0, places),
      ...said(wet ? 'saigon | 5 us-troops@hue' : 'nothing'),
    ])
    if (wet) expect(game.evaluate(end, 'count(US troops in saigon)')).toBe(5)
  })

  it(`an Air Strike is in ${strikes} spaces at most, with six hits all the same`, () => {
    let state = answers(game, turn(weather, 'train-us'), said('+air-strike | hue'))
    expect(asked(game, state)).toMatchObject({ name: 'losses', max: 6 })
    state = game.decide(state, '6 nva-troops@hue'.split('|'))
    let spaces = 1
    for (const space of ['da-nang', 'kontum', 'kien-phong', 'saigon']) {
      if (asked(game, state).name !== 'space') break
      state = game.decide(state, space)
      spaces += 1
    }
    expect(spaces).toBe(wet ? 2 : 5)
    if (!wet) state = answers(game, state, asked(game, state).name === 'space' ? [[]] : [])
    state = game.decide(state, 'degrade')
    expect(game.evaluate(state, 'trail = 1 and count(NVA troops in hue) = 2')).toBe(true)
  })

  it(`an Advise ${wet ? 'cannot' : 'can'} Sweep, but Assault`, () => {
    const { state, events } = stepping(game, turn(weather, 'patrol-us'), said('+advise'))
    if (wet) expect(forced(events)).toContainEqual(['choice', 'assault'])
    else expect(options(answers(game, state, ['kien-phong']))).toEqual(['sweep', 'assault'])
  })

  it('an Advise is offered where it can do anything', () => {
    const { state, events } = stepping(game, turn(weather, 'patrol-us'), said('+advise'))
    if (wet) expect(forced(events)).toContainEqual(['space', 'kien-phong'])
    else expect(options(state)).toEqual(['saigon', 'kien-phong'])
  })

  it('what an Event grants keeps the limits', () => {
    const lift = granted(game, begin(game, weather), 'air-lift', 'US')
    expect(asked(game, lift).max).toBe(places)
    const { state, events } = granting(game, begin(game, weather), 'advise', 'US')
    const only = [
      ['space', 'kien-phong'],
      ['choice', 'assault'],
    ]
    expect(forced(events)).toEqual(wet ? only : [])
    if (!wet) expect(options(answers(game, state, ['kien-phong']))).toEqual(['sweep', 'assault'])
  })

  it(`there ${wet ? 'is no' : 'is a'} Sweep to go with`, () => {
    const operations = options(game.decide(begin(game, weather), 'operation-and-activity'))
    expect(operations.includes('sweep-us')).toBe(!wet)
    expect(operations).toContain('assault-us')
  })
})

describe('in random games', () => {
  const played = compiled(rulebook)
  const all = [...activitiesIn(played, 60, 2000)].filter(
    ({ before }) => played.evaluate(before, 'monsoon') === true,
  )

  it('some activities fall into the Monsoon, and none breaks it', () => {
    expect(new Set(all.map(({ id }) => id)).size).toBeGreaterThan(7)
    for (const one of all) {
      expect(one.operation, note(one)).not.toMatch(/^(?:sweep|march)/)
      if (one.id === 'advise') expect(chosenIn(one, 'choice'), note(one)).not.toContain('sweep')
      if (one.id === 'air-strike') expect(chosenIn(one, 'space').length, note(one)).toBeLessThanOrEqual(2)
      if (one.id !== 'air-lift') continue
      const places = movements(one.events).flatMap(({ from, into }) => [from, into])
      expect(new Set(places).size, note(one)).toBeLessThanOrEqual(2)
    }
  })
})
