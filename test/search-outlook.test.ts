/** How the agent `search` plans where every seat has a policy that can play on. */
import { makeAgent } from '@ludoforge/agents'
import { compileFiles } from '@ludoforge/compiler'
import { type Game, linkGame } from '@ludoforge/kernel'
import { describe, expect, it } from 'vitest'

/** A turn is three numbers, which are gained at once. Who wins is settled by dice that are worth a hundred turns. */
const RULES = `# Luck

\`\`\`yaml
game: {id: luck, title: Luck}
seats: {left: {name: Left}, right: {name: Right}}
seat-variables:
  coins: {range: 0..100000, start: 0}
\`\`\`

\`\`\`rules
play
  each round in 1..4
    each seat in seats
      as seat
        do gain
        do gain
        do gain
  each seat in seats
    roll luck from 0..9999
    add luck to seat.coins
  rank seats by it.coins

procedure gain
  choose gained from 0..9
  add gained to actor.coins

value worth(seat) = seat.coins

policy plain for seats
  at gain.gained
    take 4
\`\`\`
`

function load(): Game {
  const { def, diagnostics } = compileFiles([{ path: 'rules.md', text: RULES }])
  if (def === undefined) throw new Error(diagnostics.map(({ message }) => message).join('; '))
  return linkGame(def)
}

describe('search with policies for all seats', () => {
  const game = load()

  function turn(agent: string, seed: number): number[] {
    const state = game.start({ seed })
    const bot = makeAgent(agent, seed)
    const made: number[] = []
    while (game.ask(state)?.seat === 0) {
      const picks = bot.choose(game, state, 0)
      made.push(...picks)
      game.answer(state, picks, 0)
    }
    return made
  }

  it('plays as the policy does if there is time for one turn', () => {
    for (let seed = 0; seed < 10; seed += 1) expect(turn('search:1', seed)).toEqual([4, 4, 4])
  })

  it('sees what a turn brings where luck alone settles the end', () => {
    let gained = 0
    for (let seed = 0; seed < 20; seed += 1) for (const n of turn('search:200', seed)) gained += n
    expect(gained / 20).toBeGreaterThan(17)
  })
})
