/** People who ask something of a table, over the socket or as a request: each only so often. */
import { type Answer, handleRequest, historyFor, Refusal, type Request } from '@ludoforge/table'
import type { Person, Table, TableServices } from '../tables/index.js'
import { Buckets } from './bucket.js'

export class Askers {
  readonly #buckets: Buckets

  constructor(
    private readonly services: TableServices,
    perSecond: number,
  ) {
    this.#buckets = new Buckets(perSecond * 2, perSecond)
  }

  /** What a spectator asks for, from this address: only what happened. */
  async lookOn(table: Table, address: string, request: Request): Promise<Answer> {
    if (request.type !== 'history') throw new Refusal('not-allowed', 'You look on: this needs a seat.')
    if (!this.#buckets.take(address))
      throw new Refusal('too-frequent', 'You ask too much at once. Wait a little.')
    return { history: await historyFor(table, null, request) }
  }

  async fulfil(table: Table, person: Person, request: Request): Promise<Answer> {
    if (!this.#buckets.take(person.id))
      throw new Refusal('too-frequent', 'You ask too much at once. Wait a little.')
    return handleRequest(this.services, table, person, request)
  }
}
