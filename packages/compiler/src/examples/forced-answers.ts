/** Forced answers: a question with one legal answer isn't asked. */
import type { Choice, State, StepEvent } from '@ludoforge/kernel'
import type { Pick } from './parse.js'
import type { ExamplePicks } from './picks.js'

export type ChoseEvent = Extract<StepEvent, { type: 'chose' }>

/** The forced answers of one step. */
export class ForcedAnswers {
  constructor(
    private readonly picks: ExamplePicks,
    readonly answers: readonly ChoseEvent[] = [],
    private readonly before?: State, // the state before the step
  ) {}

  /** The forced answers of one seat, or all without one. */
  of(seat: string | undefined): ForcedAnswers {
    if (seat === undefined) return this
    return new ForcedAnswers(
      this.picks,
      this.answers.filter((answer) => answer.seat === seat),
      this.before,
    )
  }

  get any(): boolean {
    return this.answers.length > 0
  }

  /** Whether one of the answers was exactly this. */
  was(picks: readonly Pick[]): boolean {
    return this.answers.some((answer) => this.#is(answer, picks))
  }

  /** Whether an answer contains this. */
  has(pick: Pick): boolean {
    return this.answers.some((answer) => namedIn(answer.choice).some((id) => this.#means(answer, pick, id)))
  }

  /** The answers in the words of examples. */
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

  /** Matches by id, by label, by type with or without place, or by value. */
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

/** Converts `inn@shelf` to the notation of examples: `inn in shelf`. */
export const asWritten = (id: string): string => id.replace('@', ' in ')

/** The ids in an answer. */
export function namedIn(choice: Choice): readonly string[] {
  if (typeof choice !== 'object') return [String(choice)]
  if ('throughout' in choice) return [String(choice.throughout)]
  return 'offer' in choice ? [choice.offer] : choice
}
