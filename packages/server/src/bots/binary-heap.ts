/** A binary heap: the first item by an order is found at once, and adding or taking one costs a logarithm. */
export class BinaryHeap<T> {
  readonly #items: T[] = []

  constructor(private readonly comesBefore: (one: T, other: T) => boolean) {}

  get first(): T | undefined {
    return this.#items[0]
  }

  push(item: T): void {
    const items = this.#items
    let at = items.length
    items.push(item)
    while (at > 0) {
      const parent = (at - 1) >> 1
      const above = items[parent]
      if (above === undefined || !this.comesBefore(item, above)) break
      items[at] = above
      at = parent
    }
    items[at] = item
  }

  shift(): T | undefined {
    const items = this.#items
    const first = items[0]
    const last = items.pop()
    if (last !== undefined && items.length > 0) this.#sink(last)
    return first
  }

  clear(): void {
    this.#items.length = 0
  }

  /** Puts an item in the place of the first, and moves it down to where it belongs. */
  #sink(item: T): void {
    const items = this.#items
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      let below = items[child]
      if (below === undefined) break
      const right = items[child + 1]
      if (right !== undefined && this.comesBefore(right, below)) {
        child += 1
        below = right
      }
      if (!this.comesBefore(below, item)) break
      items[at] = below
      at = child
    }
    items[at] = item
  }
}
