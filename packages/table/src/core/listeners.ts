/** The listeners of a table. */

/** A receiver of updates: a person, or a spectator (null). */
export interface Listener {
  readonly person: string | null
  /** Receives a message. Listeners with the same seats get the same string. */
  hear(message: string): void
  /** The person may not be at the table any more. */
  end?(): void
  /** Resolves when the client has read most of what it was sent. */
  ready?(): Promise<void>
}

/** A listener whose updates wait until it has what it missed. */
export class QueuedListener implements Listener {
  #waiting: string[] | undefined = []

  constructor(private readonly listener: Listener) {}

  get person(): string | null {
    return this.listener.person
  }

  end(): void {
    this.listener.end?.()
  }

  /** Sends a message before all that wait. */
  first(message: string): void {
    this.listener.hear(message)
  }

  hear(message: string): void {
    if (this.#waiting === undefined) this.listener.hear(message)
    else this.#waiting.push(message)
  }

  /** Sends what waits. Further messages are sent at once. */
  open(): void {
    const waiting = this.#waiting ?? []
    this.#waiting = undefined
    for (const message of waiting) this.listener.hear(message)
  }
}
