import { randomBytes } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { GzipCache } from '../src/http/gzip-cache.js'

/** Random texts, which hardly compress. */
const text = (): string => randomBytes(3000).toString('hex')

describe('the cache of compressed texts', () => {
  it('returns each text compressed, and counts its bytes once', async () => {
    const cache = new GzipCache(1e6)
    const one = text()
    const first = await cache.get('one', one)
    expect(gunzipSync(first).toString()).toBe(one)
    expect(cache.bytes).toBe(first.length)
    expect(await cache.get('one', one)).toBe(first)
    expect(cache.bytes).toBe(first.length)
    const second = await cache.get('two', text())
    expect(cache.bytes).toBe(first.length + second.length)
  })

  it('compresses a text once for concurrent requests', async () => {
    const cache = new GzipCache(1e6)
    const one = text()
    const [first, second] = await Promise.all([cache.get('one', one), cache.get('one', one)])
    expect(first).toBe(second)
    expect(cache.bytes).toBe(first.length)
  })

  it('evicts the least recently used text when it is full, and counts the rest', async () => {
    const cache = new GzipCache(9000) // two of them
    const first = await cache.get('one', text())
    await cache.get('two', text())
    await cache.get('one', '')
    const third = await cache.get('three', text())
    expect(['one', 'two', 'three'].filter((tag) => cache.has(tag))).toEqual(['one', 'three'])
    expect(cache.bytes).toBe(first.length + third.length)
  })

  it("doesn't store a text larger than its limit", async () => {
    const cache = new GzipCache(100)
    expect((await cache.get('one', text())).length).toBeGreaterThan(100)
    expect([cache.has('one'), cache.bytes]).toEqual([false, 0])
  })
})
