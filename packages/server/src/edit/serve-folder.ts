/** The server of `ludoforge edit`: the page, and an API for the files of one folder. It serves this machine only. */
import { timingSafeEqual } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { FOLDER_API, type Files, type FolderDocument, type FolderRevision } from '@ludoforge/desk'
import { Refusal } from '@ludoforge/table'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { z } from 'zod'
import { addDocumentation } from '../http/documentation.js'
import { addPage, addSecurityHeaders } from '../http/page.js'
import { refusalOf } from '../http/refusals.js'
import { parseBody } from '../http/parse-body.js'
import { hashSecret, newSecret } from '../tables/index.js'
import { GameFolder } from './game-folder.js'

const HOST = '127.0.0.1'
const MAX_BODY = 16 << 20 // a whole project, as JSON
const BEAT_MS = 15_000 // so that a stream whose reader is gone ends

/** The git revisions of a folder. */
export interface Revisions {
  /** Lists the latest ones, newest first. */
  list(): Promise<readonly FolderRevision[]>
  /** Returns the files at a revision of the list. */
  files(revision: string): Promise<Files>
}

/** The options of a server for one folder of a game. */
export interface EditOptions {
  readonly folder: string
  /** The name of the game's folder, for the link. */
  readonly name: string
  /** The port to prefer. If it is in use, any free one. */
  readonly port: number
  /** The folder of the built page. */
  readonly web: string
  readonly docs: string | undefined
  readonly version: string
  readonly revisions: Revisions
  /** Calls back when files of the folder have changed. Returns a function that stops. */
  readonly watch: (folder: string, changed: () => void) => () => void
}

/** A listening server for one folder of a game. */
export interface RunningEdit {
  readonly address: string
  /** The address of the desk, with the key. */
  readonly link: string
  close(): Promise<void>
}

const CHANGES = z.strictObject({
  changes: z.record(
    z.string(),
    z.strictObject({ text: z.string().nullable(), was: z.string().max(100).nullable() }),
  ),
})

/** Serves the desk for one folder. */
export async function serveFolder(options: EditOptions): Promise<RunningEdit> {
  const folder = await GameFolder.open(options.folder)
  const key = newSecret()
  const app = Fastify({ bodyLimit: MAX_BODY, forceCloseConnections: true })
  await addSecurityHeaders(app)
  app.setErrorHandler((error, _, reply) => {
    const { status, fields } = refusalOf(error, console)
    return reply.status(status).send(fields)
  })
  app.addHook('onRequest', async (request) => checkHost(request))
  app.get('/site.json', async (_, reply) =>
    reply.send({ server: false, version: options.version, docs: options.docs !== undefined }),
  )
  app.get('/games/index.json', async (_, reply) => reply.send([]))
  await app.register((scope, _, done) => {
    scope.addHook('onRequest', async (request, reply) => {
      checkCaller(request, key)
      void reply.header('cache-control', 'no-store')
    })
    addFolder(scope, folder, options)
    done()
  })
  await addDocumentation(app, options.docs)
  await addPage(app, options.web)
  const address = await listen(app, options.port)
  return {
    address,
    link: `${address}/#/desk/folder/${encodeURIComponent(options.name)}/${key}`,
    close: () => app.close(),
  }
}

function addFolder(app: FastifyInstance, folder: GameFolder, options: EditOptions): void {
  const { name, revisions } = options
  app.get(FOLDER_API.read, async (): Promise<FolderDocument> => {
    const { files, changed } = await folder.read()
    return { name, changed, files, revisions: await revisions.list() }
  })
  app.route({
    method: 'POST',
    url: FOLDER_API.write,
    handler: async ({ body }) => ({ hashes: await folder.write(parseBody(CHANGES, body).changes) }),
  })
  app.get<{ Params: { revision: string } }>(`${FOLDER_API.revision}:revision`, async ({ params }) => {
    const listed = await revisions.list()
    const found = listed.find(({ id }) => id === params.revision)
    if (found === undefined) throw new Refusal('not-found', 'git has no such revision of this folder.')
    return { files: await revisions.files(found.id) }
  })
  const streams = new Set<PassThrough>()
  const tell = (line: string): void => {
    for (const stream of streams) stream.write(`${line}\n`)
  }
  app.get(FOLDER_API.watch, (_, reply) => {
    const stream = new PassThrough()
    streams.add(stream)
    stream.once('close', () => streams.delete(stream))
    stream.write('watching\n')
    return reply.type('text/plain; charset=utf-8').send(stream)
  })
  const stop = options.watch(folder.root, () => tell('changed'))
  const beat = setInterval(() => tell('beat'), BEAT_MS)
  app.addHook('preClose', (done) => {
    stop()
    clearInterval(beat)
    for (const stream of streams) stream.end()
    done()
  })
}

/** Refuses other names of this machine: a foreign site could make its own name point here (DNS rebinding). */
function checkHost({ hostname }: FastifyRequest): void {
  if (hostname !== HOST && hostname !== 'localhost')
    throw new Refusal('bad-origin', 'Open the address that `ludoforge edit` printed.')
}

/** Refuses callers without the key of the link, and pages of other sites. */
function checkCaller({ headers, host }: FastifyRequest, key: string): void {
  if (headers.origin !== undefined && headers.origin !== `http://${host}`)
    throw new Refusal('bad-origin', 'Requests from this origin are not allowed.')
  const given = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? ''
  if (!timingSafeEqual(Buffer.from(hashSecret(given)), Buffer.from(hashSecret(key))))
    throw new Refusal('no-login', 'Open the link that `ludoforge edit` printed. It has a key.')
}

/** Listens on the port, or on any free one if it is in use. */
async function listen(app: FastifyInstance, port: number): Promise<string> {
  try {
    return await app.listen({ port, host: HOST })
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'EADDRINUSE') throw error
    return app.listen({ port: 0, host: HOST })
  }
}
