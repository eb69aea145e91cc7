/** `GET /metrics`: for those with the token, or for everybody on a port of its own. */
import { timingSafeEqual } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { Refusal } from '@ludoforge/table'
import type { FastifyInstance } from 'fastify'
import type { Metrics } from '../metrics.js'
import { hashSecret } from '../tables/index.js'

const METRICS_PATH = '/metrics'

/** Serves metrics next to the API. Callers send the token in `Authorization: Bearer`. */
export function addMetrics(app: FastifyInstance, metrics: Metrics, token: string): void {
  const expected = Buffer.from(hashSecret(token))
  app.get(METRICS_PATH, { config: { rateLimit: false } }, async (request, reply) => {
    const sent = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    if (!timingSafeEqual(expected, Buffer.from(hashSecret(sent))))
      throw new Refusal('not-allowed', 'Send the token of the metrics in Authorization: Bearer.')
    return reply
      .type(metrics.contentType)
      .header('cache-control', 'no-store')
      .send(await metrics.text())
  })
}

/** Serves metrics alone, on another port, which a firewall can protect. */
export async function serveMetrics(metrics: Metrics, host: string, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== METRICS_PATH) return void response.writeHead(404).end()
    metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return server
}
