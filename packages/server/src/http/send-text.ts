/** Sends texts that rarely change, with an ETag and gzip. */
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { GzipCache } from './gzip-cache.js'

const MIN_GZIP_LENGTH = 1024 // shorter texts are sent uncompressed
const CACHE_BYTES = 64 << 20 // of compressed texts

const compressed = new GzipCache(CACHE_BYTES)

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
  if (!accepts || text.length < MIN_GZIP_LENGTH) return reply.send(text)
  return reply.header('content-encoding', 'gzip').send(await compressed.get(tag, text))
}
