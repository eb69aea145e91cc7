/** Mail through an SMTP server. */
import { createTransport } from 'nodemailer'
import type { Mail } from './delivery.js'

const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

/** `url` is smtp://user:password@host:port or smtps://…; `from` is the sender's address. */
export function smtpMail(url: string, from: string): Mail {
  const server = new URL(url)
  for (const [name, ms] of Object.entries(TIMEOUTS))
    if (!server.searchParams.has(name)) server.searchParams.set(name, String(ms))
  const transport = createTransport(server.href)
  return {
    async send(to, subject, text) {
      // As an object, `to` is one mailbox. A text would be parsed as a list.
      await transport.sendMail({ from, to: { name: '', address: to }, subject: oneLine(subject), text })
    },
  }
}

/** A line break would end the header. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ')
}
