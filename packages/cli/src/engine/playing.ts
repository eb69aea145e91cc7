import { agentNames, agentSpecError, choiceOfPicks, makeAgent } from '@ludoforge/agents'
import { closestName } from '@ludoforge/compiler'
import type { Game, State, StepEvent } from '@ludoforge/kernel'
import { seedOfAgent, type Seed } from '@ludoforge/sim'
import { unknownName } from '../usage.js'
import type { Bot } from './games.js'
import { Refusal } from './problem.js'

/** Agents that decide, one after the other. */

export function makeBots(
  { def }: Pick<Game, 'def'>,
  specs: readonly (string | undefined)[],
  seed: Seed,
  before: readonly (Bot | undefined)[] = [],
): (Bot | undefined)[] {
  return def.seats.map(({ id }, i) => {
    const spec = specs[i]
    const known = before[i]
    if (spec === undefined || spec === known?.spec) return spec === undefined ? undefined : known
    checkAgent(spec)
    return { spec, agent: makeAgent(spec, seedOfAgent(seed, id)) }
  })
}

function checkAgent(spec: string): void {
  const problem = agentSpecError(spec)
  if (problem === undefined) return
  const [name = ''] = spec.split(':')
  const known = agentNames()
  const wrong = known.includes(name) ? problem : unknownName('agent', name, closestName(name, known), known)
  throw new Refusal('unknown-agent', wrong)
}

/** How far agents go on. */
export interface AdvanceLimits {
  readonly bots: readonly (Bot | undefined)[]
  /** It ends as soon as one of these seats, by number, is asked. */
  readonly stops: ReadonlySet<number>
  readonly most: number
}

/**
 * Lets agents decide. The state is changed in place, unless somebody wants to know what happened: then it is the one
 * that is returned.
 */
export function advance(
  game: Game,
  from: State,
  { bots, stops, most }: AdvanceLimits,
  events: StepEvent[] | undefined,
): { readonly state: State; readonly decisions: number } {
  let state = from
  let decisions = 0
  for (; decisions < most; decisions += 1) {
    const deciding = game.deciding(state)
    const [seat] = deciding
    if (seat === undefined || deciding.some((one) => stops.has(one))) break
    const picks = answerOf(game, state, seat, bots[seat])
    notifyBots(game, state, bots, seat, picks)
    if (events === undefined) game.answer(state, picks, seat)
    else state = stepped(game, state, seat, picks, events)
  }
  if (game.outcome(state) !== undefined) endBots(game, bots, state)
  return { state, decisions }
}

function answerOf(game: Game, state: State, seat: number, bot: Bot | undefined): readonly number[] {
  const id = game.def.seats[seat]?.id ?? String(seat)
  if (bot === undefined) throw new Refusal('bad-agent', `No agent plays ${id}, which is asked now.`)
  try {
    return bot.agent.choose(game, state, seat)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new Refusal('bad-agent', `The agent ${bot.spec} could not decide for ${id}. ${message}`)
  }
}

/** Agents that go by what others do are told of it. */
export function notifyBots(
  game: Game,
  state: State,
  bots: readonly (Bot | undefined)[],
  seat: number,
  picks: readonly number[],
): void {
  for (let other = 0; other < bots.length; other += 1)
    if (other !== seat) bots[other]?.agent.watch?.(game, state, other, seat, picks)
}

/** Agents are told that a game is over, or, without a state, that it is not played on. */
export function endBots(game: Game, bots: readonly (Bot | undefined)[], state?: State): void {
  for (const bot of bots) bot?.agent.end?.(game, state)
}

function stepped(
  game: Game,
  state: State,
  seat: number,
  picks: readonly number[],
  events: StepEvent[],
): State {
  const id = game.def.seats[seat]?.id
  const decision = game.decision(state, id)
  if (decision === undefined) throw new Error(`Seat ${seat} is not asked.`)
  const step = game.step(state, choiceOfPicks(decision, picks), id)
  events.push(...step.events)
  return step.state
}
