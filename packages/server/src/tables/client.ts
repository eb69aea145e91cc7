/** Who sends a request: what limits and fair shares are counted by. */
import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'

/** The sender of a request. */
export interface Client {
  /** Identifies the address, without showing it. */
  readonly origin: string
  readonly account: string | null
  /** Aborted when nobody waits for the answer any more. */
  readonly signal?: AbortSignal
}

/** Returns the part of an address that one client controls: an IPv4 address, or the first 64 bits of an IPv6 address. */
export function clientNetwork(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.toLowerCase().split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - before.length - after.length }, () => '0')
  const groups = [...before, ...zeros, ...after].slice(0, 4)
  return `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`
}

/** Returns an id of the client's network. The database stores it instead of the address. */
export function originOf(address: string): string {
  return createHash('sha256')
    .update(`origin ${clientNetwork(address)}`)
    .digest('base64url')
    .slice(0, 22)
}
