/** The terms of the rulebook: every word that a beginner has to know, and every capitalised word of a prompt or card. */
import { gameFolder } from '@ludoforge/games'
import { termFinder, unexplainedWords } from '@ludoforge/look'
import { bookOf, lookIn, sceneOf } from '@ludoforge/look/node'
import { describe, expect, it } from 'vitest'
import { gameOf } from '../../../test/support/games.js'

/** What a course for beginners explains. */
const WORDS =
  `Active, Advise, Agitate, Aid, Air Lift, Air Strike, Ambush, Assault, Attack, attrition, Available, Base,
  Bombard, Capability, Casualties, COIN, Insurgents, COIN Control, Commitment, Coup Round, cube, Econ, Eligible,
  Ineligible, Event, Failed Attempt, Govern, group, Guerrilla, Highland, Improve, Degrade, Infiltrate, Joint Operations,
  Jungle, Laos and Cambodia, leader, level, Limited Operation, LoC, March, margin, Momentum, Monsoon, NVA Control,
  Operation, Opposition, Out of Play, Pacify, Pass, Patrol, Patronage, Pivotal Event, Police, Population, Raid, Rally,
  Redeploy, Reset, Resources, Sabotage, shaded, unshaded, Special Activity, Special Forces, Subvert, Support, Sweep, Tax,
  Terror, Total Econ, Trail, Train, Transport, Troops, Tunnel, Underground`
    .split(',')
    .map((word) => word.trim())

describe('the terms', () => {
  it('explain every word of the course for beginners, each with its rule', async () => {
    const game = await gameOf('fire-in-the-lake')
    const { terms = [] } = await bookOf(gameFolder('fire-in-the-lake'), game)
    const lower = (word: string): string => word.toLowerCase()
    const termOf = (word: string) =>
      terms.find(({ name, also = [] }) => [name, ...also].map(lower).includes(lower(word)))
    const missing = WORDS.filter((word) => {
      const term = termOf(word)
      return term?.means === undefined || term.rule === undefined || term.at === undefined
    })
    expect(WORDS.length).toBeGreaterThanOrEqual(73)
    expect(missing).toEqual([])
  })

  it('leave no capitalised word of a prompt or a card unexplained', async () => {
    const game = await gameOf('fire-in-the-lake')
    const folder = gameFolder('fire-in-the-lake')
    const { terms = [] } = await bookOf(folder, game)
    const scene = sceneOf(game.def, lookIn(folder, game).look)
    expect(unexplainedWords(game.def, scene, terms)).toEqual([])
    const fewer = terms.filter(({ name }) => name !== 'Phase')
    expect(unexplainedWords(game.def, scene, fewer).map(({ word }) => word)).toEqual(['Phase'])
  })

  it('are found in a prompt in all their forms', async () => {
    const game = await gameOf('fire-in-the-lake')
    const { terms = [] } = await bookOf(gameFolder('fire-in-the-lake'), game)
    const find = termFinder(terms)
    const found = find('Sweep: Activated Guerrillas in Hue, 3 ARVN Resources each').flatMap(
      ({ text, term }) => (term === undefined ? [] : [`${text}=${term.name}`]),
    )
    expect(found).toEqual([
      'Sweep=Sweep',
      'Activated=Activate',
      'Guerrillas=Guerrilla',
      'ARVN=ARVN',
      'Resources=Resources',
    ])
  })
})
