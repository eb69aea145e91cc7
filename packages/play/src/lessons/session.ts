/** A lesson in progress: what the coach shows, and what it replies to the learner. */
import {
  type Choice,
  type Decision,
  IllegalChoice,
  present,
  type State,
  type StepEvent,
} from '@ludoforge/kernel'
import type { Acted } from '../acts/act-player.js'
import { explain } from '../explain/index.js'
import { type Foresee, Judge, type Verdict } from './judge.js'
import type { LessonGame } from './lesson-game.js'
import type { Lesson, Task } from './lesson.js'
import { type Thing, thingsAt } from './things.js'

/** What the learner sees now. */
export interface Card {
  readonly step: number // the current step, from 1; a step ends with a task
  readonly steps: number
  readonly text?: string // what the coach says
  readonly pointing: readonly Thing[]
  readonly task?: Task['task'] // what the learner has to do; absent: read on, or the end
  readonly hints: number // hints that are left
  readonly reply?: Reply // to the last answer
  readonly failed: boolean // the goal can't be reached any more: try again
  readonly closed: boolean // the lesson is over
}

/** A reply of the coach. */
export interface Reply {
  readonly kind: 'right' | 'mistake' | 'unexpected' | 'illegal' | 'hint'
  readonly text: string
  readonly rule?: string // of an illegal answer
}

/** Where the learner is: enough to resume the lesson later. */
export interface LessonPosition {
  readonly lesson: string
  /** What the learner did in each task so far: the answers, or the thing found. */
  readonly done: readonly (readonly Choice[])[]
  readonly read: number // cards read since the last task
}

/** A step of the lesson that can't be played: the lesson doesn't fit the rules. */
export class LessonFailure extends Error {
  constructor(
    readonly at: number, // the index of the step
    readonly state: State,
    override readonly cause: unknown,
  ) {
    super(cause instanceof Error ? cause.message : String(cause))
  }
}

interface Snapshot {
  readonly at: number // the index of the step: a card, a task, or the end
  readonly state: State
  readonly said: Said | undefined
  readonly step: number
  readonly answers: readonly Choice[] // given in the task in progress
  readonly done: LessonPosition['done']
  readonly read: number
}

interface Said {
  readonly text: string
  readonly pointing: readonly Thing[]
}

/** The options of a session. */
export interface SessionOptions {
  readonly seed?: string // of the random picks of opponents
  readonly options?: Lesson['start']['options'] // game options in addition to those of the lesson
  readonly foresee?: Foresee // for replies to answers that the lesson has no line for
  /** Is called after each step that changed the position, or that the lesson takes. */
  readonly onStep?: (at: number, before: State, after: State, events: readonly StepEvent[]) => void
}

/** Runs a lesson. Every change is a new snapshot, so that the learner can go back. */
export class LessonSession {
  #now: Snapshot
  #past: Snapshot[] = []
  #taskStart: Snapshot | undefined
  #reply: Reply | undefined
  #failed = false
  #hinted = 0
  readonly #judge: Judge
  readonly #seed: string

  constructor(
    readonly lessons: LessonGame,
    readonly lesson: Lesson,
    private readonly settings: SessionOptions = {},
  ) {
    this.#seed = settings.seed ?? 'a lesson'
    this.#judge = new Judge(lessons, lesson.seat, settings.foresee)
    const state = lessons.start(lesson, settings.options)
    this.#now = { at: -1, state, said: undefined, step: 1, answers: [], done: [], read: 0 }
    this.#advance()
  }

  get state(): State {
    return this.#now.state
  }

  /** The index of the current step in the lesson. */
  get at(): number {
    return this.#now.at
  }

