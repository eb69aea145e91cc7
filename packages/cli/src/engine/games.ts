import type { Agent } from '@ludoforge/agents'
import type { Constant, State } from '@ludoforge/kernel'
import { stateBytes } from '@ludoforge/play'
import type { ObservationHistory, PartialAnswer } from '@ludoforge/play'
import type { Seed } from '@ludoforge/sim'
import { Refusal } from './errors.js'

/** What the program may know of a game: everything, or what the seats it plays may know. */
export type Perspective = 'all' | ReadonlySet<string>

/** An agent in a seat, with its spec. */
export interface Bot {
  readonly spec: string
  readonly agent: Agent
}

/** The settings a game started with. */
export interface GameStart {
  readonly scenario: string | undefined
  readonly seed: Seed
  readonly given: Readonly<Record<string, Constant>> // game options the program set
  readonly options: Readonly<Record<string, Constant>> // with the ones the agents add
}

/** A game in progress. */
export interface EngineGame {
  readonly number: number
  readonly eyes: Perspective
  readonly seed: Seed // the seeds of its agents derive from it
  state: State
  /** Set until the first decision: until then, new agents may restart the game with their options. */
  beginning?: GameStart | undefined
  /** By seat index. If the program plays some seats only, every other seat has a bot. */
  bots: readonly (Bot | undefined)[]
  /** The answer that the program gives action by action. */
  answer?: PartialAnswer | undefined
  /** What the seats of the program remember, if the game started with `recall`. */
  histories?: Map<string, ObservationHistory> | undefined
}

export interface Limits {
  readonly games: number
  readonly bytes: number // total, for all positions
}

/** The open games, by number. Enforces the limits. */
export class OpenGames {
  readonly #open = new Map<number, EngineGame>()
  readonly #sizes = new Map<number, number>()
  #bytes = 0
  #last = 0

  /** Calls `onDrop` for every game that is dropped or replaced. */
  constructor(
    readonly limits: Limits,
    private readonly onDrop: (play: EngineGame) => void,
  ) {}

  get count(): number {
    return this.#open.size
  }

  get bytes(): number {
    return this.#bytes
  }

  /** The number for a new game: the wanted one, even if it is in use, or the next free one. */
  number(wanted: number | undefined): number {
    if (wanted !== undefined) return wanted
    do this.#last += 1
    while (this.#open.has(this.#last))
    return this.#last
  }

  /** Adds a game. Replaces the game that had its number. */
  add(play: EngineGame): EngineGame {
    const { games, bytes } = this.limits
    const replaced = this.#open.get(play.number)
    if (replaced === undefined && this.#open.size >= games)
      throw new Refusal(
        'too-many-games',
        `${games} games are open, which is the limit. Drop some, or raise --games.`,
      )
    const more = stateBytes(play.state) - (this.#sizes.get(play.number) ?? 0)
    if (more > 0 && this.#bytes + more > bytes)
      throw new Refusal(
        'too-much-memory',
        `The positions of ${this.#open.size} games fill ${megabytes(bytes)}, which is the limit. Drop some, or raise --memory.`,
      )
    if (replaced !== undefined) this.onDrop(replaced)
    this.#open.set(play.number, play)
    this.#updateSize(play)
    return play
  }

  get(number: number): EngineGame {
    const play = this.#open.get(number)
    if (play !== undefined) return play
    const open = this.#open.size
    const first = [...this.#open.keys()].slice(0, 10).join(', ')
    const known =
      open === 0 ? 'No game is open.' : `Open: ${first}${open > 10 ? ` and ${open - 10} more` : ''}.`
    throw new Refusal('unknown-game', `There is no game ${number}. ${known}`)
  }

  /** Sets a game to a new position. Pass `beginning` if nothing was decided on the way. */
  move(play: EngineGame, state: State, beginning?: GameStart): void {
    play.state = state
    play.beginning = beginning
    play.answer = undefined
    this.#updateSize(play)
  }

  drop(number: number): void {
    this.onDrop(this.get(number))
    this.#bytes -= this.#sizes.get(number) ?? 0
    this.#sizes.delete(number)
    this.#open.delete(number)
  }

  dropAll(): number {
    const dropped = this.#open.size
    for (const play of this.#open.values()) this.onDrop(play)
    this.#open.clear()
    this.#sizes.clear()
    this.#bytes = 0
    return dropped
  }

  #updateSize({ number, state }: EngineGame): void {
    const bytes = stateBytes(state)
    this.#bytes += bytes - (this.#sizes.get(number) ?? 0)
    this.#sizes.set(number, bytes)
  }
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 2 ** 20)} MB`
}
