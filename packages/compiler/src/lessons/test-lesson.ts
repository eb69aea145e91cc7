/** Lessons as tests: plays every way of a lesson, and proves that its mistakes are mistakes. */
import type { Choice, Constant, Game, State } from '@ludoforge/kernel'
import {
  ActFailure,
  isSeen,
  type LessonAnswer,
  LessonFailure,
  LessonGame,
  LessonSession,
  PickError,
  specializedRules,
  type Task,
  thingsAt,
} from '@ludoforge/play'
import type { Text } from '@ludoforge/kernel'
import { didYouMean, type Reporter } from '../diagnostics/index.js'
import type { SymbolTable } from '../elaborate/index.js'
import { diagnosticOf } from '../examples/picks.js'
import { type ExampleResult, ExampleRunner, Failed } from '../examples/run.js'
import type { Span } from '../source/index.js'
import { type CompiledLesson, compileLesson } from './compile-lesson.js'
import type { AnswerNode, LessonNode, LessonStepNode, TaskNode } from './parse.js'
import { TaskTester } from './test-task.js'

/** How often a lesson in which policies play is repeated. */
const SEEDS = 8

/** Tests the lessons of a game. */
export class LessonTester {
  readonly #lessons: LessonGame
  readonly #runner: ExampleRunner
  readonly #compiled = new Map<LessonNode, CompiledLesson>()

  /** Without a reporter, as in mutation testing, plays the ways and the mistakes alone. */
  constructor(
    private readonly game: Game,
    private readonly world: SymbolTable,
    private readonly reporter?: Reporter,
  ) {
    this.#lessons = new LessonGame(game)
    this.#runner = new ExampleRunner(game, world, reporter)
  }

  /** `options`: game options in addition to those of the lesson. */
  run(node: LessonNode, options: Readonly<Record<string, Constant>> = {}): ExampleResult {
    const [rule] = node.rules
    const { title, span } = node
    const result = { title, span, isLesson: true, ...(rule === undefined ? {} : { rule }) } as const
    const here: Here = { span: node.given.span, state: undefined }
    let compiled: CompiledLesson | undefined
    try {
      compiled = this.#compile(node)
      new LessonTest(this.#lessons, this.#runner, compiled, options, this.reporter, here).run()
      return result
    } catch (error) {
      return {
        ...result,
        failure: this.#runner.failureOf(located(error, compiled, here), here.span, here.state),
      }
    }
  }

  #compile(node: LessonNode): CompiledLesson {
    let compiled = this.#compiled.get(node)
    if (compiled === undefined)
      this.#compiled.set(node, (compiled = compileLesson(this.world, this.game.def, node)))
    return compiled
  }
}

/** Where the test is, for failures. */
interface Here {
  span: Span
  state: State | undefined
}

/** An error with the source location of the answer or step that it is about. */
function located(error: unknown, compiled: CompiledLesson | undefined, here: Here): unknown {
  if (error instanceof LessonFailure) {
    here.span = compiled?.nodes[error.at]?.span ?? here.span
    here.state = error.state
    return located(error.cause, compiled, here)
  }
  if (error instanceof ActFailure) return new Failed(here.span, error.message)
  if (!(error instanceof PickError)) return error
  const pick = compiled?.picks.get(error.pick)
  return pick === undefined ? error : diagnosticOf(new PickError(pick, error.problem))
}

class LessonTest {
  readonly #tasks = new Map<number, number>() // the tasks that were reached, and how many accepted answers they have
  readonly #you: string

  constructor(
    private readonly lessons: LessonGame,
    private readonly runner: ExampleRunner,
    private readonly compiled: CompiledLesson,
    private readonly options: Readonly<Record<string, Constant>>,
    private readonly reporter: Reporter | undefined,
    private readonly here: Here,
  ) {
    this.#you = compiled.lesson.seat
  }

