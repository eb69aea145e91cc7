/** Tests the replies of a task: each mistake is one, each line is reached, and each goal has the ways it claims. */
import type { Choice, Decision, State } from '@ludoforge/kernel'
import { IllegalChoice, itemOf } from '@ludoforge/kernel'
import {
  choiceIds,
  Judge,
  type LessonAnswer,
  type LessonGame,
  type Task,
  type Verdict,
} from '@ludoforge/play'
import type { Reporter } from '../diagnostics/index.js'
import { Failed } from '../examples/run.js'
import type { Span } from '../source/index.js'
import type { CompiledLesson } from './compile-lesson.js'
import type { AnswerNode, TaskNode } from './parse.js'
import { answersTo, provePuzzle } from './puzzle.js'

type Reach = Extract<Task, { task: 'reach' }>

/** A position on a way to a goal, and the answer that the way gives there. */
interface Place {
  readonly state: State
  readonly decision: Decision
  readonly choice: Choice
}

/** Tests one task in the position in which it starts. */
export class TaskTester {
  readonly #you: string
  readonly #judge: Judge
  readonly #span: Span

  constructor(
    private readonly lessons: LessonGame,
    compiled: CompiledLesson,
    private readonly reporter: Reporter | undefined,
    private readonly state: State,
    private readonly here: { span: Span; state: State | undefined },
  ) {
    this.#span = here.span
    this.#you = compiled.lesson.seat
    this.#judge = new Judge(lessons, this.#you)
  }

  test(task: Task, node: TaskNode): void {
    if (task.task === 'find') this.#testFind(task, node)
    else if (task.task === 'choose') this.#testChoose(task, node)
    else this.#testReach(task, node)
  }

