/** Posts a notification to a webhook, with a deadline for the whole request and a check against SSRF. */
import { lookup } from 'node:dns'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { BlockList, isIP } from 'node:net'

export interface PostOptions {
  /** Allows private network addresses. */
  readonly inside: boolean
  /** The time for everything, from the DNS lookup to the last header of the response. */
  readonly deadlineMs: number
  /** Aborts the request. */
  readonly signal: AbortSignal
}

const PRIVATE_NETWORKS = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['224.0.0.0', 3],
] as const)
  PRIVATE_NETWORKS.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of [
  ['::', 127],
  ['::ffff:0:0', 96],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  PRIVATE_NETWORKS.addSubnet(net, bits, 'ipv6')

export function isPrivate(address: string): boolean {
  return PRIVATE_NETWORKS.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** Posts to `url`. It checks and uses the same DNS answer, against DNS rebinding. */
export function post(
  url: string,
  body: string,
  headers: Record<string, string>,
  { inside, deadlineMs, signal }: PostOptions,
): Promise<void> {
  const { protocol, hostname } = new URL(url)
  const request = protocol === 'https:' ? httpsRequest : httpRequest
  const literal = hostname.replaceAll(/[[\]]/g, '')
  return new Promise((resolve, reject) => {
    if (!inside && isIP(literal) !== 0 && isPrivate(literal))
      return reject(new Error('private network addresses are not allowed'))
    const outgoing = request(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        signal,
        lookup: (name, options, done) => {
          lookup(name, { ...options, all: true }, (error, found) => {
            const allowed = found?.filter(({ address }) => inside || !isPrivate(address)) ?? []
            const [first] = allowed
            if (error !== null) done(error, '', 0)
            else if (first === undefined) done(new Error('private network addresses are not allowed'), '', 0)
            else if (options.all === true) done(null, allowed)
            else done(null, first.address, first.family)
          })
        },
      },
      (response) => {
        clearTimeout(deadline)
        const { statusCode = 0 } = response
        response.destroy() // the status is enough, and a body could drip for hours
        if (statusCode >= 200 && statusCode < 300) resolve()
        else reject(new Error(`HTTP status ${statusCode}`))
      },
    )
    // A timeout of the socket starts again with every byte. This one doesn't.
    const deadline = setTimeout(
      () => outgoing.destroy(new Error(`no response within ${deadlineMs / 1000} s`)),
      deadlineMs,
    )
    outgoing.on('error', (error) => {
      clearTimeout(deadline)
      reject(error)
    })
    outgoing.end(body)
  })
}
