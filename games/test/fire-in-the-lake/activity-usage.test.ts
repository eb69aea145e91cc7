/** Random play of all scenarios uses every operation and every special activity, and breaks nothing (issue of section 4). */
import { describe, expect, it } from 'vitest'
import { fireInTheLake, SCENARIOS } from './support/game.js'
import { actionsOf, report, unused, watch } from './support/usage.js'

const game = await fireInTheLake()
const GAMES = 25 // activity-usage.slow.test.ts plays 1,000

describe(`${GAMES} random games of each scenario`, () => {
  const usages = new Map(SCENARIOS.map((scenario) => [scenario, watch(game, scenario, GAMES)]))

  it.each(SCENARIOS)('break nothing at any decision (%s)', (scenario) => {
    expect(usages.get(scenario)?.broken).toEqual([])
  })

  it('use all sixteen operations and all twelve special activities', () => {
    expect([actionsOf(game, 'operation').length, actionsOf(game, 'activity').length]).toEqual([16, 12])
    expect(unused([...usages.values()]), report(usages)).toEqual([])
  })
})
