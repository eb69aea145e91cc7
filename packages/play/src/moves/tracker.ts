/** A partial move, and how it grows from one question to the next. */
import { ACTION_CLASS, type Choice, type Decision, present, type State, type Timing } from '@ludoforge/kernel'
import type { LinkedGame, QuestionSite } from '@ludoforge/kernel/internal'
import { type Frame, type StepTraceEvent, stackOf } from './step-trace.js'

type Chose = Extract<StepTraceEvent, { type: 'chose' }>

/** A choice at a menu. */
export interface Entry {
  readonly id: string
  /** Of an action: the context in which it began. */
  readonly context?: Context
}

/** The class and freedom of an action. */
export interface Context {
  readonly actionClass: string | undefined
  readonly free: boolean
}

/** A part of a move: the move itself (the first part), or an action inserted in a part. */
export interface Part {
  readonly within: number // the part that it is inserted in; -1: the move itself
  readonly actionId: string // of an inserted action
  readonly timing: Timing
  readonly stage: number
  readonly forced: boolean // the only legal answer: the machine gave it
  readonly context?: Context
  /** By timing: the number of questions with offers that were answered otherwise. */
  readonly stages: Readonly<Record<Timing, number>>
  readonly span: Span | null
}

interface Answer {
  readonly part: number
  readonly name: string
  readonly choice: Choice
  readonly entry: number // the entry of a menu that it chose; -1: none
  readonly forced: boolean // the only legal answer
}

interface Decided {
  readonly choice: Choice
  readonly seat: string
}

/** The span of a move or part: how long it lasts. */
type Span =
  | { readonly kind: 'branch'; readonly at: number; readonly question: QuestionSite; readonly option: number }
  | { readonly kind: 'offer'; readonly at: number; readonly question: QuestionSite }
  | { readonly kind: 'action'; readonly depth: number }
  | { readonly kind: 'question'; readonly at: number; readonly question: QuestionSite } // until it is answered

/** A move so far. */
export interface PartialMove {
  readonly entries: readonly Entry[]
  readonly parts: readonly Part[]
  readonly running: readonly number[] // the parts that are not over, the innermost last
  readonly choices: readonly Decided[] // all of them, in order
  readonly answers: readonly Answer[] // without taken offers
  readonly menus: boolean // only menus have been answered so far
  readonly chance: boolean // a chance event has happened
  readonly free: boolean // an action was free: its own, or one that it grants
  readonly span: Span | null // null: the move is over
  readonly depth: number // the number of actions that began and did not end since the move began
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

/** The part with this number. */
export const partAt = (parts: readonly Part[], part: number): Part =>
  present(parts[part], 'a part that is named is known.')

/** The frame that runs. */
const frameOf = (stack: readonly Frame[]): number => present(stack[0], 'a question is in a frame.').at

/** Returns an empty move that begins at a question of this frame. */
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

/** Updates a partial move with the events between two questions. */
export class MoveTracker {
  private readonly known: Changing
  /** An action that was chosen at a menu and has not begun yet. */
  private chosen: { readonly action: number; readonly answer: number } | null = null
  private own = -1 // the index of the answer itself, unless it took an offer
  /** An action that was taken at a window that is a menu, and has not begun yet. */
  private taken: { readonly action: number; readonly entry: number } | null = null

  constructor(
    private readonly game: LinkedGame,
    known: PartialMove,
    private readonly menu: boolean, // the question was a menu
  ) {
    const { entries, parts, answers } = known
    this.known = { ...known, entries: [...entries], parts: [...parts], answers: [...answers] }
  }

