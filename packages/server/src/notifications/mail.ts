/** Mail through an SMTP server. */
import { createTransport } from 'nodemailer'
import type { Mail } from './delivery.js'

/** `url` is smtp://user:password@host:port or smtps://…; `from` is the sender's address. */
export function smtpMail(url: string, from: string): Mail {
  const transport = createTransport(url)
  return {
    async send(to, subject, text) {
      await transport.sendMail({ from, to, subject, text })
    },
  }
}
