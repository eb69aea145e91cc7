/** An example as the page shows it: its steps, the position at its failure or end, and the question there. */
import {
  type Decision,
  type Game,
  LudoError,
  type SavedState,
  type State,
  type View,
} from '@ludoforge/kernel'
import type { Values } from '@ludoforge/look'
import type { DeskSession } from './session.js'

/** A step of an example. */
export interface ViewedStep {
  readonly text: string
  readonly line: number
  readonly state: 'taken' | 'failed' | 'untaken'
}

/** An example step by step. */
export interface ExampleView {
  readonly id: string
  readonly steps: readonly ViewedStep[]
  /** Absent if the position can't be set up. */
  readonly position?: {
    readonly view: View
    readonly values: Values
    readonly decision?: Decision
    /** To play from here. Absent if the position is inside of a step of the example, not inside of a game. */
    readonly saved?: SavedState
  }
}

/** Runs an example of the current version step by step. Returns `undefined` if it isn't there any more. */
export function viewExample({ version, examples }: DeskSession, id: string): ExampleView | undefined {
  const trace = examples.trace(id)
  if (trace === undefined || version === undefined) return undefined
  const { failure, state } = trace
  const last = trace.steps.length - 1
  const steps = [
    ...trace.steps.map(({ text, span }, i): ViewedStep => {
      const isFailed = failure !== undefined && i === last
      return { text, line: span.line, state: isFailed ? 'failed' : 'taken' }
    }),
    ...trace.untaken.map(({ text, span }): ViewedStep => ({ text, line: span.line, state: 'untaken' })),
  ]
  if (state === undefined) return { id, steps }
  const { game, reckon } = version
  const decision = game.decision(state)
  const viewer = decision?.seat ?? null
  const saved = savedIfWhole(game, state)
  return {
    id,
    steps,
    position: {
      view: game.view(state, viewer),
      values: reckon(state, viewer),
      ...(decision === undefined ? {} : { decision }),
      ...(saved === undefined || decision === undefined ? {} : { saved }),
    },
  }
}

/** Saves a position, unless it can't be restored. */
function savedIfWhole(game: Game, state: State): SavedState | undefined {
  const saved = game.save(state)
  try {
    game.restore(saved)
    return saved
  } catch (error) {
    if (error instanceof LudoError) return undefined
    throw error
  }
}
