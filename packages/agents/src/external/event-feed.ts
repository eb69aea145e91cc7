import type { Game, State, StepEvent } from '@ludoforge/kernel'
import { eventsVisibleTo } from '@ludoforge/play'
import { choiceOfPicks } from '../choice.js'

/**
 * The events of a game that one seat may know, for an external agent. It replays every answer on its own state. If the
 * game's state differs from it, decisions were undone and the feed restarts.
 */
export class EventFeed {
  readonly #events: StepEvent[] = []
  #game: Game | undefined
  #seat = -1
  #position: State | undefined // after the answers so far

  /** Returns whether `state` continues the feed. If not, the feed restarts from `state`. */
  goesOn(game: Game, state: State, seat: number): boolean {
    const position = this.#position
    const same =
      this.#game === game &&
      this.#seat === seat &&
      position !== undefined &&
      game.hash(position) === game.hash(state)
    if (same) return true
    this.#game = game
    this.#seat = seat
    this.#events.length = 0
    this.#position = game.fork(state)
    return false
  }

  /** Adds the events of an answer that a seat gives in `state`. */
  answered(game: Game, state: State, by: number, picks: readonly number[]): void {
    const { seats } = game.def
    const decider = seats[by]?.id
    const decision = game.decision(state, decider)
    if (decision === undefined) throw new Error(`${decider ?? by} has no decision to make.`)
    const step = game.step(state, choiceOfPicks(decision, picks), decider)
    const viewer = seats[this.#seat]?.id ?? null
    this.#events.push(...eventsVisibleTo(step.events, viewer))
    this.#position = step.state
  }

  /** Drops the game, which is over. */
  forget(): void {
    this.#game = undefined
    this.#events.length = 0
  }

  /** Returns the events since the last call. */
  take(): readonly StepEvent[] {
    return this.#events.splice(0)
  }
}
