import { type LineError, LineReader } from '@ludoforge/agents/lines'
import { Refusal } from '../errors.js'

/** The first byte of a frame. No line of JSON begins with it. */
export const FRAME_MARK = 0
export const FRAME_VERSION = 1
/** Mark, version, kind, a zero, and the length of the payload in 32 bits, little-endian. */
export const FRAME_HEADER = 8
/** The kinds of frames: a refusal as JSON, and a step of a batch. */
export const FRAME_KINDS = { refusal: 0, step: 1 } as const

/** The payload of a step frame. */
export class Frame {
  constructor(readonly payload: Uint8Array) {}
}

/** What the input holds: lines, frames, and errors in their places. */
export type InputItem = string | LineError | Frame | Refusal

const NEWLINE = 10

/** Splits a stream of bytes into lines and frames. What isn't valid becomes an error in its place, and reading continues. */
export class InputReader {
  readonly #lines: LineReader
  readonly #header = new Uint8Array(FRAME_HEADER)
  #headerBytes = 0 // of a frame that has begun
  #payload: Uint8Array | Refusal | null = null
  #left = 0 // bytes of the payload that are missing
  #isInLine = false

  constructor(private readonly longest: number) {
    this.#lines = new LineReader(longest)
  }

  /** Returns the lines and frames that these bytes complete, in order. */
  push(bytes: Uint8Array): InputItem[] {
    const items: InputItem[] = []
    for (let at = 0; at < bytes.length; ) {
      if (this.#payload !== null) at += this.#takePayload(bytes.subarray(at), items)
      else if (this.#headerBytes > 0 || (!this.#isInLine && bytes[at] === FRAME_MARK))
        at += this.#takeHeader(bytes.subarray(at), items)
      else {
        const newline = bytes.indexOf(NEWLINE, at)
        const end = newline < 0 ? bytes.length : newline + 1
        items.push(...this.#lines.push(bytes.subarray(at, end)))
        this.#isInLine = newline < 0
        at = end
      }
    }
    return items
  }

  /** Returns what is left: a line without a newline, or a frame that was cut off. */
  end(): (string | LineError | Refusal)[] {
    if (this.#headerBytes === 0) return this.#lines.end()
    return [new Refusal('bad-frame', 'The input ends in the middle of a frame.')]
  }

  #takeHeader(bytes: Uint8Array, items: InputItem[]): number {
    const taken = Math.min(FRAME_HEADER - this.#headerBytes, bytes.length)
    this.#header.set(bytes.subarray(0, taken), this.#headerBytes)
    this.#headerBytes += taken
    if (this.#headerBytes < FRAME_HEADER) return taken
    const view = new DataView(this.#header.buffer)
    const length = view.getUint32(4, true)
    this.#left = length
    this.#payload = this.#refusal(view, length) ?? new Uint8Array(length)
    if (length === 0) this.#finish(items)
    return taken
  }

  #refusal(header: DataView, length: number): Refusal | undefined {
    const [version, kind, zero] = [header.getUint8(1), header.getUint8(2), header.getUint8(3)]
    if (version !== FRAME_VERSION || kind !== FRAME_KINDS.step || zero !== 0)
      return new Refusal(
        'bad-frame',
        `A frame begins with the bytes ${FRAME_MARK}, ${FRAME_VERSION}, ${FRAME_KINDS.step}, 0, not with ${FRAME_MARK}, ${version}, ${kind}, ${zero}.`,
      )
    if (length <= this.longest) return undefined
    return new Refusal('bad-frame', `A frame has ${length} bytes, more than the limit of ${this.longest}.`)
  }

  #takePayload(bytes: Uint8Array, items: InputItem[]): number {
    const taken = Math.min(this.#left, bytes.length)
    const payload = this.#payload
    if (payload instanceof Uint8Array) payload.set(bytes.subarray(0, taken), payload.length - this.#left)
    this.#left -= taken
    if (this.#left === 0) this.#finish(items)
    return taken
  }

  #finish(items: InputItem[]): void {
    const payload = this.#payload
    if (payload !== null) items.push(payload instanceof Refusal ? payload : new Frame(payload))
    this.#payload = null
    this.#headerBytes = 0
  }
}
