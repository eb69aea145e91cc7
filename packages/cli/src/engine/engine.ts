/** Lets a program drive games: parses its lines, runs each request and returns the answer. */
import {
  type Ask,
  type Content,
  isAsk,
  isTell,
  type Line,
  LineError,
  encodeLine,
  type Message,
  parseLine,
} from '@ludoforge/agents/lines'
import { type LoadedGame, closestName } from '@ludoforge/compiler'
import { unknownName } from '../usage.js'
import { ABOUT } from './handlers/about.js'
import { QUERIES } from './handlers/queries.js'
import { AGENT_PLAY } from './handlers/play.js'
import { POSITIONS } from './handlers/positions.js'
import { SPACES } from './handlers/spaces.js'
import { Batches } from './batches/batches.js'
import { refusalFrame } from './batches/frame-buffer.js'
import type { Frame } from './batches/input-reader.js'
import { Fields } from './fields.js'
import { OpenGames, type Limits } from './games.js'
import { endBots } from './bots.js'
import { errorAnswer, Refusal } from './errors.js'
import { Stats } from './stats.js'

/** A kind of request: the fields it takes, and its handler. */
export interface RequestHandler {
  readonly fields: readonly string[]
  readonly answer: (engine: Engine, fields: Fields) => Content | Promise<Content>
}

const ASKS: Readonly<Record<string, RequestHandler>> = {
  ...ABOUT,
  ...POSITIONS,
  ...QUERIES,
  ...AGENT_PLAY,
  ...SPACES,
}
const ASK_NAMES: readonly string[] = Object.keys(ASKS)

export interface EngineOptions {
  readonly version: string
  readonly limits: Limits & { readonly line: number }
  /** Receives the report of a bug. */
  readonly tell: (bug: string) => void
}

export class Engine {
  readonly games: OpenGames
  readonly batches: Batches
  readonly stats = new Stats()
  readonly asks = ASK_NAMES
  /** Set when the program sends `quit`. */
  over = false

  constructor(
    readonly game: LoadedGame,
    readonly options: EngineOptions,
  ) {
    this.games = new OpenGames(options.limits, ({ bots, state }) => {
      if (game.outcome(state) === undefined) endBots(game, bots)
    })
    this.batches = new Batches(this.games)
  }

  /** Answers a line with a line, or with an empty text if the line needs no answer. */
  async line(text: string | LineError): Promise<string> {
    this.stats.lines += 1
    const line = this.#read(text)
    if (line instanceof LineError) return encodeLine(this.#failed(null, line))
    if (!isBatch(line)) {
      const answer = await this.#message(line)
      return answer === undefined ? '' : encodeLine(answer)
    }
    const answers: Message[] = []
    for (const message of line) {
      const answer = await this.#message(message) // in order: each may depend on the one before
      if (answer !== undefined) answers.push(answer)
    }
    return encodeLine(answers)
  }

  /** Answers a frame with the bytes of a frame, in parts. They are valid until the next frame of the same batch. */
  frame(frame: Frame | Refusal): readonly Uint8Array[] {
    this.stats.frames += 1
    try {
      if (frame instanceof Refusal) throw frame
      const { batch, actions } = stepIn(frame)
      return this.batches.get(batch).step(actions)
    } catch (error) {
      const failed = this.#failed(null, error)
      return [refusalFrame('error' in failed ? failed.error : failed)]
    }
  }

  #read(text: string | LineError): Line | LineError {
    if (text instanceof LineError) return text
    try {
      return parseLine(text)
    } catch (error) {
      if (error instanceof LineError) return error
      throw error
    }
  }

  async #message(message: Message): Promise<Message | undefined> {
    try {
      if (isAsk(message)) return { id: message.id, ...(await this.#answer(message)) }
      if (!isTell(message))
        throw new LineError('no-message', 'This is not a request: "ask" is missing.', message.id)
      if (message.tell !== 'quit')
        throw new Refusal('unknown-tell', unknownName('message', message.tell, undefined, ['quit']))
      this.over = true
      return undefined
    } catch (error) {
      return this.#failed(isTell(message) ? null : message.id, error)
    }
  }

  #failed(id: number | null, error: unknown): Message {
    this.stats.errors += 1
    return errorAnswer(id, error, this.options.tell)
  }

  #answer(message: Ask): Content | Promise<Content> {
    this.stats.asks += 1
    const { ask } = message
    const def = Object.hasOwn(ASKS, ask) ? ASKS[ask] : undefined
    if (def === undefined)
      throw new Refusal('unknown-ask', unknownName('request', ask, closestName(ask, ASK_NAMES), ASK_NAMES))
    return def.answer(this, new Fields(ask, message, def.fields))
  }
}

/** The batch and the actions of a step frame. */
function stepIn({ payload }: Frame): { readonly batch: number; readonly actions: Int32Array } {
  const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength)
  const games = payload.length < STEP_HEADER ? -1 : view.getUint32(4, true)
  if (payload.length !== STEP_HEADER + games * 4)
    throw new Refusal(
      'bad-frame',
      `A frame of ${payload.length} bytes doesn't hold a batch, a number of games and an action for each.`,
    )
  const actions = new Int32Array(games)
  for (let i = 0; i < games; i++) actions[i] = view.getInt32(STEP_HEADER + i * 4, true)
  return { batch: view.getUint32(0, true), actions }
}

const STEP_HEADER = 8

function isBatch(line: Line): line is readonly Message[] {
  return Array.isArray(line)
}
