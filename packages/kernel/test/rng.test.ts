/** The random numbers match the published generator, and depend on the seed only. */
import { describe, expect, it } from 'vitest'
import { entryOf, firstItems, itemAt } from '../../../test/support/items.js'
import { linkGame, Rng } from '../src/index.js'
import { cards as cardGame } from './games/cards.js'

/** xoshiro128** as published by Blackman and Vigna, with BigInt arithmetic. */
function* published(state: readonly number[]): Generator<number> {
  let [a, b, c, d] = firstItems(
    state.map((word) => BigInt(word >>> 0)),
    4,
  )
  const low = (x: bigint): bigint => BigInt.asUintN(32, x)
  const rotl = (x: bigint, k: bigint): bigint => low((x << k) | (x >> (32n - k)))
  for (;;) {
    yield Number(low(rotl(low(b * 5n), 7n) * 9n))
    const t = low(b << 9n)
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= t
    d = rotl(d, 11n)
  }
}

function from(words: readonly number[]): Rng {
  const rng = new Rng(0)
  words.forEach((word, i) => {
    rng.words[i] = word
  })
  return rng
}

function bitsThatDiffer(a: readonly number[], b: readonly number[]): number {
  let count = 0
  a.forEach((word, i) => {
    for (let x = (word ^ itemAt(b, i)) >>> 0; x !== 0; x >>>= 1) count += x & 1
  })
  return count
}

describe('the generator', () => {
  it('begins with the published numbers', () => {
    const rng = from([1, 2, 3, 4])
    expect(Array.from({ length: 10 }, () => rng.word())).toEqual([
      11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849, 3729100597, 4258142804,
    ])
  })

  it.each([[[1, 2, 3, 4]], [[-1, 0, 0, 0]], [new Rng('any').words]])(
    'goes on as published from %j',
    (words) => {
      const reference = published(words)
      const rng = from(words)
      for (let i = 0; i < 10_000; i++) expect(rng.word()).toBe(reference.next().value)
    },
  )

  it('is uniform, by rejection sampling', () => {
    const most = 3 * 2 ** 30 // a quarter of all words is left out
    const reference = published([1, 2, 3, 4])
    const rng = from([1, 2, 3, 4])
    for (let i = 0; i < 1000; i++) {
      let word = reference.next().value as number
      while (word >= most) word = reference.next().value as number
      expect(rng.below(most)).toBe(word)
    }
  })

  it('shuffles deterministically', () => {
    const cards = Array.from({ length: 20 }, (_, i) => i)
    expect(new Rng(7).shuffle(cards)).toEqual([
      9, 15, 18, 3, 17, 5, 11, 6, 8, 14, 7, 1, 4, 12, 16, 0, 19, 2, 10, 13,
    ])
    const game = linkGame(cardGame)
    const dealt = game.start({ seed: 7 })
    expect(
      ['ann', 'ben', 'cas'].map((seat) => entryOf(game.view(dealt, seat).zones, `hand:${seat}`).cards),
    ).toEqual([
      ['moon-5', 'moon-1', 'moon-2', 'sun-1', 'sun-5'],
      ['sun-4', 'moon-4', 'sun-6', 'moon-6', 'moon-3'],
      ['moon-3', 'sun-4', 'moon-4', 'sun-2', 'moon-5'],
    ])
  })
})

describe('a seed', () => {
  it('expands to these words', () => {
    expect([0, 7, -1, '7', '', 'Mau Mau ♠'].map((seed) => new Rng(seed).words)).toEqual([
      [1061205677, 2007852515, -45561687, 913496960],
      [-531165888, -1758283369, 749777139, -1593171229],
      [1376572066, 352029665, -2069064327, 4636135],
      [-439179396, 804416488, -268707617, 1039106595],
      [-810202172, -1857475934, 1399137941, 323879630],
      [1578407752, -604005925, -451843633, 1931422058],
    ])
  })

  it('changes about half of the 128 bits with any character (avalanche)', () => {
    const text = 'a seed of some length, 1/2/3'
    const { words } = new Rng(text)
    const counts = Array.from({ length: text.length * 7 }, (_, n) => {
      const at = Math.floor(n / 7)
      const other = String.fromCharCode(text.charCodeAt(at) ^ (1 << (n % 7)))
      return bitsThatDiffer(words, new Rng(text.slice(0, at) + other + text.slice(at + 1)).words)
    })
    expect(Math.min(...counts)).toBeGreaterThan(38) // 4.6 standard deviations from 64
    expect(Math.max(...counts)).toBeLessThan(90)
    const mean = counts.reduce((a, b) => a + b) / counts.length
    expect(Math.abs(mean - 64)).toBeLessThan(2)
  })
})
