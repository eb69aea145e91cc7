/** What is known of a move in the making, and how it grows from one question to the next. */
import { ACTION_CLASS, type Timing } from '../../def/index.js'
import type { LinkedGame } from '../game.js'
import type { Question } from '../../link/question.js'
import type { Choice, Decision } from '../../protocol.js'
import type { State } from '../../layout/state.js'
import { type Frame, type Happening, stackOf } from './trace.js'

type Chose = Extract<Happening, { type: 'chose' }>

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

export interface Answer {
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
  | { readonly kind: 'branch'; readonly at: number; readonly question: Question; readonly option: number }
  | { readonly kind: 'offer'; readonly at: number; readonly question: Question }
  | { readonly kind: 'action'; readonly depth: number }
  | { readonly kind: 'question'; readonly at: number; readonly question: Question } // until it is answered

/** What is known of a move so far. */
export interface Known {
  readonly entries: readonly Entry[]
  readonly parts: readonly Part[]
  readonly running: readonly number[] // the parts that are not over, the innermost last
  readonly choices: readonly Decided[] // all of them, in order
  readonly answers: readonly Answer[] // without offers that were taken
  readonly menus: boolean // nothing but menus was answered yet
  readonly chance: boolean // chance has played a part
  readonly span: Span | null // how long the move lasts; null: it is over
  readonly depth: number // actions that began and did not end since the move began
}

const NO_STAGES = { before: 0, during: 0, after: 0 } as const

export const THE_MOVE: Part = {
  within: -1,
  actionId: '',
  timing: 'during',
  stage: 0,
  forced: false,
  stages: NO_STAGES,
  span: null,
}

/** Follows what happens between two questions. */
export class Following {
  private entries: Entry[]
  private parts: Part[]
  private running: readonly number[]
  private choices: readonly Decided[]
  private answers: Answer[]
  private menus: boolean
  private chance: boolean
  private span: Span | null
  private depth: number
  /** An action that was chosen at a menu and did not begin yet. */
  private chosen: { readonly action: number; readonly answer: number } | null = null
  private own = -1 // the answer itself, unless it took an offer

  constructor(
    private readonly game: LinkedGame,
    known: Known,
    private readonly menu: boolean, // the answer is one to a menu
  ) {
    this.entries = [...known.entries]
    this.parts = [...known.parts]
    this.running = known.running
    this.choices = known.choices
    this.answers = [...known.answers]
    this.menus = known.menus
    this.chance = known.chance
    this.span = known.span
    this.depth = known.depth
  }

  /** The answer itself. */
  decided(chose: Happening, decision: Decision, part: number, choice: Choice): void {
    this.choices = [...this.choices, { choice, seat: decision.seat }]
    if (chose.type !== 'chose') {
      this.answeredAtOnce(decision, part, choice)
      return
    }
    const { question, offer, stack, picked } = chose
    const [{ at }] = stack
    if (offer !== null && !(this.menu && question.kind === 'window')) {
      this.insert(chose)
      return
    }
    if (decision.offers.length > 0) this.passStage(part, decision.offers[0].timing)
    if (part === 0 && this.span?.kind === 'question') this.span = null
    let entry = -1
    if (this.menu && offer !== null) {
      entry = this.enter({ id: this.name(offer.action) }, { kind: 'offer', at, question })
    } else if (this.menu && question.kind === 'alternatives') {
      entry = this.enter({ id: question.ids[picked] }, { kind: 'branch', at, question, option: picked })
    } else if (this.menu && picked >= 0) this.chosen = { action: picked, answer: this.answers.length }
    else if (part === 0) this.menus = false
    this.own = this.answers.length
    this.answers.push({ part, name: decision.name, choice, entry, forced: false })
  }

  /** What is chosen at once is carried out when all have chosen: at the start that is no part of this move. */
  private answeredAtOnce({ name, seat }: Decision, part: number, choice: Choice): void {
    const first = this.span?.kind === 'question' && part === 0
    if (first) this.span = null
    if (part === 0) this.menus = false
    this.answers.push({ part, name: first ? name : `${name}:${seat}`, choice, entry: -1, forced: false })
  }