  /** Adds the answer itself. */
  decided(chose: StepTraceEvent, decision: Decision, part: number, choice: Choice): void {
    const { known, menu } = this
    known.choices = [...known.choices, { choice, seat: decision.seat }]
    const first = part === 0 && known.span?.kind === 'question'
    if (chose.type !== 'chose') {
      // Effects of a simultaneous choice run after all answers. At the start of a move they aren't part of it.
      if (first) known.span = null
      if (part === 0) known.menus = false
      const name = first ? decision.name : `${decision.name}:${decision.seat}`
      known.answers.push({ part, name, choice, entry: -1, forced: false })
      return
    }
    const { question, offer, stack, picked } = chose
    const at = frameOf(stack)
    if (offer !== null && !(menu && question.kind === 'window')) {
      this.insert(chose)
      return
    }
    const [offered] = decision.offers
    if (offered !== undefined) this.passStage(part, offered.timing)
    if (first) known.span = null
    let entry = -1
    if (menu && offer !== null) {
      entry = this.enter({ id: this.name(offer.action) }, { kind: 'offer', at, question })
      this.taken = { action: offer.action, entry }
    } else if (menu && question.kind === 'alternatives') {
      const id = present(question.ids[picked], 'every alternative has its id.')
      entry = this.enter({ id }, { kind: 'branch', at, question, option: picked })
    } else if (menu && picked >= 0) this.chosen = { action: picked, answer: known.answers.length }
    else if (part === 0) known.menus = false
    this.own = known.answers.length
    known.answers.push({ part, name: decision.name, choice, entry, forced: false })
  }

  see(event: StepTraceEvent): void {
    const { known } = this
    if (event.type === 'began') this.began(event)
    else if (event.type === 'ended') {
      if (known.span?.kind === 'action' && known.span.depth === known.depth) known.span = null
      known.depth--
    } else if (event.type === 'chance') known.chance = true
    else if (event.type === 'chose') this.forced(event)
  }

  private began({ action, class: cls, free }: Extract<StepTraceEvent, { type: 'began' }>): void {
    const { known } = this
    known.depth++
    if (free) known.free = true
    const { names } = this.game.linked.machine
    const actionClass = cls < 0 ? undefined : names.scalar(ACTION_CLASS, cls)
    const context: Context = { actionClass, free }
    const inner = known.running.at(-1) ?? 0
    const part = partAt(known.parts, inner)
    if (inner > 0 && part.context === undefined && part.actionId === this.name(action))
      known.parts[inner] = { ...part, context }
    if (this.taken?.action === action) {
      const { entry } = this.taken
      this.taken = null
      known.entries[entry] = { ...present(known.entries[entry], 'what was taken has its entry.'), context }
    }
    if (this.chosen?.action !== action) return
    const { answer } = this.chosen
    this.chosen = null
    if (free && known.entries.length > 0) return
    const entry = this.enter({ id: this.name(action), context }, { kind: 'action', depth: known.depth })
    known.answers[answer] = { ...present(known.answers[answer], 'what was chosen has its answer.'), entry }
  }

  /** Adds a forced answer. */
  private forced(chose: Chose): void {
    const { known } = this
    const { question, offer, stack, picked, choice } = chose
    this.settle(stack)
    const { span, answers } = known
    if (span?.kind === 'branch' && span.question === question && span.at === frameOf(stack)) known.span = null
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

  /** Returns the partial move at the next question. */
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
    const stage = partAt(known.parts, within).stages[timing]
    const span: Span = { kind: 'offer', at: frameOf(stack), question }
    known.parts.push({ within, actionId, timing, stage, forced, stages: NO_STAGES, span })
    known.running = [...known.running, known.parts.length - 1]
  }

  private passStage(part: number, timing: Timing): void {
    const { parts } = this.known
    const own = partAt(parts, part)
    const { stages } = own
    parts[part] = { ...own, stages: { ...stages, [timing]: stages[timing] + 1 } }
  }

  /** Drops the parts that are over. */
  private settle(stack: readonly Frame[]): void {
    const { known } = this
    const over = known.running.findIndex((i) => {
      const { span } = partAt(known.parts, i)
      return span !== null && !lasts(span, stack)
    })
    if (over >= 0) known.running = known.running.slice(0, over)
  }

  private name(action: number): string {
    return this.game.linked.machine.names.scalar('action', action)
  }
}

/** Returns whether a span is still open. An action ends with its own event. */
function lasts(span: Span, stack: readonly Frame[]): boolean {
  if (span.kind === 'action') return true
  const { question, at } = span
  const frame = stack.find((one) => one.at === at && one.routine === question.routine)
  if (frame === undefined) return false
  if (span.kind === 'offer') return frame.point === question.offering?.again
  if (span.kind === 'question') return true
  const from = present(question.branches[span.option], 'every alternative has a branch.')
  const end = present(question.ends[span.option], 'every branch has an end.')
  return frame.point >= from && frame.point < end
}
