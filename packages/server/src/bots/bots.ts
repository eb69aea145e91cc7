/** Plays the bots of all tables. Of several servers on one database, only the leader does. */
import {
  answerTransition,
  botOnRecord,
  defaultHintAgent,
  type Hint,
  nonGameTransition,
  Refusal,
  TableBots,
  type Transition,
  type UndoneAnswer,
  UndoneAnswers,
} from '@ludoforge/table'
import { seedOfAgent } from '@ludoforge/sim'
import type { Person, Table, Tables } from '../tables/index.js'
import { BotFailed, type BotPool, BotMemory } from './pool.js'
import { fromJson } from '@ludoforge/kernel'

const LEAD_MS = 1000 // between attempts to become the leader
const RETRY_MS = 2000 // after a failed write
const FALLBACK = 'random' // decides for a bot that fails repeatedly
const MAX_MEMORIES = 1000 // tables whose bots stay alive
const MAX_UNSEEN = 2000 // answers at a table since its bots last decided

/** A table where a bot is thinking. */
interface Playing {
  /** The question the bot thinks about, and the way to cancel it. */
  thought: { readonly question: number; readonly end: AbortController } | undefined
}

/** The memory of a table's bots, up to this entry. */
interface Known {
  readonly memory: BotMemory
  number: number
}

/** The undone bot answers of a table, up to this entry. */
interface Undone {
  readonly answers: UndoneAnswers
  number: number
}

export class Bots {
  readonly #playing = new Map<string, Playing>()
  /** LRU cache by table, most recently used last. */
  readonly #known = new Map<string, Known>()
  readonly #undone = new Map<string, Undone>()
  readonly #awaitingHint = new Set<string>() // person ids
  #leading = false
  #closed = false
  #timer: NodeJS.Timeout | undefined

