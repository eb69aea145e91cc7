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
import { FunctionVisibility } from './evaluations.js'
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

const ASKS: Readonly<Record<string, RequestHandler>> = { ...ABOUT, ...POSITIONS, ...QUERIES, ...AGENT_PLAY }
const ASK_NAMES: readonly string[] = Object.keys(ASKS)

export interface EngineOptions {
  readonly version: string
  readonly limits: Limits & { readonly line: number }
  /** Receives the report of a bug. */
  readonly tell: (bug: string) => void
}

export class Engine {
  readonly games: OpenGames
  readonly stats = new Stats()
  readonly sight = new FunctionVisibility()
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

function isBatch(line: Line): line is readonly Message[] {
  return Array.isArray(line)
}
