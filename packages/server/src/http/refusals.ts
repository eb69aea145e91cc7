/** Maps any error to a refusal that is safe to send to a client. */
import { Refusal } from '@ludoforge/table'
import { isDiskFull } from '../store/index.js'
import type { FastifyBaseLogger } from 'fastify'
import { diskFullRefusal } from '../tables/disk-full.js'

interface FastifyErrorFields {
  readonly statusCode?: number
  readonly code?: string
  readonly message: string
}

/** Logs internal errors. Clients only learn that there was one. */
export function refusalOf(error: unknown, log: Pick<FastifyBaseLogger, 'error'>): Refusal {
  if (error instanceof Refusal) {
    if (error.cause !== undefined) log.error(error.cause)
    return error
  }
  if (isDiskFull(error)) {
    log.error(error)
    return diskFullRefusal()
  }
  if (error instanceof Error) {
    const { statusCode = 500, code = '', message }: FastifyErrorFields = error
    if (statusCode === 413 || code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Refusal('too-large', message)
    if (statusCode === 404) return new Refusal('not-found', 'Page not found. Check the address.')
    if (statusCode >= 400 && statusCode < 500) return new Refusal('bad-message', message)
  }
  log.error(error)
  return new Refusal('trouble', 'The server failed to handle the request. The error is in its log.')
}

/** A refusal because of a rate limit: says in words and as a field when the next attempt may succeed. */
export function tooFrequent(message: string, seconds: number): Refusal {
  const retryAfter = Math.max(1, Math.ceil(seconds))
  return new Refusal('too-frequent', `${message} Try again in ${retryAfter} s.`, { retryAfter })
}
