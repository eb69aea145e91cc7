/**
 * Zobrist hashing with computed keys: a 64-bit hash in two 32-bit halves. Each half is the XOR of every cell mixed with
 * its index, so a write updates it in constant time.
 */

/** First mixer: hashes index and value to 32 well-distributed bits. */
export function mixA(index: number, value: number): number {
  let x = (Math.imul(value ^ 0x5bd1e995, 0x85ebca6b) + Math.imul(index + 1, 0x9e3779b1)) | 0
  x = Math.imul(x ^ (x >>> 16), 0x7feb352d)
  x = Math.imul(x ^ (x >>> 15), 0x846ca68b)
  return x ^ (x >>> 16)
}

/** Second mixer, independent of the first: together they form the 64 bits. */
export function mixB(index: number, value: number): number {
  let x = (Math.imul(value ^ 0x27d4eb2f, 0xc2b2ae35) + Math.imul(index + 1, 0x165667b1)) | 0
  x = Math.imul(x ^ (x >>> 15), 0x2c1b3c6d)
  x = Math.imul(x ^ (x >>> 12), 0x297a2d39)
  return x ^ (x >>> 15)
}

export function hex64(high: number, low: number): string {
  return (high >>> 0).toString(16).padStart(8, '0') + (low >>> 0).toString(16).padStart(8, '0')
}

/** Returns an order-dependent hash of a text, for fingerprints. */
export function hashText(text: string): string {
  let a = 0x1234567
  let b = 0x89abcdf
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    a = mixA(a, c)
    b = mixB(b ^ (a >>> 7), c)
  }
  return hex64(mixA(a, text.length), mixB(b, text.length))
}
