/** So many at once, and so many a second after that. */
export class Bucket {
  #left: number
  #at: number

  constructor(
    private readonly size: number,
    private readonly perSecond: number,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.#left = size
    this.#at = this.now()
  }

  /** False: it is empty. */
  take(): boolean {
    const now = this.now()
    this.#left = Math.min(this.size, this.#left + ((now - this.#at) / 1000) * this.perSecond)
    this.#at = now
    if (this.#left < 1) return false
    this.#left -= 1
    return true
  }
}
