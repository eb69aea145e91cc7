/** `edit`: the designer's desk for a game's folder, in the browser. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { isProjectPath } from '@ludoforge/desk'
import { type Revisions, serveFolder } from '@ludoforge/server'
import { builtDocumentation, builtPage, findGame } from '../games.js'
import { filesAtRevision, revisionsOf } from '../git/folder-revisions.js'
import { reportError } from '../report-error.js'
import type { Terminal } from '../terminal/terminal.js'
import { EXIT, Failure, UsageError } from '../usage.js'
import { watchFiles } from '../watch/watch-files.js'
import { createGame } from './new.js'

export interface EditCommand {
  readonly like?: string
  readonly title?: string
  readonly open: boolean
  readonly port?: string
}

/** Serves the desk for a folder until it is interrupted. */
export async function edit(
  name: string,
  { like, title, open, port }: EditCommand,
  version: string,
  terminal: Terminal,
): Promise<number> {
  const web = builtPage()
  if (web === undefined)
    throw new Failure(
      'The page isn\'t built. Run "npm start -- edit FOLDER" in the project folder to build it.',
    )
  if (like === undefined && title !== undefined) throw new UsageError('--title needs --like.')
  if (like !== undefined) {
    await createGame(name, { like, ...(title === undefined ? {} : { title }) })
    terminal.out(`Created ${name}, like ${like}.`)
  }
  const folder = folderOf(name, terminal)
  const running = await serveFolder({
    folder,
    name: path.basename(folder),
    port: port === undefined ? ownPort(folder) : portNumber(port),
    web,
    docs: builtDocumentation(),
    version,
    revisions: gitRevisions(folder),
    watch: (place, changed) => watchFiles([place], async () => changed()),
  })
  let interrupt = (): void => {}
  const interrupted = new Promise<void>((resolve) => {
    interrupt = resolve
  })
  terminal.onInterrupt(interrupt)
  process.once('SIGTERM', interrupt)
  terminal.out(`Edit ${name} at ${terminal.paint.bold(running.link)}`)
  terminal.out('The link has a key: keep it to yourself. Changes are written at once. Press Ctrl-C to stop.')
  if (open) openBrowser(running.link, terminal)
  await interrupted
  process.off('SIGTERM', interrupt)
  await running.close()
  return EXIT.ok
}

/** The folder of a game. An installed game is edited only as a copy, so a bare name must be a folder here. */
function folderOf(name: string, terminal: Terminal): string {
  if (!existsSync(name) && !/[\\/]/.test(name)) {
    const hint = `${terminal.command} edit ${name} --like grid`
    throw new UsageError(`There is no folder ${name} here. To create it: ${hint}`)
  }
  const found = findGame(name)
  if (found.kind === 'file') throw new UsageError(`${found.given} is a compiled game. Name a folder.`)
  return path.resolve(found.path)
}

/**
 * A port for each folder, so that its desk has the same address each time: browsers store settings and saves by
 * address.
 */
function ownPort(folder: string): number {
  return 20_000 + (createHash('sha256').update(folder).digest().readUInt32BE(0) % 10_000)
}

function portNumber(text: string): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (!(value <= 65_535)) throw new UsageError(`--port takes a whole number up to 65535, not "${text}".`)
  return value
}

function gitRevisions(folder: string): Revisions {
  return {
    list: () => revisionsOf(folder),
    async files(revision) {
      const files = Object.entries(await filesAtRevision(folder, revision))
      const own = files.filter(([file]) => isProjectPath(file))
      return Object.fromEntries(own.map(([file, bytes]) => [file, bytes.toString('utf8')]))
    },
  }
}

/** Opens a link with the program of the system. */
function openBrowser(link: string, terminal: Terminal): void {
  const [command, ...args] =
    process.platform === 'darwin'
      ? ['open', link]
      : process.platform === 'win32'
        ? ['rundll32', 'url.dll,FileProtocolHandler', link]
        : ['xdg-open', link]
  const child = spawn(command ?? '', args, { stdio: 'ignore', detached: true })
  child.once('error', () =>
    reportError(new Failure("Can't start a browser. Open the link yourself."), terminal),
  )
  child.unref()
}
