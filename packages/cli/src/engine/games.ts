import type { Agent } from '@ludoforge/agents'
import type { Constant, State } from '@ludoforge/kernel'
import type { Seed } from '@ludoforge/sim'
import { Refusal } from './problem.js'

/** What the program may know of a game: the truth, or what these seats, which it plays, may know. */
export type Perspective = 'all' | ReadonlySet<string>

/** An agent on a seat, by the name under which it was asked for. */
export interface Bot {
  readonly spec: string
  readonly agent: Agent
}

/** How a game was begun, without what follows from who plays it. */
export interface GameStart {
  readonly scenario: string | undefined
  readonly seed: Seed
  readonly given: Readonly<Record<string, Constant>> // options that the program has set
  readonly options: Readonly<Record<string, Constant>> // with those of the line-up
}

/** A game in progress. */
export interface EngineGame {
  readonly number: number
  readonly eyes: Perspective
  readonly seed: Seed // that of its agents follows from it
  state: State
  /** As long as nothing is decided: who is to play may still change how it begins. */
  beginning?: GameStart | undefined
  /** By the number of the seat. In a game that is seen through the eyes of seats, all others have one. */
  bots: readonly (Bot | undefined)[]
}

export interface Limits {
  readonly games: number
  readonly bytes: number // of all positions together
}

/** Games by their numbers. */
export class Games {
  readonly #open = new Map<number, EngineGame>()
  readonly #sizes = new Map<number, number>()
  #bytes = 0
  #last = 0

  /** `gone` is told of games that are forgotten. */
  constructor(
    readonly limits: Limits,
    private readonly gone: (play: EngineGame) => void,
  ) {}

  get count(): number {
    return this.#open.size
  }

  get bytes(): number {
    return this.#bytes
  }

  /** The number of a new game: the one that was asked for, whatever has it now, or the next. */
  number(wanted: number | undefined): number {
    if (wanted !== undefined) return wanted
    do this.#last += 1
    while (this.#open.has(this.#last))
    return this.#last
  }

  /** Takes in a new game. What had its number before is gone. */
  add(play: EngineGame): EngineGame {
    const { games, bytes } = this.limits
    const replaced = this.#open.get(play.number)
    if (replaced === undefined && this.#open.size >= games)
      throw new Refusal('too-many-games', `There are ${games} games, and no more may be. Drop some.`)
    const more = bytesOf(play.state) - (this.#sizes.get(play.number) ?? 0)
    if (more > 0 && this.#bytes + more > bytes)
      throw new Refusal(
        'too-much-memory',
        `The positions of ${this.#open.size} games fill ${megabytes(bytes)}, and there may be no more. Drop some.`,
      )
    if (replaced !== undefined) this.gone(replaced)
    this.#open.set(play.number, play)
    this.#weigh(play)
    return play
  }

  get(number: number): EngineGame {
    const play = this.#open.get(number)
    if (play !== undefined) return play
    const open = this.#open.size
    const some = [...this.#open.keys()].slice(0, 10).join(', ')
    const known = open === 0 ? 'None is open.' : `Open: ${some}${open > 10 ? ` and ${open - 10} more` : ''}.`
    throw new Refusal('unknown-game', `There is no game ${number}. ${known}`)
  }

  /** The game has come to another position; `beginning`: nothing was decided on the way. */
  move(play: EngineGame, state: State, beginning?: GameStart): void {
    play.state = state
    play.beginning = beginning
    this.#weigh(play)
  }

  drop(number: number): void {
    this.gone(this.get(number))
    this.#bytes -= this.#sizes.get(number) ?? 0
    this.#sizes.delete(number)
    this.#open.delete(number)
  }

  dropAll(): number {
    const dropped = this.#open.size
    for (const play of this.#open.values()) this.gone(play)
    this.#open.clear()
    this.#sizes.clear()
    this.#bytes = 0
    return dropped
  }

  #weigh({ number, state }: EngineGame): void {
    const bytes = bytesOf(state)
    this.#bytes += bytes - (this.#sizes.get(number) ?? 0)
    this.#sizes.set(number, bytes)
  }
}

const FIXED = 600 // of a position, whatever is on its board; measured with the smallest game
const SLOT = 8

function bytesOf({ d, k }: State): number {
  return FIXED + d.byteLength + SLOT * k.length
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 2 ** 20)} MB`
}
