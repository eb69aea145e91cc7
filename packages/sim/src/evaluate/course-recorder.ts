import type { Game, State } from '@ludoforge/kernel'
import type { Course } from './game-note.js'

/** Records the worth of every seat after every decision of a game. */
export class CourseRecorder {
  readonly #seats: readonly number[]
  readonly #now: number[] = []
  /** The worths one position after the other, `#seats.length` numbers each. */
  #worths: number[] = []

  /** `seats`: the numbers of the seats that take part. */
  constructor(
    private readonly game: Game,
    seats: readonly number[],
  ) {
    this.#seats = seats
  }

  begin(): void {
    this.#worths = []
  }

  /** Adds a position. */
  add(state: State): void {
    if (!this.game.worths(state, this.#now)) return
    for (const seat of this.#seats) this.#worths.push(this.#now[seat] ?? 0)
  }

  /** Returns the course of the game that ended, or `null` if the game declares no `worth`. */
  end(winners: readonly number[]): Course | null {
    const width = this.#seats.length
    const positions = Array.from({ length: this.#worths.length / Math.max(1, width) }, (_, at) =>
      this.#worths.slice(at * width, (at + 1) * width),
    )
    const own = winners.map((seat) => this.#seats.indexOf(seat))
    return positions.length === 0 ? null : courseOf(positions, own)
  }
}

/** Returns the course of a game from the worths of all seats in each of its positions. `winners` are indexes of seats. */
export function courseOf(positions: readonly (readonly number[])[], winners: readonly number[]): Course {
  const margins = positions.map(marginsOf)
  const [winner] = winners.length === 1 ? winners : []
  return {
    leadChanges: leadChanges(margins),
    drama: winner === undefined ? 0 : dramaOf(margins, winner),
    spread: margins.reduce((most, of) => Math.max(most, ...of.map((margin) => -margin)), 0),
    decidedAt: winner === undefined ? null : decidedAt(margins, winner),
  }
}

/** Returns the worth of each seat less that of its best rival. A seat alone has its worth. */
function marginsOf(worths: readonly number[]): number[] {
  return worths.map((own, i) => {
    const rivals = worths.filter((_, other) => other !== i)
    return rivals.length === 0 ? own : own - Math.max(...rivals)
  })
}

/** Counts how often a seat leads that isn't the last one that led. A tie at the top changes nothing. */
function leadChanges(margins: readonly (readonly number[])[]): number {
  let changes = 0
  let last = -1
  for (const of of margins) {
    const leader = of.findIndex((margin) => margin > 0)
    if (leader < 0) continue
    if (last >= 0 && leader !== last) changes += 1
    last = leader
  }
  return changes
}

/** Browne's average drama, before it is divided by the root of the unit. */
function dramaOf(margins: readonly (readonly number[])[], winner: number): number {
  const deficits = margins.flatMap((of) => ((of[winner] ?? 0) < 0 ? [Math.sqrt(-(of[winner] ?? 0))] : []))
  return deficits.length === 0 ? 0 : deficits.reduce((sum, root) => sum + root, 0) / deficits.length
}

/**
 * Browne's decisiveness threshold is the best position that a loser ever had. Returns the share of the game played when
 * the winner passed it; 1 if only the end decided.
 */
function decidedAt(margins: readonly (readonly number[])[], winner: number): number {
  const threshold = margins.reduce(
    (best, of) => Math.max(best, ...of.filter((_, seat) => seat !== winner)),
    Number.NEGATIVE_INFINITY,
  )
  const at = margins.findIndex((of) => (of[winner] ?? 0) > threshold)
  return at < 0 ? 1 : at / Math.max(1, margins.length - 1)
}
