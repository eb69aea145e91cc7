/** What is known of a move in the making, and how it grows from one question to the next. */
import { ACTION_CLASS, type Choice, type Decision, present, type State, type Timing } from '@ludoforge/kernel'
import type { LinkedGame, QuestionSite } from '@ludoforge/kernel/internal'
import { type Frame, type StepTraceEvent, stackOf } from './trace.js'

type Chose = Extract<StepTraceEvent, { type: 'chose' }>

/** What was chosen at a menu. */
export interface Entry {
  readonly id: string
  /** Of an action: how it was begun. */
  readonly context?: Context
}

/** The class and freedom with which an action was begun. */
export interface Context {
  readonly actionClass: string | undefined
  readonly free: boolean
}

/** The move itself, which is the first of its parts, or an action that was inserted in one of them. */
export interface Part {
  readonly within: number // the part in which it was inserted; -1: this is the move itself
  readonly actionId: string // of an inserted action
  readonly timing: Timing
  readonly stage: number
  readonly forced: boolean // there was nothing else to do: nobody was asked
  readonly context?: Context
  /** Questions with offers that were answered otherwise, by timing. */
  readonly stages: Readonly<Record<Timing, number>>
  readonly span: Span | null
}

interface Answer {
  readonly part: number
  readonly name: string
  readonly choice: Choice
  readonly entry: number // the entry of a menu that it chose; -1: none
  readonly forced: boolean // there was no other answer: nobody was asked
}

interface Decided {
  readonly choice: Choice
  readonly seat: string
}

/** How long something lasts. */
type Span =
  | { readonly kind: 'branch'; readonly at: number; readonly question: QuestionSite; readonly option: number }
  | { readonly kind: 'offer'; readonly at: number; readonly question: QuestionSite }
  | { readonly kind: 'action'; readonly depth: number }
  | { readonly kind: 'question'; readonly at: number; readonly question: QuestionSite } // until it is answered

/** What is known of a move so far. */
export interface PartialMove {
  readonly entries: readonly Entry[]
  readonly parts: readonly Part[]
  readonly running: readonly number[] // the parts that are not over, the innermost last
  readonly choices: readonly Decided[] // all of them, in order
  readonly answers: readonly Answer[] // without offers that were taken
  readonly menus: boolean // nothing but menus was answered yet
  readonly chance: boolean // chance has played a part
  readonly free: boolean // an action was carried out free, its own or one that it grants
  readonly span: Span | null // how long the move lasts; null: it is over
  readonly depth: number // actions that began and did not end since the move began
}

const NO_STAGES = { before: 0, during: 0, after: 0 } as const

const THE_MOVE: Part = {
  within: -1,
  actionId: '',
  timing: 'during',
  stage: 0,
  forced: false,
  stages: NO_STAGES,
  span: null,
}

/** Of a move that begins at a question of this frame. */
export const emptyMove = (at: number, question: QuestionSite): PartialMove => ({
  entries: [],
  parts: [THE_MOVE],
  running: [0],
  choices: [],
  answers: [],
  menus: true,
  chance: false,
  free: false,
  span: { kind: 'question', at, question },
  depth: 0,
})

type Changing = { -readonly [K in keyof PartialMove]: PartialMove[K] } & {
  readonly entries: Entry[]
  readonly parts: Part[]
  readonly answers: Answer[]
}

/** Follows what happens between two questions. */
export class MoveTracker {
  private readonly known: Changing
  /** An action that was chosen at a menu and did not begin yet. */
  private chosen: { readonly action: number; readonly answer: number } | null = null
  private own = -1 // the answer itself, unless it took an offer
  /** An action that was taken at a window that is a menu, and did not begin yet. */
  private taken: { readonly action: number; readonly entry: number } | null = null

  constructor(
    private readonly game: LinkedGame,
    known: PartialMove,
    private readonly menu: boolean, // the answer is one to a menu
  ) {
    const { entries, parts, answers } = known
    this.known = { ...known, entries: [...entries], parts: [...parts], answers: [...answers] }
  }

  /** The answer itself. */
  decided(chose: StepTraceEvent, decision: Decision, part: number, choice: Choice): void {
    const { known, menu } = this
    known.choices = [...known.choices, { choice, seat: decision.seat }]
    const first = part === 0 && known.span?.kind === 'question'
    if (chose.type !== 'chose') {
      // What is chosen at once is carried out when all have chosen: at the start that is no part of this move.
      if (first) known.span = null
      if (part === 0) known.menus = false
      const name = first ? decision.name : `${decision.name}:${decision.seat}`
      known.answers.push({ part, name, choice, entry: -1, forced: false })
      return
    }
    const { question, offer, stack, picked } = chose
    const [{ at }] = stack
    if (offer !== null && !(menu && question.kind === 'window')) {
      this.insert(chose)
      return
    }
    if (decision.offers.length > 0) this.passStage(part, decision.offers[0].timing)
    if (first) known.span = null
    let entry = -1
    if (menu && offer !== null) {
      entry = this.enter({ id: this.name(offer.action) }, { kind: 'offer', at, question })
      this.taken = { action: offer.action, entry }
    } else if (menu && question.kind === 'alternatives') {
      entry = this.enter({ id: question.ids[picked] }, { kind: 'branch', at, question, option: picked })
    } else if (menu && picked >= 0) this.chosen = { action: picked, answer: known.answers.length }
    else if (part === 0) known.menus = false
    this.own = known.answers.length
    known.answers.push({ part, name: decision.name, choice, entry, forced: false })
  }

