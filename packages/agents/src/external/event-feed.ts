import type { Game, State, StepEvent } from '@ludoforge/kernel'
import { eventsVisibleTo } from '@ludoforge/play'
import { choiceOfPicks } from '../choice.js'

/**
 * What happens in a game, as one seat may know it, for an agent that is told so. It follows the answers that are given;
 * where the game stands elsewhere than they lead to, something was taken back, and the story begins anew.
 */
export class EventFeed {
  readonly #events: StepEvent[] = []
  #game: Game | undefined
  #seat = -1
  #position: State | undefined // where the answers lead to

  /** Whether the game goes on from where the story is; if not, the story begins there. */
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

  /** A seat answers in this position. */
  answered(game: Game, state: State, by: number, picks: readonly number[]): void {
    const { seats } = game.def
    const decider = seats[by]?.id
    const decision = game.decision(state, decider)
    if (decision === undefined) throw new Error(`${decider ?? by} is not asked.`)
    const step = game.step(state, choiceOfPicks(decision, picks), decider)
    const mine = seats[this.#seat]?.id ?? null
    this.#events.push(...eventsVisibleTo(step.events, mine))
    this.#position = step.state
  }

  /** The game is over: whatever comes next is another one. */
  forget(): void {
    this.#game = undefined
    this.#events.length = 0
  }

  /** What happened since it was asked for last. */
  take(): readonly StepEvent[] {
    return this.#events.splice(0)
  }
}
