/** What happens at a table comes into the store. */
import { type TableEvent } from '@ludoforge/client'
import { eventsFor, type TableUpdate } from '@ludoforge/table'
import type { TableFrame } from './history-cache.js'
import { isHeld, isLookedAt, momentsOf } from './moments.js'
import {
  frameOf,
  freshQuestion,
  type Get,
  hidesFrom,
  rebuildLog,
  switchPerspective,
  type Set,
} from './perspective.js'
import type { TableState } from './state.js'

export interface PlaybackSpeed {
  /** Milliseconds that a moment is looked at; 0: nothing is played back. */
  readonly moment: () => number
  /** Somebody is to decide who did not before. */
  readonly called?: () => void
}

export class LiveUpdates {
  #timer: ReturnType<typeof setTimeout> | undefined
  #ended = false
  readonly #untold: TableUpdate[] = []
  #looked: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly get: Get,
    private readonly set: Set,
    private readonly speed: PlaybackSpeed,
  ) {}

  end(): void {
    this.#ended = true
    clearTimeout(this.#timer)
    clearTimeout(this.#looked)
  }

  /** Everything that happened before one came, a page at a time. */
  async readUp(): Promise<void> {
    await Promise.resolve() // the store is made first
    const { table, attempt } = this.get()
    await attempt(async () => {
      const past: TableUpdate[] = []
      const until = table.number
      let opening: TableState['opening'] = []
      let from = 0
      do {
        const page = await table.history(from, until)
        if (this.#ended) return
        if (from === 0) opening = page.opening
        past.push(...page.happenings)
        if (page.happenings.length === 0) break
        from = page.happenings.at(-1)?.number ?? until
      } while (from < until)
      const all = [...past, ...this.get().records.filter(({ number }) => number > until)]
      const { you } = this.get()
      const missed = you.person !== null && you.seen > 0 && you.seen < until ? you.seen : undefined
      this.set({ records: all, opening, missed })
      this.set(rebuildLog(this.get, this.get().eye))
      this.#seen()
    })
  }

  hear(heard: TableEvent): void {
    switch (heard.type) {
      case 'connection':
        this.set({ connected: heard.open })
        return
      case 'thinking':
        this.set({ thinking: { ...this.get().thinking, [heard.seat]: heard.done } })
        return
      default:
        this.#happened(heard)
    }
  }

  #happened(happening: TableUpdate): void {
    const { table, records, eye, line } = this.get()
    const all = [...records, happening]
    this.set({ about: table.about, you: table.you, proposal: table.proposal, records: all })
    if (happening.type === 'step') {
      this.#untold.push(happening)
      const { [happening.seat]: _done, ...thinking } = this.get().thinking
      this.set({ line: [...line, happening.number], thinking })
      this.#show(frameOf(table, eye, eventsFor(happening, eye)))
    } else if ('shown' in happening) {
      const { seats } = table.you
      this.set(switchPerspective(this.get, eye !== null && seats.includes(eye) ? eye : (seats[0] ?? null)))
    } else this.#untold.push(happening)
    // Nobody is asked about the next position while the last one is still played out.
    if (isHeld(this.get())) this.set({ asked: [], ...freshQuestion(undefined) })
    else this.ask()
    this.#seen()
  }

  /** The log doesn't run ahead of what is shown. A story that was told anew meanwhile knows some of it. */
  #tell(): void {
    const { story, told } = this.get()
    const untold = this.#untold.splice(0).filter(({ number }) => number > story.mark())
    for (const one of untold) story.add(one)
    if (untold.length > 0) this.set({ told: told + 1 })
  }

  /** So that whoever comes back another time knows where to go on. */
  #seen(): void {
    const { table, you } = this.get()
    if (you.person === null || document.hidden) return
    clearTimeout(this.#looked)
    this.#looked = setTimeout(() => {
      if (this.get().connected) table.seen().catch(() => {}) // it is told again with the next thing that happens
    }, LOOKED_MS)
  }

  /** What is asked now; what was picked stays if it is still the same question. */
  ask(): void {
    this.#tell()
    const { table, decision, eye } = this.get()
    const { asked } = table
    const mine =
      asked.find(({ seat }) => seat === (decision?.seat ?? eye)) ?? asked.find(({ seat }) => seat === eye)
    const next = mine ?? asked[0]
    this.set({ asked, horizon: table.horizon })
    if (JSON.stringify(next) !== JSON.stringify(decision)) {
      this.set(freshQuestion(next))
      if (next !== undefined && decision === undefined) this.speed.called?.()
      if (next !== undefined && next.seat !== eye) {
        if (hidesFrom(table, next.seat, eye)) this.set({ curtain: next.seat })
        else this.set(switchPerspective(this.get, next.seat))
      }
    } else this.set({ decision: next })
  }

  /** Moments are shown one after the other, so that one sees what others do. */
  #show(now: TableFrame): void {
    const { now: before, waiting, scene, results } = this.get()
    const moments = momentsOf(before, now, scene)
    const told = moments.flatMap(({ passing }) => passing?.says ?? [])
    if (told.length > 0) this.set({ results: [...results, ...told].slice(-MOST_RESULTS) })
    if (this.speed.moment() === 0 || document.hidden) this.set({ now, shown: now, waiting: [] })
    else {
      this.set({ now, waiting: [...waiting, ...(moments.length === 0 ? [now] : moments)] })
      if (this.#timer === undefined) this.#next()
    }
  }

  #next(): void {
    this.#timer = undefined
    const { waiting } = this.get()
    const [shown, ...later] = waiting
    if (shown === undefined) return
    this.set({ shown, waiting: later })
    const long = this.speed.moment() * Math.min(1, FEW / Math.max(1, later.length))
    const times = (shown.passing?.says.length ?? 0) > 0 ? RESULT : 1
    this.#timer = setTimeout(() => this.#next(), isLookedAt(shown.events) ? long * times : 0)
  }
}

const LOOKED_MS = 1000
const MOST_RESULTS = 4
const RESULT = 3 // a result is looked at longer than what led to it
const FEW = 12 // when more wait, they are shown faster
