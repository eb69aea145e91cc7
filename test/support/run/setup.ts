/**
 * What all files of a run share, so that none of it is made twice: the built command, one Postgres, one browser, one
 * server. The last three start when a test first requests them; `services.ts` is the test's side.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'
import { startPostgres } from '../../../packages/server/test/support/postgres.js'
import { launchServer } from '../../browser/chromium.js'
import { buildCommand } from './command.js'
import { startServer } from './server.js'
import type { ServiceName } from './services.js'

interface Service {
  readonly url: string
  stop(): Promise<void>
}

const START: Readonly<Record<ServiceName, () => Promise<Service>>> = {
  postgres: startPostgres,
  async browser() {
    const server = await launchServer()
    return { url: server.wsEndpoint(), stop: () => server.close() }
  },
  server: startServer,
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildCommand()
  project.onTestsRerun(buildCommand)
  const started = new Map<string, Promise<Service>>()
  const urlOf = async (name: string): Promise<string> => {
    const start = started.get(name) ?? START[name as ServiceName]()
    started.set(name, start)
    return (await start).url
  }
  const server = createServer((request, response) => {
    // A worker that compiles for a while would reuse a connection that has been closed meanwhile.
    response.setHeader('connection', 'close')
    urlOf((request.url ?? '').slice(1)).then(
      (url) => response.end(url),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  project.provide('services', `http://127.0.0.1:${port}`)
  return async () => {
    server.closeAllConnections()
    server.close()
    for (const service of started.values()) await (await service).stop()
  }
}
