/**
 * Random numbers: xoshiro128** (Blackman and Vigna) with 32-bit integer arithmetic only, so that the same
 * seed gives the same game on every platform. Its four words of state lie in the first cells of a state.
 */

import { putRandomWords, type State } from '../layout/state.js'

/** The fraction of pi: numbers with nothing up their sleeve. */
const PI = [0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344] as const

/**
 * Four words of generator state from a seed, a number or any text: all 128 bits follow from all of it. Each
 * character is added to the words, which are then mixed by rounds of Chaskey's permutation (Mouha and others); as
 * nothing is lost by mixing, two seeds meet in the same words only by chance of 128 bits.
 */
export function wordsOfSeed(seed: number | string): [number, number, number, number] {
  const words: [number, number, number, number] = [...PI]
  for (const c of typeof seed === 'number' ? `#${seed}` : `"${seed}`) {
    words[0] ^= c.codePointAt(0) ?? 0
    mix(words, 4)
  }
  mix(words, 12)
  if ((words[0] | words[1] | words[2] | words[3]) === 0) words[0] = 1 // the one state that never changes
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

/** Steps the generator whose words are w[0..3]; gives 32 bits as an unsigned number. */
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

/** A whole number from 0 to n - 1, every one as likely as the others: unlucky words are drawn again. */
export function randomBelow(w: number[], n: number): number {
  if (n <= 1) return 0
  let x = nextWord(w)
  // Behind the last whole multiple of n there are fewer than n words.
  if (x >= WORDS - n) {
    const limit = WORDS - (WORDS % n)
    while (x >= limit) x = nextWord(w)
  }
  return n < WORDS ? x % (n >>> 0) : x
}

/** A generator of one's own, for agents. It shares nothing with any state. */
export class Rng {
  readonly words: number[]
  constructor(seed: number | string) {
    this.words = wordsOfSeed(seed)
  }
  /** From 0 to n - 1. */
  below(n: number): number {
    return randomBelow(this.words, n)
  }
  /** From min to max, both included. */
  range(min: number, max: number): number {
    return min + randomBelow(this.words, max - min + 1)
  }
  /** 32 random bits, unsigned. */
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
 * Gives a state other random numbers, drawn from the generator: what is rolled and shuffled from now on follows from
 * them. For a copy that is one's own; nothing else of it changes.
 */
export function reseed(s: State, rng: Rng): void {
  for (let i = 0; i < 4; i++) drawn[i] = rng.word()
  if ((drawn[0] | drawn[1] | drawn[2] | drawn[3]) === 0) drawn[0] = 1 // the one state that never changes
  putRandomWords(s, drawn)
}
