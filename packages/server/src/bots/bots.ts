/** Lets bots decide at every table where it is their turn. Of several servers on one database one does it for all. */
import { answered, plain, Refusal } from '@ludoforge/client'
import { seedOfAgent } from '@ludoforge/sim'
import { type Table, type Tables } from '../tables/index.js'
import { BotFailed, type BotPool } from './pool.js'

const LEAD_MS = 1000 // how often it is asked who lets bots play
const AGAIN_MS = 2000 // after an answer that could not be written down
const INSTEAD = 'random' // decides for a bot that does not

export class Bots {
  readonly #playing = new Set<string>()
  #leading = false
  #closed = false
  #timer: NodeJS.Timeout | undefined

  constructor(
    private readonly tables: Tables,
    private readonly pool: BotPool,
    private readonly log: (problem: string) => void,
  ) {
    tables.onChange((table) => this.#look(table))
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
    const waiting = rows.filter(({ deciding, seat }) => (JSON.parse(deciding) as string[]).includes(seat))
    for (const id of new Set(waiting.map((row) => row.id))) {
      if (this.#closed) return
      this.#look(await this.tables.get(id))
    }
  }

  #look(table: Table): void {
    if (!this.#leading || this.#closed || this.#playing.has(table.id) || next(table) === undefined) return
    this.#playing.add(table.id)
    void this.#play(table)
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

  async #play(table: Table): Promise<void> {
    let failures = 0
    for (;;) {
      const turn = next(table)
      if (turn === undefined || this.#closed || !this.#leading) return
      const { seat, agent } = turn
      const { question, state, number } = table.position
      const instead = failures > 1
      const seed = `${seedOfAgent(table.row.beginning.seed, seat)}/${number}`
      try {
        const choice = await this.pool.think({
          game: table.game,
          position: table.game.save(state),
          seat,
          agent: instead ? INSTEAD : agent,
          seed,
        })
        if (this.#closed) return
        await table.change(() => {
          const moment = answered(
            table.game,
            table.position,
            seat,
            question,
            choice,
            `bot ${instead ? INSTEAD : agent}`,
          )
          if (!instead) return { moments: [moment] }
          const text = `The bot ${agent} did not decide for ${seat}: chance has.`
          return { moments: [moment, plain(moment.after, { kind: 'note', text })] }
        })
        failures = 0
      } catch (error) {
        // Somebody took something back, or the seat, while the bot was thinking.
        if (error instanceof Refusal && error.code === 'stale') continue
        if (this.#closed) return
        failures += 1
        this.log(`The bot ${agent} at table ${table.id}: ${told(error)}`)
        if (failures > 3 || !(error instanceof BotFailed || isIllegal(error))) throw error
      }
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

/** The first of those who decide that is a bot's. */
function next(table: Table): { readonly seat: string; readonly agent: string } | undefined {
  const { deciding } = table
  const found = table.seats.find(({ seat, agent }) => agent !== null && deciding.includes(seat))
  return found === undefined || found.agent === null ? undefined : { seat: found.seat, agent: found.agent }
}
