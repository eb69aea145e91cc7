/** Rate-limits the requests of players and spectators, over WebSocket and HTTP together, then handles them. */
import { type RequestResult, handleRequest, historyFor, Refusal, type Request } from '@ludoforge/table'
import type { Person, Table, TableServices } from '../tables/index.js'
import { KeyedTokenBuckets } from './token-bucket.js'

export class RequestLimiter {
  readonly #buckets: KeyedTokenBuckets

  constructor(
    private readonly services: TableServices,
    perSecond: number,
  ) {
    this.#buckets = new KeyedTokenBuckets(perSecond * 2, perSecond)
  }

  /** Handles the request of a spectator at this address. Spectators may read the history only. */
  async handleSpectator(table: Table, address: string, request: Request): Promise<RequestResult> {
    if (request.type !== 'history')
      throw new Refusal('not-allowed', 'Spectators can only read the history. Take a seat first.')
    if (!this.#buckets.take(address))
      throw new Refusal('too-frequent', 'Too many requests. Wait a moment and try again.')
    return { history: await historyFor(table, null, request) }
  }

  async handle(table: Table, person: Person, request: Request): Promise<RequestResult> {
    if (!this.#buckets.take(person.id))
      throw new Refusal('too-frequent', 'Too many requests. Wait a moment and try again.')
    return handleRequest(this.services, table, person, request)
  }
}
