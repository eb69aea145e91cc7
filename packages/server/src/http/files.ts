/** Texts that change seldom: a browser that has one asks whether it is still the same. */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const compress = promisify(gzip)
const WORTH_IT = 1024 // bytes; less is sent as it is
const MOST_BYTES = 64 << 20 // that are kept compressed

/** By tag, those used last at the end. */
const compressed = new Map<string, Promise<Buffer>>()
let bytes = 0

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
  return reply.header('content-encoding', 'gzip').send(await gzipped(tag, text))
}

async function gzipped(tag: string, text: string): Promise<Buffer> {
  const known = compressed.get(tag)
  const work = known ?? compress(text)
  compressed.delete(tag)
  compressed.set(tag, work)
  const result = await work
  if (known === undefined) bytes += result.length
  for (const [old, other] of compressed) {
    if (bytes <= MOST_BYTES) break
    compressed.delete(old)
    bytes -= (await other).length
  }
  return result
}
