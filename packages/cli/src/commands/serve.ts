import path from 'node:path'
import { serve as start, StoreInUse } from '@ludoforge/server'
import { type BotOptions, loadNamed } from '../agents.js'
import { builtDocumentation, builtPage, findGame, knownGames } from '../games.js'
import type { Terminal } from '../terminal/terminal.js'
import { EXIT, Failure, UsageError } from '../usage.js'

export interface ServeCommand extends BotOptions {
  readonly port: string
  readonly host: string
  readonly data: string
  readonly database?: string
  readonly origin: readonly string[]
  readonly trustProxy: boolean
  readonly log: boolean
  readonly limits: boolean
  readonly smtp?: string
  readonly mailFrom?: string
  readonly webhooksInside: boolean
  readonly botSeconds?: string
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
    origins: options.origin,
    trustProxy: options.trustProxy,
    log: options.log ? { level: 'info' } : { level: 'error' },
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
  await Promise.race([running.ready, interrupted])
  const { offers } = running.tables.rulebooks
  terminal.out(`Games: ${offers.map(({ id }) => id).join(', ')}`)
  await interrupted
  await running.close()
  return EXIT.ok
}

function wholeNumber(flag: string, text: string, most: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (!(value <= most)) throw new UsageError(`${flag} takes a whole number up to ${most}, not "${text}".`)
  return value
}

/** Explains why a server can't start, and what to do. Returns other errors as they are. */
function readable(error: unknown, port: number): unknown {
  if (error instanceof StoreInUse) return new Failure(error.message)
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
