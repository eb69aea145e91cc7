/** Builds the Fastify app: security headers, rate limits, static page, endpoints, WebSocket. */
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import fastifyStatic from '@fastify/static'
import websocket from '@fastify/websocket'
import Fastify, { type FastifyInstance } from 'fastify'
import { checkNamedAgent } from '../tables/index.js'
import { addDocumentation } from './documentation.js'
import { RequestLimiter } from './request-limiter.js'
import { refusalOf } from './refusals.js'
import { addRoutes, type Services } from './routes.js'
import { addSocket, type SocketLimits } from './socket.js'

export interface AppOptions extends Services {
  readonly log?: boolean | { readonly level: string }
  /** Which proxies may set the client's address: Fastify's `trustProxy`. */
  readonly trustProxy?: boolean | string
  /** The folder of the web page. */
  readonly web?: string | undefined
  /** The folder of the documentation site; undefined if it isn't built. */
  readonly docs?: string | undefined
  /** `false` turns off rate limits, for tests and benchmarks. */
  readonly limits?: false | { readonly perMinute: number; readonly socket: SocketLimits }
}

const LIMITS = { perMinute: 600, socket: { perSecond: 20, perAddress: 200 } }
const NO_LIMITS = { perSecond: 1e9, perAddress: 1e9 }

export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { log = false, trustProxy = false, web, docs, limits = LIMITS } = options
  const app = Fastify({
    logger: log,
    trustProxy,
    bodyLimit: 64 * 1024,
    requestTimeout: 30_000,
    forceCloseConnections: true,
  })
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
  })
  if (limits !== false)
    await app.register(rateLimit, {
      global: true,
      max: limits.perMinute,
      timeWindow: 60_000,
      hook: 'onRequest',
    })
  await app.register(websocket, { options: { maxPayload: 1 << 20 } })
  app.setErrorHandler((error, request, reply) => {
    const { status, code, message } = refusalOf(error, request.log)
    return reply.status(status).send({ code, message })
  })
  app.setNotFoundHandler((_, reply) =>
    reply.status(404).send({ code: 'not-found', message: 'Page not found. Check the address.' }),
  )
  await app.register((scope, _, done) => {
    const socketLimits = limits === false ? NO_LIMITS : limits.socket
    const services = { hint: options.hint, checkAgent: checkNamedAgent }
    const shared = {
      ...options,
      hasDocs: docs !== undefined,
      requests: new RequestLimiter(services, socketLimits.perSecond),
    }
    addRoutes(scope, shared, limits !== false)
    addSocket(scope, shared, socketLimits)
    done()
  })
  await addDocumentation(app, docs)
  if (web !== undefined)
    await app.register(fastifyStatic, { root: web, index: 'index.html', dotfiles: 'deny' })
  return app
}
