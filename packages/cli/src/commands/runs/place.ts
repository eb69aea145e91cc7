import { type Place, placeOf } from '@ludoforge/runs'
import type { QueueOptions } from './options.js'

/** Where the queue is, and where runs are kept. */
export function readPlace({ queue, database }: QueueOptions): Place {
  return placeOf(queue === true ? undefined : queue, database ?? process.env['DATABASE_URL'])
}
