import { existsSync } from 'node:fs'
import path from 'node:path'
import { BadBackup, backUp, restore as restoreStore, StoreInUse } from '@ludoforge/server'
import type { Terminal } from '../terminal/terminal.js'
import { EXIT, Failure } from '../usage.js'

export interface StorePlace {
  readonly data: string
  readonly database?: string
}

const placeOf = ({ data, database }: StorePlace) => ({
  data: path.resolve(data),
  database: database ?? process.env['DATABASE_URL'],
})

/** Writes a backup of a server's store, also while the server runs. */
export async function backup(file: string, options: StorePlace, terminal: Terminal): Promise<number> {
  if (existsSync(file)) throw new Failure(`${file} already exists. Choose another name for the backup.`)
  const place = placeOf(options)
  if (place.database === undefined && !existsSync(path.join(place.data, 'ludoforge.sqlite')))
    throw new Failure(`There is no store in ${options.data}. Name its folder with --data.`)
  const { rows, tables } = await backUp(place, path.resolve(file))
  terminal.out(`Written to ${file}: ${count(tables, 'table')}, ${count(rows, 'row')}.`)
  terminal.out('It contains seeds and hashes of passwords. Keep it as safe as the server.')
  return EXIT.ok
}

/** Restores a backup into a new folder or an empty database. */
export async function restore(file: string, options: StorePlace, terminal: Terminal): Promise<number> {
  if (!existsSync(file)) throw new Failure(`There is no file ${file}.`)
  const place = placeOf(options)
  try {
    const { rows, tables } = await restoreStore(place, path.resolve(file))
    const where = place.database === undefined ? options.data : 'Postgres'
    terminal.out(`Restored to ${where}: ${count(tables, 'table')}, ${count(rows, 'row')}.`)
    return EXIT.ok
  } catch (error) {
    if (error instanceof BadBackup || error instanceof StoreInUse) throw new Failure(error.message)
    throw error
  }
}

function count(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? '' : 's'}`
}
