/** A guided game in progress: collects the moments that happen, and decides when the coach speaks. */
import { isNamed, type State, type StepEvent } from '@ludoforge/kernel'
import { linkedGame } from '../linked-game.js'
import { questionName } from '../policy/question-name.js'
import type { Guide, Moment } from './guide.js'
import type { LessonGame } from './lesson-game.js'
import { type Thing, thingsAt } from './things.js'

/** What the coach says. */
export interface Said {
  readonly moment: number // its index in the guide
  readonly text: string
  readonly pointing: readonly Thing[]
}

/** How much the coach says: nothing, now and then, or everything that waits. */
export type Talk = 'quiet' | 'normal' | 'more'

/** What a session remembers, as plain data. Entries are numbers of steps. */
export interface GuideMemory {
  readonly talk: Talk
  readonly entry: number // the last one heard
  readonly cards: readonly number[] // the entries with which the cards after the first began
  readonly said: readonly (readonly [moment: number, entry: number])[]
  readonly waiting: readonly (readonly [moment: number, card: number])[]
  readonly held: readonly number[] // the moments whose conditions held after the last step
  readonly own?: readonly number[] // the waiting moments of an action that the learner began
}

const MOST_PER_CARD = 2
const MOST_CARDS_WAITING = 3
const NOTHING: GuideMemory = { talk: 'normal', entry: -1, cards: [], said: [], waiting: [], held: [] }

/** Runs beside a game: `hear` every step, and ask for what to `say` at each decision of the learner. */
export class GuideSession {
  talk: Talk
  #entry: number
  #cards: readonly number[]
  readonly #said: Map<number, number> // at which entry
  readonly #waiting: Map<number, number> // since which card
  readonly #held: Set<number>
  readonly #own: Set<number>

  /** `known`: the terms that finished lessons have taught. */
  constructor(
    private readonly lessons: LessonGame,
    private readonly guide: Guide,
    private readonly known: ReadonlySet<string> = new Set(),
    memory: GuideMemory = NOTHING,
  ) {
    this.talk = memory.talk
    this.#entry = memory.entry
    this.#cards = memory.cards
    this.#said = new Map(memory.said)
    this.#waiting = new Map(memory.waiting)
    this.#held = new Set(memory.held)
    this.#own = new Set(memory.own)
  }