  get task(): Task | undefined {
    const step = this.lesson.steps[this.#now.at]
    return step?.step === 'task' ? step.task : undefined
  }

  /** How many tasks are done. */
  get done(): number {
    return this.#now.done.length
  }

  /** The learner's question, if the task is to answer it. */
  get question(): Decision | undefined {
    const { task } = this
    return task === undefined || task.task === 'find' || this.#failed
      ? undefined
      : this.lessons.game.decision(this.state, this.lesson.seat)
  }

  get card(): Card {
    const { said, step, at } = this.#now
    const { task } = this
    return {
      step,
      steps: this.lesson.steps.filter((one) => one.step === 'task').length,
      ...(said === undefined ? {} : { text: said.text }),
      pointing: said?.pointing ?? [],
      ...(task === undefined ? {} : { task: task.task }),
      hints: task === undefined ? 0 : task.hints.length - this.#hinted,
      ...(this.#reply === undefined ? {} : { reply: this.#reply }),
      failed: this.#failed,
      closed: at >= this.lesson.steps.length || this.lesson.steps[at]?.step === 'close',
    }
  }

  get position(): LessonPosition {
    const { done, read, answers } = this.#now
    return { lesson: this.lesson.id, done: answers.length === 0 ? done : [...done, answers], read }
  }

  /** Goes back to a position of this lesson. Stops where the lesson has changed since. */
  resume({ done, read }: LessonPosition): void {
    for (const answers of done) {
      while (this.task === undefined && !this.card.closed) this.next()
      for (const answer of answers) {
        if (this.task?.task === 'find' && typeof answer === 'string') this.find(answer)
        else if (this.question !== undefined) this.answer(answer)
      }
      if (this.#failed || this.#reply?.kind === 'mistake' || this.#reply?.kind === 'illegal') return
    }
    for (let n = 0; n < read && this.task === undefined && !this.card.closed; n++) this.next()
    this.#reply = undefined
  }

  /** From a card that the learner has read to the next one. */
  next(): void {
    if (this.task !== undefined || this.card.closed) return
    this.#remember()
    this.#now = { ...this.#now, read: this.#now.read + 1 }
    this.#advance()
  }

  /** Runs the lesson up to the next card or task. A card right before a task is shown with it. */
  #advance(): void {
    const { steps, seat } = this.lesson
    this.#hinted = 0
    this.#failed = false
    let { at, state, said } = this.#now
    let isShown = false
    for (at += 1; at < steps.length; at++) {
      const step = present(steps[at], 'the index is one of a step.')
      if (step.step === 'task') break
      if (isShown) {
        at -= 1
        break
      }
      const before = state
      if (step.step === 'say' || step.step === 'close') {
        const pointers = step.step === 'say' ? step.pointing : []
        const pointing = pointers.flatMap((pointer) => thingsAt(this.lessons, state, pointer, seat))
        said = { text: this.lessons.text(state, step.text, seat), pointing }
        isShown = true
      } else if (step.step === 'act') {
        const acted = this.#acted(at, state)
        state = acted.state
        this.settings.onStep?.(at, before, state, acted.events)
        continue
      } else if (step.step === 'if' && !this.lessons.holds(state, step.condition, seat)) {
        at += step.skip
        continue
      }
      this.settings.onStep?.(at, before, state, [])
      if (step.step === 'close') break
    }
    this.#now = { ...this.#now, at, state, said, answers: [] }
    this.#taskStart = this.#now
    if (this.task?.task === 'reach') this.#skip()
  }

  /** Plays a step of the lesson. A failure names the step. */
  #acted(at: number, state: State): Acted {
    const step = this.lesson.steps[at]
    if (step?.step !== 'act') return { state, events: [] }
    try {
      return this.lessons.act(state, step.act, this.#seed)
    } catch (error) {
      throw new LessonFailure(at, state, error)
    }
  }

  #remember(): void {
    this.#past.push(this.#now)
    this.#reply = undefined
  }

  /** The learner's answer to the question. */
  answer(choice: Choice): void {
    const { task, question } = this
    if (task === undefined || task.task === 'find' || question === undefined) return
    this.#reply = undefined
    const verdict = this.#judge.answer(this.state, task, question, choice)
    if (!verdict.accepted) {
      this.#reply = this.#legal(choice) ?? replyOf(verdict)
      return
    }
    try {
      this.#play(verdict.choice, verdict.text)
    } catch (error) {
      if (!(error instanceof IllegalChoice)) throw error
      this.#reply = { kind: 'illegal', text: error.message }
    }
  }

  /** The reply to an illegal answer; `undefined` if it is legal. */
  #legal(choice: Choice): Reply | undefined {
    try {
      this.lessons.game.decide(this.state, choice, this.lesson.seat)
      return undefined
    } catch (error) {
      if (!(error instanceof IllegalChoice)) throw error
      return { kind: 'illegal', text: error.message }
    }
  }

