/** Plays the bots of all tables. Of several servers on one database, only the leader does. */
import {
  answerTransition,
  type BotAnswer,
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
import { defaultAgent } from '@ludoforge/agents'
import { type Client, type Person, type Table, type Tables, withinLimit } from '../tables/index.js'
import type { JobOwner } from './fair-queue.js'
import { type BotJobRequest, BotFailed, type BotPool, BotMemory, BotsBusy, TINY_SEARCH } from './pool.js'
import { Watching } from './watching.js'
import { fromJson, type Game } from '@ludoforge/kernel'

const LEAD_MS = 1000 // between attempts to become the leader
const RETRY_MS = 2000 // after a failed write
const FALLBACK = 'random' // decides for a bot that fails repeatedly
const MAX_MEMORIES = 1000 // tables whose bots stay alive
const MAX_UNSEEN = 2000 // answers at a table since its bots last decided
const MAX_OWNERS = 5000 // tables whose owner is cached
const MAX_HINTS = 5 // that wait for one address

/** How long people wait for a thread before a quicker bot answers. */
export interface Patience {
  readonly answerMs: number
  readonly hintMs: number
}

/** The options of the bots of a server. */
export interface BotsOptions {
  readonly patience?: Patience | undefined
  /** Tables of bots alone also play when nobody watches, for benchmarks. */
  readonly unwatched?: boolean | undefined
}

const PATIENCE: Patience = { answerMs: 15_000, hintMs: 5000 }

/** A table where a bot is thinking. */
interface Playing {
  /** The question the bot thinks about, and the way to cancel it. */
  thought: { readonly question: number; readonly end: AbortController } | undefined
  /** A quicker bot has just decided, and a note says so. */
  isHurried: boolean
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
  readonly #hints = new Map<string, number>() // that wait, by origin
  readonly #owners = new Map<string, JobOwner>() // by table
  readonly #watching: Watching
  readonly #patience: Patience
  readonly #unwatched: boolean
  #leading = false
  #closed = false
  #timer: NodeJS.Timeout | undefined

  constructor(
    private readonly tables: Tables,
    private readonly pool: BotPool,
    private readonly log: (problem: string) => void,
    { patience = PATIENCE, unwatched = false }: BotsOptions = {},
  ) {
    this.#patience = patience
    this.#unwatched = unwatched
    this.#watching = new Watching(tables, (ids) => {
      if (this.#leading && !this.#closed) this.#wakeLogged(ids)
    })
    tables.onChange((table, transitions) => {
      this.#remember(table, transitions)
      const thought = this.#playing.get(table.id)?.thought
      if (thought !== undefined && thought.question !== table.position.question) thought.end.abort()
      this.#playIfDue(table)
    })
    tables.onHeard((ids) => {
      if (this.#leading) this.#wakeLogged(ids)
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

  #wakeLogged(ids: readonly string[]): void {
    this.#wake(ids).catch((error: unknown) => this.log(`Can't wake bots: ${describe(error)}`))
  }

  /** Starts bots whose turn it is, at these tables or at all of them. Tables of bots alone need somebody who watches. */
  async #wake(ids?: readonly string[]): Promise<void> {
    const { db } = this.tables.store
    const watched = new Set(this.#unwatched ? [] : await this.tables.watchedHere())
    const query = db
      .selectFrom('tables')
      .innerJoin('seats', 'seats.table_id', 'tables.id')
      .select(['tables.id', 'tables.deciding', 'seats.seat'])
      .select((sub) =>
        sub
          .selectFrom('seats as all_seats')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .whereRef('all_seats.table_id', '=', 'tables.id')
          .where('all_seats.agent', 'is', null)
          .as('without_bot'),
      )
      .where('tables.outcome', 'is', null)
      .where('seats.agent', 'is not', null)
    const rows = await (ids === undefined ? query : query.where('tables.id', 'in', [...ids])).execute()
    const waiting = rows
      .filter(({ deciding, seat }) => fromJson(deciding).includes(seat))
      .filter(
        ({ id, without_bot }) =>
          this.#unwatched || Number(without_bot) !== 0 || watched.has(id) || this.#watching.elsewhere(id),
      )
    for (const id of new Set(waiting.map((row) => row.id))) {
      if (this.#closed) return
      this.#playIfDue(await this.tables.get(id))
    }
  }

  #playIfDue(table: Table): void {
    if (!this.#leading || this.#closed || this.#playing.has(table.id) || this.#nextTurn(table) === undefined)
      return
    const playing: Playing = { thought: undefined, isHurried: false }
    this.#playing.set(table.id, playing)
    void this.#play(table, playing)
      .then(() => true)
      .catch((error: unknown) => {
        this.log(`Bots stopped at table ${table.id}: ${describe(error)}`)
        return error instanceof Refusal && (error.code === 'busy' || error.code === 'full') ? pause() : false
      })
      .then((mayContinue) => {
        this.#playing.delete(table.id)
        if (mayContinue) this.#playIfDue(table) // it may be a bot's turn again by now
      })
  }

  /** Returns the next turn of a bot, or `undefined` if there is none or nobody watches a table of bots alone. */
  #nextTurn(table: Table, wanted?: string): Turn | undefined {
    const turn = nextBotTurn(table, wanted)
    if (turn === undefined || !(this.#unwatched || this.#watching.mayPlay(table))) return undefined
    return { ...turn, agent: withinLimit(turn.agent, this.tables.botLimit) }
  }

  /** Returns who pays for the bots of a table: its host, at the address where the table was made. */
  async #owner(table: Table): Promise<JobOwner> {
    const known = this.#owners.get(table.id)
    if (known !== undefined) return known
    const row = await this.tables.store.db
      .selectFrom('tables')
      .select('origin')
      .where('id', '=', table.id)
      .executeTakeFirst()
    const host = table.people.find((person) => person.host)
    const owner = { address: row?.origin ?? '', person: host?.account ?? host?.id ?? '' }
    this.#owners.set(table.id, owner)
    for (const old of this.#owners.keys()) {
      if (this.#owners.size <= MAX_OWNERS) break
      this.#owners.delete(old)
    }
    return owner
  }

  async #play(table: Table, playing: Playing): Promise<void> {
    let failures = 0
    for (;;) {
      const turn = this.#nextTurn(table)
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
    const job: BotJobRequest = {
      game,
      state,
      seat,
      agent,
      seed: `${seedOfAgent(table.start.seed, seat)}/${number}`,
      owner: await this.#owner(table),
      signal: end.signal,
      progress: (done) => this.tables.thinks(table, seat, done),
    }
    const { choice, why, decider } =
      repeated === undefined ? await this.#answer(table, job, isFallback) : { ...repeated, decider: agent }
    if (this.#closed) return
    const isHurried = decider !== agent
    await table.change(() => {
      if (this.#nextTurn(table, seat)?.agent !== turn.agent)
        throw new Refusal('stale', `The bot no longer plays ${seat}.`)
      const decision = answerTransition(
        game,
        table.position,
        seat,
        question,
        choice,
        botOnRecord(decider),
        why,
      )
      const text = isFallback
        ? `The bot ${turn.agent} failed to decide for ${seat}. A random choice was made instead.`
        : isHurried && !playing.isHurried
          ? `The server is busy. The quicker bot ${decider} decides for ${seat} until ${agent} has time again.`
          : undefined
      if (text === undefined) return { transitions: [decision] }
      return { transitions: [decision, nonGameTransition(decision.after, { kind: 'note', text })] }
    })
    playing.isHurried = isHurried
  }

  /** Returns the answer of the bot. If it waits too long while somebody watches, a quicker bot decides. */
  async #answer(
    table: Table,
    job: BotJobRequest,
    isFallback: boolean,
  ): Promise<BotAnswer & { readonly decider: string }> {
    const { agent, game, seat, signal } = job
    const stale = (error: unknown): never => {
      throw signal?.aborted === true ? new Refusal('stale', 'This decision is no longer open.') : error
    }
    const memory = isFallback ? undefined : this.#memory(table, agent)
    const isAwaited = !isFallback && (!table.isIdle || this.#watching.elsewhere(table.id))
    const patience = isAwaited ? { patienceMs: this.#patience.answerMs } : {}
    try {
      return { ...(await this.pool.answer({ ...job, memory, ...patience })), decider: agent }
    } catch (error) {
      if (!(error instanceof BotsBusy)) return stale(error)
      this.#forget(table.id) // the memory has missed the answers of this job
      const decider = quickAgent(game, seat)
      return { ...(await this.pool.answer({ ...job, agent: decider }).catch(stale)), decider }
    }
  }

  /** Returns the bot's answer from before an undo: asked the same question again, it repeats itself. */
  async #undoneAnswer(table: Table, { seat, agent }: Turn): Promise<UndoneAnswer | undefined> {
    const { number } = table.position
    let known = this.#undone.get(table.id)
    if (known?.number !== number) {
      known = { answers: new UndoneAnswers(), number }
      for await (const entries of table.reader.pages(number))
        for (const entry of entries) known.answers.take(entry)
      if (table.position.number !== number) return undefined // a concurrent entry: this answer will be stale
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
  async hint(
    table: Table,
    person: Person,
    seat: string,
    named?: string,
    client: Client = { origin: '', account: null },
  ): Promise<Hint> {
    const { origin, signal } = client
    const waiting = this.#hints.get(origin) ?? 0
    if (this.#awaitingHint.has(person.id))
      throw new Refusal('too-frequent', 'Your last hint is still being computed. Wait for it.')
    if (waiting >= MAX_HINTS)
      throw new Refusal(
        'too-frequent',
        `${MAX_HINTS} hints are being computed for this address, which is the limit. Wait for one of them.`,
      )
    const { game, position } = table
    const agent = named ?? defaultHintAgent(game, seat)
    const job: BotJobRequest = {
      game,
      state: position.state,
      seat,
      agent,
      seed: `${seedOfAgent(table.start.seed, seat)}/hint/${position.number}`,
      owner: { address: origin, person: client.account ?? person.id },
      patienceMs: this.#patience.hintMs,
      ...(signal === undefined ? {} : { signal }),
    }
    this.#awaitingHint.add(person.id)
    this.#hints.set(origin, waiting + 1)
    try {
      return await this.pool.hint(job).catch(async (error: unknown) => {
        if (!(error instanceof BotsBusy)) throw error
        return { ...(await this.pool.hint({ ...job, agent: quickAgent(game, seat) })), instead: agent }
      })
    } catch (error) {
      if (!(error instanceof BotFailed) && !(error instanceof BotsBusy)) throw error
      throw new Refusal('busy', `No hint is available: ${error.message}. Try again in a moment.`)
    } finally {
      this.#awaitingHint.delete(person.id)
      const left = (this.#hints.get(origin) ?? 1) - 1
      if (left === 0) this.#hints.delete(origin)
      else this.#hints.set(origin, left)
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    clearInterval(this.#timer)
    this.#watching.close()
    await this.pool.close()
  }
}

/** Returns the agent that answers quickly for a seat: its policy, else by `worth`, else a tiny search. */
function quickAgent(game: Game, seat: string): string {
  const agent = defaultAgent(game, seat)
  return agent === 'random' ? TINY_SEARCH : agent
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
