/** A compiled lesson: plain data, which a session runs without a compiler. */
import type { Block, QuestionName, SavedState, StartOptions, Text, TypeName } from '@ludoforge/kernel'
import type { WrittenPick } from '../acts/picks.js'
import type { Expression } from '../workbench/values.js'

/** One lesson of a course. */
export interface Lesson {
  readonly id: string // stable: the name of its file, its title, or both
  readonly title: string
  readonly rules: readonly string[] // the rules it cites
  readonly seat: string // `you`
  readonly teaches: readonly string[] // terms
  readonly start: StartOptions
  readonly setup: Block // statements that change the start
  readonly saved?: SavedState // the position after them, for hosts that can't run statements
  readonly actor?: string
  readonly steps: readonly LessonStep[]
}

/** A step. `if` jumps over the next `skip` steps unless its condition holds. `expects` is for tests alone. */
export type LessonStep =
  | { readonly step: 'say'; readonly text: Text; readonly pointing: readonly Pointer[] }
  | { readonly step: 'act'; readonly act: LessonAct }
  | { readonly step: 'expects'; readonly number: number }
  | { readonly step: 'if'; readonly condition: LessonCondition; readonly skip: number }
  | { readonly step: 'task'; readonly task: Task }
  | { readonly step: 'close'; readonly text: Text }

/** What the lesson plays itself. */
export type LessonAct =
  | { readonly act: 'dice'; readonly values: readonly number[] }
  | { readonly act: 'choose'; readonly seat?: string; readonly answer: LessonAnswer }
  | {
      readonly act: 'do'
      readonly seat?: string
      readonly action?: string // the seat answers its question with it, if it is offered
      readonly actor?: string // of the effects
      readonly effects: Block
    }
  | { readonly act: 'plays'; readonly seat: string; readonly policy?: string; readonly on: boolean }
  | { readonly act: 'everybody'; readonly policy?: string }

/** An item of an answer, and what its words mean: alone, and where a question asks for a type. */
export interface LessonPick extends WrittenPick {
  readonly plain?: Expression
  readonly as?: Readonly<Record<TypeName, Expression>>
}

/** An answer. `more`: declines until another seat is asked. */
export interface LessonAnswer {
  readonly picks: readonly LessonPick[]
  readonly ahead?: 'only' | 'throughout'
  readonly more?: true
}

/** A condition: all of its parts hold. */
export type LessonCondition = readonly ConditionPart[]

/** An expression, or a statement about the question or the end of the game. */
export type ConditionPart =
  | { readonly is: 'true'; readonly expression: Expression }
  /** Without a seat: nobody is asked. */
  | { readonly is: 'asked'; readonly seat?: string; readonly name?: string; readonly wanted: boolean }
  | {
      readonly is: 'offered'
      readonly seat?: string
      readonly picks: readonly LessonPick[]
      readonly wanted: boolean
    }
  /** `winner` null: nobody. */
  | { readonly is: 'ended'; readonly over: boolean; readonly winner?: string | null }

/** A thing to look at. */
export type Pointer =
  | { readonly at: 'question' }
  | { readonly at: 'option'; readonly pick: LessonPick }
  | { readonly at: 'variable'; readonly variable: string; readonly of?: Expression }
  | { readonly at: 'things'; readonly expression: Expression }

/** What the learner does. */
export type Task = TaskReplies &
  (
    | { readonly task: 'find'; readonly set: Expression }
    | { readonly task: 'choose'; readonly answers: readonly LessonAnswer[] }
    | {
        readonly task: 'reach'
        readonly goal: LessonCondition
        readonly answers?: number // how many may be given; default: those of the turn
        readonly skipping: readonly QuestionName[]
        readonly only: boolean // there are no other ways
        readonly ways: readonly (readonly LessonAnswer[])[]
      }
  )

/** What the coach replies. Texts and conditions below `find` and `choose` may use `it`. */
export interface TaskReplies {
  readonly it?: TypeName // the type of `it`, if it is known
  readonly also: readonly { readonly answer: LessonAnswer; readonly text: Text }[]
  readonly mistakes: readonly {
    readonly answer: LessonAnswer
    readonly text: Text
    readonly illegal: boolean
  }[]
  readonly failures: readonly {
    readonly condition: LessonCondition
    readonly text: Text
    readonly by?: readonly LessonAnswer[] // below `reach`: the way that makes it true
  }[]
  readonly otherwise?: Text
  readonly hints: readonly Text[]
}
