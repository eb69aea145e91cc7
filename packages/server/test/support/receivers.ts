/** Receivers of notifications: a webhook, and a mail server. */
import { createServer as createHttpServer, type Server } from 'node:http'
import { createServer as createTcpServer, type AddressInfo } from 'node:net'

export interface Received {
  readonly path: string
  readonly body: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** A webhook receiver that refuses the first `failures` requests of a path. */
export async function receiver(
  failures: number,
): Promise<{ url: string; received: Received[]; tries: () => number; server: Server }> {
  const received: Received[] = []
  let tries = 0
  const server = createHttpServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      tries += 1
      if (tries > failures) received.push({ path: request.url ?? '', body, headers: request.headers })
      response.writeHead(tries > failures ? 204 : 500).end()
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/hook`, received, tries: () => tries, server }
}

/** A minimal SMTP server. */
export async function mailServer(): Promise<{
  url: string
  mails: string[]
  recipients: string[]
  close: () => void
}> {
  const mails: string[] = []
  const recipients: string[] = []
  const server = createTcpServer((socket) => {
    let inside = false
    let mail = ''
    socket.write('220 test\r\n')
    socket.on('data', (data) => {
      for (const line of data.toString().split('\r\n').slice(0, -1)) {
        if (inside && line === '.') {
          inside = false
          mails.push(mail)
          mail = ''
          socket.write('250 ok\r\n')
        } else if (inside) mail += `${line}\n`
        else if (line === 'DATA') {
          inside = true
          socket.write('354 go on\r\n')
        } else if (/^RCPT TO:/i.test(line)) {
          recipients.push(/<(.*)>/.exec(line)?.[1] ?? '')
          socket.write('250 ok\r\n')
        } else if (line === 'QUIT') socket.end('221 bye\r\n')
        else socket.write('250 ok\r\n')
      }
    })
    socket.on('error', () => {})
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, mails, recipients, close: () => server.close() }
}
