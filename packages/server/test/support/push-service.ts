/** A push service, and a browser that subscribes to it and decrypts its messages (RFC 8188, RFC 8291). */
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

interface PushMessage {
  readonly headers: IncomingHttpHeaders
  readonly path: string
  readonly content: { readonly title: string; readonly body: string; readonly where: string }
}

export interface PushService {
  readonly received: PushMessage[]
  /** The status of its next answers. */
  status: number
  /** Subscribes a browser under this path. */
  subscribe(path: string): {
    readonly endpoint: string
    readonly keys: { readonly p256dh: string; readonly auth: string }
  }
  close(): void
}

interface Browser {
  readonly ecdh: ReturnType<typeof createECDH>
  readonly auth: Buffer
}

export async function openPushService(): Promise<PushService> {
  const browsers = new Map<string, Browser>()
  const service: PushService = {
    received: [],
    status: 201,
    subscribe(path) {
      const ecdh = createECDH('prime256v1')
      ecdh.generateKeys()
      const auth = randomBytes(16)
      browsers.set(path, { ecdh, auth })
      const { port } = server.address() as AddressInfo
      const keys = { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') }
      return { endpoint: `http://127.0.0.1:${port}${path}`, keys }
    },
    close: () => server.close(),
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const path = request.url ?? ''
      const browser = browsers.get(path)
      if (browser !== undefined) {
        const content = JSON.parse(decrypt(browser, Buffer.concat(chunks))) as PushMessage['content']
        service.received.push({ headers: request.headers, path, content })
      }
      response.writeHead(service.status).end()
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return service
}

function decrypt({ ecdh, auth }: Browser, message: Buffer): string {
  const salt = message.subarray(0, 16)
  const keyLength = message.readUInt8(20)
  const sender = message.subarray(21, 21 + keyLength)
  const secret = ecdh.computeSecret(sender)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender])
  const ikm = Buffer.from(hkdfSync('sha256', secret, auth, info, 32))
  const key = Buffer.from(hkdfSync('sha256', ikm, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16))
  const nonce = Buffer.from(hkdfSync('sha256', ikm, salt, Buffer.from('Content-Encoding: nonce\0'), 12))
  const record = message.subarray(21 + keyLength)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  return plain.subarray(0, plain.lastIndexOf(2)).toString() // a delimiter and padding end a record
}
