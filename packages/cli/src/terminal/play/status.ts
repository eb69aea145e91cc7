/** The status line "… is thinking", shown if a bot takes a while. */
import type { BotThinking } from '@ludoforge/table'
import type { Labels } from '../board/index.js'
import type { Terminal } from '../terminal.js'

const DELAY_MS = 500

export class Status {
  #since: number | undefined
  #isShown = false

  constructor(
    private readonly terminal: Terminal,
    private readonly labels: Labels,
  ) {}

  /** Whether a bot is thinking, even if the status line isn't shown yet. */
  get isThinking(): boolean {
    return this.#since !== undefined
  }

  thinks({ seat, done }: BotThinking): void {
    const now = performance.now()
    this.#since ??= now
    if (now - this.#since < DELAY_MS) return
    this.#isShown = true
    this.terminal.status(`${this.labels.seat(seat)} is thinking… ${Math.floor(100 * done)} %`)
  }

  end(): void {
    this.#since = undefined
    if (this.#isShown) this.terminal.status('')
    this.#isShown = false
  }
}
