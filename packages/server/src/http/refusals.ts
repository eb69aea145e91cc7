/** Whatever goes wrong, as a refusal that may be told to anybody. */
import { Refusal } from '@ludoforge/table'
import type { FastifyBaseLogger } from 'fastify'

interface OfFastify {
  readonly statusCode?: number
  readonly code?: string
  readonly message: string
}

/** A mistake of the server is logged; people are told no more than that there was one. */
export function refusalOf(error: unknown, log: Pick<FastifyBaseLogger, 'error'>): Refusal {
  if (error instanceof Refusal) {
    if (error.cause !== undefined) log.error(error.cause)
    return error
  }
  if (error instanceof Error) {
    const { statusCode = 500, code = '', message }: OfFastify = error
    if (statusCode === 429) return new Refusal('too-frequent', 'Too many requests. Wait a little.')
    if (statusCode === 413 || code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Refusal('too-large', message)
    if (statusCode === 404) return new Refusal('not-found', 'There is no such page.')
    if (statusCode >= 400 && statusCode < 500) return new Refusal('bad-message', message)
  }
  log.error(error)
  return new Refusal('trouble', 'Something went wrong here. It is not your fault.')
}
