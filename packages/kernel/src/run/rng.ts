/**
 * Random numbers: xoshiro128** (Blackman and Vigna) with 32-bit integer arithmetic only, so that the same seed produces
 * the same game on every platform. Its four words are in the first cells of a state.
 */

import { putRandomWords, type State } from '../layout/state.js'

/** The fractional digits of pi: nothing-up-my-sleeve numbers. */
const PI = [0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344] as const

/**
 * Expands a seed, a number or any text, to four words of generator state. Each character is absorbed into the words,
 * which are then mixed by rounds of Chaskey's permutation (Mouha and others). A permutation loses nothing, so two seeds
 * collide only with the probability of a 128-bit collision.
 */
export function wordsOfSeed(seed: number | string): [number, number, number, number] {
  const words: [number, number, number, number] = [...PI]
  for (const c of typeof seed === 'number' ? `#${seed}` : `"${seed}`) {
    words[0] ^= c.codePointAt(0) ?? 0
    mix(words, 4)
  }
  mix(words, 12)
  if ((words[0] | words[1] | words[2] | words[3]) === 0) words[0] = 1 // all zeros is xoshiro's fixed point
  return words
}

function mix(w: [number, number, number, number], rounds: number): void {
  let [a, b, c, d] = w
  for (let i = 0; i < rounds; i++) {
    a = (a + b) | 0
    b = rotl(b, 5) ^ a
    a = rotl(a, 16)
    c = (c + d) | 0
    d = rotl(d, 8) ^ c
    a = (a + d) | 0
    d = rotl(d, 13) ^ a
    c = (c + b) | 0
    b = rotl(b, 7) ^ c
    c = rotl(c, 16)
  }
  w[0] = a
  w[1] = b
  w[2] = c
  w[3] = d
}

function rotl(x: number, n: number): number {
  return (x << n) | (x >>> (32 - n))
}

/** Steps the generator with the words w[0..3]. Returns 32 bits as an unsigned number. */
function nextWord(w: number[]): number {
  const s1 = w[1]
  const result = Math.imul(rotl(Math.imul(s1, 5), 7), 9)
  const s2 = w[2] ^ w[0]
  const s3 = w[3] ^ s1
  w[1] = s1 ^ s2
  w[0] = w[0] ^ s3
  w[2] = s2 ^ (s1 << 9)
  w[3] = rotl(s3, 11)
  return result >>> 0
}

const WORDS = 2 ** 32

/** Returns a uniform whole number from 0 to n - 1, by rejection sampling. */
export function randomBelow(w: number[], n: number): number {
  if (n <= 1) return 0
  let x = nextWord(w)
  // Fewer than n words lie above the last multiple of n, so only these need the exact limit.
  if (x >= WORDS - n) {
    const limit = WORDS - (WORDS % n)
    while (x >= limit) x = nextWord(w)
  }
  return n < WORDS ? x % (n >>> 0) : x
}

/** A generator for agents, independent of any state. */
export class Rng {
  readonly words: number[]
  constructor(seed: number | string) {
    this.words = wordsOfSeed(seed)
  }
  /** Returns a number from 0 to n - 1. */
  below(n: number): number {
    return randomBelow(this.words, n)
  }
  /** Returns a number from min to max, inclusive. */
  range(min: number, max: number): number {
    return min + randomBelow(this.words, max - min + 1)
  }
  /** Returns 32 random bits, unsigned. */
  word(): number {
    return nextWord(this.words)
  }
  shuffle<T>(items: T[]): T[] {
    for (let i = items.length - 1; i > 0; i--) {
      const j = this.below(i + 1)
      const t = items[i]
      items[i] = items[j]
      items[j] = t
    }
    return items
  }
}

const drawn = [0, 0, 0, 0]

/**
 * Replaces the generator of a state in place, with words drawn from `rng`. Later rolls and shuffles follow from them.
 * Call it on a copy that you own.
 */
export function reseed(s: State, rng: Rng): void {
  for (let i = 0; i < 4; i++) drawn[i] = rng.word()
  if ((drawn[0] | drawn[1] | drawn[2] | drawn[3]) === 0) drawn[0] = 1 // all zeros is xoshiro's fixed point
  putRandomWords(s, drawn)
}
