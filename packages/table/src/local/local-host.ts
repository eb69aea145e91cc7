/** Hosts a table for one person and bots: the same protocol as a server's. */
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

export class LocalHost {
  readonly #receivers = new Set<Receiver>()

  private constructor(
    private readonly table: TableCore,
    private readonly bots: BotPlayer,
  ) {}

  static async open(options: LocalOptions): Promise<LocalHost> {
    const { id = 'local', storage, spectator = false, thinking } = options
    const stored = await storage?.load()
    // The rules of a stored table are those it began by; only a module has no older ones.
    const context = viewContextOf(stored?.def === undefined ? options : { ...options, def: stored.def })
    const begun = stored ?? { ...createTableRecord(options, context.game), entries: [] }
    const moved = rulesChangedEntry(context.game, begun)
    const whole = { ...begun, entries: [...begun.entries, ...moved] }
    const record = new MemoryRecord(id, context, whole, currentSeats(whole), storage)
    const watching: { bots?: BotPlayer } = {}
    const table = await TableCore.open(record, {
      alone: true,
      spectator,
      changed: (_, transitions) => watching.bots?.watch(transitions),
    })
    const bots = new BotPlayer(table, whole.entries, thinking)
    watching.bots = bots
    if (stored === undefined) await storage?.begin(begun, table.document)
    else if (moved.length > 0) await storage?.add(moved, table.document)
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
    let turn: Promise<void> = Promise.resolve()
    let leave = (): void => {}
    let isClosed = false
    const answer = async ({ id, ask }: ClientMessage): Promise<void> => {
      const say = (message: ServerMessage): void => receiver.message(JSON.stringify(message))
      try {
        if (ask.type === 'hello') {
          this.#receivers.add(receiver)
          leave = await this.table.join({ person: LOCAL_PERSON, hear: receiver.message }, id, ask.last)
          if (isClosed) leave()
        } else {
          const person = this.table.person(LOCAL_PERSON)
          if (person === undefined) throw new Error('Nobody has this table.')
          say({ type: 'done', id, ...(await handleRequest(SERVICES, this.table, person, ask)) })
        }
        if (this.#receivers.size > 0) void this.bots.play()
      } catch (error) {
        const { code, message } =
          error instanceof Refusal ? error : { code: 'trouble' as const, message: String(error) }
        say({ type: 'error', id, code, message })
      }
    }
    return {
      send: (text: JsonText<ClientMessage>) => {
        const message = fromJson(text)
        const { type } = message.ask
        // Whoever waits for these can do other things meanwhile.
        if (type === 'hint' || type === 'history') void turn.then(() => answer(message))
        else turn = turn.then(() => answer(message))
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
