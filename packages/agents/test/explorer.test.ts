import { type Game, linkGame } from '@ludoforge/kernel'
import { describe, expect, it } from 'vitest'
import { makeAgent } from '../src/index.js'
import { addScore, DUELS, eachSeat, rankByScore, tiny } from './tiny.js'

/** Returns the choices, by name, of a game between two agents. */
function chosen(game: Game, agent: string, seed: number | string): unknown[] {
  const agents = game.def.seats.map(({ id }) => makeAgent(agent, `${seed}/${id}`))
  let state = game.start({ seed })
  const choices: unknown[] = []
  for (let ask = game.ask(state); ask !== undefined; ask = game.ask(state)) {
    const picks = agents[ask.seat]?.choose(game, state, ask.seat) ?? []
    game.answer((state = game.fork(state)), picks, ask.seat)
    choices.push([...picks])
  }
  return choices
}

const SCORE = { ref: 'pvar', var: 'score', player: { ref: 'actor' } } as const

/** Twenty rounds of a menu: one option is named after the score so far, the others always the same. */
const menu = (label: boolean) =>
  linkGame(
    tiny([
      {
        repeat: {
          limit: 20,
          effects: eachSeat([
            {
              alternatives: {
                options: [
                  { id: 'rest', effects: [] },
                  { id: 'wait', effects: [] },
                  {
                    id: 'go',
                    ...(label ? { label: ['Go on to ', { show: SCORE, type: 'number' }] } : {}),
                    effects: addScore(1),
                  },
                ],
              },
            },
          ]),
        },
      },
      ...rankByScore,
    ]),
  )

function share(game: Game, agent: string, pick: number): number {
  const all = Array.from({ length: 50 }, (_, seed) => chosen(game, agent, seed)).flat()
  return all.filter((picks) => String(picks) === String([pick])).length / all.length
}

describe('explorer', () => {
  it('takes a branch with a new name much more often than at random', () => {
    const game = menu(true)
    expect(share(game, 'random', 2)).toBeLessThan(0.4)
    expect(share(game, 'explorer', 2)).toBeGreaterThan(0.75)
    expect(share(game, 'explorer', 2)).toBeLessThan(0.95)
  })

  it('takes all branches equally often if none is new', () => {
    const game = menu(false)
    for (const pick of [0, 1, 2]) expect(share(game, 'explorer', pick)).toBeCloseTo(1 / 3, 1)
    // More evenly than at random: in 20 rounds no option is left out.
    for (let seed = 0; seed < 30; seed += 1) {
      const left = chosen(game, 'explorer', seed).filter((_, i) => i % 2 === 0)
      expect(new Set(left.map(String)).size).toBe(3)
    }
  })

  it('decides the same with the same seed, and otherwise with another', () => {
    const game = menu(true)
    expect(chosen(game, 'explorer', 3)).toEqual(chosen(game, 'explorer', 3))
    const others = [4, 5, 6].map((seed) => String(chosen(game, 'explorer', seed)))
    expect(others.some((other) => other !== String(chosen(game, 'explorer', 3)))).toBe(true)
  })

  it('answers the question of its own seat in a simultaneous choice', () => {
    const game = linkGame(DUELS)
    expect(chosen(game, 'explorer', 1).length).toBeGreaterThan(0)
  })
})
