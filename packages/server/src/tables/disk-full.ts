/** The refusal of a request that a full disk prevents. */
import { Refusal } from '@ludoforge/table'

export function diskFullRefusal(cause?: unknown): Refusal {
  return new Refusal(
    'full',
    "The server's disk is full or can't be written, so nothing was stored. Tell its operator, and try again later.",
    { cause },
  )
}
