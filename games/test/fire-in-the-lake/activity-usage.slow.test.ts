/** 1,000 random games of each scenario: how often each operation and special activity was taken, and nothing breaks. */
import { describe, expect, it } from 'vitest'
import { fireInTheLake, SCENARIOS } from './support/game.js'
import { report, unused, type Usage, watch } from './support/usage.js'

const game = await fireInTheLake()
const GAMES = 1000

describe(`${GAMES} random games of each scenario`, () => {
  const usages = new Map<string, Usage>()

  it.each(SCENARIOS)('use every operation and special activity, and break nothing (%s)', (scenario) => {
    const usage = watch(game, scenario, GAMES)
    usages.set(scenario, usage)
    expect(usage.broken).toEqual([])
    expect(unused([usage]), report(usages)).toEqual([])
  })

  it('are reported', () => {
    expect(usages.size).toBe(SCENARIOS.length)
    process.stdout.write(`${report(usages)}\n`)
  })
})
