/** Applies a table's events to the store, and plays back what others did. */
import { type TableEvent } from '@ludoforge/client'
import { eventsFor, type TableUpdate } from '@ludoforge/table'
import { inHandOrder } from '../question/hand-order.js'
import { followLists } from './answers-ahead.js'
import { isBlocked } from './blocked.js'
import type { TableFrame } from './history-cache.js'
import { hasVisibleEvents, isQuestionHeld, isResult, momentsOf } from './moments.js'
import {
  frameOf,
  freshQuestion,
  type GetStore,
  hidesFrom,
  rebuildLog,
  switchPerspective,
  type SetState,
} from './perspective.js'
import { type Sound, soundOf } from '../sound.js'
import { HistoryReader } from './read-history.js'

export interface PlaybackSpeed {
  /** Milliseconds per moment. 0 turns playback off. */
  readonly moment: () => number
  /** Called when it becomes the player's turn, and when dice are rolled or cards move. */
  readonly hear?: (sound: Sound) => void
}

export class LiveUpdates {
  #timer: ReturnType<typeof setTimeout> | undefined
  #stopped = false
  readonly #unlogged: TableUpdate[] = []
  #seenTimer: ReturnType<typeof setTimeout> | undefined
  #reader: HistoryReader | undefined

  constructor(
    private readonly get: GetStore,
    private readonly set: SetState,
    private readonly speed: PlaybackSpeed,
  ) {}

  end(): void {
    this.#stopped = true
    this.#reader?.stop()
    clearTimeout(this.#timer)
    clearTimeout(this.#seenTimer)
  }

  /** Loads the history before this visit. A failed request is shown next to the story, and retried. */
  async readUp(): Promise<void> {
    await Promise.resolve() // wait until the store exists
    const { table } = this.get()
    this.#reader = new HistoryReader(table, (pastProblem) => this.set({ pastProblem }))
    if (this.#stopped) return
    const past = await this.#reader.read()
    if (past === undefined) return
    const { until, opening, start, happenings } = past
    const all = [...happenings, ...this.get().records.filter(({ number }) => number > until)]
    const { you } = this.get()
    const missed = you.person !== null && you.seen > 0 && you.seen < until ? you.seen : undefined
    this.set({ records: all, opening, start, missed, pastProblem: undefined })
    this.set(rebuildLog(this.get, this.get().eye))
    this.#reportSeen()
  }

  hear(event: TableEvent): void {
    switch (event.type) {
      case 'connection':
        this.set({ connected: event.open })
        if (event.open) this.#reader?.hurry()
        return
      case 'thinking':
        this.set({ thinking: { ...this.get().thinking, [event.seat]: event.done } })
        return
      default:
        this.#apply(event)
    }
  }

  #apply(update: TableUpdate): void {
    const { table, records, eye, line, you } = this.get()
    const all = [...records, update]
    this.set({ about: table.about, you: table.you, proposal: table.proposal, records: all })
    if (update.type === 'step') {
      this.#unlogged.push(update)
      const { [update.seat]: _done, ...thinking } = this.get().thinking
      this.set({ line: [...line, update.number], thinking })
      this.#followLists(eventsFor(update, eye))
      this.#show(frameOf(table, eye, eventsFor(update, eye)), you.seats.includes(update.seat))
    } else if ('shown' in update) {
      const { seats } = table.you
      this.set(switchPerspective(this.get, eye !== null && seats.includes(eye) ? eye : (seats[0] ?? null)))
      this.set({ ahead: [], dropped: undefined })
    } else this.#unlogged.push(update)
    // The next question waits until what led to it has been played back.
    if (isQuestionHeld(this.get())) this.set({ asked: [], ...freshQuestion(undefined) })
    else this.ask()
    this.#reportSeen()
  }

  /** Says so if the rules cut a list of the player short. */
  #followLists(events: TableFrame['events']): void {
    const { table, ahead: lists, words } = this.get()
    if (lists.length === 0) return
    const { ahead, dropped } = followLists(lists, events, table.asked)
    const item = dropped[0]?.rest[0]
    this.set({ ahead, ...(item === undefined ? {} : { dropped: words.say.dropped(item.label) }) })
  }

  /**
   * Logs the pending updates up to an entry, so that the log doesn't run ahead of the board. A rebuilt log may contain
   * some already.
   */
  #log(until = Number.POSITIVE_INFINITY): void {
    const { story, told, blocked } = this.get()
    const later = this.#unlogged.findIndex(({ number }) => number > until)
    const due = this.#unlogged.splice(0, later < 0 ? this.#unlogged.length : later)
    const unlogged = due.filter(({ number }) => number > story.mark())
    for (const update of unlogged) if (!isBlocked(update, blocked)) story.add(update)
    if (unlogged.length > 0) this.set({ told: told + 1 })
  }

