/** Tells that a bot thinks, once that takes a while. */
import type { BotThinking } from '@ludoforge/table'
import type { Labels } from '../board/index.js'
import type { Terminal } from '../terminal.js'

const SHORT_MS = 500 // that nobody need be told of

export class Status {
  #since: number | undefined
  #isShown = false

  constructor(
    private readonly terminal: Terminal,
    private readonly labels: Labels,
  ) {}

  /** Whether a bot thinks that can be hurried, also if nobody was told yet. */
  get isThinking(): boolean {
    return this.#since !== undefined
  }

  thinks({ seat, done }: BotThinking): void {
    const now = performance.now()
    this.#since ??= now
    if (now - this.#since < SHORT_MS) return
    this.#isShown = true
    this.terminal.status(`${this.labels.seat(seat)} is thinking… ${Math.floor(100 * done)} %`)
  }

  end(): void {
    this.#since = undefined
    if (this.#isShown) this.terminal.status('')
    this.#isShown = false
  }
}
