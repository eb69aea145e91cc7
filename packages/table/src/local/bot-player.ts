/** Lets the bots of one table decide in this process. */
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

const INSTEAD = 'random' // decides for a bot that fails
const SLICE_MS = 10 // that bots play before others have their turn

export class BotPlayer {
  #bots: TableBots
  #since: number // the entry after which they were made
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

  /** Bots watch what others decide; where something was undone they begin anew. */
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

  /** Nobody is here. */
  stop(): void {
    this.#stopped = true
    this.#end()
  }

  /** What a bot makes of the end is its own business. */
  #end(state?: State): void {
    try {
      this.#bots.end(state)
    } catch (error) {
      if (!(error instanceof AgentFailed)) throw error
    }
  }

  /** One decision after the other, with room for requests in between. */
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
      if (!(error instanceof Refusal)) throw error // else it could not be stored; they resume with the next request
    } finally {
      this.#playing = false
    }
  }

  /** In a simultaneous choice people come first: what they undo then takes the bots' answers with it. */
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
    const isLate = (): boolean =>
      this.#bots !== bots ||
      table.position.question !== question ||
      table.seats.find((one) => one.seat === seat)?.agent !== agent
    const stopped = (): boolean => isLate() || thinking?.stopped?.() === true
    const since = this.#since
    const seed = `${table.start.seed}/agent/${seat}${since === 0 ? '' : `/${since}`}`
    const asked = { seat, agent, seed }
    const progress = throttleProgress((done) => table.thinks(seat, done))
    let given: BotAnswer
    let failed: string | undefined // why
    try {
      given =
        this.#undone.answer(seat, agent) ??
        (await bots.answer(state, asked, { ...thinking, stopped, progress }))
    } catch (error) {
      // It is said at the table; the others go on.
      failed = error instanceof AgentFailed ? ` ${error.message}` : ''
      given = await new TableBots(table.game).answer(state, { ...asked, agent: INSTEAD })
    }
    const { choice, why } = given
    const by = botOnRecord(failed === undefined ? agent : INSTEAD)
    await table.change(() => {
      if (isLate()) return { transitions: [] }
      const decision = answerTransition(table.game, table.position, seat, question, choice, by, why)
      if (failed === undefined) return { transitions: [decision] }
      const text = `The bot ${agent} did not decide for ${seat}: chance has.${failed}`
      return { transitions: [decision, nonGameTransition(decision.after, { kind: 'note', text })] }
    })
  }
}
