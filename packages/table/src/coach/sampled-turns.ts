/** Plays a turn several times, each time with what the seat can't know sampled again. */
import { isTurnOver } from '@ludoforge/agents'
import { type Choice, type Game, Rng, type State, type StepEvent } from '@ludoforge/kernel'
import { determinize } from '@ludoforge/play'
import { stepIfLegal } from '../record/step-if-legal.js'

const SAMPLES = 6

/** A turn as it was played once. */
export interface SampledTurn {
  readonly before: State
  readonly after: State
  /** The events of each answer. */
  readonly steps: readonly (readonly StepEvent[])[]
  /** All answers were legal, so `after` is the position after all of them. */
  readonly isWhole: boolean
}

const indexOf = ({ def }: Game, seat: string): number => def.seats.findIndex(({ id }) => id === seat)

/** Plays answers of a seat, on samples of the position. The same request has the same result. */
export function sampleTurn(
  game: Game,
  state: State,
  seat: string,
  choices: readonly Choice[],
): readonly SampledTurn[] {
  const rng = new Rng('samples')
  return Array.from({ length: SAMPLES }, () => {
    const before = determinize(game, state, seat, rng)
    const steps: (readonly StepEvent[])[] = []
    let after = before
    for (const choice of choices) {
      const step = stepIfLegal(game, after, choice, seat)
      if (step === undefined) return { before, after, steps, isWhole: false }
      after = step.state
      steps.push(step.events)
    }
    return { before, after, steps, isWhole: true }
  })
}

/** Whether an answer ends the turn that began in `start`. */
export function endsTurn(game: Game, start: State, state: State, seat: string, choice: Choice): boolean {
  const index = indexOf(game, seat)
  const step = stepIfLegal(game, state, choice, seat)
  return step !== undefined && isTurnOver(game, step.state, index, game.ask(start, index)?.site)
}
