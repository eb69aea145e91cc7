/** Judges what the learner does: accepted, a mistake that the lesson knows, or something else. */
import { type Choice, type Decision, IllegalChoice, isRecord, itemOf, type State } from '@ludoforge/kernel'
import { choiceIds, type Chosen, isSameChoice, type LessonGame, NONE } from './lesson-game.js'
import type { LessonAnswer, Task } from './lesson.js'
import { unexpectedAnswer, unreachedGoal } from './unexpected.js'

type Find = Extract<Task, { task: 'find' }>
type Reach = Extract<Task, { task: 'reach' }>

/** A judgement, and the line of the lesson that made it. */
export interface Verdict {
  readonly accepted: boolean
  readonly isExpected: boolean // the lesson has a line for it
  readonly by: 'answer' | 'also' | 'mistake' | 'failure' | 'else' | 'none'
  readonly index: number // of that line among its kind
  readonly text?: string
}

/** Says in sentences what an answer of a seat would do. */
export type Foresee = (state: State, choice: Choice, seat: string) => readonly string[]

/** A judgement of an answer, with the answer to play. */
export type AnswerVerdict = Verdict & { readonly choice: Choice }

/** Judges for one lesson. */
export class Judge {
  constructor(
    private readonly lessons: LessonGame,
    private readonly you: string,
    private readonly foresee: Foresee = () => [],
  ) {}

  /** Judges an answer to a question, before it is played. Below `reach` only mistakes by answer are known then. */
  answer(state: State, task: Exclude<Task, Find>, decision: Decision, given: Choice): AnswerVerdict {
    const choice = firstRound(decision, given)
    const it = chosenBy(task, decision, choice)
    const index = (answers: readonly LessonAnswer[]): number =>
      answers.findIndex((answer) => {
        const written = this.lessons.choiceIn(state, decision, answer)
        return written !== undefined && isSameChoice(written, choice)
      })
    if (task.task === 'choose') {
      const accepted = index(task.answers)
      if (accepted >= 0) return { accepted: true, isExpected: true, by: 'answer', index: accepted, choice }
    }
    const also = index(task.also.map(({ answer }) => answer))
    const comment = task.also[also]
    if (comment !== undefined) {
      const text = this.lessons.text(state, comment.text, this.you, it)
      return { accepted: true, isExpected: true, by: 'also', index: also, text, choice }
    }
    const mistake = index(task.mistakes.map(({ answer, illegal }) => (illegal ? NOTHING : answer)))
    const known = task.mistakes[mistake]
    if (known !== undefined && !known.illegal) {
      const text = this.lessons.text(state, known.text, this.you, it)
      return { accepted: false, isExpected: true, by: 'mistake', index: mistake, text, choice }
    }
    if (task.task === 'reach')
      return { accepted: true, isExpected: false, by: 'none', index: -1, choice: given }
    return {
      ...this.#failure(state, task, it, () =>
        unexpectedAnswer(decision, choice, this.#foreseen(state, choice)),
      ),
      choice,
    }
  }

