/** What a position is to each seat, from -1 (lost) to 1 (won). */
import type { Game, Outcome, State } from '@ludoforge/kernel'

export const NON_TERMINAL_BOUND = 0.9 // what is not over stays within this
export const WON = NON_TERMINAL_BOUND / 2 // what is over and above this is won, be the lead what it may
const SAMPLES = 48 // positions that settle the scale

/**
 * A seat wants its worth, and what the position promises it, to exceed that of its best rival. How much of it is a
 * lot follows from the first positions that are met: what they differ by from where the search began.
 */
export class Evaluator {
  readonly #game: Game
  readonly #seats: number
  readonly #worths: number[] = []
  readonly #promises: number[] = []
  readonly #start: number[] = []
  #scale = 1
  #sum = 0
  #met = 0
  #opposite = true // the worths of two seats were opposite in every position so far
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
        into[seat] =
          NON_TERMINAL_BOUND * softsign((this.#lead(seat) - (this.#start[seat] ?? 0)) / this.#scale)
    } else into.fill(0)
  }

  /** How far a seat is ahead of its only rival, in units of worth; for searches that compare exact values. */
  lead(state: State, seat: number): number {
    if (this.#opposite && this.#met >= SAMPLES) return this.#leadByOne(state, seat)
    if (!this.#estimate(state)) return 0
    this.#settle()
    const lead = this.#lead(seat)
    // Rarely is a worth opposite in the first positions and not in others; then the seat's own counts there.
    if (Math.abs(lead - this.#leadByOne(state, seat)) > 1e-6) this.#opposite = false
    return lead
  }

  /** The same from one worth, where the other is its opposite: worths take most of the time. */
  #leadByOne(state: State, seat: number): number {
    const lead = 2 * (this.#game.worth(state, this.#game.def.seats[seat]?.id ?? '') ?? 0)
    if (!this.#game.promises(state, this.#promises)) return lead
    return lead + (this.#promises[seat] ?? 0) - (this.#promises[1 - seat] ?? 0)
  }

  /** A lead as a value from -1 to 1, counted from where the search began. */
  scaled(lead: number, seat: number): number {
    return NON_TERMINAL_BOUND * softsign((lead - (this.#start[seat] ?? 0)) / this.#scale)
  }

  /** How a game ended for a seat: 1 won, 0 drawn, -1 lost; and its lead where the ranking has scores. */
  result(
    { kind, winners, ranking }: Outcome,
    seat: number,
  ): { readonly won: -1 | 0 | 1; readonly lead: number } {
    const { seats } = this.#game.def
    const scoreOf = (id: string) => ranking.find((one) => one.seat === id)?.score ?? 0
    let best = Number.NEGATIVE_INFINITY
    seats.forEach(({ id }, other) => {
      if (other !== seat) best = Math.max(best, scoreOf(id))
    })
    const id = seats[seat]?.id ?? ''
    const lead = scoreOf(id) - (best === Number.NEGATIVE_INFINITY ? 0 : best)
    if (kind === 'draw' || winners.length === seats.length) return { won: 0, lead }
    return { won: winners.includes(id) ? 1 : -1, lead }
  }

  /** To win is all; to be ahead by more, where there are points, is a little. */
  #end(outcome: Outcome, into: number[]): void {
    for (let seat = 0; seat < this.#seats; seat += 1) {
      const { won, lead } = this.result(outcome, seat)
      into[seat] = NON_TERMINAL_BOUND * won + (1 - NON_TERMINAL_BOUND) * softsign(lead / this.#scale)
    }
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

export function softsign(x: number): number {
  return x / (1 + Math.abs(x))
}
