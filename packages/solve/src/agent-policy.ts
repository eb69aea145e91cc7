import { type Agent, choiceOfPicks } from '@ludoforge/agents'
import { present } from '@ludoforge/kernel'
import type { GameTree, InformationSet, Trail } from './game-tree.js'
import { Unsolvable } from './unsolvable.js'
import type { TreePolicy } from './policy.js'

/**
 * Returns the policy of an agent, estimated: in one position of every information set, `samples` agents with seeds of
 * their own decide, and the policy has the frequencies of their answers. An agent knows what its seat may know, so any
 * position of the set will do. An agent that never draws random numbers is represented exactly.
 */
export function sampleAgent(
  { game, sets }: GameTree,
  make: (seed: string) => Agent,
  samples: number,
): TreePolicy {
  return sets.map((set) => {
    const counts = new Float64Array(set.choices.length)
    const choices = set.choices.map((choice) => JSON.stringify(choice))
    const decision = present(game.decision(set.state, seatId(set)), 'this seat must answer.')
    for (let i = 0; i < samples; i += 1) {
      const agent = make(`${set.key}/${i}`)
      for (const step of stepsOf(set.trail))
        if (step.seat !== set.seat) agent.watch?.(game, step.state, set.seat, step.seat, step.picks)
      const picks = agent.choose(game, game.fork(set.state), set.seat)
      agent.end?.(game)
      const answer = choices.indexOf(JSON.stringify(choiceOfPicks(decision, picks)))
      if (answer < 0) throw new Unsolvable(`The agent ${agent.name} gave an answer that isn't listed.`)
      counts[answer] = (counts[answer] ?? 0) + 1 / samples
    }
    return counts
  })

  function seatId({ seat }: InformationSet): string {
    return present(game.def.seats[seat], 'the tree has its seats.').id
  }
}

/** The answers before a position, in order. */
function stepsOf(trail: Trail | null): Trail[] {
  const steps: Trail[] = []
  for (let at = trail; at !== null; at = at.before) steps.push(at)
  return steps.toReversed()
}
