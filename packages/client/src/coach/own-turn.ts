/** Follows the turns of one seat: where the open one began, and its answers so far. */
import type { Choice, StepEvent } from '@ludoforge/kernel'

/** A turn of the learner. */
export interface OwnTurn {
  readonly entry: number // the one before its first answer
  readonly choices: readonly Choice[]
}

interface Answer {
  readonly entry: number
  readonly before: number // the entry before it
  readonly seat: string
  readonly choice: Choice | undefined
}

/** Knows the answers of a game, without those that were undone. */
export class OwnTurns {
  #answers: readonly Answer[] = []
  readonly #last = new Set<number>() // the entries that ended a turn

  constructor(private readonly seat: string) {}

  hear(entry: number, before: number, seat: string, events: readonly StepEvent[]): void {
    const chose = events.find(
      (event) =>
        event.type === 'chose' && event.seat === seat && event.forced !== true && event.atOnce !== true,
    )
    const choice = chose?.type === 'chose' ? chose.choice : undefined
    this.#answers = [...this.#answers, { entry, before, seat, choice }]
  }

  /** The answer with this entry ends its turn, even if the seat is asked again. */
  end(entry: number): void {
    this.#last.add(entry)
  }

  undo(to: number): void {
    for (const entry of this.#last) if (entry >= to) this.#last.delete(entry)
    this.#answers = this.#answers.filter(({ entry }) => entry < to)
  }

  /** The entry of the last answer of the seat. 0: it has given none. */
  get lastOwn(): number {
    return this.#answers.findLast(({ seat }) => seat === this.seat)?.entry ?? 0
  }

  /** The run of answers of the seat up to now. Without one, a turn begins at this entry. */
  open(entry: number): OwnTurn {
    const last = this.#answers.findLastIndex(
      (one) => one.seat !== this.seat || one.choice === undefined || this.#last.has(one.entry),
    )
    const run = this.#answers.slice(last + 1)
    const choices = run.flatMap(({ choice }) => (choice === undefined ? [] : [choice]))
    return { entry: run[0]?.before ?? entry, choices }
  }
}
