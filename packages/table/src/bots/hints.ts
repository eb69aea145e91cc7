/** Hints: the answer a bot would give for a seat. */
import { choiceOfPicks, makeAgent, type ThinkOptions } from '@ludoforge/agents'
import type { Game, State } from '@ludoforge/kernel'
import { policyNames } from '@ludoforge/play'
import { choiceLabel } from '../log/choice-label.js'
import type { Hint } from '../protocol/index.js'
import type { BotRequest } from './table-bots.js'

/** Returns the default agent for hints: the seat's policy, or `normal` if it has none. */
export function defaultHintAgent({ def }: Game, seat: string): string {
  return policyNames(def, seat).length > 0 ? 'policy' : 'normal'
}

/** Returns a hint. The bot sees what its seat may see, so secret reasons are included. */
export async function hintFor(
  game: Game,
  state: State,
  { seat, agent: spec, seed }: BotRequest,
  thinking: ThinkOptions = {},
): Promise<Hint> {
  const decision = game.decision(state, seat)
  if (decision === undefined) throw new Error(`${seat} doesn't decide now.`)
  const agent = makeAgent(spec, seed)
  const index = game.def.seats.findIndex(({ id }) => id === seat)
  const picks =
    agent.think === undefined
      ? agent.choose(game, state, index)
      : await agent.think(game, state, index, thinking)
  const choice = choiceOfPicks(decision, picks)
  agent.end?.(game)
  const plan = (agent.intends?.() ?? []).map((next) => ({
    seat: next.decision.seat,
    choice: next.choice,
    label: choiceLabel(game.def, next.decision, next.choice),
  }))
  return {
    seat,
    agent: spec,
    choice,
    label: choiceLabel(game.def, decision, choice),
    reasons: (agent.why?.(state) ?? []).map((reason) => ({ ...reason })),
    plan,
  }
}
