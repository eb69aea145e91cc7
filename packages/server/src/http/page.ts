/** The page and its security headers. */
import helmet from '@fastify/helmet'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** The policy of everything that isn't a worker of the desk: scripts, styles and requests of this server only, no `eval`. */
const PAGE_POLICY = {
  defaultSrc: ["'self'"],
  imgSrc: ["'self'", 'data:'],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
}

/**
 * The policy of the desk's workers. They compile rulebooks and run what was generated from them, so they may evaluate
 * code. They reach no network: not even this server, where the cookie of an account would be sent along.
 */
const DESK_WORKER_POLICY = "default-src 'none'; script-src 'self' 'unsafe-eval'"

/** A worker of the desk, as the build names it. */
const isDeskWorker = (path: string): boolean => /[\\/]assets[\\/]desk-[\w-]*worker-[\w-]+\.js$/.test(path)

export async function addSecurityHeaders(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: PAGE_POLICY },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
  })
}

/** Serves the built page in `folder`. */
export async function addPage(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    index: 'index.html',
    dotfiles: 'deny',
    setHeaders: (response, path) => {
      if (isDeskWorker(path)) response.setHeader('content-security-policy', DESK_WORKER_POLICY)
    },
  })
}