  /** What to remember, for another session of the same game. */
  get memory(): GuideMemory {
    const { talk } = this
    return {
      talk,
      entry: this.#entry,
      cards: this.#cards,
      said: [...this.#said],
      waiting: [...this.#waiting],
      held: [...this.#held],
      own: [...this.#own],
    }
  }

  /** The number of the current card, from 1: the one that is on when the game starts. */
  get card(): number {
    return this.#cards.length + 1
  }

  /** The number of the card that was on at an entry. */
  cardAt(entry: number): number {
    return this.#cards.filter((first) => first <= entry).length + 1
  }

  /** Takes note of a step of the game. */
  hear(state: State, events: readonly StepEvent[], entry = this.#entry + 1): void {
    const { card, moments, seat } = this.guide
    this.#entry = entry
    for (const event of events) if (event.type === 'entered' && event.procedure === card) this.#nextCard()
    moments.forEach(({ occasion }, i) => {
      if (occasion.is === 'action') {
        const { actions } = occasion
        const begun = events.filter((event) => event.type === 'began' && actions.includes(event.action))
        if (begun.length > 0) this.#happens(i)
        if (begun.some((event) => event.type === 'began' && event.seat === seat) && this.#waiting.has(i))
          this.#own.add(i)
      } else if (occasion.is === 'condition') {
        const holds = this.lessons.holds(state, occasion.condition, seat)
        if (holds && !this.#held.has(i)) this.#happens(i)
        if (holds) this.#held.add(i)
        else this.#held.delete(i)
      }
    })
  }

  /** Takes note of an undo: the entries from `to` on are gone, and `state` is the position before them. */
  undo(state: State, to: number, entry: number): void {
    this.#cards = this.#cards.filter((first) => first < to)
    for (const [moment, since] of this.#waiting) if (since > this.card) this.#drop(moment)
    this.#held.clear()
    this.hear(state, [], entry)
  }

  #nextCard(): void {
    this.#cards = [...this.#cards, this.#entry]
    for (const [moment, since] of this.#waiting)
      if (this.card - since >= MOST_CARDS_WAITING) this.#drop(moment)
  }

  #drop(moment: number): void {
    this.#waiting.delete(moment)
    this.#own.delete(moment)
  }

  #happens(moment: number): void {
    if (!this.#said.has(moment) && !this.#waiting.has(moment)) this.#waiting.set(moment, this.card)
  }

  /** Whether the coach has more to say at this decision than `say` returns unasked. */
  get hasMore(): boolean {
    return this.#waiting.size > 0
  }

  /** What the coach says at this decision of the learner: at most once, each thing once. */
  say(state: State): Said | undefined {
    if (this.talk === 'quiet' || !this.#isAsked(state)) return undefined
    this.#hearQuestion(state)
    const spoken = [...this.#said.values()]
    if (this.talk === 'more') return this.#next(state)
    if (spoken.includes(this.#entry)) return undefined
    const [first = 0] = this.#cards.slice(-1)
    const isEnough = spoken.filter((entry) => entry >= first).length >= MOST_PER_CARD
    return this.#next(state, isEnough ? 'of the learner' : 'any')
  }

  /** The next thing that waits, because the learner asks for more. */
  more(state: State): Said | undefined {
    if (!this.#isAsked(state)) return undefined
    this.#hearQuestion(state)
    return this.#next(state)
  }

  /** What the coach said at this decision, again. */
  again(state: State): Said | undefined {
    const [said] = [...this.#said].filter(([, entry]) => entry === this.#entry).slice(-1)
    const moment = said === undefined ? undefined : this.guide.moments[said[0]]
    return said === undefined || moment === undefined || this.talk === 'quiet'
      ? undefined
      : this.#worded(state, said[0], moment)
  }

  #isAsked(state: State): boolean {
    return this.lessons.game.decision(state, this.guide.seat) !== undefined
  }

  /** What the learner does is explained then, however much was said on this card: at this question, or of an own action. */
  #isOfLearner(index: number): boolean {
    return this.#own.has(index) || this.guide.moments[index]?.occasion.is === 'question'
  }

  #next(state: State, which: 'any' | 'of the learner' = 'any'): Said | undefined {
    const { moments } = this.guide
    const weight = (index: number): number => moments[index]?.weight ?? 0
    const [index] = [...this.#waiting.keys()]
      .filter((i) => which === 'any' || this.#isOfLearner(i))
      .toSorted((a, b) => weight(b) - weight(a) || a - b)
    const moment = index === undefined ? undefined : moments[index]
    if (index === undefined || moment === undefined) return undefined
    this.#drop(index)
    this.#said.set(index, this.#entry)
    return this.#worded(state, index, moment)
  }

  #worded(state: State, index: number, moment: Moment): Said {
    const { seat } = this.guide
    return {
      moment: index,
      text: this.#text(state, moment),
      pointing: moment.pointing.flatMap((pointer) => thingsAt(this.lessons, state, pointer, seat)),
    }
  }

  /** Moments at the question that is open now. Those at other questions don't wait: they would come too late. */
  #hearQuestion(state: State): void {
    const open = questionName(linkedGame(this.lessons.game), state.q)
    this.guide.moments.forEach(({ occasion }, i) => {
      if (occasion.is !== 'question') return
      if (isNamed(open, occasion.question)) this.#happens(i)
      else this.#waiting.delete(i)
    })
  }

  /** The text. If lessons have taught all its terms, its last sentence. */
  #text(state: State, { text, teaches }: Moment): string {
    const whole = this.lessons.text(state, text, this.guide.seat)
    const isKnown = teaches.length > 0 && teaches.every((term) => this.known.has(term))
    return isKnown ? (whole.match(/[^.!?]+[.!?]*\s*$/u)?.[0].trim() ?? whole) : whole
  }
}
