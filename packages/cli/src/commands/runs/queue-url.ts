import { type QueueLocation, parseQueueUrl } from '@ludoforge/runs'
import type { QueueOptions } from './options.js'

/** The location of the queue and of the database that stores its runs. */
export function readQueueUrl({ queue, database }: QueueOptions): QueueLocation {
  return parseQueueUrl(queue === true ? undefined : queue, database ?? process.env['DATABASE_URL'])
}
