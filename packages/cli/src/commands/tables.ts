import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { MigrationError } from '@ludoforge/table'
import { TableAdmin, type TableSummary, publish } from '@ludoforge/server'
import { findGame, knownGames, load } from '../games.js'
import type { Terminal } from '../terminal/terminal.js'
import { EXIT, Failure, UsageError } from '../usage.js'

export interface TablesOptions {
  readonly data: string
  readonly database?: string
  readonly game?: string
  readonly out?: string
}

/** Administers the tables of a server: `list`, `move ID`, `save ID`. */
export async function tables(
  what: string,
  id: string | undefined,
  options: TablesOptions,
  terminal: Terminal,
): Promise<number> {
  const database = options.database ?? process.env['DATABASE_URL']
  const admin = await TableAdmin.open({ data: path.resolve(options.data), database })
  try {
    if (what === 'list') return await list(admin, terminal)
    if (what !== 'move' && what !== 'save')
      throw new UsageError(`tables takes list, move or save, not "${what}".`)
    if (id === undefined) throw new UsageError(`Name the table: ludoforge tables ${what} ID`)
    return what === 'move'
      ? await move(admin, id, options, terminal)
      : await save(admin, id, options, terminal)
  } catch (error) {
    if (error instanceof MigrationError) throw new Failure(error.message)
    throw error
  } finally {
    await admin.close()
  }
}

async function list(admin: TableAdmin, terminal: Terminal): Promise<number> {
  const all = await admin.list()
  if (all.length === 0) {
    terminal.out('There are no tables.')
    return EXIT.ok
  }
  const { paint } = terminal
  const today = await fingerprints(all, terminal)
  for (const table of all) {
    const { id, name, game, fingerprint, decisions, deciding, over, changed } = table
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
      [paint.bold(id), name, game, rules, `${decisions} decisions`, state, when]
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
  const table = (await admin.list()).find((summary) => summary.id === id)
  if (table === undefined) throw new Failure(`There is no table ${id}.`)
  const found = findGame(game ?? table.game)
  const today = await load(found)
  const offered = await publish(today, found.kind === 'folder' ? found.path : undefined)
  const { decisions } = await admin.move(id, today, offered)
  terminal.out(
    `Table ${id} now uses rules ${today.fingerprint}. Its ${decisions} ${decisions === 1 ? 'decision is' : 'decisions are'} legal there.`,
  )
  return EXIT.ok
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