  #testFind(task: Extract<Task, { task: 'find' }>, node: TaskNode): void {
    const found = this.lessons.things(this.state, task, this.#you)
    const others = this.lessons.candidates(this.state, task, this.#you).filter((id) => !found.includes(id))
    const type = itemOf(task.set.type)
    task.mistakes.forEach(({ answer, illegal }, i) => {
      const at = node.mistakes[i]?.answer.span ?? this.#span
      if (illegal) throw new Failed(at, 'Nothing is illegal to point at.', {})
      const named = [...found, ...others].filter((id) =>
        this.lessons.pointsAt(this.state, answer, { type, id }),
      )
      const accepted = named.find((id) => found.includes(id))
      if (accepted !== undefined)
        throw new Failed(at, 'This is in the set, so it is accepted.', { actual: found.join(', ') })
      if (named.length === 0) throw new Failed(at, 'This names nothing that can be pointed at.')
    })
    this.#testLines(
      task,
      node,
      others.map((id) => this.#judge.found(this.state, task, id)),
      (i) =>
        others.some((id) =>
          this.lessons.holds(this.state, task.failures[i]?.condition ?? [], this.#you, { type, id }),
        ),
    )
  }

  #testChoose(task: Extract<Task, { task: 'choose' }>, node: TaskNode): void {
    const { game } = this.lessons
    const decision = game.decision(this.state, this.#you)
    if (decision === undefined) return // the answer fails with more to say
    const hits: Verdict[] = []
    task.mistakes.forEach(({ answer, illegal }, i) => {
      const at = node.mistakes[i]?.answer.span ?? this.#span
      const choice = this.lessons.choice(this.state, decision, answer)
      const isLegal = this.#isLegal(this.state, choice)
      if (isLegal === illegal) {
        const message = isLegal ? 'This answer is legal.' : 'This answer is illegal.'
        throw new Failed(at, message, { expected: isLegal ? 'an illegal answer' : 'a legal answer' })
      }
      if (illegal) {
        const [id = ''] = choiceIds(choice)
        this.#judge.refusal(this.state, task, decision, id)
        return
      }
      const verdict = this.#judge.answer(this.state, task, decision, choice)
      if (verdict.accepted) throw new Failed(at, 'This answer is accepted, so it is no mistake.')
      if (verdict.index !== i) this.#neverReached(at)
      hits.push(verdict)
    })
    const choices = answersTo(decision, 'single').filter((choice) => this.#isLegal(this.state, choice))
    const verdicts = choices.map((choice) => this.#judge.answer(this.state, task, decision, choice))
    const others = choices.filter((_, i) => verdicts[i]?.accepted === false)
    this.#testLines(task, node, [...hits, ...verdicts], (i) =>
      others.some((choice) => this.#judge.meets(this.state, task, decision, choice, i)),
    )
  }

  /** Checks that each condition is met, and that each line is reached. `meets`: whether any option meets a condition. */
  #testLines(
    task: Task,
    node: TaskNode,
    verdicts: readonly Verdict[],
    meets: (index: number) => boolean,
  ): void {
    const isHit = (by: Verdict['by'], index: number): boolean =>
      verdicts.some((verdict) => verdict.by === by && verdict.index === index)
    task.failures.forEach((_, i) => {
      const at = node.failures[i]?.span ?? this.#span
      if (isHit('failure', i)) return
      if (!meets(i)) throw new Failed(at, 'No option meets this condition.')
      this.#neverReached(at)
    })
    if (task.otherwise !== undefined && !isHit('else', 0))
      this.#neverReached(node.otherwise?.span ?? this.#span)
  }

  #neverReached(span: Span): void {
    this.reporter?.warn(
      'never-reached',
      span,
      'An earlier line always catches this.',
      'Remove it, or move it up.',
    )
  }

  #testReach(task: Reach, node: TaskNode): void {
    const places: Place[] = []
    const ways = task.ways.map((way, i) => this.#follow(task, way, node.ways[i] ?? [], places))
    task.failures.forEach(({ by = [] }, i) => {
      const written = node.failures[i]
      const at = written?.by?.[0]?.span ?? this.#span
      const { state, isReached, isOver } = this.#follow(task, by, written?.by ?? [], places)
      if (isReached) throw new Failed(at, 'This way reaches the goal, so it is no mistake.')
      if (!isOver)
        throw new Failed(at, 'This way stops before the goal is lost.', { actual: 'the turn goes on' })
      const verdict = this.#judge.failure(state, task)
      if (verdict.by === 'failure' && verdict.index === i) return
      const holds = this.lessons.holds(state, task.failures[i]?.condition ?? [], this.#you)
      throw new Failed(
        at,
        holds ? 'An earlier line catches this way.' : "This way doesn't make the condition true.",
        {
          expected: written?.condition.text ?? '',
          actual: verdict.text ?? '',
        },
      )
    })
    if (task.otherwise !== undefined) this.lessons.text(this.state, task.otherwise, this.#you)
    task.also.forEach(({ answer, text }, i) => {
      this.lessons.text(this.state, text, this.#you)
      this.#testPlaced(answer, node.also[i]?.answer, places, true)
    })
    task.mistakes.forEach(({ answer, text, illegal }, i) => {
      this.lessons.text(this.state, text, this.#you)
      this.#testPlaced(answer, node.mistakes[i]?.answer, places, !illegal)
    })
    if (task.only && this.reporter !== undefined && node.task === 'reach')
      provePuzzle(
        this.lessons,
        task,
        this.state,
        this.#you,
        ways.map(({ choices }) => choices),
        node.span,
      )
  }

  /** Checks that an answer is legal, or illegal, at a question of one of the ways. */
  #testPlaced(
    answer: LessonAnswer,
    node: AnswerNode | undefined,
    places: readonly Place[],
    isWanted: boolean,
  ): void {
    const fits = places.flatMap(({ state, decision }) => {
      const choice = this.lessons.choiceIn(state, decision, answer)
      return choice === undefined ? [] : [this.#isLegal(state, choice)]
    })
    if (fits.includes(isWanted)) return
    const at = node?.span ?? this.#span
    const [first] = places
    if (fits.length === 0 && first !== undefined) this.lessons.choice(first.state, first.decision, answer) // throws: unknown words
    throw new Failed(at, `This answer is ${isWanted ? 'illegal' : 'legal'} at every question on the way.`)
  }

  /** Plays a way, and notes its questions. Stops where the goal is reached, or lost. */
  #follow(task: Reach, way: readonly LessonAnswer[], nodes: readonly AnswerNode[], places: Place[]) {
    const choices: Choice[] = []
    const { game } = this.lessons
    let state = this.lessons.skipped(this.state, task, this.#you)
    const isReached = (): boolean => choices.length > 0 && this.lessons.holds(state, task.goal, this.#you)
    const isOver = (): boolean =>
      game.decision(state)?.seat !== this.#you || choices.length >= (task.answers ?? Infinity)
    for (const [i, answer] of way.entries()) {
      const at = nodes[i]?.span ?? this.#span
      do {
        if (isReached() || isOver()) break
        Object.assign(this.here, { span: at, state })
        const decision = this.lessons.decision(state, this.#you)
        const choice = this.lessons.choice(state, decision, answer)
        places.push({ state, decision, choice })
        if (!this.#isLegal(state, choice)) throw new Failed(at, 'This answer is illegal.')
        choices.push(choice)
        state = this.lessons.skipped(game.decide(state, choice, this.#you), task, this.#you)
      } while (answer.more === true)
    }
    return { state, choices, isReached: isReached(), isOver: isOver() }
  }

  #isLegal(state: State, choice: Choice): boolean {
    try {
      this.lessons.game.decide(state, choice, this.#you)
      return true
    } catch (error) {
      if (error instanceof IllegalChoice) return false
      throw error
    }
  }
}
