/** A lesson as a table: the page shows it like any other, and the session judges the answers. */
import type { Table, TableEvent } from '@ludoforge/client'
import type { Choice, Decision, GameDef, SavedState, State, StepEvent, View } from '@ludoforge/kernel'
import { NO_VALUES, type Values } from '@ludoforge/look'
import {
  eventsVisibleTo,
  explain,
  type Explanation,
  type Lesson,
  LessonGame,
  type LessonPosition,
  LessonSession,
} from '@ludoforge/play'
import {
  branchPosition,
  type History,
  NO_HORIZON,
  previewsOf,
  Refusal,
  snapshotsFor,
  type TableDocument,
  type TableUpdate,
  type ValuedPreview,
  type ViewContext,
} from '@ludoforge/table'

/** A step that the session has taken, or a jump to an earlier position. */
type Change = { readonly state: State; readonly events?: readonly StepEvent[] }

/** The learner's id at the table. */
const LEARNER = 'me'

const refuse = (): Promise<never> =>
  Promise.reject(new Refusal('not-allowed', 'You can’t do that in a lesson.'))

/** The table of a lesson. */
export class LessonTable implements Table {
  readonly session: LessonSession
  readonly #listeners = new Set<(event: TableEvent) => void>()
  readonly #updates: TableUpdate[] = []
  /** The positions, by the number of the update that led to them. */
  readonly #states: State[] = []
  /** The numbers of the steps that weren't taken back. */
  #line: readonly number[] = [0]
  #pending: Change[] = []
  /** The position of the question that was reported last. */
  #asked: State | undefined
  /** Called after an answer, with the answer if it wasn't accepted. */
  onAnswer: (refused: Choice | undefined) => void = () => {}
  /** The position in which the learner plays on, while the lesson waits. */
  #free: State | undefined

  constructor(
    private readonly context: ViewContext,
    readonly lesson: Lesson,
    position?: LessonPosition,
  ) {
    const lessons = new LessonGame(context.game)
    this.session = new LessonSession(lessons, lesson, {
      onStep: (_, before, after, events) => this.#record(before, after, events),
    })
    if (position !== undefined) this.session.resume(position)
    if (this.#states.length === 0) this.#states.push(this.session.state)
    this.#settle()
  }

  /** Runs something that the learner does, then reports what it changed. */
  run<T>(work: (session: LessonSession) => T): T {
    const result = work(this.session)
    this.#settle()
    return result
  }

  /** Whether the learner plays on by themselves while the lesson waits. */
  get isFree(): boolean {
    return this.#free !== undefined
  }

  /** Lets the learner play on for all seats, after this answer if the lesson didn't play it. The lesson waits. */
  keepGoing(choice?: Choice): void {
    this.#free = this.session.state
    if (choice === undefined) this.#emitSeats()
    else this.#playFreely(this.lesson.seat, choice)
  }

  /** Back to where the lesson waits. */
  returnToLesson(): void {
    this.#free = undefined
    this.#settle()
    this.#emitSeats()
  }

  /** Notes a step of the session. It is reported when the session has come to rest. */
  #record(before: State, after: State, events: readonly StepEvent[]): void {
    if (this.#states.length === 0) this.#states.push(before)
    if (before === after) return
    if (this.#latest !== before) this.#pending.push({ state: before })
    if (events.length > 0) this.#pending.push({ state: after, events })
    else this.#replaceLatest(after) // dice that will be rolled: nothing to see
  }

  get #latest(): State {
    return this.#pending.at(-1)?.state ?? this.#stateAt(this.number)
  }

  #stateAt(number: number): State {
    const state = this.#states[number]
    if (state === undefined) throw new Error(`The lesson has no position ${number}.`)
    return state
  }

