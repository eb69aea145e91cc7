/** Classifies errors of Postgres, Redis and the network. */
import pg from 'pg'

export function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(messageOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}

/** Whether an error is transient: a lost connection, or a server that starts or stops. */
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

/** Whether Postgres refused a statement, for example because its disk is full. */
export function isDatabaseError(error: unknown): boolean {
  return error instanceof pg.DatabaseError
}