  #play(choice: Choice, comment: string | undefined): void {
    const { task, state } = this
    const { seat } = this.lesson
    const { state: after, events } = this.lessons.game.step(state, choice, seat)
    this.#remember()
    this.#now = { ...this.#now, state: after, answers: [...this.#now.answers, choice] }
    this.settings.onStep?.(this.at, state, after, events)
    if (comment !== undefined) this.#reply = { kind: 'right', text: comment }
    if (task?.task === 'choose') this.#finish()
    else if (task?.task === 'reach') this.#skip()
  }

  /** Declines the questions that the task skips, then looks whether the goal is reached, or lost. */
  #skip(): void {
    const { task } = this
    const { seat } = this.lesson
    if (task?.task !== 'reach') return
    while (
      this.lessons.game.decision(this.state)?.seat === seat &&
      this.lessons.isSkipped(this.state, task)
    ) {
      const before = this.state
      const { state, events } = this.lessons.game.step(before, [], seat)
      this.#now = { ...this.#now, state }
      this.settings.onStep?.(this.at, before, state, events)
    }
    const { answers, state } = this.#now
    if (answers.length === 0) return
    if (this.lessons.holds(state, task.goal, seat)) {
      this.#finish()
      return
    }
    const isOver = this.lessons.game.decision(state)?.seat !== seat
    if (!isOver && answers.length < (task.answers ?? Infinity)) return
    this.#failed = true
    this.#reply = replyOf(this.#judge.failure(state, task))
  }

  #finish(): void {
    const { done, answers, step } = this.#now
    this.#now = { ...this.#now, done: [...done, answers], step: step + 1, read: 0 }
    this.#advance()
  }

  /** The learner points at a thing. */
  find(id: string): void {
    const { task } = this
    if (task?.task !== 'find') return
    const verdict = this.#judge.found(this.state, task, id)
    if (!verdict.accepted) {
      this.#reply = replyOf(verdict)
      return
    }
    this.#remember()
    this.#now = { ...this.#now, answers: [id] }
    if (verdict.text !== undefined) this.#reply = { kind: 'right', text: verdict.text }
    this.#finish()
  }

  /** The learner named something that isn't offered. Explains why, in the words of the lesson if it has some. */
  refuse(name: string): void {
    const { task, question, state } = this
    if (task === undefined || question === undefined) return
    const { option, summary, failed } = explain(this.lessons.game, state, name, this.lesson.seat)
    const rule = failed.find((reason) => reason.rule !== undefined)?.rule
    const text = this.#judge.refusal(state, task, question, option) ?? summary
    this.#reply = { kind: 'illegal', text, ...(rule === undefined ? {} : { rule }) }
  }

  /** Shows the next hint. Returns `false` if there is none left. */
  hint(): boolean {
    const text = this.task?.hints[this.#hinted]
    if (text === undefined) return false
    this.#hinted += 1
    this.#reply = { kind: 'hint', text: this.lessons.text(this.state, text, this.lesson.seat) }
    return true
  }

  /** Plays the first accepted answer, or the next one of a way to the goal. */
  showMe(): void {
    const { task } = this
    if (task === undefined) return
    if (task.task === 'find') {
      const [first] = this.lessons.things(this.state, task, this.lesson.seat)
      if (first !== undefined) this.find(first)
      return
    }
    if (this.#failed) this.tryAgain()
    const { answers } = this.#now
    const next =
      task.task === 'choose'
        ? this.#judge.first(this.state, task)
        : this.#judge.next(present(this.#taskStart, 'a task has started.').state, task, answers)
    if (next !== undefined) this.answer(next)
    else if (answers.length > 0) {
      this.tryAgain()
      this.showMe()
    }
  }

  /** Starts the task again. */
  tryAgain(): void {
    if (this.#taskStart === undefined) return
    if (this.#now.answers.length > 0) this.#past.push(this.#now)
    this.#now = this.#taskStart
    this.#failed = false
    this.#reply = undefined
  }

  /** Goes back by one answer or card. Returns `false` at the start. */
  back(): boolean {
    const before = this.#past.pop()
    if (before === undefined) return false
    const isSame = before.at === this.#now.at && before.done.length === this.#now.done.length
    this.#now = before
    if (!isSame) {
      this.#hinted = 0
      const { answers } = before
      this.#taskStart =
        answers.length === 0 ? before : (this.#past.findLast((one) => one.answers.length === 0) ?? before)
    }
    this.#failed = false
    this.#reply = undefined
    return true
  }
}

function replyOf(verdict: Verdict): Reply {
  return { kind: verdict.isExpected ? 'mistake' : 'unexpected', text: verdict.text ?? '' }
}
