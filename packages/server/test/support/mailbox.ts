/** An SMTP server that collects mails. */
import { type AddressInfo, createServer } from 'node:net'

export interface Mailbox {
  readonly url: string
  /** The mails as sent, with quoted-printable line breaks removed. */
  readonly mails: string[]
  close(): void
}

export async function openMailbox(): Promise<Mailbox> {
  const mails: string[] = []
  const server = createServer((socket) => {
    let lines: string[] | undefined // of the mail that is being received
    socket.write('220 mailbox\r\n')
    socket.on('error', () => {})
    socket.on('data', (data) => {
      for (const line of data.toString().split('\r\n').slice(0, -1)) {
        if (lines !== undefined && line !== '.') lines.push(line)
        else if (lines !== undefined) {
          mails.push(lines.join('\n').replaceAll('=\n', '').replaceAll('=3D', '='))
          lines = undefined
          socket.write('250 stored\r\n')
        } else if (line === 'DATA') {
          lines = []
          socket.write('354 send it\r\n')
        } else if (line === 'QUIT') socket.end('221 closing\r\n')
        else socket.write('250 ok\r\n')
      }
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, mails, close: () => server.close() }
}
