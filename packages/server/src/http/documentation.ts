/** The documentation site under `/docs`: as it was built, or a page that says how to build it. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'

const NOT_BUILT = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Documentation – LudoForge</title>
<h1>The documentation isn't built</h1>
<p>Run <code>npm run docs</code> in the project folder, then start the server again.</p>
<p><a href="/">To the games</a></p>
</html>
`

/** The theme switches colours by a style element of its own; scripts come from files as everywhere. */
const STYLES = "style-src 'self' 'unsafe-inline'"

/** Files whose name changes with what is in them. */
const isHashed = (path: string): boolean => /[\\/]assets[\\/]/.test(path)

/** Serves the site in `folder`, which was built for the path `/docs/`. */
export async function addDocumentation(app: FastifyInstance, folder: string | undefined): Promise<void> {
  if (folder === undefined) {
    for (const path of ['/docs', '/docs/', '/docs/*'])
      app.get(path, (_, reply) => sendMissing(reply, NOT_BUILT))
    return
  }
  app.get('/docs', (_, reply) => reply.redirect('/docs/'))
  await app.register(
    async (scope) => {
      scope.addHook('onRequest', async (_, reply) => {
        const policy = String(reply.getHeader('content-security-policy'))
        void reply.header('content-security-policy', `${policy};${STYLES}`)
      })
      scope.setNotFoundHandler(async (_, reply) =>
        sendMissing(reply, await readFile(join(folder, '404.html'), 'utf8')),
      )
      await scope.register(fastifyStatic, {
        root: folder,
        prefix: '/',
        index: 'index.html',
        dotfiles: 'ignore',
        decorateReply: false,
        cacheControl: false,
        setHeaders: (response, path) =>
          void response.setHeader(
            'cache-control',
            isHashed(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
          ),
      })
    },
    { prefix: '/docs' },
  )
}

/** A page in place of one that isn't there. */
function sendMissing(reply: FastifyReply, html: string): FastifyReply {
  return reply.status(404).header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(html)
}
