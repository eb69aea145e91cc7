/** Games that a program drives: what a line asks, and the answer. */
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
import { FunctionSight } from './evaluations.js'
import { Fields } from './fields.js'
import { Games, type Limits } from './games.js'
import { endBots } from './playing.js'
import { failureOf, Refusal } from './problem.js'
import { Stats } from './stats.js'

/** Something that a program can ask for. */
export interface AskDef {
  readonly fields: readonly string[]
  readonly answer: (engine: Engine, fields: Fields) => Content | Promise<Content>
}

const ASKS: Readonly<Record<string, AskDef>> = { ...ABOUT, ...POSITIONS, ...QUERIES, ...AGENT_PLAY }
const ASK_NAMES: readonly string[] = Object.keys(ASKS)

export interface EngineOptions {
  readonly version: string
  readonly limits: Limits & { readonly line: number }
  /** Where a bug is told. */
  readonly tell: (bug: string) => void
}

export class Engine {
  readonly games: Games
  readonly stats = new Stats()
  readonly sight = new FunctionSight()
  readonly asks = ASK_NAMES
  /** The program has said that it needs no more. */
  over = false

  constructor(
    readonly game: LoadedGame,
    readonly options: EngineOptions,
  ) {
    this.games = new Games(options.limits, ({ bots, state }) => {
      if (game.outcome(state) === undefined) endBots(game, bots)
    })
  }

  /** The answer to a line, as a line; nothing, if it only tells something. */
  async line(text: string | LineError): Promise<string> {
    this.stats.lines += 1
    const said = this.#read(text)
    if (said instanceof LineError) return encodeLine(this.#failed(null, said))
    if (!isSeveral(said)) {
      const answer = await this.#message(said)
      return answer === undefined ? '' : encodeLine(answer)
    }
    const answers: Message[] = []
    for (const message of said) {
      const answer = await this.#message(message) // one after the other: each may need the one before
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
        throw new LineError('no-message', 'This asks nothing: "ask" is missing.', message.id)
      if (message.tell !== 'quit')
        throw new Refusal('unknown-tell', unknownName('tell', message.tell, undefined, ['quit']))
      this.over = true
      return undefined
    } catch (error) {
      return this.#failed(isTell(message) ? null : message.id, error)
    }
  }

  #failed(id: number | null, error: unknown): Message {
    this.stats.errors += 1
    return failureOf(id, error, this.options.tell)
  }

  #answer(message: Ask): Content | Promise<Content> {
    this.stats.asks += 1
    const { ask } = message
    const def = Object.hasOwn(ASKS, ask) ? ASKS[ask] : undefined
    if (def === undefined)
      throw new Refusal('unknown-ask', unknownName('ask', ask, closestName(ask, ASK_NAMES), ASK_NAMES))
    return def.answer(this, new Fields(ask, message, def.fields))
  }
}

function isSeveral(line: Line): line is readonly Message[] {
  return Array.isArray(line)
}
