import type { Choice, Game, State, StepEvent } from '@ludoforge/kernel'
import { ObservationHistory } from '@ludoforge/play'
import type { EngineGame } from './games.js'

/** One answer of a game: what happened, and who answered what. */
interface RecordedStep {
  readonly events: readonly StepEvent[]
  readonly seat: string | undefined
  readonly choice: Choice
}

/** Collects what happens during a request, for its answer and for what seats remember. */
export class Recording {
  readonly events: StepEvent[] = []
  readonly #steps: RecordedStep[] = []

  /** Adds what happened before the first answer. */
  begin(events: readonly StepEvent[]): void {
    this.events.push(...events)
  }

  add(events: readonly StepEvent[], seat: string | undefined, choice: Choice): void {
    this.events.push(...events)
    this.#steps.push({ events, seat, choice })
  }

  /** Adds these steps to what the seats of a game remember. */
  remember({ histories }: EngineGame): void {
    if (histories === undefined) return
    for (const { events, seat, choice } of this.#steps)
      for (const [id, history] of histories)
        histories.set(id, history.observe(events, id === seat ? choice : undefined))
  }
}

/** Lets the seats that the program may know remember everything from this position on. */
export function startHistories(game: Game, play: EngineGame, state: State): void {
  const { eyes } = play
  const seats = game.def.seats.map(({ id }) => id).filter((id) => eyes === 'all' || eyes.has(id))
  play.histories = new Map(seats.map((id) => [id, ObservationHistory.start(game, state, id)]))
}
