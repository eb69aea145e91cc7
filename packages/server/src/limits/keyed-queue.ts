/** Runs work of one key in order, one at a time. Work of different keys runs at the same time. */
export class KeyedQueue {
  /** Resolves when the last queued work of a key is done. */
  readonly #last = new Map<string, Promise<unknown>>()

  /** Queues work behind all earlier work for the key. */
  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key) ?? Promise.resolve()
    const done = before.then(work)
    const settled = done.then(
      () => undefined,
      () => undefined, // the caller handles it
    )
    this.#last.set(key, settled)
    void settled.then(() => {
      if (this.#last.get(key) === settled) this.#last.delete(key)
    })
    return done
  }

  /** Resolves when all work that is queued now is done. */
  async idle(): Promise<void> {
    await Promise.all(this.#last.values())
  }
}
