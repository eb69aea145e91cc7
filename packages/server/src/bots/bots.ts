/** Lets bots decide at every table where it is their turn. Of several servers on one database one does it for all. */
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

const LEAD_MS = 1000 // how often it is asked who lets bots play
const AGAIN_MS = 2000 // after an answer that could not be written down
const INSTEAD = 'random' // decides for a bot that does not
const MOST_MEMORIES = 1000 // tables whose bots are kept
const MOST_UNTOLD = 2000 // answers at a table since its bots last decided

/** A table at which a bot is thinking. */
interface Playing {
  /** The question that it thinks about, and how to end that. */
  thought: { readonly question: number; readonly end: AbortController } | undefined
}

/** What bots that are kept know: all up to this number. */
interface Known {
  readonly memory: BotMemory
  number: number
}

/** What bots at a table answered that was taken back: of all entries up to this number. */
interface Recalling {
  readonly recall: UndoneAnswers
  number: number
}

export class Bots {
  readonly #playing = new Map<string, Playing>()
  /** By table, those used last at the end. */
  readonly #known = new Map<string, Known>()
  readonly #recalls = new Map<string, Recalling>()
  readonly #advised = new Set<string>() // people who wait for a hint
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
      this.#look(table)
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
      this.log(`Who lets bots play is not known: ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  /** Goes on where a bot's turn is: at these tables, or at all. */
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
      this.#look(await this.tables.get(id))
    }
  }

  #look(table: Table): void {
    if (!this.#leading || this.#closed || this.#playing.has(table.id) || next(table) === undefined) return
    const playing: Playing = { thought: undefined }
    this.#playing.set(table.id, playing)
    void this.#play(table, playing)
      .then(() => true)
      .catch((error: unknown) => {
        this.log(`Bots at table ${table.id}: ${told(error)}`)
        return error instanceof Refusal && error.code === 'busy' ? pause() : false
      })
      .then((well) => {
        this.#playing.delete(table.id)
        if (well) this.#look(table) // it may be a bot's turn again by now
      })
  }

  async #play(table: Table, playing: Playing): Promise<void> {
    let failures = 0
    for (;;) {
      const turn = next(table)
      if (turn === undefined || this.#closed || !this.#leading) return
      const { agent } = turn
      try {
        await this.#decide(table, playing, turn, failures > 1)
        failures = 0
      } catch (error) {
        this.#forget(table.id)
        // Somebody took something back, or the seat, while the bot was thinking.
        if (error instanceof Refusal && error.code === 'stale') continue
        if (this.#closed) return
        failures += 1
        this.log(`The bot ${agent} at table ${table.id}: ${told(error)}`)
        if (failures > 3 || !(error instanceof BotFailed || isIllegal(error))) throw error
      } finally {
        playing.thought = undefined
      }
    }
  }

  async #decide(table: Table, playing: Playing, turn: Turn, instead: boolean): Promise<void> {
    const { seat } = turn
    const agent = instead ? INSTEAD : turn.agent
    const { game } = table
    const { question, state, number } = table.position
    const end = new AbortController()
    playing.thought = { question, end }
    const recalled = instead ? undefined : await this.#recalled(table, turn)
    const { choice, why } =
      recalled ??
      (await this.pool
        .answer({
          game,
          state,
          seat,
          agent,
          seed: `${seedOfAgent(table.start.seed, seat)}/${number}`,
          memory: instead ? undefined : this.#memory(table, agent),
          signal: end.signal,
          progress: (done) => this.tables.thinks(table, seat, done),
        })
        .catch((error: unknown) => {
          throw end.signal.aborted ? new Refusal('stale', 'It is not asked any more.') : error
        }))
    if (this.#closed) return
    await table.change(() => {
      if (next(table, seat)?.agent !== turn.agent)
        throw new Refusal('stale', `Somebody else plays ${seat} now.`)
      const decision = answerTransition(game, table.position, seat, question, choice, botOnRecord(agent), why)
      if (!instead) return { transitions: [decision] }
      const text = `The bot ${turn.agent} did not decide for ${seat}: chance has.`
      return { transitions: [decision, nonGameTransition(decision.after, { kind: 'note', text })] }
    })
  }

  /** Asked again where something was taken back, a bot answers the same again. */
  async #recalled(table: Table, { seat, agent }: Turn): Promise<UndoneAnswer | undefined> {
    const { number } = table.position
    let known = this.#recalls.get(table.id)
    if (known?.number !== number) {
      const entries = await table.reader.all()
      known = { recall: new UndoneAnswers(entries), number: entries.at(-1)?.number ?? 0 }
      if (known.number !== number) return undefined // somebody was faster: its answer will be stale
    }
    this.#recalls.delete(table.id)
    this.#recalls.set(table.id, known)
    for (const old of this.#recalls.keys()) {
      if (this.#recalls.size <= MOST_MEMORIES) break
      this.#recalls.delete(old)
    }
    return known.recall.answer(seat, agent)
  }

  /** Bots that go by what happened are kept by table; others are made anew for each answer. */
  #memory(table: Table, agent: string): BotMemory | undefined {
    const { number } = table.position
    const before = this.#known.get(table.id)
    if (!TableBots.remembers(agent)) return undefined
    if (before?.number !== number) this.#forget(table.id)
    const known = this.#known.get(table.id) ?? { memory: new BotMemory(), number }
    this.#known.delete(table.id)
    this.#known.set(table.id, known)
    for (const old of this.#known.keys()) {
      if (this.#known.size <= MOST_MEMORIES) break
      this.#forget(old)
    }
    return known.memory
  }

  /** What was answered is told to the bots that are kept; where something was taken back they begin anew. */
  #remember(table: Table, transitions: readonly Transition[]): void {
    const recalling = this.#recalls.get(table.id)
    if (table.deciding.length === 0) this.#recalls.delete(table.id)
    else if (recalling !== undefined)
      for (const { entry } of transitions) {
        if (entry.number !== recalling.number + 1) continue
        recalling.number = entry.number
        recalling.recall.take(entry)
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
    if (known.memory.untold.length > MOST_UNTOLD || over) this.#forget(table.id, over)
  }

  #forget(table: string, over = false): void {
    const known = this.#known.get(table)
    this.#known.delete(table)
    if (known !== undefined) this.pool.forget(known.memory, over)
  }

  /** What a bot would do in the place of a seat that is asked. One person is advised once at a time. */
  async hint(table: Table, person: Person, seat: string, agent?: string): Promise<Hint> {
    if (this.#advised.has(person.id))
      throw new Refusal('too-frequent', 'You have asked for a hint already. Wait for it.')
    const { game, position } = table
    this.#advised.add(person.id)
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
      throw new Refusal('busy', `There is no hint: ${error.message}`)
    } finally {
      this.#advised.delete(person.id)
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
    setTimeout(() => resolve(true), AGAIN_MS).unref()
  })
}

/** With what led to it. */
function told(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : `${error.message} (${told(error.cause)})`
}

function isIllegal(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'illegal-choice'
}

interface Turn {
  readonly seat: string
  readonly agent: string
}

/** The first of those who decide that is a bot's; or this one, if it is. */
function next(table: Table, wanted?: string): Turn | undefined {
  const { deciding } = table
  for (const { seat, agent } of table.seats)
    if (agent !== null && deciding.includes(seat) && (wanted ?? seat) === seat) return { seat, agent }
  return undefined
}