  #replaceLatest(state: State): void {
    const last = this.#pending.pop()
    if (last !== undefined) this.#pending.push({ ...last, state })
    else {
      this.#states[this.number] = state
      this.#states[this.#line.at(-1) ?? 0] = state
    }
  }

  #settle(): void {
    const { state } = this.session
    if (this.#free === undefined && this.#latest !== state) this.#pending.push({ state })
    const { number } = this
    for (let change = this.#pending.shift(); change !== undefined; change = this.#pending.shift())
      if (change.events === undefined) this.#jump(change.state)
      else this.#step(change.state, change.events)
    // A task may begin or end without a change of the position.
    const asked = this.asked.length === 0 ? undefined : state
    if (this.#asked !== asked && this.number === number && this.#listeners.size > 0) this.#emitSeats()
    this.#asked = asked
  }

  #add(state: State, update: TableUpdate): void {
    this.#states.push(state)
    this.#updates.push(update)
    for (const listener of this.#listeners) listener(update)
  }

  #step(state: State, events: readonly StepEvent[]): void {
    const { game, reckon } = this.context
    const { seat } = this.lesson
    const number = this.number + 1
    const by = events.find((event) => event.type === 'chose')
    this.#line = [...this.#line, number]
    const values = reckon?.(state, seat)
    const told = {
      eye: seat,
      events: eventsVisibleTo(events, seat),
      ...(values === undefined ? {} : { values }),
    }
    const deciding = [...game.view(state, seat).deciding]
    this.#add(state, {
      type: 'step',
      number,
      at: Date.now(),
      seat: by?.seat ?? seat,
      decisions: this.#line.length - 1,
      question: number,
      deciding,
      horizon: NO_HORIZON,
      told: [told],
    })
  }

  /** Back to an earlier position. */
  #jump(state: State): void {
    const kept = this.#line.findLastIndex((number) => this.#states[number] === state)
    if (kept < 0) throw new Error('The lesson went back to a position that it never had.')
    const to = this.#line[kept + 1] ?? this.number + 1
    this.#line = this.#line.slice(0, kept + 1)
    const number = this.number + 1
    this.#add(state, {
      type: 'undone',
      number,
      at: Date.now(),
      by: '',
      to,
      decisions: this.#line.length - 1,
      question: number,
      horizon: NO_HORIZON,
      shown: this.#shown(state),
    })
  }

  #emitSeats(): void {
    const number = this.number + 1
    const state = this.#free ?? this.session.state
    const { seats } = this.about
    this.#add(state, {
      type: 'seats',
      number,
      at: Date.now(),
      seats,
      question: number,
      shown: this.#shown(state),
    })
  }

  #shown(state: State): History['shown'] {
    return snapshotsFor(this.context, { state, number: this.number, question: 0, decisions: 0 }, [
      this.lesson.seat,
    ])
  }

  get number(): number {
    return this.#updates.length
  }

  get #now(): State {
    return this.#stateAt(this.number)
  }

  get about(): TableDocument {
    const { game } = this.context
    const { def, fingerprint } = game
    const { start, title, id, seat } = this.lesson
    const outcome = game.outcome(this.#now)
    const mine = new Set(this.you.seats)
    return {
      id: `lesson ${id}`,
      name: title,
      game: { id: def.id, title: def.title, fingerprint },
      scenario: start.scenario ?? '',
      options: { ...start.options },
      seats: game.present(this.#now).map((one) => ({
        seat: one,
        kind: 'person',
        ...(mine.has(one) ? { person: LEARNER, name: 'You' } : { name: 'The lesson' }),
      })),
      listed: false,
      uploaded: false,
      disclosed: false,
      absence: 0,
      created: 0,
      changed: 0,
      number: this.number,
      deciding: [...game.view(this.#now, seat).deciding],
      ...(outcome === undefined ? {} : { outcome }),
    }
  }

  get you(): Table['you'] {
    const { seat } = this.lesson
    const seats = this.isFree
      ? [seat, ...this.context.game.present(this.#now).filter((one) => one !== seat)]
      : [seat]
    return { person: LEARNER, name: 'You', host: false, seats, seen: 0 }
  }

  /** The lesson's question once everything before it was reported, or any question in free play. */
  get asked(): readonly Decision[] {
    if (this.#free !== undefined) {
      const decision = this.context.game.decision(this.#free)
      return decision === undefined ? [] : [decision]
    }
    const { question } = this.session
    return this.#pending.length > 0 || question === undefined ? [] : [question]
  }

  readonly horizon = NO_HORIZON
  readonly proposal = undefined

  view(seat: string | null = this.lesson.seat): View {
    return this.context.game.view(this.#now, seat)
  }

  values(seat: string | null = this.lesson.seat): Values {
    return this.context.reckon?.(this.#now, seat) ?? NO_VALUES
  }

  rules(): Promise<GameDef> {
    return Promise.resolve(this.context.game.def)
  }

  decide(seat: string, choice: Choice): Promise<void> {
    if (this.#free !== undefined) this.#playFreely(seat, choice)
    else {
      const { state } = this.session
      this.run((session) => session.answer(choice))
      this.onAnswer(this.session.state === state ? choice : undefined)
    }
    return Promise.resolve()
  }

  #playFreely(seat: string, choice: Choice): void {
    const { game } = this.context
    const { state, events } = game.step(this.#free ?? this.session.state, choice, seat)
    this.#free = state
    this.#step(state, events)
    this.#emitSeats()
  }

  explain(seat: string, option: string): Promise<Explanation> {
    const explanation = explain(this.context.game, this.#now, option, seat)
    if (!this.isFree && !explanation.offered) {
      this.run((session) => session.refuse(option))
      this.onAnswer(undefined)
    }
    return Promise.resolve(explanation)
  }

  previews(seat: string, choices: readonly Choice[]): Promise<readonly ValuedPreview[]> {
    return Promise.resolve(previewsOf(this.context, this.#now, seat, choices))
  }

  history(from: number, to: number): Promise<History> {
    return Promise.resolve({
      from,
      shown: this.#shown(this.#stateAt(from)),
      opening: [],
      happenings: this.#updates.slice(from, to),
    })
  }

  seen(): Promise<void> {
    return Promise.resolve()
  }

  // What only a table with other people or bots has.
  /** Returns the position after an update, for a private branch. */
  async explore(seat: string, number: number): Promise<SavedState> {
    return branchPosition(
      this.context.game,
      this.#stateAt(number),
      seat,
      `${this.lesson.id} ${seat} ${number}`,
    )
  }

  readonly undo = refuse
  readonly consent = refuse
  readonly chat = refuse
  readonly news = refuse
  readonly hint = refuse
  readonly give = refuse

  listen(listener: (event: TableEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  close(): void {
    this.#listeners.clear()
  }
}
