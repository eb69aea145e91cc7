/** The positions that a bot looks ahead in, during one decision. All of them come from determinizations. */
import type { State } from '@ludoforge/kernel'
import { stateBytes } from '@ludoforge/play'
import { BotRefusal } from './bot-refusal.js'

const MAX_POSITIONS = 1000
const MAX_BYTES = 64 * 1024 * 1024

export class ImaginedPositions {
  readonly #open = new Map<number, State>()
  #bytes = 0
  #last = 0

  /** Adds a position and returns its number. */
  add(state: State): number {
    if (this.#open.size >= MAX_POSITIONS)
      throw new BotRefusal('too-many-positions', `${MAX_POSITIONS} positions are open. Drop some.`)
    this.#count(stateBytes(state))
    this.#last += 1
    this.#open.set(this.#last, state)
    return this.#last
  }

  get(number: number): State {
    const state = this.#open.get(number)
    if (state !== undefined) return state
    throw new BotRefusal('unknown-position', `There is no position ${number}. Positions end with a decision.`)
  }

  /** Replaces a position by the one after an answer. */
  move(number: number, state: State): void {
    this.#count(stateBytes(state) - stateBytes(this.get(number)))
    this.#open.set(number, state)
  }

  /** Drops a position, or all, and returns how many. */
  drop(which: number | 'all'): number {
    const numbers = which === 'all' ? [...this.#open.keys()] : [which]
    for (const number of numbers) {
      this.#bytes -= stateBytes(this.get(number))
      this.#open.delete(number)
    }
    return numbers.length
  }

  #count(bytes: number): void {
    if (bytes > 0 && this.#bytes + bytes > MAX_BYTES)
      throw new BotRefusal('too-much-memory', `The open positions fill ${MAX_BYTES >> 20} MB. Drop some.`)
    this.#bytes += bytes
  }
}
