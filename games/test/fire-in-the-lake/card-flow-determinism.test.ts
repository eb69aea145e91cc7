import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { Rng } from '@ludoforge/kernel'
import { describe, expect, it } from 'vitest'
import { FOLDER, fireInTheLake, playAtRandom, SCENARIOS } from './support/game.js'
import { drawChoice } from '../../../test/support/play.js'

const game = await fireInTheLake()
const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

describe('the same seed and choices', () => {
  it.each(SCENARIOS)('give the same states, card by card (%s)', (scenario) => {
    const trail = (seed: number): string[] => {
      const hashes: string[] = []
      playAtRandom(game, { scenario, seed }, (state) => hashes.push(game.hash(state)))
      return hashes
    }
    expect(trail(11)).toEqual(trail(11))
    expect(trail(11)).not.toEqual(trail(12))
  })

  it('give the same decks, and other seeds give others', () => {
    const deck = (seed: number) => game.evaluate(game.start({ scenario: 'full', seed }), 'cards in deck')
    expect(deck(4)).toEqual(deck(4))
    expect(deck(4)).not.toEqual(deck(5))
  })

  it('give the same states in another process', () => {
    const script = `
      import { makeAgent } from '@ludoforge/agents'
      import { loadGame } from '@ludoforge/compiler'
      const game = await loadGame(${JSON.stringify(FOLDER)})
      for (const scenario of ${JSON.stringify(SCENARIOS)}) {
        const agent = makeAgent('random', 'player 21')
        const state = game.start({ scenario, seed: 21 })
        for (let ask = game.ask(state); ask !== undefined; ask = game.ask(state))
          game.answer(state, agent.choose(game, state, ask.seat))
        console.log(game.hash(state))
      }`
    const args = ['--conditions=source', '--import', 'tsx', '--input-type=module', '-e', script]
    const elsewhere = execFileSync(process.execPath, args, { cwd: `${ROOT}test`, encoding: 'utf8' })
      .trim()
      .split('\n')
    const here = SCENARIOS.map((scenario) => game.hash(playAtRandom(game, { scenario, seed: 21 })))
    expect(elsewhere).toEqual(here)
  })

  it('go on from a save as if nothing had happened', () => {
    const rng = new Rng(5)
    let state = game.start({ scenario: 'short', seed: 5 })
    let offers = 0
    for (let i = 0; i < 200; i++) {
      const restored = game.restore(JSON.parse(JSON.stringify(game.save(state))))
      expect(game.hash(restored)).toBe(game.hash(state))
      expect(game.decision(restored)).toEqual(game.decision(state))
      const ask = game.decision(state)
      if (ask === undefined) break
      offers += ask.offers.length
      state = game.decide(state, drawChoice(ask, rng))
    }
    expect(offers).toBeGreaterThan(0)
  })
})
