/** What was made of the texts used last. So many are kept; an older one is dropped. */
const MOST = 200

export class LruCache<T> {
  readonly #made = new Map<string, T>() // the latest used is the last

  constructor(
    private readonly make: (text: string) => T,
    private readonly drop: (made: T) => void = () => {},
  ) {}

  of(text: string): T {
    const made = this.#made.get(text) ?? this.make(text)
    this.#made.delete(text)
    this.#made.set(text, made)
    const [oldest] = this.#made
    if (this.#made.size > MOST && oldest !== undefined) {
      this.drop(oldest[1])
      this.#made.delete(oldest[0])
    }
    return made
  }
}