  /** Reports the last entry seen, so that the next visit can replay from there. */
  #reportSeen(): void {
    const { table, you } = this.get()
    if (you.person === null || document.hidden) return
    clearTimeout(this.#seenTimer)
    this.#seenTimer = setTimeout(() => {
      if (this.get().connected) table.seen().catch(() => {}) // the next update reports again
    }, SEEN_DELAY_MS)
  }

  /** Updates the question. The picks stay if it is still the same one. */
  ask(): void {
    this.#log()
    const { table, decision, eye, scene } = this.get()
    const asked = inHandOrder(table.asked, scene)
    const mine =
      asked.find(({ seat }) => seat === (decision?.seat ?? eye)) ?? asked.find(({ seat }) => seat === eye)
    const next = mine ?? asked[0]
    this.set({ asked, horizon: table.horizon })
    if (JSON.stringify(next) !== JSON.stringify(decision)) {
      this.set(freshQuestion(next))
      if (next !== undefined && decision === undefined) this.speed.hear?.('turn')
      if (next !== undefined && next.seat !== eye) {
        if (hidesFrom(table, next.seat, eye)) this.set({ curtain: next.seat })
        else this.set(switchPerspective(this.get, next.seat))
      }
    } else this.set({ decision: next })
  }

  /** Queues the moments of a step for playback, so that the player sees what others do. */
  #show(now: TableFrame, isOwn: boolean): void {
    const { now: before, shown, waiting, scene, results } = this.get()
    const moments = momentsOf(before, now, scene)
    const texts = moments.flatMap(({ passing }) => passing?.says ?? [])
    if (texts.length > 0) this.set({ results: [...results, ...texts].slice(-MAX_RESULTS) })
    // The player knows what they did: their own step waits for nothing.
    const isKnown = isOwn && moments.length === 0
    if (this.speed.moment() === 0 || document.hidden || isKnown) {
      this.set({ now, shown: now, waiting: [] })
      this.#hear(now)
    } else {
      if (this.#timer === undefined) this.set({ playFrom: shown.number })
      this.set({ now, waiting: [...waiting, ...(moments.length === 0 ? [now] : moments)] })
      if (this.#timer === undefined) this.#showNext()
    }
  }

  #showNext(): void {
    this.#timer = undefined
    const { waiting } = this.get()
    const [shown, ...later] = waiting
    if (shown === undefined) return
    if (shown.passing === undefined) this.#log(shown.number)
    this.set({ shown, waiting: later })
    this.#hear(shown)
    this.#timer = setTimeout(() => this.#showNext(), this.#duration(shown, later.length))
  }

  #hear({ events }: TableFrame): void {
    const sound = soundOf(events, this.get().cardKinds)
    if (sound !== undefined) this.speed.hear?.(sound)
  }

  /** Returns how long a frame is shown: a result longer than what led to it, and a long queue faster. */
  #duration({ passing, events }: TableFrame, later: number): number {
    if (!hasVisibleEvents(events)) return 0
    const moment = this.speed.moment()
    if (passing !== undefined && (passing.says.length > 0 || events.some(isResult)))
      return moment * RESULT_FACTOR
    return moment * Math.min(1, FULL_SPEED_QUEUE / Math.max(1, later))
  }
}

const SEEN_DELAY_MS = 1000
const MAX_RESULTS = 4
const RESULT_FACTOR = 3 // a result is shown longer than what led to it
const FULL_SPEED_QUEUE = 8 // longer queues are played faster