  see(happening: Happening): void {
    if (happening.type === 'began') this.began(happening)
    else if (happening.type === 'ended') {
      if (this.span?.kind === 'action' && this.span.depth === this.depth) this.span = null
      this.depth--
    } else if (happening.type === 'chance') this.chance = true
    else if (happening.type === 'chose') this.forced(happening)
  }

  private began({ action, class: cls, free }: Extract<Happening, { type: 'began' }>): void {
    this.depth++
    const { names } = this.game.linked.machine
    const actionClass = cls < 0 ? undefined : names.scalar(ACTION_CLASS, cls)
    const context: Context = { actionClass, free }
    const inner = this.running.at(-1) ?? 0
    const part = this.parts[inner]
    if (inner > 0 && part.context === undefined && part.actionId === this.name(action))
      this.parts[inner] = { ...part, context }
    if (this.chosen?.action !== action) return
    const { answer } = this.chosen
    this.chosen = null
    if (free && this.entries.length > 0) return
    const entry = this.enter({ id: this.name(action), context }, { kind: 'action', depth: this.depth })
    this.answers[answer] = { ...this.answers[answer], entry }
  }

  /** A question that the machine answered itself. */
  private forced(chose: Chose): void {
    const { question, offer, stack, picked, choice } = chose
    this.settle(stack)
    const { span } = this
    if (span?.kind === 'branch' && span.question === question && span.at === stack[0].at) this.span = null
    if (offer !== null) {
      this.insert(chose)
      return
    }
    const part = this.running.at(-1) ?? 0
    if (part === 0 && this.menus && question.kind !== 'alternatives') {
      if (question.kind === 'one' && question.type === 'action')
        this.chosen = { action: picked, answer: this.answers.length }
      else this.menus = false
    }
    this.answers.push({ part, name: question.name, choice, entry: -1, forced: true })
  }

  /** What is known when the machine waits again. */
  end(state: State): Known {
    const { entries, answers, parts } = this
    if (this.chosen !== null || (this.menu && answers[this.own]?.entry === -1)) this.menus = false
    const stack = stackOf(state)
    this.settle(stack)
    const { span } = this
    const inserted = this.running.length > 1
    if (state.q === 0) this.span = null
    else if (
      span?.kind === 'question' &&
      !inserted &&
      !(state.fp === span.at && state.q === span.question.id)
    )
      this.span = null
    else if (span !== null && span.kind !== 'question' && !lasts(span, stack)) this.span = null
    const { running, choices, menus, chance, depth } = this
    return { entries, parts, running, choices, answers, menus, chance, span: this.span, depth }
  }

  private enter(entry: Entry, span: Span): number {
    this.entries.push(entry)
    if (this.entries.length === 1) this.span = span
    return this.entries.length - 1
  }

  private insert({ offer, question, forced, stack }: Chose): void {
    const within = this.running.at(-1) ?? 0
    const { action, timing } = offer!
    this.parts.push({
      within,
      actionId: this.name(action),
      timing,
      stage: this.parts[within].stages[timing],
      forced,
      stages: NO_STAGES,
      span: { kind: 'offer', at: stack[0].at, question },
    })
    this.running = [...this.running, this.parts.length - 1]
  }

  private passStage(part: number, timing: Timing): void {
    const { stages } = this.parts[part]
    this.parts[part] = { ...this.parts[part], stages: { ...stages, [timing]: stages[timing] + 1 } }
  }

  /** Forgets the parts that are over. */
  private settle(stack: readonly Frame[]): void {
    const over = this.running.findIndex((i) => {
      const { span } = this.parts[i]
      return span !== null && !lasts(span, stack)
    })
    if (over >= 0) this.running = this.running.slice(0, over)
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
  if (span.kind === 'offer') return frame.point === question.offering!.again
  if (span.kind === 'question') return true
  return frame.point >= question.branches[span.option] && frame.point < question.ends[span.option]
}
