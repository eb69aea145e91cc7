import { stateBytes } from '@ludoforge/play'
import type { OpenGames } from '../games.js'
import { Refusal } from '../errors.js'
import type { Batch } from './batch.js'

/** The open batches, by number. Their games count towards the limits of open games. */
export class Batches {
  readonly #open = new Map<number, Batch>()
  #last = 0

  constructor(private readonly games: OpenGames) {}

  /** How many games all batches have. */
  get count(): number {
    return [...this.#open.values()].reduce((sum, { options }) => sum + options.games, 0)
  }

  add(games: number, make: (number: number, games: number) => Batch): Batch {
    const { limits } = this.games
    if (this.games.count + this.count + games > limits.games)
      throw new Refusal(
        'too-many-games',
        `${this.games.count + this.count} games are open, and the limit is ${limits.games}. Drop some, or raise --games.`,
      )
    const batch = make(this.#last + 1, games)
    const bytes = batch.states.reduce((sum, state) => sum + stateBytes(state), 0)
    if (this.games.bytes + bytes > limits.bytes) {
      batch.drop()
      throw new Refusal(
        'too-much-memory',
        `The positions of ${games} games don't fit into the memory limit. Use smaller batches, or raise --memory.`,
      )
    }
    this.#last += 1
    this.#open.set(batch.number, batch)
    return batch
  }

  get(number: number): Batch {
    const batch = this.#open.get(number)
    if (batch !== undefined) return batch
    const known = [...this.#open.keys()].slice(0, 10).join(', ')
    throw new Refusal(
      'unknown-batch',
      `There is no batch ${number}. ${known === '' ? 'No batch is open.' : `Open: ${known}.`}`,
    )
  }

  drop(number: number): void {
    this.get(number).drop()
    this.#open.delete(number)
  }
}
