/** Evaluates states for each seat, from -1 (lost) to 1 (won). */
import { type Game, type Outcome, type State, teammates } from '@ludoforge/kernel'

export const NON_TERMINAL_BOUND = 0.9 // bounds the values of states that aren't terminal
export const WIN_BOUND = NON_TERMINAL_BOUND / 2 // a terminal value above it is a win, whatever the lead
const MOST_OF_BOUND = 0.98 // values beyond it are as good as won or lost, whatever the lead
const SAMPLES = 48 // states that calibrate the scale

/**
 * The evaluation function of leaves. A seat's lead is its worth plus promise, less that of its best rival. The value is
 * the change of lead since the root, by softsign. Its scale is calibrated on the first states evaluated.
 */
export class Evaluator {
  readonly #game: Game
  readonly #seats: number
  readonly #present: number // the number of seats that take part, the first ones
  readonly #teams: readonly (readonly number[])[] // by seat
  readonly #worths: number[] = []
  readonly #promises: number[] = []
  readonly #start: number[] = []
  #scale = 1
  #sum = 0
  #samples = 0
  #zeroSum = true // zero-sum so far: the two worths were opposite in every state
  readonly hasWorth: boolean

  /** `start` is a determinization of the root. */
  constructor(game: Game, start: State) {
    this.#game = game
    this.#seats = game.def.seats.length
    this.#present = game.present(start).length
    this.#teams = game.def.seats.map((_, seat) => {
      const team = teammates(game.def, seat).filter((mate) => mate < this.#present)
      return team.length === 0 ? [seat] : team
    })
    this.hasWorth = this.#estimate(start)
    for (let seat = 0; seat < this.#seats; seat += 1) this.#start.push(this.#lead(seat))
  }

  /** Fills `into` with the value of the state for every seat. */
  judge(state: State, into: number[]): void {
    const outcome = this.#game.outcome(state)
    if (outcome !== undefined) this.#terminal(outcome, into)
    else if (this.hasWorth && this.#estimate(state)) {
      this.#calibrate()
      for (let seat = 0; seat < this.#seats; seat += 1)
        into[seat] =
          NON_TERMINAL_BOUND * softsign((this.#lead(seat) - (this.#start[seat] ?? 0)) / this.#scale)
    } else into.fill(0)
  }

  /** Returns the lead of a seat over its only rival, in units of worth. Alpha-beta compares these. */
  lead(state: State, seat: number): number {
    if (this.#zeroSum && this.#samples >= SAMPLES) return this.#zeroSumLead(state, seat)
    if (!this.#estimate(state)) return 0
    this.#calibrate()
    const lead = this.#lead(seat)
    // A worth that is zero-sum in every sample may still not be elsewhere. There, twice the seat's own worth counts.
    if (Math.abs(lead - this.#zeroSumLead(state, seat)) > 1e-6) this.#zeroSum = false
    return lead
  }

  /** Returns the lead from one worth, if the other is its opposite. Computing worths takes most of the time. */
  #zeroSumLead(state: State, seat: number): number {
    const lead = 2 * (this.#game.worth(state, this.#game.def.seats[seat]?.id ?? '') ?? 0)
    if (!this.#game.promises(state, this.#promises)) return lead
    return lead + (this.#promises[seat] ?? 0) - (this.#promises[1 - seat] ?? 0)
  }

  /** Scales a lead, relative to the root, to a value from -1 to 1. */
  scaled(lead: number, seat: number): number {
    return NON_TERMINAL_BOUND * softsign((lead - (this.#start[seat] ?? 0)) / this.#scale)
  }

  /** Returns the change of lead since the root that a value stands for, in units of worth: the inverse of `scaled`. */
  leadOf(value: number): number {
    const x = Math.max(-MOST_OF_BOUND, Math.min(MOST_OF_BOUND, value / NON_TERMINAL_BOUND))
    return (this.#scale * x) / (1 - Math.abs(x))
  }

  /** Returns the result for a seat (1 won, 0 drawn, -1 lost) and its lead, if the ranking has scores. */
  result(
    { kind, winners, ranking }: Outcome,
    seat: number,
  ): { readonly won: -1 | 0 | 1; readonly lead: number } {
    const { seats } = this.#game.def
    const scoreOf = (id: string) => ranking.find(({ seat: ranked }) => ranked === id)?.score ?? 0
    let best = Number.NEGATIVE_INFINITY
    const team = this.#teams[seat] ?? [seat]
    seats.slice(0, this.#present).forEach(({ id }, other) => {
      if (!team.includes(other)) best = Math.max(best, scoreOf(id))
    })
    const id = seats[seat]?.id ?? ''
    const lead = scoreOf(id) - (best === Number.NEGATIVE_INFINITY ? 0 : best)
    if (kind === 'lose') return { won: -1, lead }
    const isShared = kind === 'rank' && winners.length === ranking.length
    if (kind === 'draw' || isShared) return { won: 0, lead }
    return { won: winners.includes(id) ? 1 : -1, lead }
  }

  /** Values a terminal state: winning counts almost alone, the lead in points a little. */
  #terminal(outcome: Outcome, into: number[]): void {
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

  /** Returns the worth of the seat's team, less that of its best rival. */
  #lead(seat: number): number {
    const team = this.#teams[seat] ?? [seat]
    let best = Number.NEGATIVE_INFINITY
    for (let other = 0; other < this.#present; other += 1)
      if (!team.includes(other)) best = Math.max(best, this.#teamWorth(other))
    return this.#teamWorth(seat) - (best === Number.NEGATIVE_INFINITY ? 0 : best)
  }

  /** Returns the mean worth of a seat's team. */
  #teamWorth(seat: number): number {
    const team = this.#teams[seat] ?? [seat]
    return team.reduce((sum, mate) => sum + (this.#worths[mate] ?? 0), 0) / team.length
  }

  #calibrate(): void {
    if (this.#samples >= SAMPLES) return
    for (let seat = 0; seat < this.#seats; seat += 1)
      this.#sum += Math.abs(this.#lead(seat) - (this.#start[seat] ?? 0))
    this.#samples += 1
    this.#scale = Math.max(1, (2 * this.#sum) / (this.#samples * this.#seats))
  }
}

export function softsign(x: number): number {
  return x / (1 + Math.abs(x))
}

/** Returns the expected score for a value: from 0 (lost) to 100 (won). */
export function expectedScore(mean: number): number {
  return 50 * (1 + Math.max(-1, Math.min(1, mean / NON_TERMINAL_BOUND)))
}
