import type { ObservationCells, ObservationSpace } from '@ludoforge/play'
import { FRAME_HEADER, FRAME_KINDS, FRAME_MARK, FRAME_VERSION } from './input-reader.js'

const WORD = 4
const COUNTS = 4 // batch, games, legal actions, actions taken

const padded = (bytes: number): number => Math.ceil(bytes / WORD) * WORD

/**
 * The answer to a step frame, reused from step to step: its arrays are views of one buffer. The arrays whose length
 * varies come last, so the others stay where they are.
 *
 * Header; batch, games, legal, taken (u32 each); rewards (f32, games × seats); ends of `legal` and of `taken` (u32);
 * seats (i16) and `done` (u8), padded to 4 bytes; observations (i16 or i32), padded; `legal` and `taken` (u32).
 */
export class FrameBuffer {
  readonly rewards: Float32Array
  readonly legalEnds: Uint32Array
  readonly takenEnds: Uint32Array
  readonly seats: Int16Array
  readonly done: Uint8Array
  readonly cells: ObservationCells
  #buffer: Buffer
  #words: Uint32Array
  readonly #lists: number // the word where the lists begin
  #listed = 0

  constructor(
    private readonly batch: number,
    private readonly games: number,
    seats: number,
    space: ObservationSpace | undefined,
  ) {
    let bytes = FRAME_HEADER + COUNTS * WORD
    const place = (size: number): number => {
      const at = bytes
      bytes += padded(size)
      return at
    }
    const rewards = place(games * seats * WORD)
    const legalEnds = place(games * WORD)
    const takenEnds = place(games * WORD)
    const seatsAt = place(games * 2)
    const done = place(games)
    const length = games * (space?.size ?? 0)
    const cells = place(length * (space?.width ?? 2))
    this.#lists = bytes / WORD
    const memory = new ArrayBuffer(bytes)
    this.rewards = new Float32Array(memory, rewards, games * seats)
    this.legalEnds = new Uint32Array(memory, legalEnds, games)
    this.takenEnds = new Uint32Array(memory, takenEnds, games)
    this.seats = new Int16Array(memory, seatsAt, games)
    this.done = new Uint8Array(memory, done, games)
    this.cells =
      space?.width === 4 ? new Int32Array(memory, cells, length) : new Int16Array(memory, cells, length)
    this.#buffer = Buffer.from(memory)
    this.#words = new Uint32Array(16 * games)
  }

  /** Starts a new answer. */
  begin(): void {
    this.#listed = 0
    this.rewards.fill(0)
  }

  /** Appends actions to the lists. */
  list(actions: readonly number[]): void {
    const end = this.#listed + actions.length
    if (end > this.#words.length) {
      const larger = new Uint32Array(2 * end)
      larger.set(this.#words)
      this.#words = larger
    }
    const words = this.#words
    let at = this.#listed
    for (let i = 0; i < actions.length; i++) words[at++] = actions[i] ?? 0 // faster than `set` for a short list
    this.#listed = end
  }

  get listed(): number {
    return this.#listed
  }

  /** Returns the bytes of the answer, in two parts. They are valid until the next `begin`. */
  finish(legal: number): readonly Uint8Array[] {
    const header = this.#buffer
    header[0] = FRAME_MARK
    header[1] = FRAME_VERSION
    header[2] = FRAME_KINDS.step
    header[3] = 0
    const words = [
      this.#lists * WORD - FRAME_HEADER + this.#listed * WORD,
      this.batch,
      this.games,
      legal,
      this.#listed - legal,
    ]
    words.forEach((word, i) => header.writeUInt32LE(word, WORD * (1 + i)))
    return [header, new Uint8Array(this.#words.buffer, 0, this.#listed * WORD)]
  }
}

/** A refusal as a frame. */
export function refusalFrame(error: unknown): Uint8Array {
  const text = Buffer.from(JSON.stringify(error))
  const header = Buffer.alloc(FRAME_HEADER)
  header[0] = FRAME_MARK
  header[1] = FRAME_VERSION
  header[2] = FRAME_KINDS.refusal
  header.writeUInt32LE(text.length, WORD)
  return Buffer.concat([header, text])
}
