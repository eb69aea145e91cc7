/** The coach of a guided game: follows a table, speaks at the learner's decisions, and warns before the end of a turn. */
import { type Choice, Rng, type SavedState, type State, type StepEvent } from '@ludoforge/kernel'
import {
  determinize,
  type Guide,
  type GuideMemory,
  GuideSession,
  type LessonGame,
  type Said,
  type Talk,
} from '@ludoforge/play'
import {
  type CoachBudget,
  type CoachContext,
  endsTurn,
  eventsFor,
  GameLog,
  type JudgedTurn,
  type JudgeRequest,
  lookBack,
  Refusal,
  standingValue,
  type Suggestion,
  type TableUpdate,
  type TurnRequest,
  type TurnVerdict,
} from '@ludoforge/table'
import type { Table, TableEvent } from '../session/table.js'
import { OwnTurns } from './own-turn.js'

/** What the coach remembers of a game, as plain data. */
export interface CoachMemory {
  readonly session: GuideMemory
  readonly judged: readonly JudgedTurn[]
  readonly looked: readonly number[] // the entries after which the coach looked back
  readonly offered: number // the entry at which the coach offered a suggestion last
}

/** What the coach shows now. */
export interface CoachNote {
  readonly talk: Talk
  readonly card: number
  readonly said: Said | undefined
  readonly lookBack: readonly string[]
  /** At the start of a turn: whether the coach offers a suggestion, or only makes one if asked. */
  readonly suggests: 'offered' | 'asked' | undefined
  readonly suggestion: Suggestion | 'thinking' | 'none' | undefined
  readonly warning: { readonly text: string; readonly choice: Choice } | undefined
  readonly hasMore: boolean
}

/** Thinks about turns, here or in another thread. */
export interface CoachThinker {
  suggest(request: TurnRequest): Promise<Suggestion | undefined>
  judge(request: JudgeRequest): Promise<TurnVerdict>
}

export interface CoachOptions {
  readonly table: Table
  readonly guide: Guide
  readonly lessons: LessonGame
  readonly words: CoachContext['words']
  readonly thinker: CoachThinker
  /** The terms that finished lessons have taught. */
  readonly known: ReadonlySet<string>
  readonly memory?: CoachMemory | undefined
  /** Stores what to remember, after each change. */
  readonly save: (memory: CoachMemory) => void
  readonly budget?: CoachBudget
}

const MOST_LOSS = 3 // in points of worth: a turn that gives away more is worth a warning
const SAMPLES = 4
const SILENT: CoachNote = {
  talk: 'normal',
  card: 1,
  said: undefined,
  lookBack: [],
  suggests: undefined,
  suggestion: undefined,
  warning: undefined,
  hasMore: false,
}

/** The suggestion for the turn that began at an entry. */
interface Thought {
  readonly entry: number
  readonly result: Promise<Suggestion | undefined>
}

export class Coach {
  readonly #session: GuideSession
  readonly #log: GameLog
  readonly #turns: OwnTurns
  readonly #listeners = new Set<(note: CoachNote) => void>()
  #note: CoachNote = SILENT
  #judged: readonly JudgedTurn[]
  #looked: readonly number[]
  #offered: number
  #number = 0
  #state: State | undefined // the current position, if it is known
  #thought: Thought | undefined
  #warned = -1 // the entry at which the turn began that got a warning
  #queue: Promise<void> = Promise.resolve()
  #silence = (): void => {}

  private constructor(private readonly options: CoachOptions) {
    const { lessons, guide, known, memory, words } = options
    this.#session = new GuideSession(lessons, guide, known, memory?.session)
    this.#log = new GameLog(words, guide.seat)
    this.#turns = new OwnTurns(guide.seat)
    this.#judged = memory?.judged ?? []
    this.#looked = memory?.looked ?? []
    this.#offered = memory?.offered ?? -1
  }

  /** Follows a table from now on, and reads its history first. */
  static async open(options: CoachOptions): Promise<Coach> {
    const coach = new Coach(options)
    const { table } = options
    const heard = coach.#session.memory.entry
    const early: TableEvent[] = []
    coach.#silence = table.listen((event) => early.push(event))
    const { number } = table
    for (let at = 0; at < number || at === 0; at = coach.#number) {
      const { opening, happenings } = await table.history(at, number)
      const own = opening.find(({ eye }) => eye === options.guide.seat)
      if (at === 0) coach.#log.tell(own?.events ?? [], 0)
      if (at === 0 && heard < 0) await coach.#hear([], 0) // the game starts on card 1
      for (const update of happenings) await coach.#update(update, update.number > heard)
      if (happenings.length === 0) break
    }
    coach.#silence()
    coach.#silence = table.listen((event) => coach.#later(event))
    for (const event of early) coach.#later(event)
    coach.#ask(() => coach.#speak())
    await coach.settled()
    return coach
  }

