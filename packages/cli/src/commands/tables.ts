import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { printable } from '@ludoforge/kernel'
import { MigrationError } from '@ludoforge/table'
import {
  DEFAULT_RETENTION,
  DiskFull,
  publish,
  type Retention,
  TableAdmin,
  type TableSummary,
} from '@ludoforge/server'
import { findGame, knownGames, load } from '../games.js'
import type { Terminal } from '../terminal/terminal.js'
import { EXIT, Failure, UsageError } from '../usage.js'

/** After how many days tables are archived and deleted, as text. */
export interface RetentionOptions {
  readonly archiveAfter?: string
  readonly archiveAnonymousAfter?: string
  readonly deleteAfter?: string
}

export interface TablesOptions extends RetentionOptions {
  readonly data: string
  readonly database?: string
  readonly game?: string
  readonly out?: string
  readonly finished?: boolean
  readonly page?: string
}

const WORDS = ['list', 'move', 'save', 'archive', 'delete', 'prune']

/** Administers the tables of a server: `list`, `prune`, and `move`, `save`, `archive` or `delete` with an id. */
export async function tables(
  what: string,
  id: string | undefined,
  options: TablesOptions,
  terminal: Terminal,
): Promise<number> {
  const database = options.database ?? process.env['DATABASE_URL']
  const admin = await TableAdmin.open({ data: path.resolve(options.data), database }).catch(
    (error: unknown) => {
      throw error instanceof DiskFull ? new Failure(error.message) : error
    },
  )
  try {
    if (!WORDS.includes(what))
      throw new UsageError(`tables takes list, move, save, archive, delete or prune, not "${what}".`)
    if (what === 'list') return await list(admin, options, terminal)
    if (what === 'prune') return await prune(admin, options, terminal)
    if (id === undefined) throw new UsageError(`Name the table: ludoforge tables ${what} ID`)
    if (what === 'move') return await move(admin, id, options, terminal)
    if (what === 'save') return await save(admin, id, options, terminal)
    return what === 'archive' ? await archive(admin, id, terminal) : await remove(admin, id, terminal)
  } catch (error) {
    if (error instanceof MigrationError) throw new Failure(error.message)
    throw error
  } finally {
    await admin.close()
  }
}

async function list(
  admin: TableAdmin,
  { finished = false, page = '1' }: TablesOptions,
  terminal: Terminal,
): Promise<number> {
  if (!/^[1-9]\d{0,5}$/.test(page)) throw new UsageError(`--page takes a number from 1, not "${page}".`)
  const all = await admin.list({ finished, page: Number(page) })
  if (all.length === 0) {
    terminal.out(
      page === '1' ? `There are no ${finished ? 'finished' : 'running'} tables.` : 'No more tables.',
    )
    return EXIT.ok
  }
  const { paint } = terminal
  const today = await fingerprints(all, terminal)
  for (const table of all) {
    const { id, name, game, fingerprint, decisions, deciding, over, uploaded, changed } = table
    const known = today.get(game)
    const rules =
      known === undefined
        ? fingerprint
        : known === fingerprint
          ? "today's rules"
          : `older rules (${fingerprint})`
    const state = over ? 'over' : deciding.length === 0 ? '' : `${deciding.join(', ')} to decide`
    const when = new Date(changed).toISOString().slice(0, 16).replace('T', ' ')
    terminal.out(
      [
        paint.bold(id),
        printable(name),
        game,
        rules,
        uploaded ? 'from a save' : '',
        `${decisions} decisions`,
        state,
        when,
      ]
        .filter((part) => part !== '')
        .join(' · '),
    )
  }
  return EXIT.ok
}

/** The current fingerprints of the tables' games, where installed. */
async function fingerprints(all: readonly TableSummary[], terminal: Terminal): Promise<Map<string, string>> {
  const known = knownGames()
  const found = new Map<string, string>()
  for (const game of new Set(all.map((table) => table.game))) {
    if (!known.includes(game)) continue
    terminal.status(`reading the rules of ${game}`)
    found.set(game, (await load(findGame(game))).fingerprint)
  }
  terminal.status('')
  return found
}

async function move(
  admin: TableAdmin,
  id: string,
  { game }: TablesOptions,
  terminal: Terminal,
): Promise<number> {
  const table = await admin.find(id)
  const found = findGame(game ?? table.game)
  const today = await load(found)
  const offered = await publish(today, found.kind === 'folder' ? found.path : undefined)
  const { decisions } = await admin.move(id, today, offered)
  terminal.out(
    `Table ${id} now uses rules ${today.fingerprint}. Its ${decisions} ${decisions === 1 ? 'decision is' : 'decisions are'} legal there.`,
  )
  return EXIT.ok
}

async function archive(admin: TableAdmin, id: string, terminal: Terminal): Promise<number> {
  await admin.archive(id)
  terminal.out(`Table ${id} is archived. \`ludoforge tables save ${id}\` still writes its save file.`)
  return EXIT.ok
}

async function remove(admin: TableAdmin, id: string, terminal: Terminal): Promise<number> {
  if (!(await admin.delete(id))) throw new Failure(`There is no table ${id}.`)
  terminal.out(`Table ${id} is deleted.`)
  return EXIT.ok
}

async function prune(admin: TableAdmin, options: TablesOptions, terminal: Terminal): Promise<number> {
  const { archived, deleted, failed } = await admin.prune(retentionOf(options))
  for (const { id, problem } of failed) terminal.err(`Table ${id} can't be archived: ${problem}`)
  terminal.out(`${archived} tables archived, ${deleted} archived tables deleted.`)
  return failed.length === 0 ? EXIT.ok : EXIT.failed
}

const DAY_MS = 24 * 3600 * 1000

/** Parses `--archive-after` and the like: days (`30d`). */
export function retentionOf(options: RetentionOptions): Retention {
  const days = (flag: string, text: string | undefined, initial: number): number => {
    if (text === undefined) return initial
    const [, number = ''] = /^(\d{1,5})d$/.exec(text) ?? []
    if (number === '') throw new UsageError(`${flag} takes a number of days (30d), not "${text}".`)
    return Number(number) * DAY_MS
  }
  const { archiveMs, archiveAnonymousMs, deleteMs } = DEFAULT_RETENTION
  return {
    archiveMs: days('--archive-after', options.archiveAfter, archiveMs),
    archiveAnonymousMs: days('--archive-anonymous-after', options.archiveAnonymousAfter, archiveAnonymousMs),
    deleteMs: days('--delete-after', options.deleteAfter, deleteMs),
  }
}

async function save(
  admin: TableAdmin,
  id: string,
  { out }: TablesOptions,
  terminal: Terminal,
): Promise<number> {
  const text = await admin.save(id)
  if (out === undefined) terminal.out(text.trimEnd())
  else {
    writeFileSync(out, text, { flag: 'wx' })
    terminal.out(`Written to ${out}`)
  }
  return EXIT.ok
}
