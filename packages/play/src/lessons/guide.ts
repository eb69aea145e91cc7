/** A compiled guide: what a coach says in a guided game, and when. Plain data. */
import type { QuestionName, Text } from '@ludoforge/kernel'
import type { Lesson, LessonCondition, Pointer } from './lesson.js'

/** A guided game of one seat. */
export interface Guide extends Pick<Lesson, 'title' | 'seat' | 'start' | 'setup' | 'saved' | 'actor'> {
  readonly policy?: string // of the other seats
  readonly card: string // the procedure that begins a card
  readonly lookBack: readonly string[] // the procedures after which the coach looks back
  readonly warnings: readonly GuideWarning[]
  readonly moments: readonly Moment[]
}

/** What the coach says before the learner ends a turn after which a condition would hold. */
export interface GuideWarning {
  readonly condition: LessonCondition
  readonly text: Text
}

/** When a moment happens. */
export type Occasion =
  | { readonly is: 'question'; readonly question: QuestionName } // the learner is asked it
  | { readonly is: 'condition'; readonly condition: LessonCondition } // it holds for the first time
  | { readonly is: 'action'; readonly actions: readonly string[] } // somebody begins one of them

/** Something that the coach explains once. */
export interface Moment {
  readonly occasion: Occasion
  readonly weight: number // heavier ones come first
  readonly teaches: readonly string[] // terms
  readonly text: Text
  readonly pointing: readonly Pointer[]
}
