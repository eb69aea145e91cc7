/** Texts that change seldom: a browser that has one asks whether it is still the same. */
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { GzipCache } from './gzip-cache.js'

const WORTH_IT = 1024 // bytes; less is sent as it is
const MOST_BYTES = 64 << 20 // that are kept compressed

const compressed = new GzipCache(MOST_BYTES)

export async function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  type: string,
  text: string,
): Promise<unknown> {
  const tag = `"${createHash('sha256').update(text).digest('base64url')}"`
  void reply.header('cache-control', 'no-cache').header('etag', tag).header('vary', 'accept-encoding')
  if (request.headers['if-none-match'] === tag) return reply.status(304).send()
  void reply.type(type)
  const accepts = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
  if (!accepts || text.length < WORTH_IT) return reply.send(text)
  return reply.header('content-encoding', 'gzip').send(await compressed.get(tag, text))
}
