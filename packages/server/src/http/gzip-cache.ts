/** An LRU cache of compressed texts, bounded by their bytes. */
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

const compress = promisify(gzip)

export class GzipCache {
  /** By tag, most recently used last. */
  readonly #texts = new Map<string, Promise<Buffer>>()
  #bytes = 0

  constructor(private readonly maxBytes: number) {}

  /** The total size of the cached texts. Texts being compressed don't count yet. */
  get bytes(): number {
    return this.#bytes
  }

  has(tag: string): boolean {
    return this.#texts.has(tag)
  }

  /** Returns the compressed text. The tag identifies the text, and concurrent calls compress it once. */
  async get(tag: string, text: string): Promise<Buffer> {
    const known = this.#texts.get(tag)
    const pending = known ?? compress(text)
    this.#texts.delete(tag)
    this.#texts.set(tag, pending)
    const result = await pending
    if (known === undefined) this.#bytes += result.length
    for (const [old, other] of this.#texts) {
      if (this.#bytes <= this.maxBytes) break
      this.#texts.delete(old)
      this.#bytes -= (await other).length
    }
    return result
  }
}
