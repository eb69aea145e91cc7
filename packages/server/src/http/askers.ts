/** People who ask something of a table, over the socket or as a request: each only so often. */
import { Refusal, type Request } from '@ludoforge/client'
import { type Answer, fulfil, type Means, type Person, type Table } from '../tables/index.js'
import { Buckets } from './bucket.js'

export class Askers {
  readonly #buckets: Buckets

  constructor(
    private readonly means: Means,
    perSecond: number,
  ) {
    this.#buckets = new Buckets(perSecond * 2, perSecond)
  }

  async fulfil(table: Table, person: Person, request: Request): Promise<Answer> {
    if (!this.#buckets.take(person.id))
      throw new Refusal('too-frequent', 'You ask too much at once. Wait a little.')
    return fulfil(this.means, table, person, request)
  }
}