  get note(): CoachNote {
    return this.#note
  }

  listen(listener: (note: CoachNote) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Resolves when the coach has taken note of everything so far. */
  async settled(): Promise<void> {
    await this.#queue
  }

  close(): void {
    this.#silence()
    this.#listeners.clear()
  }

  #ask(work: () => Promise<void> | void): void {
    this.#queue = this.#queue.then(work)
  }

  #later(event: TableEvent): void {
    if (event.type === 'connection' || event.type === 'thinking') return
    this.#ask(async () => {
      if (event.number <= this.#number) return
      await this.#update(event, true)
      await this.#speak()
    })
  }

  /** Takes note of an update. `isNew`: the session hasn't heard it. */
  async #update(update: TableUpdate, isNew: boolean): Promise<void> {
    const { guide } = this.options
    const before = this.#number
    const { number } = update
    this.#number = number
    this.#log.add(update)
    if (update.type === 'step') {
      const events = eventsFor(update, guide.seat)
      this.#turns.hear(number, before, update.seat, events)
      if (isNew) await this.#hear(events, number)
    } else if (update.type === 'undone') {
      this.#turns.undo(update.to)
      this.#looked = this.#looked.filter((entry) => entry < update.to)
      this.#judged = this.#judged.filter(({ entry }) => entry < update.to - 1)
      const state = isNew ? await this.#positionAt(number) : undefined
      if (state !== undefined) this.#session.undo(state, update.to, number)
    }
  }

  async #hear(events: readonly StepEvent[], entry: number): Promise<void> {
    const { lookBack: procedures } = this.options.guide
    const state = await this.#positionAt(entry)
    if (state !== undefined) this.#session.hear(state, events, entry)
    const isPast = events.some((event) => event.type === 'left' && procedures.includes(event.procedure))
    if (isPast) this.#looked = [...this.#looked, entry]
  }

  /** A position as the learner may know it. Unknown while others have secret answers. */
  async #positionAt(entry: number): Promise<State | undefined> {
    const { table, guide, lessons } = this.options
    try {
      return lessons.game.restore(await table.explore(guide.seat, entry))
    } catch (error) {
      if (error instanceof Refusal && error.code === 'not-allowed') return undefined
      throw error
    }
  }

  /** What to show at the learner's decision, or at the end of the game. */
  async #speak(): Promise<void> {
    const { table, guide } = this.options
    const session = this.#session
    const isOver = table.about.outcome !== undefined
    const isAsked = table.asked.some(({ seat }) => seat === guide.seat)
    if (table.number !== this.#number) return // more is to come
    const isQuiet = session.talk === 'quiet'
    this.#state = isAsked ? await this.#positionAt(this.#number) : undefined
    const said =
      this.#state === undefined ? undefined : (session.again(this.#state) ?? session.say(this.#state))
    const turn = this.#turns.open(this.#number)
    const begins = this.#state !== undefined && turn.choices.length === 0
    if (begins && this.#offered !== this.#number && !isQuiet) this.#offer()
    const [last = 0, ...earlier] = this.#looked.toReversed()
    const isNews = (isAsked || isOver) && last > 0 && this.#turns.lastOwn <= last && !isQuiet
    this.#show({
      talk: session.talk,
      card: session.card,
      said,
      lookBack: isNews ? this.#lookBack(earlier[0] ?? 0) : [],
      suggests: begins ? (this.#offered === this.#number && !isQuiet ? 'offered' : 'asked') : undefined,
      suggestion: undefined,
      warning: undefined,
      hasMore: this.#state !== undefined && session.hasMore,
    })
    // If it fails, `suggest` and `allows` report it.
    if (begins && !isQuiet) this.#think().catch(() => {})
    this.#save()
  }

  /** The coach offers a suggestion at every second turn: it never speaks first twice in a row. */
  #offer(): void {
    const isSecond = this.#offered >= 0
    this.#offered = isSecond ? -1 : this.#number
  }

  #lookBack(since: number): readonly string[] {
    const { words, guide } = this.options
    return lookBack({ log: this.#log, words, seat: guide.seat, since, judged: this.#judged })
  }

  #show(change: Partial<CoachNote>): void {
    this.#note = { ...this.#note, ...change }
    for (const listener of this.#listeners) listener(this.#note)
  }

  #save(): void {
    const { save } = this.options
    save({
      session: this.#session.memory,
      judged: this.#judged,
      looked: this.#looked,
      offered: this.#offered,
    })
  }

  /** Starts to think about the turn that begins here, or returns what was thought. */
  async #think(): Promise<Suggestion | undefined> {
    const { thinker, guide, budget, lessons } = this.options
    const { entry } = this.#turns.open(this.#number)
    if (this.#thought?.entry === entry) return this.#thought.result
    const state = entry === this.#number ? this.#state : await this.#positionAt(entry)
    if (state === undefined) return undefined
    const { policy, seat } = guide
    const result = thinker.suggest({
      position: lessons.game.save(state),
      seat,
      ...(policy === undefined ? {} : { policy }),
      ...(budget === undefined ? {} : { budget }),
    })
    this.#thought = { entry, result }
    return result
  }

  /** Shows the suggestion, when it is found. */
  async suggest(): Promise<void> {
    if (this.#note.suggests === undefined) return
    const at = this.#number
    this.#show({ suggestion: 'thinking' })
    const found = await this.#think()
    if (this.#number === at) this.#show({ suggestion: found ?? 'none' })
  }

  /** Says the next thing that waits. */
  more(): void {
    if (this.#session.talk === 'quiet') this.#session.talk = 'normal'
    const said = this.#state === undefined ? undefined : this.#session.more(this.#state)
    this.#show({
      talk: this.#session.talk,
      hasMore: this.#session.hasMore,
      ...(said === undefined ? {} : { said }),
    })
    this.#save()
  }

  /** Lets the coach keep quiet, or speak again. */
  setTalk(talk: Talk): void {
    this.#session.talk = talk
    if (talk === 'quiet')
      this.#show({ ...SILENT, talk, card: this.#session.card, suggests: this.#note.suggests })
    else this.#ask(() => this.#speak())
    this.#save()
  }

  /** Hides the warning. */
  lookAgain(): void {
    this.#show({ warning: undefined })
  }

  /** Whether an answer may be given at once. Returns false if it ends a turn that deserves a warning: once per turn. */
  async allows(seat: string, choice: Choice): Promise<boolean> {
    await this.settled()
    const { guide, lessons } = this.options
    const turn = this.#turns.open(this.#number)
    if (seat !== guide.seat || this.#session.talk === 'quiet' || this.#warned === turn.entry) return true
    const state = this.#state
    const start = turn.entry === this.#number ? state : await this.#positionAt(turn.entry)
    if (state === undefined || start === undefined || !endsTurn(lessons.game, start, state, seat, choice))
      return true
    const text = await this.#warning(start, state, [...turn.choices, choice], turn.entry)
    if (text === undefined) {
      this.#turns.end(this.#number + 1)
      return true
    }
    this.#warned = turn.entry
    this.#show({ warning: { text, choice } })
    return false
  }

  /** Judges the turn, and returns what is wrong with it. */
  async #warning(
    start: State,
    state: State,
    choices: readonly Choice[],
    entry: number,
  ): Promise<string | undefined> {
    const { guide, lessons, thinker, words, budget } = this.options
    const { seat } = guide
    const [best] = (await this.#think())?.turns ?? []
    const position: SavedState = lessons.game.save(start)
    const verdict = await thinker.judge({
      position,
      seat,
      choices,
      ...(best === undefined ? {} : { best: best.choices }),
      ...(budget === undefined ? {} : { budget }),
    })
    const { loss, better, text, winners, gives } = verdict
    const card = this.#session.cardAt(entry)
    if (loss !== undefined && better !== undefined) {
      this.#judged = [
        ...this.#judged.filter((one) => one.entry !== entry),
        { entry, card, loss, text, better, ...(gives === undefined ? {} : { gives }) },
      ]
      this.#save()
    }
    if (winners.length > 0)
      return `After this, ${words.say.list(winners.map((id) => words.plainSeat(id)))} wins. Look again?`
    const last = choices.at(-1)
    const warned = last === undefined ? undefined : this.#guideWarning(state, last)
    if (warned !== undefined) return warned
    if (loss === undefined || better === undefined || loss <= MOST_LOSS || better === text) return undefined
    const title = words.reckoned.seatValues[standingValue(words)]?.title ?? 'worth'
    const much = gives ?? `about ${Math.round(loss)} of ${title}`
    return `By search, this gives away ${much}. Better: ${better}. Look again?`
  }

  /** The warning of the guide that holds after an answer, whatever is hidden or rolled. */
  #guideWarning(state: State, choice: Choice): string | undefined {
    const { guide, lessons } = this.options
    const { seat, warnings } = guide
    const rng = new Rng('warnings')
    const ends = Array.from({ length: SAMPLES }, () =>
      lessons.game.decide(determinize(lessons.game, state, seat, rng), choice, seat),
    )
    const found = warnings.find(({ condition }) => ends.every((end) => lessons.holds(end, condition, seat)))
    const [end] = ends
    return found === undefined || end === undefined ? undefined : lessons.text(end, found.text, seat)
  }
}
