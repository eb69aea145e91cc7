/** Builds the Fastify app: security headers, rate limits, static page, endpoints, WebSocket. */
import rateLimit from '@fastify/rate-limit'
import websocket from '@fastify/websocket'
import Fastify, { type FastifyInstance } from 'fastify'
import { type BucketRule, bucketsOf } from '../limits/index.js'
import { checkNamedAgent, originOf } from '../tables/index.js'
import { addDocumentation } from './documentation.js'
import { RequestLimiter } from './request-limiter.js'
import { refusalOf, tooFrequent } from './refusals.js'
import { addRoutes, type Services } from './routes.js'
import { loggerOf, type LogFormat } from '../log.js'
import { addMetrics } from './metrics-route.js'
import { addPage, addSecurityHeaders } from './page.js'
import { rateLimitStore } from './rate-limit-store.js'
import { addSocket, type SocketLimits } from './socket.js'

interface Limits {
  readonly perMinute: number
  readonly socket: SocketLimits
  /** The computing time of a client, in milliseconds. */
  readonly work?: BucketRule
}

export interface AppOptions extends Services {
  /** By default nothing is logged. */
  readonly log?: LogFormat
  /** Receives the lines of the log, by default standard output. */
  readonly logTo?: (line: string) => void
  /** The token of `GET /metrics`, which is off without one. */
  readonly metricsToken?: string | undefined
  /**
   * Which proxies may set the client's address: a number of hops before this server, or a list of addresses and networks
   * (`10.0.0.1, 192.168.0.0/16`). What the client itself sends in `X-Forwarded-For` is never used.
   */
  readonly trustProxy?: false | number | string
  /** The folder of the web page. */
  readonly web?: string | undefined
  /** The folder of the documentation site; undefined if it isn't built. */
  readonly docs?: string | undefined
  /** `false` turns off rate limits, for tests and benchmarks. */
  readonly limits?: false | Limits
}

/** The limits of a server that doesn't set others. */
export const DEFAULT_LIMITS: Limits = { perMinute: 600, socket: { perSecond: 20, perAddress: 200 } }
const NO_LIMITS = { perSecond: 1e9, perAddress: 1e9 }

/** A header of how many are left would be wrong: other servers also take from the bucket. */
const HEADERS = {
  'x-ratelimit-limit': true,
  'x-ratelimit-remaining': false,
  'x-ratelimit-reset': false,
  'retry-after': false, // the refusal has it
}

export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const {
    log,
    logTo,
    metrics,
    metricsToken,
    trustProxy = false,
    web,
    docs,
    limits = DEFAULT_LIMITS,
  } = options
  const app = Fastify({
    logger: log === undefined ? false : loggerOf(log, logTo),
    trustProxy: typeof trustProxy === 'number' ? (_, hop) => hop < trustProxy : trustProxy,
    bodyLimit: 64 * 1024,
    requestTimeout: 30_000,
    forceCloseConnections: 'idle', // requests that run are answered first
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    metrics.answered(request.method, route, reply.statusCode, reply.elapsedTime)
  })
  await addSecurityHeaders(app)
  const buckets = limits === false ? undefined : bucketsOf(options.tables.store)
  if (limits !== false && buckets !== undefined)
    await app.register(rateLimit, {
      global: true,
      max: limits.perMinute,
      timeWindow: 60_000,
      hook: 'onRequest',
      keyGenerator: (request) => originOf(request.ip),
      errorResponseBuilder: (_, { ttl }) => tooFrequent('Too many requests.', ttl / 1000),
      skipOnError: true, // without the database, requests are refused by what they need
      store: rateLimitStore(buckets),
      addHeaders: HEADERS,
      addHeadersOnExceeding: HEADERS,
    })
  await app.register(websocket, {
    options: { maxPayload: 1 << 20 },
    preClose(done) {
      void options.sockets.close().finally(() => {
        app.websocketServer.close()
        done()
      })
    },
  })
  app.setErrorHandler((error, request, reply) => {
    const { status, fields } = refusalOf(error, request.log)
    metrics.refused(fields.code)
    if (fields.retryAfter !== undefined) void reply.header('retry-after', fields.retryAfter)
    return reply.status(status).send(fields)
  })
  app.setNotFoundHandler((_, reply) =>
    reply.status(404).send({ code: 'not-found', message: 'Page not found. Check the address.' }),
  )
  await app.register((scope, _, done) => {
    const socketLimits = limits === false ? NO_LIMITS : limits.socket
    const { hint, tables } = options
    const checkAgent = (spec: string): void => checkNamedAgent(spec, tables.botLimit)
    const services = { hint, checkAgent }
    const shared = {
      ...options,
      hasDocs: docs !== undefined,
      requests: new RequestLimiter(
        services,
        buckets,
        socketLimits.perSecond,
        limits === false ? undefined : limits.work,
      ),
    }
    addRoutes(scope, shared, limits !== false)
    addSocket(scope, shared, socketLimits)
    if (metricsToken !== undefined) addMetrics(scope, metrics, metricsToken)
    done()
  })
  await addDocumentation(app, docs)
  if (web !== undefined) await addPage(app, web)
  return app
}
