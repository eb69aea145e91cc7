import type { GameDef, State } from '@ludoforge/kernel'

type Recorder = NonNullable<State['recorder']>

/**
 * A recorder that only counts the actions that begin. Recording whole events would take longer than playing the game.
 */
export class ActionCounter implements Recorder {
  readonly #counts: number[]

  constructor(private readonly def: GameDef) {
    this.#counts = def.procedures.map(() => 0)
  }

  listen(state: State): void {
    state.recorder = this
  }

  began({ action }: State): void {
    this.#counts[action] = (this.#counts[action] ?? 0) + 1
  }

  ended(): void {}
  entered(): void {}
  left(): void {}
  piece(): void {}
  card(): void {}
  turned(): void {}
  variable(): void {}
  list(): void {}
  chose(): void {}
  answered(): void {}
  opened(): void {}
  rolled(): void {}
  shuffled(): void {}
  revealed(): void {}
  said(): void {}
  over(): void {}
  weigh(): void {}

  /** Adds the counts to `actions`, by id, and resets them. */
  addTo(actions: Map<string, number>): void {
    this.def.procedures.forEach(({ id }, i) => {
      const n = this.#counts[i] ?? 0
      if (n > 0) actions.set(id, (actions.get(id) ?? 0) + n)
    })
    this.#counts.fill(0)
  }
}
