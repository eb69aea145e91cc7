/** Structured logs: a line for each request and each problem, without secrets. */
import type { FastifyRequest, FastifyServerOptions } from 'fastify'

/** `json`: JSON lines. `text`: lines for people. `off`: problems only, as text. */
export type LogFormat = 'json' | 'text' | 'off'

/** Secrets that must never reach a log, wherever they come from: a header, an address, the message of a library. */
const SECRETS: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/(\b[a-z][a-z0-9+.-]*:\/\/[^\s:@/"]*):[^\s@/"]+@/gi, '$1:***@'], // postgres://user:password@host
  [/(\bbearer\s+)[\w.~+/=-]+/gi, '$1***'],
  [/(\bludoforge=)[^;\s"\\]+/gi, '$1***'], // the session's cookie
  [/([?&](?:key|token|secret|password|code|invitation)=)[^&\s"\\]+/gi, '$1***'],
  [
    /(\\?"(?:key|token|secret|password|old|authorization|cookie|invitation)\\?"\s*:\s*\\?")[^"\\]*/gi,
    '$1***',
  ],
  [/(#\/(?:reset|join\/[\w-]+|table\/[\w-]+)\/)[\w-]+/g, '$1***'], // links with a secret
]

/** Removes secrets from a line of a log. */
export function withoutSecrets(line: string): string {
  return SECRETS.reduce((text, [pattern, replacement]) => text.replaceAll(pattern, replacement), line)
}

/** The fields of a line, as Fastify writes them. */
interface LogLine {
  readonly level: number
  readonly time: number
  readonly msg?: string
  readonly reqId?: string
  readonly req?: { readonly method: string; readonly route: string; readonly address: string }
  readonly res?: { readonly statusCode: number }
  readonly responseTime?: number
  readonly err?: { readonly message?: string; readonly stack?: string }
}

const WARN = 40

/** Returns the logger options of Fastify. `write` gets each line, by default standard output. */
export function loggerOf(
  format: LogFormat,
  write: (line: string) => void = (line) => void process.stdout.write(`${line}\n`),
): NonNullable<FastifyServerOptions['logger']> {
  const requests = new Map<string, LogLine['req']>() // of running requests, for the lines of their ends
  const asText = (line: string): void => {
    const fields = JSON.parse(line) as LogLine
    const { reqId = '', req } = fields
    if (req !== undefined && fields.res === undefined) requests.set(reqId, req)
    const text = textOf(fields, requests.get(reqId))
    if (fields.res !== undefined) requests.delete(reqId)
    if (text !== undefined) write(text)
  }
  return {
    level: format === 'off' ? 'warn' : 'info',
    serializers: {
      // The address of a table lets everybody watch it, so a log has the path of the endpoint only.
      req: (request: FastifyRequest) => ({
        method: request.method,
        route: request.routeOptions?.url ?? 'unknown',
        address: request.ip,
      }),
    },
    stream: {
      write(line: string) {
        const clean = withoutSecrets(line.trimEnd())
        if (format === 'json') write(clean)
        else asText(clean)
      },
    },
  }
}

function textOf(
  { level, time, msg = '', res, responseTime, err }: LogLine,
  req: LogLine['req'],
): string | undefined {
  const at = new Date(time).toISOString()
  if (level >= WARN) return `${at} ${err?.stack ?? err?.message ?? msg}`
  if (res === undefined || req === undefined) return undefined // the start of a request
  const { method, route, address } = req
  return `${at} ${address} ${method} ${route} ${res.statusCode} ${Math.round(responseTime ?? 0)} ms`
}
