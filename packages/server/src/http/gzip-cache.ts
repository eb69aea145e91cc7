/** An LRU cache of compressed texts, bounded by their bytes. */
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

const compress = promisify(gzip)

export class GzipCache {
  /** By tag, those used last at the end. */
  readonly #texts = new Map<string, Promise<Buffer>>()
  #bytes = 0

  constructor(private readonly maxBytes: number) {}

  /** The bytes that are stored, once no compression is under way. */
  get bytes(): number {
    return this.#bytes
  }

  has(tag: string): boolean {
    return this.#texts.has(tag)
  }

  /** Returns the text compressed. A tag stands for one text only; a text under way is compressed once. */
  async get(tag: string, text: string): Promise<Buffer> {
    const known = this.#texts.get(tag)
    const work = known ?? compress(text)
    this.#texts.delete(tag)
    this.#texts.set(tag, work)
    const result = await work
    if (known === undefined) this.#bytes += result.length
    for (const [old, other] of this.#texts) {
      if (this.#bytes <= this.maxBytes) break
      this.#texts.delete(old)
      this.#bytes -= (await other).length
    }
    return result
  }
}
