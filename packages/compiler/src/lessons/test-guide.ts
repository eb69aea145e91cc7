/** Guides as tests: policies play the guided game, and every moment has to happen in it. */
import type { Game, State, StepEvent, Text } from '@ludoforge/kernel'
import { ActFailure, GuideSession, isSeen, LessonGame, specializedRules } from '@ludoforge/play'
import type { Reporter } from '../diagnostics/index.js'
import type { SymbolTable } from '../elaborate/index.js'
import { type ExampleResult, ExampleRunner, Failed } from '../examples/run.js'
import type { Span } from '../source/index.js'
import { actionOf, compileGuide, type CompiledGuide } from './compile-guides.js'
import type { GuideNode, MomentNode } from './parse-guides.js'

const DEFAULT_CARDS = 20
const MOST_ANSWERS = 20_000

/** Tests the guides of a game. */
export class GuideTester {
  readonly #lessons: LessonGame
  readonly #runner: ExampleRunner

  constructor(
    private readonly game: Game,
    private readonly world: SymbolTable,
    reporter?: Reporter,
  ) {
    this.#lessons = new LessonGame(game)
    this.#runner = new ExampleRunner(game, world, reporter)
  }

  /** Tests all guides of a game. A moment that they share has to happen in the game of one of them. */
  all(nodes: readonly GuideNode[]): readonly ExampleResult[] {
    const shared = nodes.filter(({ given }) => given === undefined)
    const guides = nodes.filter(({ given }) => given !== undefined)
    const happened = new Set<MomentNode>()
    const results = guides.map((node) => this.#run(node, shared, happened))
    return [
      ...results,
      ...shared.map(({ title, span, moments }): ExampleResult => {
        const never = moments.find((moment) => !happened.has(moment))
        const result = { title, span, isLesson: true } as const
        if (never === undefined) return result
        return {
          ...result,
          failure: { span: never.span, message: 'This moment never happens in a guided game.' },
        }
      }),
    ]
  }

  #run(node: GuideNode, shared: readonly GuideNode[], happened: Set<MomentNode>): ExampleResult {
    const { title, span } = node
    const result = { title, span, isLesson: true } as const
    let state: State | undefined
    try {
      const compiled = compileGuide(this.world, this.game.def, node, shared)
      new GuideTest(this.#lessons, compiled, node, happened, (now) => (state = now)).run()
      return result
    } catch (error) {
      const known = error instanceof ActFailure ? new Failed(span, error.message) : error
      return { ...result, failure: this.#runner.failureOf(known, span, state) }
    }
  }
}

class GuideTest {
  readonly #begun = new Set<string>()
  readonly #left = new Set<string>()
  #hasActed = false

  constructor(
    private readonly lessons: LessonGame,
    private readonly compiled: CompiledGuide,
    private readonly node: GuideNode,
    private readonly happened: Set<MomentNode>,
    private readonly at: (state: State) => void,
  ) {}

  run(): void {
    const { guide } = this.compiled
    const { game } = this.lessons
    const session = new GuideSession(this.lessons, guide)
    session.talk = 'more' // so that every moment that happens is said
    const most = this.node.shows?.cards ?? DEFAULT_CARDS
    let state = this.lessons.start(guide)
    this.#checkWarnings(state)
    session.hear(state, [])
    for (let n = 0; n < MOST_ANSWERS; n++) {
      this.at(state)
      const seat = game.decision(state)?.seat
      if (seat === undefined || session.card > most) break
      if (seat === guide.seat) this.#listen(session, state)
      const policy = guide.policy === undefined ? {} : { policy: guide.policy }
      const acted = this.lessons.act(
        state,
        { act: 'plays', seat, on: false, ...policy },
        `${guide.start.seed} ${n}`,
      )
      state = acted.state
      this.#count(session.card, acted.events)
      session.hear(state, acted.events)
    }
    this.#check()
  }

  /** Takes everything that the coach has to say, and checks that the learner may know it. */
  #listen(session: GuideSession, state: State): void {
    const { guide, moments } = this.compiled
    for (let said = session.say(state); said !== undefined; said = session.say(state)) {
      const written = moments[said.moment]
      if (written !== undefined) this.happened.add(written)
      const moment = guide.moments[said.moment]
      const span = written?.span ?? this.node.span
      this.#checkText(state, moment?.text ?? [], span)
      if (said.pointing.some((thing) => !isSeen(this.lessons, state, thing, guide.seat)))
        throw new Failed(span, `${guide.seat} can't see what the guide points at.`)
    }
  }

  /** A warning has to say something that the learner may know, and isn't true from the start. */
  #checkWarnings(state: State): void {
    const { guide, warnings } = this.compiled
    guide.warnings.forEach(({ condition, text }, i) => {
      const span = warnings[i]?.span ?? this.node.span
      if (this.lessons.holds(state, condition, guide.seat))
        throw new Failed(span, 'This warning holds at the start, so it says nothing about a turn.')
      this.#checkText(state, text, span)
    })
  }

  /** Checks that the learner may know what a text shows. */
  #checkText(state: State, text: Text, span: Span): void {
    const { seat } = this.compiled.guide
    const rules = specializedRules(this.lessons.game, state)
    for (const part of text) {
      const why = typeof part === 'string' ? undefined : rules.hiddenReason(part.show, { seat, acting: true })
      if (why !== undefined) throw new Failed(span, `The coach would tell ${seat} something hidden. ${why}`)
    }
  }

  /** `before`: the card on which the step begins. */
  #count(before: number, events: readonly StepEvent[]): void {
    const { guide } = this.compiled
    let card = before
    for (const event of events) {
      if (event.type === 'entered' && event.procedure === guide.card) card += 1
      if (event.type === 'left') this.#left.add(event.procedure)
      if (event.type !== 'began') continue
      this.#begun.add(event.action)
      if (event.seat === guide.seat && card === this.node.acts?.card) this.#hasActed = true
    }
  }

  #check(): void {
    const { shows, acts, moments } = this.node
    const never = moments.find((moment) => !this.happened.has(moment))
    if (never !== undefined) throw new Failed(never.span, 'This moment never happens in the guided game.')
    const unseen = this.compiled.lookBack.find(({ text }) => !this.#left.has(text))
    if (unseen !== undefined)
      throw new Failed(
        unseen.span,
        `The guided game never ends ${unseen.text}, so the coach can't look back.`,
      )
    if (shows !== undefined) {
      const shown = shows.actions.filter((word) => this.#begun.has(actionOf(this.lessons.game.def, word)))
      if (shown.length < shows.least)
        throw new Failed(shows.span, 'The guided game shows too little.', {
          expected: `${shows.least} of them`,
          actual:
            shown.length === 0 ? 'none' : `${shown.length}: ${shown.map(({ text }) => text).join(', ')}`,
        })
    }
    if (acts !== undefined && !this.#hasActed)
      throw new Failed(acts.span, `${this.compiled.guide.seat} doesn't act on card ${acts.card}.`)
  }
}
