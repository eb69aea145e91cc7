/** Plays the bots of one table in this process. */
import { AgentFailed, type ThinkOptions } from '@ludoforge/agents'
import type { State } from '@ludoforge/kernel'
import { type BotAnswer, TableBots, throttleProgress } from '../bots/index.js'
import type { TableCore } from '../core/index.js'
import { Refusal } from '../protocol/index.js'
import {
  answerTransition,
  botOnRecord,
  type Entry,
  nonGameTransition,
  type Transition,
  UndoneAnswers,
} from '../record/index.js'

const FALLBACK = 'random' // decides for a bot that fails
const SLICE_MS = 10 // of bot decisions before it yields to the event loop

export class BotPlayer {
  #bots: TableBots
  #since: number // the entry after which the bots were created
  readonly #undone: UndoneAnswers
  #playing = false
  #stopped = false

  constructor(
    private readonly table: TableCore,
    entries: readonly Entry[],
    private readonly thinking: Pick<ThinkOptions, 'helpers' | 'stopped'> | undefined,
  ) {
    this.#bots = new TableBots(table.game)
    this.#since = table.position.number
    this.#undone = new UndoneAnswers(entries)
  }

  /** Shows decisions to the bots. An undo creates new bots. */
  watch(transitions: readonly Transition[]): void {
    for (const { entry, before } of transitions) {
      this.#undone.take(entry)
      if (entry.kind === 'decision') this.#bots.watch(before.state, entry.seat, entry.choice)
      else if (entry.kind === 'undo') {
        this.#end()
        this.#bots = new TableBots(this.table.game)
        this.#since = entry.number
      }
    }
    if (this.table.deciding.length === 0) this.#end(this.table.position.state)
  }

  /** Stops playing when the last client leaves. */
  stop(): void {
    this.#stopped = true
    this.#end()
  }

  /** Ends all bots. A bot that fails here is ignored. */
  #end(state?: State): void {
    try {
      this.#bots.end(state)
    } catch (error) {
      if (!(error instanceof AgentFailed)) throw error
    }
  }

  /** Makes the bots' decisions, and yields to requests in between. */
  async play(): Promise<void> {
    this.#stopped = false
    if (this.#playing) return
    this.#playing = true
    let since = performance.now()
    try {
      for (let next = this.#next(); next !== undefined && !this.#stopped; next = this.#next()) {
        await this.#decide(next.seat, next.agent)
        if (performance.now() - since < SLICE_MS) continue
        await new Promise((resolve) => {
          setTimeout(resolve, 0)
        })
        since = performance.now()
      }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error // a failed write: the bots resume with the next request
    } finally {
      this.#playing = false
    }
  }

  /** Returns the next bot to decide. In a simultaneous choice, bots wait for people, so that an undo covers both. */
  #next(): { readonly seat: string; readonly agent: string } | undefined {
    const { deciding } = this.table
    const seats = this.table.seats.filter(({ seat }) => deciding.includes(seat))
    if (seats.some(({ agent }) => agent === null)) return undefined
    const [first] = deciding
    const agent = seats.find(({ seat }) => seat === first)?.agent
    return first === undefined || agent === undefined || agent === null ? undefined : { seat: first, agent }
  }

  async #decide(seat: string, agent: string): Promise<void> {
    const { table, thinking } = this
    const { question, state } = table.position
    const bots = this.#bots
    const isStale = (): boolean =>
      this.#bots !== bots ||
      table.position.question !== question ||
      table.seats.find((other) => other.seat === seat)?.agent !== agent
    const stopped = (): boolean => isStale() || thinking?.stopped?.() === true
    const since = this.#since
    const seed = `${table.start.seed}/agent/${seat}${since === 0 ? '' : `/${since}`}`
    const request = { seat, agent, seed }
    const progress = throttleProgress((done) => table.thinks(seat, done))
    let answer: BotAnswer
    let failure: string | undefined
    try {
      answer =
        this.#undone.answer(seat, agent) ??
        (await bots.answer(state, request, { ...thinking, stopped, progress }))
    } catch (error) {
      // A note reports it at the table, and the game continues.
      failure = error instanceof AgentFailed ? ` ${error.message}` : ''
      answer = await new TableBots(table.game).answer(state, { ...request, agent: FALLBACK })
    }
    const { choice, why } = answer
    const by = botOnRecord(failure === undefined ? agent : FALLBACK)
    await table.change(() => {
      if (isStale()) return { transitions: [] }
      const decision = answerTransition(table.game, table.position, seat, question, choice, by, why)
      if (failure === undefined) return { transitions: [decision] }
      const text = `The bot ${agent} failed to decide for ${seat}. A random choice was made instead.${failure}`
      return { transitions: [decision, nonGameTransition(decision.after, { kind: 'note', text })] }
    })
  }
}
