/** Checks what clients send. */
import { Refusal } from '@ludoforge/table'
import type { z } from 'zod'

/** Returns the parsed body, or throws a `Refusal` about the first invalid field. */
export function parseBody<T extends z.ZodType>(schema: T, value: unknown): z.infer<T> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const where = issue === undefined || issue.path.length === 0 ? '' : `${issue.path.join('.')}: `
  throw new Refusal('bad-message', `${where}${issue?.message ?? 'invalid value'}`)
}