  /** What the answer would do. An illegal one does nothing: its reply says why. */
  #foreseen(state: State, choice: Choice): readonly string[] {
    try {
      return this.foresee(state, choice, this.you)
    } catch (error) {
      if (!(error instanceof IllegalChoice)) throw error
      return []
    }
  }

  /** Judges a position in which the goal wasn't reached. */
  failure(state: State, task: Reach): Verdict {
    return this.#failure(state, task, undefined, () =>
      unreachedGoal(this.lessons, state, task.goal, this.you),
    )
  }

  #failure(state: State, task: Task, it: Chosen | undefined, sentence: () => string): Verdict {
    const failed = { accepted: false, isExpected: true }
    const index = task.failures.findIndex(
      (line) => !lacksIt(line, it) && this.lessons.holds(state, line.condition, this.you, it),
    )
    const failure = task.failures[index]
    if (failure !== undefined)
      return { ...failed, by: 'failure', index, text: this.lessons.text(state, failure.text, this.you, it) }
    if (task.otherwise !== undefined && !lacksIt(task.otherwise, it))
      return { ...failed, by: 'else', index: 0, text: this.lessons.text(state, task.otherwise, this.you, it) }
    return { accepted: false, isExpected: false, by: 'none', index: -1, text: sentence() }
  }

  /** Whether an answer meets a condition of the task, for tests. */
  meets(state: State, task: Exclude<Task, Find>, decision: Decision, choice: Choice, index: number): boolean {
    const { condition } = task.failures[index] ?? {}
    const it = chosenBy(task, decision, firstRound(decision, choice))
    return (
      condition !== undefined && !lacksIt(condition, it) && this.lessons.holds(state, condition, this.you, it)
    )
  }

  /** Judges a thing that the learner points at. */
  found(state: State, task: Find, id: string): Verdict {
    if (this.lessons.things(state, task, this.you).includes(id))
      return { accepted: true, isExpected: true, by: 'answer', index: 0 }
    const it = { type: itemOf(task.set.type), id }
    const index = task.mistakes.findIndex(({ answer }) => this.lessons.pointsAt(state, answer, it))
    const known = task.mistakes[index]
    if (known !== undefined) {
      const text = this.lessons.text(state, known.text, this.you, it)
      return { accepted: false, isExpected: true, by: 'mistake', index, text }
    }
    return this.#failure(state, task, it, () => "That isn't it. Look again.")
  }

  /** The lesson's words about an option that isn't offered. */
  refusal(state: State, task: Task, decision: Decision, option: string): string | undefined {
    const isOption = this.lessons.game.def.zones.some(({ id }) => id === option)
    const it = chosenBy(task, decision, isOption ? option : [])
    for (const { answer, text, illegal } of task.mistakes) {
      if (!illegal) continue
      const written = this.lessons.choiceIn(state, decision, answer)
      if (written !== undefined && choiceIds(written).includes(option))
        return this.lessons.text(state, text, this.you, it)
    }
    return undefined
  }

  /** The first accepted answer to the open question. */
  first(state: State, task: Extract<Task, { task: 'choose' }>): Choice | undefined {
    const [answer] = task.answers
    const decision = this.lessons.game.decision(state, this.you)
    return answer === undefined || decision === undefined
      ? undefined
      : this.lessons.choiceIn(state, decision, answer)
  }

  /** The answer that follows these on a way to the goal. Returns `undefined` if they are on none. */
  next(start: State, task: Reach, given: readonly Choice[]): Choice | undefined {
    for (const way of task.ways) {
      const played = this.lessons.way(start, task, way, this.you, given.length + 1)
      const isOn = given.every((choice, i) => isSameChoice(choice, played[i] ?? []))
      const next = played[given.length]
      if (isOn && next !== undefined) return next
    }
    return undefined
  }
}

const NOTHING: LessonAnswer = { picks: [{ text: '' }] }

/** A list with one item that answers a question of a series is the answer to its first round. */
function firstRound(decision: Decision, choice: Choice): Choice {
  const [only, ...others] = Array.isArray(choice) ? choiceIds(choice) : []
  return decision.kind === 'one' && only !== undefined && others.length === 0 ? only : choice
}

/** What `it` is: the first option of the answer. An offer, or no option at all, is nothing. */
function chosenBy({ it: type, task }: Task, decision: Decision, choice: Choice): Chosen | undefined {
  if (type === undefined || task === 'reach') return undefined
  const isOffer = typeof choice === 'object' && 'offer' in choice
  const [id] = choiceIds(choice)
  return { type, id: !isOffer && type === decision.type && id !== undefined ? id : NONE }
}

/** Whether a line of a lesson is about `it`, and the learner chose nothing that `it` could be. */
function lacksIt(line: unknown, it: Chosen | undefined): boolean {
  return it?.id === NONE && mentionsIt(line)
}

function mentionsIt(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(mentionsIt)
  if (!isRecord(node)) return false
  return (node['ref'] === 'binding' && node['name'] === 'it') || Object.values(node).some(mentionsIt)
}
