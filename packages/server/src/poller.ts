/** Repeats a task at an interval. A slow task delays the next one; it never runs twice at a time. */
export class Poller {
  #timer: NodeJS.Timeout | undefined
  #busy: Promise<void> | undefined

  constructor(
    private readonly task: () => Promise<void>,
    private readonly everyMs: number,
  ) {}

  start(): void {
    this.#timer = setInterval(() => {
      this.#busy ??= this.task().finally(() => {
        this.#busy = undefined
      })
    }, this.everyMs)
  }

  /** Stops, and waits for a task that runs. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#busy
  }
}
