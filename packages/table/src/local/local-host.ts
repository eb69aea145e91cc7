/** Hosts a table in this process for one person and bots, with the protocol of a server. */
import { fromJson, type GameDef, type JsonText } from '@ludoforge/kernel'
import { defaultHintAgent, hintFor } from '../bots/index.js'
import { checkAgentSpec, handleRequest, type Person, type RequestServices, TableCore } from '../core/index.js'
import { type ClientMessage, Refusal, type ServerMessage } from '../protocol/index.js'
import { BotPlayer } from './bot-player.js'
import { MemoryRecord } from './memory-record.js'
import type { LocalOptions } from './options.js'
import { createTableRecord, LOCAL_PERSON, rulesChangedEntry, currentSeats, viewContextOf } from './start.js'

/** The other end of a transport. */
interface Receiver {
  readonly message: (text: string) => void
}

const SERVICES: RequestServices<Person, never> = {
  checkAgent: checkAgentSpec,
  hint(table, _person, seat, agent = defaultHintAgent(table.game, seat)) {
    const { state, number, question } = table.position
    const seed = `${table.start.seed}/hint/${seat}/${number}`
    const stopped = (): boolean => table.position.question !== question
    return hintFor(table.game, state, { seat, agent, seed }, { stopped })
  },
}

/** A host for one person and bots. Each client opens its own channel to it. */
export class LocalHost {
  readonly #receivers = new Set<Receiver>()

  private constructor(
    private readonly table: TableCore,
    private readonly bots: BotPlayer,
  ) {}

  static async open(options: LocalOptions): Promise<LocalHost> {
    const { id = 'local', storage, spectator = false, thinking } = options
    const stored = await storage?.load()
    // A stored table keeps the rules it started with. A module has only its current rules.
    const context = viewContextOf(stored?.def === undefined ? options : { ...options, def: stored.def })
    const initial = stored ?? { ...createTableRecord(options, context.game), entries: [] }
    const migration = rulesChangedEntry(context.game, initial)
    const complete = { ...initial, entries: [...initial.entries, ...migration] }
    const record = new MemoryRecord(id, context, complete, currentSeats(complete), storage)
    const holder: { bots?: BotPlayer } = {}
    const table = await TableCore.open(record, {
      alone: true,
      spectator,
      changed: (_, transitions) => holder.bots?.watch(transitions),
    })
    const bots = new BotPlayer(table, complete.entries, thinking)
    holder.bots = bots
    if (stored === undefined) await storage?.begin(initial, table.document)
    else if (migration.length > 0) await storage?.add(migration, table.document)
    void bots.play()
    return new LocalHost(table, bots)
  }

  get id(): string {
    return this.table.id
  }

  get def(): GameDef {
    return this.table.game.def
  }

  open(receiver: Receiver): { send(text: string): void; close(): void } {
    let queue: Promise<void> = Promise.resolve()
    let leave = (): void => {}
    let isClosed = false
    const answer = async ({ id, ask }: ClientMessage): Promise<void> => {
      const send = (message: ServerMessage): void => receiver.message(JSON.stringify(message))
      try {
        if (ask.type === 'hello') {
          this.#receivers.add(receiver)
          leave = await this.table.join({ person: LOCAL_PERSON, hear: receiver.message }, id, ask.last)
          if (isClosed) leave()
        } else {
          const person = this.table.person(LOCAL_PERSON)
          if (person === undefined) throw new Error('The local player is missing.')
          send({ type: 'done', id, ...(await handleRequest(SERVICES, this.table, person, ask)) })
        }
        if (this.#receivers.size > 0) void this.bots.play()
      } catch (error) {
        const refused = error instanceof Refusal ? error : new Refusal('trouble', String(error))
        send({ type: 'error', id, ...refused.fields })
      }
    }
    return {
      send: (text: JsonText<ClientMessage>) => {
        const message = fromJson(text)
        const { type } = message.ask
        // Slow requests don't block the ones after them.
        if (type === 'hint' || type === 'history') void queue.then(() => answer(message))
        else queue = queue.then(() => answer(message))
      },
      close: () => {
        isClosed = true
        leave()
        this.#receivers.delete(receiver)
        if (this.#receivers.size === 0) this.bots.stop()
      },
    }
  }
}
