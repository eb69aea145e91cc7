import { linkGame } from '@ludoforge/kernel'
import { describe, expect, it } from 'vitest'
import { NUMBERS, TRAP } from '../../agents/test/tiny.js'
import { playGame, playGames, RunError } from '../src/index.js'

const game = linkGame(NUMBERS)

describe('one game from code', () => {
  it('is the game of a simulation with the same seed', () => {
    const plan = { seed: 5, agents: ['greedy', 'random'], maxDecisions: 1000, check: false }
    const { outcome, decisions } = playGame({ game, agents: ['greedy', 'random'], seed: 5 })
    const tally = playGames(game, plan, 0, 1)
    expect(tally.decisions).toBe(decisions)
    expect([...tally.wins.keys()]).toEqual(outcome.winners)
  })

  it('accepts agent objects, and reports every answer before it is given', () => {
    const most = {
      name: 'most',
      choose: (_: unknown, state: Parameters<typeof game.ask>[0], seat: number) => [
        game.ask(state, seat)?.max ?? 0,
      ],
    }
    const told: [string, unknown][] = []
    const { outcome, state, decisions } = playGame({
      game,
      agents: [most, 'random'],
      seed: 2,
      onDecision: (before, seat, choice) => {
        expect(game.decision(before, seat)?.seat).toBe(seat)
        told.push([seat, choice])
      },
    })
    expect(told).toHaveLength(decisions)
    expect(told.filter(([seat]) => seat === 'left').every(([, choice]) => choice === 5)).toBe(true)
    expect(outcome).toEqual(game.outcome(state))
    expect(outcome.winners).toContain('left')
  })

  it('throws with the reason if it cannot be completed', () => {
    expect(() => playGame({ game, maxDecisions: 2 })).toThrow('The game did not end within 2 decisions.')
    const failing = () => {
      for (let seed = 0; seed < 60; seed += 1) playGame({ game: linkGame(TRAP), seed })
    }
    expect(failing).toThrow(RunError)
  })
})
