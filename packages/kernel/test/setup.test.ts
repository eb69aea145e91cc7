/** A game is begun from a copy of the position before the first random number; nobody can tell the difference. */
import { describe, expect, it } from 'vitest'
import type { Block, Effect, GameDef, StartOptions } from '../src/index.js'
import { LinkedGame } from '../src/game/game.js'
import { cards } from './games/cards.js'

const points = (seat: string, delta: number): Effect => ({
  addVar: { scope: 'pvar', var: 'points', player: { seat }, delta },
})
const SHUFFLE: Effect = { shuffle: { zone: { zone: 'deck' } } }
const DEAL: Effect = {
  moveTokens: {
    tokens: { query: 'tokensInZone', zone: { zone: 'deck' }, filter: [] },
    to: { zone: 'pile' },
    limit: 3,
  },
}
const IF_SHUFFLED: Effect = { if: { when: { ref: 'option', option: 'shuffled' }, then: [SHUFFLE] } }
const ROLL: Effect = { rollRandom: { bind: 'eyes', min: 1, max: 6 } }
const EYES: Effect = {
  addVar: { scope: 'pvar', var: 'points', player: { seat: 'ben' }, delta: { ref: 'binding', name: 'eyes' } },
}

function withSetup(setup: Block, scenario: Block = []): GameDef {
  return {
    ...cards,
    setup,
    options: [
      { id: 'shuffled', about: '', type: 'flag', default: false },
      { id: 'bonus', about: '', type: 'number', min: 0, max: 20, default: 0 },
    ],
    scenarios: [
      { id: 'first', title: 'First', options: {}, setup: scenario },
      { id: 'second', title: 'Second', options: {}, setup: [points('cas', 9), ...scenario] },
    ],
  }
}

/** Counts how often the stretches of a set-up run. */
function counted(game: LinkedGame, routine = 0): number[] {
  const { plains } = game.linked.machine.program
  const index = game.def.procedures.length + routine
  const plain = plains[index]
  const runs: number[] = []
  plains[index] = (s, ...args) => {
    const part = args[0] as number
    runs[part] = (runs[part] ?? 0) + 1
    plain?.(s, ...args)
  }
  return runs
}

const begun = (game: LinkedGame, options: StartOptions) => {
  const { state, events } = game.begin(options)
  return { saved: game.save(state), hash: game.hash(state), events, fuel: state.fuel }
}

describe('a prepared set-up', () => {
  const setups: readonly (readonly [string, Block, Block])[] = [
    ['without chance', [points('ann', 1), DEAL], [points('ann', 2)]],
    ['with chance at its end', [points('ann', 1), SHUFFLE, DEAL], []],
    ['with chance at its start', [SHUFFLE, DEAL], [DEAL]],
    ['with chance in the scenario only', [points('ann', 1)], [DEAL, SHUFFLE, DEAL]],
    ['with chance that depends on an option', [points('ann', 1), IF_SHUFFLED, DEAL], [DEAL, SHUFFLE, DEAL]],
    ['with a name for a random number', [points('ann', 1), ROLL, SHUFFLE, EYES], [ROLL, EYES]],
    ['that ends the game', [points('ann', 1), { endGame: { kind: 'draw' } }, SHUFFLE], [SHUFFLE]],
  ]

  it.each(setups)('%s: every seed begins as in a game linked for it alone', (_, setup, scenario) => {
    const def = withSetup(setup, scenario)
    const game = new LinkedGame(def)
    for (const options of [{}, { shuffled: true }, { bonus: 3 }])
      for (const id of ['first', 'second'])
        for (const seed of [1, 2, 'three']) {
          const start = { seed, scenario: id, options }
          expect(begun(game, start)).toEqual(begun(new LinkedGame(def), start))
        }
  })

  it('runs what comes before the first random number once for each scenario and options', () => {
    const game = new LinkedGame(withSetup([points('ann', 1), SHUFFLE, DEAL], []))
    const runs = counted(game)
    for (const seed of [1, 2, 3]) game.start({ seed })
    expect(runs).toEqual([1, 3])
    for (const seed of [1, 2, 3]) game.start({ seed, scenario: 'second' })
    expect(runs).toEqual([2, 6])
    for (const seed of [1, 2, 3]) game.start({ seed, options: { bonus: 1 } })
    expect(runs).toEqual([3, 9])
  })

  it('looks at what was drawn, not at what might be', () => {
    const game = new LinkedGame(withSetup([points('ann', 1), IF_SHUFFLED], [points('ben', 1), SHUFFLE]))
    const [ofGame, ofScenario] = [counted(game), counted(game, 1)]
    for (const seed of [1, 2, 3]) game.start({ seed })
    expect([ofGame, ofScenario]).toEqual([
      [1, 1],
      [1, 3],
    ])
  })

  it('forgets those that were prepared long ago', () => {
    const game = new LinkedGame(withSetup([points('ann', 1)]))
    const runs = counted(game)
    for (let bonus = 0; bonus <= 20; bonus++) game.start({ options: { bonus } })
    game.start({ options: { bonus: 20 } })
    expect(runs).toEqual([21])
    game.start({ options: { bonus: 0 } })
    expect(runs).toEqual([22])
  })

  it('does not carry over what happens in a game', () => {
    const game = new LinkedGame(withSetup([points('ann', 1)]))
    const first = game.start({ seed: 1 })
    const before = game.hash(first)
    game.start({ seed: 1 }).d.fill(1)
    expect(game.hash(game.start({ seed: 1 }))).toBe(before)
  })
})
