/** Hints: the answer a bot would give for a seat. */
import { choiceOfPicks, makeAgent, type ThinkOptions } from '@ludoforge/agents'
import type { Choice, Decision, Game, State } from '@ludoforge/kernel'
import { policyNames } from '@ludoforge/play'
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
    label: choiceLabel(next.decision, next.choice),
  }))
  return {
    seat,
    agent: spec,
    choice,
    label: choiceLabel(decision, choice),
    reasons: (agent.why?.() ?? []).map((reason) => ({ ...reason })),
    plan,
  }
}

/** Returns an answer as text, by the labels of its options. */
export function choiceLabel({ options, offers }: Decision, choice: Choice): string {
  if (typeof choice === 'number') return String(choice)
  if (typeof choice === 'object' && 'offer' in choice)
    return offers.find(({ id }) => id === choice.offer)?.label ?? choice.offer
  const ids = typeof choice === 'string' ? [choice] : choice
  const counts = new Map<string, number>()
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
  const labels = [...counts].map(([id, count]) => {
    const label = options.find((option) => option.id === id)?.label ?? id
    return count === 1 ? label : `${count} ${label}`
  })
  return labels.length === 0 ? 'nothing' : labels.join(', ')
}
