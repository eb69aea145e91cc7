/** What a position is to each seat, from -1 (lost) to 1 (won). */
import type { Game, Outcome, State } from '@ludoforge/kernel'

export const OPEN = 0.9 // what is not over stays within this
const SAMPLES = 48 // positions that settle the scale

/**
 * A seat wants its worth, and what the position promises it, to exceed that of its best rival. How much of it is a
 * lot follows from the first positions that are met: what they differ by from where the search began.
 */
export class Judge {
  readonly #game: Game
  readonly #seats: number
  readonly #worths: number[] = []
  readonly #promises: number[] = []
  readonly #start: number[] = []
  #scale = 1
  #sum = 0
  #met = 0
  readonly hasWorth: boolean

  /** `start`: a position as it may be where the search begins. */
  constructor(game: Game, start: State) {
    this.#game = game
    this.#seats = game.def.seats.length
    this.hasWorth = this.#estimate(start)
    for (let seat = 0; seat < this.#seats; seat += 1) this.#start.push(this.#lead(seat))
  }

  /** Fills in the value of the position for every seat. */
  judge(state: State, into: number[]): void {
    const outcome = this.#game.outcome(state)
    if (outcome !== undefined) this.#end(outcome, into)
    else if (this.hasWorth && this.#estimate(state)) {
      this.#settle()
      for (let seat = 0; seat < this.#seats; seat += 1)
        into[seat] = OPEN * squash((this.#lead(seat) - (this.#start[seat] ?? 0)) / this.#scale)
    } else into.fill(0)
  }

  /** To win is all; to be ahead by more, where there are points, is a little. */
  #end({ kind, winners, ranking }: Outcome, into: number[]): void {
    const { seats } = this.#game.def
    const scores = seats.map(({ id }) => ranking.find(({ seat }) => seat === id)?.score)
    const drawn = kind === 'draw' || winners.length === seats.length
    seats.forEach(({ id }, seat) => {
      const best = Math.max(
        ...scores.map((score, i) => (i === seat ? Number.NEGATIVE_INFINITY : (score ?? 0))),
      )
      const lead = (scores[seat] ?? 0) - (best === Number.NEGATIVE_INFINITY ? 0 : best)
      const won = drawn ? 0 : winners.includes(id) ? OPEN : -OPEN
      into[seat] = won + (1 - OPEN) * squash(lead / this.#scale)
    })
  }

  #estimate(state: State): boolean {
    if (!this.#game.worths(state, this.#worths)) return false
    if (this.#game.promises(state, this.#promises))
      for (let seat = 0; seat < this.#seats; seat += 1)
        this.#worths[seat] = (this.#worths[seat] ?? 0) + (this.#promises[seat] ?? 0)
    return true
  }

  /** Its worth less that of its best rival. */
  #lead(seat: number): number {
    let best = Number.NEGATIVE_INFINITY
    for (let other = 0; other < this.#seats; other += 1)
      if (other !== seat) best = Math.max(best, this.#worths[other] ?? 0)
    return (this.#worths[seat] ?? 0) - (best === Number.NEGATIVE_INFINITY ? 0 : best)
  }

  #settle(): void {
    if (this.#met >= SAMPLES) return
    for (let seat = 0; seat < this.#seats; seat += 1)
      this.#sum += Math.abs(this.#lead(seat) - (this.#start[seat] ?? 0))
    this.#met += 1
    this.#scale = Math.max(1, (2 * this.#sum) / (this.#met * this.#seats))
  }
}

export function squash(x: number): number {
  return x / (1 + Math.abs(x))
}