  run(): void {
    const { lesson, nodes } = this.compiled
    this.#play(new Map(), 1)
    const tried = new Set<string>()
    for (let isNew = true; isNew; ) {
      isNew = false
      for (const [at, ways] of this.#tasks)
        for (let way = 1; way < ways; way++) {
          const key = `${at} ${way}`
          if (tried.has(key)) continue
          tried.add(key)
          isNew = true
          this.#play(new Map([[at, way]]), 1)
        }
    }
    const isByPolicy = lesson.steps.some(
      (step) => step.step === 'act' && (step.act.act === 'plays' || step.act.act === 'everybody'),
    )
    if (this.reporter !== undefined && isByPolicy)
      for (let seed = 2; seed <= SEEDS; seed++) this.#play(new Map(), seed)
    lesson.steps.forEach((step, at) => {
      const span = nodes[at]?.span
      if (step.step === 'task' && !this.#tasks.has(at) && span !== undefined)
        this.reporter?.warn('never-reached', span, 'No way through the lesson gets here.')
    })
  }

  /** Plays the lesson to its close. `ways`: which accepted answer each task takes; default: the first. */
  #play(ways: ReadonlyMap<number, number>, seed: number): void {
    const { lesson } = this.compiled
    this.runner.begin()
    this.here.span = this.compiled.nodes[0]?.span ?? this.here.span
    const session = new LessonSession(this.lessons, lesson, {
      seed: `lesson ${seed}`,
      options: this.options,
      onStep: (at, before, state, events) => {
        const node = this.compiled.nodes[at]
        if (node === undefined) return
        this.here.span = node.span
        this.here.state = state
        const step = lesson.steps[at]
        if (step?.step === 'act' || step?.step === 'task') this.runner.record(before, { state, events })
        this.#checkStep(at, node, state)
      },
    })
    while (!session.card.closed) {
      this.here.state = session.state
      const { task, at } = session
      const node = this.compiled.nodes[at]
      if (task === undefined || node?.node !== 'task') {
        session.next()
        continue
      }
      this.here.span = node.span
      if (!this.#tasks.has(at)) {
        this.#checkTexts(task, node, session.state)
        new TaskTester(this.lessons, this.compiled, this.reporter, session.state, this.here).test(task, node)
      }
      this.#tasks.set(at, waysOf(task))
      this.#perform(session, task, node, ways.get(at) ?? 0)
    }
  }

  #checkStep(at: number, node: LessonStepNode, state: State): void {
    const step = this.compiled.lesson.steps[at]
    if (step?.step === 'expects') {
      const expectation = this.compiled.expectations[step.number]
      if (expectation !== undefined) this.runner.step(state, expectation, this.compiled.lesson.actor)
    }
    if (step?.step === 'close' && node.node === 'close') this.#checkSeen(step.text, node.text.span, state)
    if (step?.step !== 'say' || node.node !== 'say') return
    this.#checkSeen(step.text, node.text.span, state)
    step.pointing.forEach((pointer, i) => {
      const span = node.pointing[i]?.span ?? node.span
      if (pointer.at === 'option') this.#checkOption(pointer.pick.text, span, state)
      const things = thingsAt(this.lessons, state, pointer, this.#you)
      if (things.length === 0) throw new Failed(span, 'Nothing is there to point at.')
      if (things.some((thing) => !isSeen(this.lessons, state, thing, this.#you)))
        throw new Failed(span, `${this.#you} can't see what the lesson points at.`)
    })
  }

  #checkOption(text: string, span: Span, state: State): void {
    const decision = this.lessons.game.decision(state, this.#you)
    if (decision === undefined)
      throw new Failed(span, `${this.#you} has no question here, so \`${text}\` isn't an option.`)
    const options = [...decision.options, ...decision.offers]
    if (options.some(({ id, label }) => id === text || label.toLowerCase() === text.toLowerCase())) return
    const hint = didYouMean(
      text,
      options.flatMap(({ id, label }) => [id, label]),
    )
    throw new Failed(
      span,
      `\`${text}\` isn't an option here.${hint === undefined ? '' : ` D${hint.slice(1)}`}`,
    )
  }

  /** Checks that a text tells the learner nothing hidden. */
  #checkSeen(text: Text, span: Span, state: State): void {
    const rules = specializedRules(this.lessons.game, state)
    const acting = this.lessons.game.decision(state, this.#you) !== undefined
    for (const part of text) {
      const why =
        typeof part === 'string' ? undefined : rules.hiddenReason(part.show, { seat: this.#you, acting })
      if (why !== undefined)
        throw new Failed(span, `The coach would tell ${this.#you} something hidden. ${why}`)
    }
  }

  #checkTexts(task: Task, node: TaskNode, state: State): void {
    task.hints.forEach((hint, i) => {
      this.lessons.text(state, hint, this.#you)
      this.#checkSeen(hint, node.hints[i]?.span ?? node.span, state)
    })
    const lists = ['also', 'mistakes', 'failures'] as const
    for (const list of lists)
      task[list].forEach(({ text }, i) => {
        this.#checkSeen(text, node[list][i]?.text.span ?? node.span, state)
      })
    if (task.otherwise !== undefined)
      this.#checkSeen(task.otherwise, node.otherwise?.span ?? node.span, state)
  }

  /** Does what the lesson accepts. */
  #perform(session: LessonSession, task: Task, node: TaskNode, way: number): void {
    if (task.task === 'find') {
      const [first] = this.lessons.things(session.state, task, this.#you)
      if (first === undefined) throw new Failed(node.span, 'Nothing can be found here: the set is empty.')
      session.find(first)
      return
    }
    if (task.task === 'choose' && node.task === 'choose') {
      const answers = [...task.answers, ...task.also.map(({ answer }) => answer)]
      const written = [...node.answers, ...node.also.map(({ answer }) => answer)]
      this.#give(session, answers[way], written[way])
      return
    }
    if (task.task !== 'reach') return
    const { done } = session
    const written = node.ways[way] ?? []
    for (const [i, answer] of (task.ways[way] ?? []).entries()) {
      const at = written[i]
      this.here.span = at?.span ?? node.span
      if (answer.more !== true && session.done > done)
        throw new Failed(this.here.span, 'The goal is reached before this answer, so it is never given.')
      do this.#give(session, answer, at, done)
      while (answer.more === true && session.done === done && session.question !== undefined)
    }
    if (session.done > done) return
    const expected = node.task === 'reach' ? node.goal.text : ''
    const { reply } = session.card
    throw new Failed(node.ways[way]?.[0]?.span ?? node.span, "This way doesn't reach the goal.", {
      expected,
      actual: reply?.text ?? this.runner.asking(session.state),
    })
  }

  /** Gives an answer of the lesson. Fails if the learner isn't asked, or if the coach refuses it. */
  #give(
    session: LessonSession,
    answer: LessonAnswer | undefined,
    node: AnswerNode | undefined,
    done = session.done,
  ): void {
    if (answer === undefined || node === undefined) return
    this.here.span = node.span
    this.here.state = session.state
    if (answer.more === true && (session.done > done || session.question === undefined)) return
    const { question } = session
    if (question === undefined) {
      this.runner.refuseForced({ span: node.span, picks: node.picks }, this.#you)
      const actual = this.runner.asking(session.state) || 'no question'
      throw new Failed(node.span, `${this.#you} has no question to answer here.`, { actual })
    }
    const before = session.state
    const choice: Choice = this.lessons.choice(before, question, answer)
    session.answer(choice)
    const { reply } = session.card
    if (session.state !== before || session.done > done) return
    const message =
      reply?.kind === 'illegal' ? 'This answer is illegal.' : "The lesson doesn't accept this answer."
    throw new Failed(node.span, message, reply === undefined ? {} : { actual: reply.text })
  }
}

/** The number of accepted answers of a task, or of ways to its goal. */
function waysOf(task: Task): number {
  if (task.task === 'find') return 1
  return task.task === 'choose' ? task.answers.length + task.also.length : task.ways.length
}