  see(happening: StepTraceEvent): void {
    const { known } = this
    if (happening.type === 'began') this.began(happening)
    else if (happening.type === 'ended') {
      if (known.span?.kind === 'action' && known.span.depth === known.depth) known.span = null
      known.depth--
    } else if (happening.type === 'chance') known.chance = true
    else if (happening.type === 'chose') this.forced(happening)
  }

  private began({ action, class: cls, free }: Extract<StepTraceEvent, { type: 'began' }>): void {
    const { known } = this
    known.depth++
    if (free) known.free = true
    const { names } = this.game.linked.machine
    const actionClass = cls < 0 ? undefined : names.scalar(ACTION_CLASS, cls)
    const context: Context = { actionClass, free }
    const inner = known.running.at(-1) ?? 0
    const part = known.parts[inner]
    if (inner > 0 && part.context === undefined && part.actionId === this.name(action))
      known.parts[inner] = { ...part, context }
    if (this.taken?.action === action) {
      const { entry } = this.taken
      this.taken = null
      known.entries[entry] = { ...known.entries[entry], context }
    }
    if (this.chosen?.action !== action) return
    const { answer } = this.chosen
    this.chosen = null
    if (free && known.entries.length > 0) return
    const entry = this.enter({ id: this.name(action), context }, { kind: 'action', depth: known.depth })
    known.answers[answer] = { ...known.answers[answer], entry }
  }

  /** A question that the machine answered itself. */
  private forced(chose: Chose): void {
    const { known } = this
    const { question, offer, stack, picked, choice } = chose
    this.settle(stack)
    const { span, answers } = known
    if (span?.kind === 'branch' && span.question === question && span.at === stack[0].at) known.span = null
    if (offer !== null) {
      this.insert(chose)
      return
    }
    const part = known.running.at(-1) ?? 0
    if (part === 0 && known.menus && question.kind !== 'alternatives') {
      if (question.kind === 'one' && question.type === 'action')
        this.chosen = { action: picked, answer: answers.length }
      else known.menus = false
    }
    answers.push({ part, name: question.name, choice, entry: -1, forced: true })
  }

  /** What is known when the machine waits again. */
  end(state: State): PartialMove {
    const { known } = this
    if (this.chosen !== null || (this.menu && known.answers[this.own]?.entry === -1)) known.menus = false
    const stack = stackOf(state)
    this.settle(stack)
    const { span } = known
    if (state.q === 0) known.span = null
    else if (span?.kind === 'question') {
      const waits = state.fp === span.at && state.q === span.question.id
      if (!waits && known.running.length === 1) known.span = null
    } else if (span !== null && !lasts(span, stack)) known.span = null
    return known
  }

  private enter(entry: Entry, span: Span): number {
    const { entries } = this.known
    entries.push(entry)
    if (entries.length === 1) this.known.span = span
    return entries.length - 1
  }

  private insert({ offer, question, forced, stack }: Chose): void {
    const { known } = this
    const within = known.running.at(-1) ?? 0
    const { action, timing } = present(offer, 'what is inserted was an offer.')
    const actionId = this.name(action)
    const stage = known.parts[within].stages[timing]
    const span: Span = { kind: 'offer', at: stack[0].at, question }
    known.parts.push({ within, actionId, timing, stage, forced, stages: NO_STAGES, span })
    known.running = [...known.running, known.parts.length - 1]
  }

  private passStage(part: number, timing: Timing): void {
    const { parts } = this.known
    const { stages } = parts[part]
    parts[part] = { ...parts[part], stages: { ...stages, [timing]: stages[timing] + 1 } }
  }

  /** Forgets the parts that are over. */
  private settle(stack: readonly Frame[]): void {
    const { known } = this
    const over = known.running.findIndex((i) => {
      const { span } = known.parts[i]
      return span !== null && !lasts(span, stack)
    })
    if (over >= 0) known.running = known.running.slice(0, over)
  }

  private name(action: number): string {
    return this.game.linked.machine.names.scalar('action', action)
  }
}

/** Is it still under way? An action says itself when it ends. */
function lasts(span: Span, stack: readonly Frame[]): boolean {
  if (span.kind === 'action') return true
  const { question, at } = span
  const frame = stack.find((one) => one.at === at && one.routine === question.routine)
  if (frame === undefined) return false
  if (span.kind === 'offer') return frame.point === question.offering?.again
  if (span.kind === 'question') return true
  return frame.point >= question.branches[span.option] && frame.point < question.ends[span.option]
}
