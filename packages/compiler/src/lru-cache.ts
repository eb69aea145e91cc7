const CAPACITY = 200

/** An LRU cache of values computed from texts. `drop` is called for an evicted value. */
export class LruCache<T> {
  readonly #values = new Map<string, T>() // in order of use, the most recent last

  constructor(
    private readonly make: (text: string) => T,
    private readonly drop: (value: T) => void = () => {},
  ) {}

  of(text: string): T {
    const value = this.#values.get(text) ?? this.make(text)
    this.#values.delete(text)
    this.#values.set(text, value)
    const [oldest] = this.#values
    if (this.#values.size > CAPACITY && oldest !== undefined) {
      this.drop(oldest[1])
      this.#values.delete(oldest[0])
    }
    return value
  }
}
