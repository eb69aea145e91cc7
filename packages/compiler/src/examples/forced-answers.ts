/** Answers that the machine gave, because there was one legal answer: nobody was asked. */
import type { Choice, State, StepEvent } from '@ludoforge/kernel'
import type { Pick } from './parse.js'
import type { Picks } from './picks.js'

export type ChoseEvent = Extract<StepEvent, { type: 'chose' }>

/** The forced answers of one step. */
export class ForcedAnswers {
  constructor(
    private readonly picks: Picks,
    readonly answers: readonly ChoseEvent[] = [],
    private readonly before?: State, // the state in which the step began
  ) {}

  /** Those of one seat; without one, all. */
  of(seat: string | undefined): ForcedAnswers {
    if (seat === undefined) return this
    return new ForcedAnswers(
      this.picks,
      this.answers.filter((one) => one.seat === seat),
      this.before,
    )
  }

  get any(): boolean {
    return this.answers.length > 0
  }

  /** Was one of them exactly this? */
  was(picks: readonly Pick[]): boolean {
    return this.answers.some((answer) => this.#is(answer, picks))
  }

  /** Was this one of the things chosen? */
  has(pick: Pick): boolean {
    return this.answers.some((answer) => namedIn(answer.choice).some((id) => this.#means(answer, pick, id)))
  }

  /** As examples write them. */
  get told(): string {
    return this.answers
      .map(
        ({ seat, choice }) =>
          `${seat} had to choose ${namedIn(choice).map(asWritten).join(', ') || 'nothing'}`,
      )
      .join('; ')
  }

  #is(answer: ChoseEvent, picks: readonly Pick[]): boolean {
    const left = [...namedIn(answer.choice)]
    const wanted = picks.flatMap((pick) => Array.from({ length: pick.count ?? 1 }, () => pick))
    return (
      left.length === wanted.length &&
      wanted.every((pick) => {
        const at = left.findIndex((id) => this.#means(answer, pick, id))
        if (at >= 0) left.splice(at, 1)
        return at >= 0
      })
    )
  }

  /** By its id, by its label, by its type alone or with its place, or as a value. */
  #means({ label }: ChoseEvent, pick: Pick, id: string): boolean {
    const { text } = pick
    const [type = ''] = id.split('@', 1)
    if ([id, type, asWritten(id)].includes(text)) return true
    if ([label, this.picks.nameOf(type)].some((name) => name?.toLowerCase() === text.toLowerCase()))
      return true
    const { before } = this
    return before !== undefined && (this.picks.namesIn(before, pick) ?? []).includes(id)
  }
}

/** `inn@shelf` as examples write it: `inn in shelf`. */
export const asWritten = (id: string): string => id.replace('@', ' in ')

/** What an answer names. */
export function namedIn(choice: Choice): readonly string[] {
  if (typeof choice === 'object') return 'offer' in choice ? [choice.offer] : choice
  return [String(choice)]
}
