import { type QueueLocation, parseQueueUrl } from '@ludoforge/runs'
import type { QueueOptions } from './options.js'

/** Where the queue is, and where runs are kept. */
export function readQueueUrl({ queue, database }: QueueOptions): QueueLocation {
  return parseQueueUrl(queue === true ? undefined : queue, database ?? process.env['DATABASE_URL'])
}
