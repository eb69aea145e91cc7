/** Stores the rate limits of `@fastify/rate-limit` in our token buckets, so that all limits work alike. */
import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import type { Buckets } from '../limits/index.js'

/** Returns a store over these buckets: `max` requests at once, then as many per `timeWindow`. */
export function rateLimitStore(buckets: Buckets): FastifyRateLimitStoreCtor {
  return class Store implements FastifyRateLimitStore {
    readonly #route: string

    constructor(options: object) {
      this.#route = 'routeInfo' in options ? routeOf(options.routeInfo) : ''
    }

    incr(
      key: string,
      callback: (error: Error | null, result?: { current: number; ttl: number }) => void,
      timeWindow: number,
      max: number,
    ): void {
      const rule = { size: max, perSecond: (max * 1000) / timeWindow }
      buckets.take(`http ${this.#route} ${key}`, rule).then(
        (seconds) => callback(null, { current: seconds === 0 ? 1 : max + 1, ttl: seconds * 1000 }),
        (error: unknown) => callback(error instanceof Error ? error : new Error(String(error))),
      )
    }

    child(options: object): FastifyRateLimitStore {
      return new Store(options)
    }
  }
}

function routeOf(info: unknown): string {
  const { method, url } = { method: '', url: '', ...(typeof info === 'object' ? info : {}) }
  return `${method} ${url}`
}