  constructor(
    private readonly tables: Tables,
    private readonly pool: BotPool,
    private readonly log: (problem: string) => void,
  ) {
    tables.onChange((table, transitions) => {
      this.#remember(table, transitions)
      const thought = this.#playing.get(table.id)?.thought
      if (thought !== undefined && thought.question !== table.position.question) thought.end.abort()
      this.#playIfDue(table)
    })
    tables.onHeard((ids) => {
      if (this.#leading) void this.#wake(ids)
    })
  }

  async start(): Promise<void> {
    await this.#lead()
    this.#timer = setInterval(() => void this.#lead(), LEAD_MS)
  }

  async #lead(): Promise<void> {
    try {
      const before = this.#leading
      this.#leading = await this.tables.store.engine.leads()
      if (this.#leading && !before) await this.#wake()
    } catch (error) {
      this.#leading = false
      this.log(
        `Can't elect the server that plays bots: ${error instanceof Error ? error.message : String(error)}`,
      )
    }
  }

  /** Starts bots whose turn it is, at these tables or at all of them. */
  async #wake(ids?: readonly string[]): Promise<void> {
    const { db } = this.tables.store
    const query = db
      .selectFrom('tables')
      .innerJoin('seats', 'seats.table_id', 'tables.id')
      .select(['tables.id', 'tables.deciding', 'seats.seat'])
      .where('tables.outcome', 'is', null)
      .where('seats.agent', 'is not', null)
    const rows = await (ids === undefined ? query : query.where('tables.id', 'in', [...ids])).execute()
    const waiting = rows.filter(({ deciding, seat }) => fromJson(deciding).includes(seat))
    for (const id of new Set(waiting.map((row) => row.id))) {
      if (this.#closed) return
      this.#playIfDue(await this.tables.get(id))
    }
  }

  #playIfDue(table: Table): void {
    if (!this.#leading || this.#closed || this.#playing.has(table.id) || nextBotTurn(table) === undefined)
      return
    const playing: Playing = { thought: undefined }
    this.#playing.set(table.id, playing)
    void this.#play(table, playing)
      .then(() => true)
      .catch((error: unknown) => {
        this.log(`Bots stopped at table ${table.id}: ${describe(error)}`)
        return error instanceof Refusal && error.code === 'busy' ? pause() : false
      })
      .then((mayContinue) => {
        this.#playing.delete(table.id)
        if (mayContinue) this.#playIfDue(table) // it may be a bot's turn again by now
      })
  }

  async #play(table: Table, playing: Playing): Promise<void> {
    let failures = 0
    for (;;) {
      const turn = nextBotTurn(table)
      if (turn === undefined || this.#closed || !this.#leading) return
      const { agent } = turn
      try {
        await this.#decide(table, playing, turn, failures > 1)
        failures = 0
      } catch (error) {
        this.#forget(table.id)
        // An undo or a change of seats made the answer stale while the bot was thinking.
        if (error instanceof Refusal && error.code === 'stale') continue
        if (this.#closed) return
        failures += 1
        this.log(`The bot ${agent} failed at table ${table.id}: ${describe(error)}`)
        if (failures > 3 || !(error instanceof BotFailed || isIllegal(error))) throw error
      } finally {
        playing.thought = undefined
      }
    }
  }

  async #decide(table: Table, playing: Playing, turn: Turn, isFallback: boolean): Promise<void> {
    const { seat } = turn
    const agent = isFallback ? FALLBACK : turn.agent
    const { game } = table
    const { question, state, number } = table.position
    const end = new AbortController()
    playing.thought = { question, end }
    const repeated = isFallback ? undefined : await this.#undoneAnswer(table, turn)
    const { choice, why } =
      repeated ??
      (await this.pool
        .answer({
          game,
          state,
          seat,
          agent,
          seed: `${seedOfAgent(table.start.seed, seat)}/${number}`,
          memory: isFallback ? undefined : this.#memory(table, agent),
          signal: end.signal,
          progress: (done) => this.tables.thinks(table, seat, done),
        })
        .catch((error: unknown) => {
          throw end.signal.aborted ? new Refusal('stale', 'This decision is no longer open.') : error
        }))
    if (this.#closed) return
    await table.change(() => {
      if (nextBotTurn(table, seat)?.agent !== turn.agent)
        throw new Refusal('stale', `The bot no longer plays ${seat}.`)
      const decision = answerTransition(game, table.position, seat, question, choice, botOnRecord(agent), why)
      if (!isFallback) return { transitions: [decision] }
      const text = `The bot ${turn.agent} failed to decide for ${seat}. A random choice was made instead.`
      return { transitions: [decision, nonGameTransition(decision.after, { kind: 'note', text })] }
    })
  }

  /** Returns the bot's answer from before an undo: asked the same question again, it repeats itself. */
  async #undoneAnswer(table: Table, { seat, agent }: Turn): Promise<UndoneAnswer | undefined> {
    const { number } = table.position
    let known = this.#undone.get(table.id)
    if (known?.number !== number) {
      const entries = await table.reader.all()
      known = { answers: new UndoneAnswers(entries), number: entries.at(-1)?.number ?? 0 }
      if (known.number !== number) return undefined // a concurrent entry: this answer will be stale
    }
    this.#undone.delete(table.id)
    this.#undone.set(table.id, known)
    for (const old of this.#undone.keys()) {
      if (this.#undone.size <= MAX_MEMORIES) break
      this.#undone.delete(old)
    }
    return known.answers.answer(seat, agent)
  }

  /** Returns the memory of the table's bots, or `undefined` for agents without one: they are created per answer. */
  #memory(table: Table, agent: string): BotMemory | undefined {
    const { number } = table.position
    const before = this.#known.get(table.id)
    if (!TableBots.remembers(agent)) return undefined
    if (before?.number !== number) this.#forget(table.id)
    const known = this.#known.get(table.id) ?? { memory: new BotMemory(), number }
    this.#known.delete(table.id)
    this.#known.set(table.id, known)
    for (const old of this.#known.keys()) {
      if (this.#known.size <= MAX_MEMORIES) break
      this.#forget(old)
    }
    return known.memory
  }

  /** Queues new answers for the bots with a memory. After an undo or a rules migration, they start again. */
  #remember(table: Table, transitions: readonly Transition[]): void {
    const undone = this.#undone.get(table.id)
    if (table.deciding.length === 0) this.#undone.delete(table.id)
    else if (undone !== undefined)
      for (const { entry } of transitions) {
        if (entry.number !== undone.number + 1) continue
        undone.number = entry.number
        undone.answers.take(entry)
      }
    const known = this.#known.get(table.id)
    if (known === undefined) return
    for (const { entry } of transitions) {
      if (entry.number !== known.number + 1 || entry.kind === 'undo' || entry.kind === 'moved')
        return this.#forget(table.id)
      known.number = entry.number
      if (entry.kind !== 'decision') continue
      const { seat, choice } = entry
      known.memory.untold.push({ seat, choice })
    }
    const over = table.deciding.length === 0
    if (known.memory.untold.length > MAX_UNSEEN || over) this.#forget(table.id, over)
  }

  #forget(table: string, over = false): void {
    const known = this.#known.get(table)
    this.#known.delete(table)
    if (known !== undefined) this.pool.forget(known.memory, over)
  }

  /** Returns the answer a bot would give for a deciding seat. Each person may wait for one hint at a time. */
  async hint(table: Table, person: Person, seat: string, agent?: string): Promise<Hint> {
    if (this.#awaitingHint.has(person.id))
      throw new Refusal('too-frequent', 'Your last hint is still being computed. Wait for it.')
    const { game, position } = table
    this.#awaitingHint.add(person.id)
    try {
      return await this.pool.hint({
        game,
        state: position.state,
        seat,
        agent: agent ?? defaultHintAgent(game, seat),
        seed: `${seedOfAgent(table.start.seed, seat)}/hint/${position.number}`,
      })
    } catch (error) {
      if (!(error instanceof BotFailed)) throw error
      throw new Refusal('busy', `No hint is available: ${error.message}`)
    } finally {
      this.#awaitingHint.delete(person.id)
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    clearInterval(this.#timer)
    await this.pool.close()
  }
}

function pause(): Promise<true> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(true), RETRY_MS).unref()
  })
}

/** Returns the message with its chain of causes. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : `${error.message} (${describe(error.cause)})`
}

function isIllegal(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'illegal-choice'
}

interface Turn {
  readonly seat: string
  readonly agent: string
}

/** Returns the first deciding seat that a bot plays, or only `wanted` if a bot plays it. */
function nextBotTurn(table: Table, wanted?: string): Turn | undefined {
  const { deciding } = table
  for (const { seat, agent } of table.seats)
    if (agent !== null && deciding.includes(seat) && (wanted ?? seat) === seat) return { seat, agent }
  return undefined
}
