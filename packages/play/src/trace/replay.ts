import type { Game, Horizon, State, StepEvent } from '@ludoforge/kernel'
import type { Trace, TraceDecision, TraceHeader } from './format.js'

/** One replayed decision of a trace. */
export interface ReplayedStep {
  readonly decision: TraceDecision
  readonly before: State
  readonly state: State
  readonly events: readonly StepEvent[]
  readonly horizon: Horizon
}

/** The trace doesn't match the rules. */
export class ReplayMismatch extends Error {
  override readonly name = 'ReplayMismatch'
  constructor(
    readonly decision: number,
    message: string,
  ) {
    super(message)
  }
}

/** Returns the start state of the recorded game. */
export function startOf(game: Game, header: TraceHeader): State {
  return beginningOf(game, header).state
}

/** The same, with the events before the first decision. */
export function beginningOf(game: Game, header: TraceHeader): ReturnType<Game['begin']> {
  checkFits(game, header)
  const { scenario, seed, options, position } = header
  if (position !== undefined) return { state: game.restore(position), events: [] }
  return game.begin({ seed, options, ...(scenario === '' ? {} : { scenario }) })
}

/** Throws ReplayMismatch if the trace belongs to another game, or to other rules. */
function checkFits(game: Game, { game: id, fingerprint }: TraceHeader): void {
  if (id !== game.def.id) {
    throw new ReplayMismatch(
      0,
      `The saved game is of "${id}", but these are the rules of "${game.def.id}". Open it with the rules of "${id}".`,
    )
  }
  if (fingerprint !== game.fingerprint) {
    throw new ReplayMismatch(
      0,
      `The rules of "${id}" have changed since this game was saved (${fingerprint}, now ${game.fingerprint}).`,
    )
  }
}

/**
 * Replays the recorded decisions one at a time. Throws ReplayMismatch if one leads to another state. With `forgive`, for
 * damaged records, it reports the problem and ends there instead.
 */
export function* replay(
  game: Game,
  trace: Pick<Trace, 'header' | 'decisions'>,
  forgive?: (problem: string) => void,
): Generator<ReplayedStep, void, undefined> {
  try {
    yield* strictly(game, trace, forgive)
  } catch (error) {
    if (forgive === undefined || !(error instanceof ReplayMismatch) || error.decision === 0) throw error
    const left = trace.decisions.length - error.decision
    const others = left === 0 ? '' : `, and the ${left} after it`
    forgive(`${error.message} It is skipped${others}.`)
  }
}

function* strictly(
  game: Game,
  trace: Pick<Trace, 'header' | 'decisions'>,
  forgive?: (problem: string) => void,
): Generator<ReplayedStep, void, undefined> {
  let state = startOf(game, trace.header)
  if (game.hash(state) !== trace.header.hash) {
    throw new ReplayMismatch(
      0,
      `The game starts with the hash ${game.hash(state)}, but the record has ${trace.header.hash}. The record is damaged, or the rules have changed.`,
    )
  }
  for (const decision of trace.decisions) {
    const before = state
    const { n, seat, hash } = decision
    const deciding = game.deciding(before).map((i) => game.def.seats[i]?.id ?? '')
    if (deciding.length === 0) throw new ReplayMismatch(n, `Decision ${n}: the game is over before it.`)
    if (!deciding.includes(seat)) {
      throw new ReplayMismatch(n, `Decision ${n}: ${deciding.join(', ')} must decide here, not ${seat}.`)
    }
    const step = again(game, before, decision)
    state = step.state
    if (game.hash(state) !== hash) {
      const next = trace.decisions[n]
      // If the next decision leads to its recorded state, only this hash is damaged.
      const known = forgive !== undefined && next !== undefined && leads(game, state, next)
      const problem = `Decision ${n}: the hash is ${game.hash(state)}, but the record has ${hash}.`
      if (!known) throw new ReplayMismatch(n, problem)
      forgive(`${problem} The next decision shows that only the recorded hash is damaged.`)
    }
    yield { decision, before, ...step }
  }
}

function leads(game: Game, state: State, decision: TraceDecision): boolean {
  try {
    return game.hash(again(game, state, decision).state) === decision.hash
  } catch (error) {
    if (error instanceof ReplayMismatch) return false
    throw error
  }
}

function again(game: Game, state: State, { n, seat, choice }: TraceDecision) {
  try {
    return game.step(state, choice, seat)
  } catch (error) {
    throw new ReplayMismatch(n, `Decision ${n}: ${error instanceof Error ? error.message : String(error)}`)
  }
}
