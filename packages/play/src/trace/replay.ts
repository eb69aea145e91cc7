import type { Game, Horizon, State, StepEvent } from '@ludoforge/kernel'
import type { Trace, TraceDecision, TraceHeader } from './format.js'

/** One decision of a trace, made again. */
export interface ReplayedStep {
  readonly decision: TraceDecision
  readonly before: State
  readonly state: State
  readonly events: readonly StepEvent[]
  readonly horizon: Horizon
}

/** The trace does not fit the rules any more. */
export class ReplayMismatch extends Error {
  override readonly name = 'ReplayMismatch'
  constructor(
    readonly decision: number,
    message: string,
  ) {
    super(message)
  }
}

/** The state in which the recorded game began. */
export function startOf(game: Game, header: TraceHeader): State {
  return beginningOf(game, header).state
}

/** The same, with what happened before the first decision. */
export function beginningOf(game: Game, header: TraceHeader): ReturnType<Game['begin']> {
  checkFits(game, header)
  const { scenario, seed, options } = header
  return game.begin({ seed, options, ...(scenario === '' ? {} : { scenario }) })
}

/** Says so if the trace is of another game, or of another version of its rules. */
function checkFits(game: Game, { game: id, fingerprint }: TraceHeader): void {
  if (id !== game.def.id) {
    throw new ReplayMismatch(
      0,
      `The saved game is one of "${id}", but these are the rules of "${game.def.id}".`,
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
 * Makes the recorded decisions again, one at a time; throws ReplayMismatch where one leads elsewhere. Whoever wants
 * what can be had of a damaged record gives `forgive`: it is told what is wrong, and the game ends there.
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
    forgive(`${error.message} It is left out${others}.`)
  }
}

function* strictly(
  game: Game,
  trace: Pick<Trace, 'header' | 'decisions'>,
  forgive?: (problem: string) => void,
): Generator<ReplayedStep, void, undefined> {
  let state = startOf(game, trace.header)
  if (game.hash(state) !== trace.header.hash) {
    throw new ReplayMismatch(0, `The game starts with hash ${game.hash(state)}, not ${trace.header.hash}.`)
  }
  for (const decision of trace.decisions) {
    const before = state
    const { n, seat, hash } = decision
    const deciding = game.deciding(before).map((i) => game.def.seats[i]?.id ?? '')
    if (deciding.length === 0) throw new ReplayMismatch(n, `Decision ${n}: the game is over before it.`)
    if (!deciding.includes(seat)) {
      throw new ReplayMismatch(n, `Decision ${n}: it is ${deciding.join(', ')} who decides, not ${seat}.`)
    }
    const step = again(game, before, decision)
    state = step.state
    if (game.hash(state) !== hash) {
      const next = trace.decisions[n]
      // If the next one leads where it did, only the record of this hash is damaged.
      const known = forgive !== undefined && next !== undefined && leads(game, state, next)
      const problem = `Decision ${n}: the hash is ${game.hash(state)}, recorded is ${hash}.`
      if (!known) throw new ReplayMismatch(n, problem)
      forgive(`${problem} What follows shows that the record of the hash is damaged.`)
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
