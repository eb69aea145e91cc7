import { isIP } from 'node:net'
import path from 'node:path'
import { parseBudget } from '@ludoforge/agents'
import {
  type BotLimit,
  DEFAULT_BOT_LIMIT,
  DiskFull,
  type LogFormat,
  type RunningServer,
  serve as start,
  StoreInUse,
} from '@ludoforge/server'
import { type BotOptions, loadNamed } from '../agents.js'
import { builtDocumentation, builtPage, findGame, knownGames } from '../games.js'
import { reportError } from '../report-error.js'
import type { Terminal } from '../terminal/terminal.js'
import { EXIT, Failure, UsageError } from '../usage.js'
import { changesText } from '../watch/run-watched.js'
import { watchFiles } from '../watch/watch-files.js'
import { type RetentionOptions, retentionOf } from './tables.js'

export interface ServeCommand extends BotOptions, RetentionOptions {
  readonly port: string
  readonly host: string
  readonly data: string
  readonly database?: string
  readonly language?: string
  readonly origin: readonly string[]
  readonly trustProxy?: string
  readonly log: string
  readonly metricsToken?: string
  readonly metricsPort?: string
  readonly limits: boolean
  readonly smtp?: string
  readonly mailFrom?: string
  readonly webhooksInside: boolean
  readonly botSeconds?: string
  readonly botLimit: string
  readonly watch: boolean
}

/** Runs a server until it is interrupted. */
export async function serve(
  names: readonly string[],
  options: ServeCommand,
  version: string,
  terminal: Terminal,
): Promise<number> {
  await loadNamed([], options)
  const port = wholeNumber('--port', options.port, 65_535)
  const games = (names.length === 0 ? knownGames() : names).map((name) => findGame(name).path)
  const database = options.database ?? process.env['DATABASE_URL']
  const web = builtPage()
  if (web === undefined)
    terminal.err(
      `The page isn't built, so browsers see nothing. Run "npm start" in the project folder to build it.`,
    )
  const running = await start({
    port,
    host: options.host,
    data: path.resolve(options.data),
    database,
    games,
    language: options.language,
    origins: options.origin,
    trustProxy: trustedProxies(options.trustProxy),
    log: logFormat(options.log),
    metricsToken: options.metricsToken ?? process.env['METRICS_TOKEN'],
    ...(options.metricsPort === undefined
      ? {}
      : { metricsPort: wholeNumber('--metrics-port', options.metricsPort, 65_535) }),
    version,
    web,
    docs: builtDocumentation(),
    notices: {
      smtp: options.smtp ?? process.env['SMTP_URL'],
      mailFrom: options.mailFrom,
      inside: options.webhooksInside,
    },
    ...(options.limits ? {} : { limits: false as const }),
    ...(options.botSeconds === undefined
      ? {}
      : { botSeconds: wholeNumber('--bot-seconds', options.botSeconds, 3600) }),
    botLimit: botLimitOf(options.botLimit),
    retention: retentionOf(options),
    say: (line) => terminal.err(line),
  }).catch((error: unknown) => {
    throw readable(error, port)
  })
  const { paint } = terminal
  const store =
    database === undefined ? `Tables are stored in ${options.data}` : 'Tables are stored in Postgres'
  terminal.out(`LudoForge is running at ${paint.bold(running.address)}`)
  terminal.out(`${store}. Press Ctrl-C to stop.`)
  const interrupted = new Promise<void>((resolve) => {
    terminal.onInterrupt(resolve)
    process.once('SIGTERM', resolve)
  })
  await Promise.race([running.ready, interrupted]).catch(async (error: unknown) => {
    await running.close()
    throw readable(error, port)
  })
  const { offers } = running.tables.rulebooks
  terminal.out(`Games: ${offers.map(({ id }) => id).join(', ')}`)
  const stopWatching = options.watch ? watchGames(games, running, terminal) : () => {}
  await interrupted
  stopWatching()
  const quit = (): never => process.exit(EXIT.failed) // a second signal doesn't wait
  const silence = terminal.onInterrupt(quit)
  process.once('SIGTERM', quit)
  await running.close()
  silence()
  process.off('SIGTERM', quit)
  return EXIT.ok
}

/** Publishes a game again when one of its files changes. Returns a function that stops. */
function watchGames(games: readonly string[], running: RunningServer, terminal: Terminal): () => void {
  terminal.out('Changed games are published again. Running tables keep their rules.')
  return watchFiles(games, async (changes) => {
    terminal.out(changesText(changes, terminal))
    const changed = games.filter((game) =>
      changes.some(({ file }) => `${file}${path.sep}`.startsWith(`${path.resolve(game)}${path.sep}`)),
    )
    try {
      const titles = await running.reload(changed)
      for (const title of titles) terminal.out(`${title}: new tables use the new rules.`)
    } catch (error) {
      reportError(error, terminal)
    }
  })
}

const LOG_FORMATS: readonly LogFormat[] = ['json', 'text', 'off']

function logFormat(text: string): LogFormat {
  const format = LOG_FORMATS.find((one) => one === text)
  if (format === undefined) throw new UsageError(`--log takes json, text or off, not "${text}".`)
  return format
}

function wholeNumber(flag: string, text: string, most: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (!(value <= most)) throw new UsageError(`${flag} takes a whole number up to ${most}, not "${text}".`)
  return value
}

/** Parses `--trust-proxy`: a number of hops, or a list of addresses and networks. */
function trustedProxies(text: string | undefined): false | number | string {
  if (text === undefined) return false
  if (/^\d+$/.test(text)) return wholeNumber('--trust-proxy', text, 10)
  const parts = text.split(',').map((part) => part.trim())
  const isNetwork = (part: string): boolean =>
    /^[^/]+(\/\d{1,3})?$/.test(part) && isIP(part.replace(/\/.*/, '')) > 0
  if (!parts.every(isNetwork))
    throw new UsageError(
      `--trust-proxy takes a number of proxies, or their addresses (10.0.0.1,192.168.0.0/16), not "${text}".`,
    )
  return parts.join(',')
}

/** Parses the largest budget of a bot: iterations, a time, or both (`10000,10s`). The other one keeps its default. */
function botLimitOf(text: string): BotLimit {
  let limit = DEFAULT_BOT_LIMIT
  for (const part of text.split(',')) {
    const { iterations, ms, parts } = parseBudget(part.trim()) ?? {}
    if (parts !== undefined || (iterations === undefined) === (ms === undefined))
      throw new UsageError(`--bot-limit takes iterations, a time, or both (10000,10s), not "${text}".`)
    limit = { iterations: iterations ?? limit.iterations, ms: ms ?? limit.ms }
  }
  return limit
}

/** Explains why a server can't start, and what to do. Returns other errors as they are. */
function readable(error: unknown, port: number): unknown {
  if (error instanceof StoreInUse || error instanceof DiskFull) return new Failure(error.message)
  if (!(error instanceof Error) || !('code' in error)) return error
  if (error.code === 'EADDRINUSE')
    return new Failure(
      `Port ${port} is in use. Choose another with --port, or pass --port 0 for any free port.`,
    )
  if (
    error.code === 'ECONNREFUSED' ||
    error.code === '28P01' ||
    error.code === '3D000' ||
    error.code === 'ENOTFOUND'
  )
    return new Failure(`Can't use the database: ${error.message}`)
  return error
}
