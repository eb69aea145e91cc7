/** What went wrong with others' parts, in words. */
import pg from 'pg'

export function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(messageOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}

/** A connection that breaks, or a server that starts or stops: it may be well again in a moment. */
export function isTransient(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isTransient)
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return (
    /^(?:ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|08|57P0)/.test(code) ||
    /terminated|timeout exceeded|Connection ended|not queryable/i.test(error.message)
  )
}

export function isUnknownHost(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['ENOTFOUND', 'EAI_AGAIN'].includes(String(error.code))
}

/** Postgres has understood, and does not want to: its disk is full, say. */
export function isOfDatabase(error: unknown): boolean {
  return error instanceof pg.DatabaseError
}
