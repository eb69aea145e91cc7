/**
 * Random numbers: xoshiro128** (Blackman and Vigna) with 32-bit integer arithmetic only, so that the same
 * seed gives the same game on every platform. Its four words of state lie in the first cells of a state.
 */

/** Four words of generator state from a seed, by splitmix32; never all zero. */
export function seedWords(seed: number | string): [number, number, number, number] {
  let x = 0x243f6a88
  for (const c of typeof seed === 'number' ? `#${seed}` : seed) {
    x = Math.imul(x ^ (c.codePointAt(0) ?? 0), 0x01000193)
    x ^= x >>> 15
  }
  const next = (): number => {
    x = (x + 0x9e3779b9) | 0
    let z = x
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad)
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97)
    return z ^ (z >>> 15)
  }
  const words: [number, number, number, number] = [next(), next(), next(), next()]
  if ((words[0] | words[1] | words[2] | words[3]) === 0) words[0] = 1
  return words
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

/** A whole number from 0 to n - 1, every one as likely as the others: unlucky words are drawn again. */
export function below(w: number[], n: number): number {
  if (n <= 1) return 0
  const limit = 4294967296 - (4294967296 % n)
  let x = nextWord(w)
  while (x >= limit) x = nextWord(w)
  return x % n
}

/** A generator of one's own, for agents. It shares nothing with any state. */
export class Rng {
  readonly words: number[]
  constructor(seed: number | string) {
    this.words = seedWords(seed)
  }
  /** From 0 to n - 1. */
  below(n: number): number {
    return below(this.words, n)
  }
  /** From min to max, both included. */
  range(min: number, max: number): number {
    return min + below(this.words, max - min + 1)
  }
  /** 32 random bits, unsigned. */
  word(): number {
    return nextWord(this.words)
  }
  shuffle<T>(items: T[]): T[] {
    for (let i = items.length - 1; i > 0; i--) {
      const j = this.below(i + 1)
      const t = items[i]
      items[i] = items[j]!
      items[j] = t
    }
    return items
  }
}
