import { agentNames, agentSpecError, choiceOfPicks, makeAgent } from '@ludoforge/agents'
import { closestName } from '@ludoforge/compiler'
import type { Game, State } from '@ludoforge/kernel'
import { seedOfAgent, type Seed } from '@ludoforge/sim'
import { unknownName } from '../usage.js'
import type { Bot } from './games.js'
import { Refusal } from './errors.js'
import type { Recording } from './recording.js'

/** Makes the bots of a game. Keeps those of `before` whose spec is unchanged. */
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
  const message = known.includes(name) ? problem : unknownName('agent', name, closestName(name, known), known)
  throw new Refusal('unknown-agent', message)
}

/** Who plays, and when to stop. */
export interface AdvanceLimits {
  readonly bots: readonly (Bot | undefined)[]
  /** Stops as soon as one of these seats, by index, must decide. */
  readonly stops: ReadonlySet<number>
  readonly most: number
}

/**
 * Lets agents decide. Changes the state in place, unless it is recorded. Use the returned state in either case.
 */
export function advance(
  game: Game,
  from: State,
  { bots, stops, most }: AdvanceLimits,
  recording: Recording | undefined,
): { readonly state: State; readonly decisions: number } {
  let state = from
  let decisions = 0
  for (; decisions < most; decisions += 1) {
    const deciding = game.deciding(state)
    const [seat] = deciding
    if (seat === undefined || deciding.some((index) => stops.has(index))) break
    const picks = answerOf(game, state, seat, bots[seat])
    notifyBots(game, state, bots, seat, picks)
    if (recording === undefined) game.answer(state, picks, seat)
    else state = step(game, state, seat, picks, recording)
  }
  if (game.outcome(state) !== undefined) endBots(game, bots, state)
  return { state, decisions }
}

function answerOf(game: Game, state: State, seat: number, bot: Bot | undefined): readonly number[] {
  const id = game.def.seats[seat]?.id ?? String(seat)
  if (bot === undefined) throw new Refusal('bad-agent', `${id} must decide now, but has no agent.`)
  try {
    return bot.agent.choose(game, state, seat)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new Refusal('bad-agent', `The agent ${bot.spec} failed to decide for ${id}. ${message}`)
  }
}

/** Shows an answer to the other agents that watch the game. */
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

/** Notifies the agents that a game is over or, without a state, that it is abandoned. */
export function endBots(game: Game, bots: readonly (Bot | undefined)[], state?: State): void {
  for (const bot of bots) bot?.agent.end?.(game, state)
}

function step(game: Game, state: State, seat: number, picks: readonly number[], recording: Recording): State {
  const id = game.def.seats[seat]?.id
  const decision = game.decision(state, id)
  if (decision === undefined) throw new Error(`Seat ${seat} has nothing to decide.`)
  const choice = choiceOfPicks(decision, picks)
  const { events, state: after } = game.step(state, choice, id)
  recording.add(events, id, choice)
  return after
}
