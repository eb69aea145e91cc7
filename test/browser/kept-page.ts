/** Runs in a page: local tables, stored by the browser. The test calls these functions. */
import {
  deleteIndexedDbTable,
  indexedDbLog,
  indexedDbTables,
  localTable,
  type Table,
} from '@ludoforge/client'
import { logStorage } from '@ludoforge/table'
import { type GameModule, loadModule } from '@ludoforge/play'

const tables = new Map<string, Table>()

async function open(id: string): Promise<void> {
  const { module } = (await import(
    `${(globalThis as unknown as { location: { origin: string } }).location.origin}/game.js`
  )) as { module: GameModule }
  const storage = logStorage(indexedDbLog(id))
  const seats = { nought: 'search:30' }
  tables.set(
    id,
    await localTable({ module: loadModule(module), id, name: `Table ${id}`, seed: id, seats, storage }),
  )
}

function at(id: string): Table {
  const table = tables.get(id)
  if (table === undefined) throw new Error(`${id} is not open`)
  return table
}

Object.assign(globalThis, {
  kept: {
    open,
    /** Chooses the first option. Returns the error, or nothing. */
    async decide(id: string): Promise<string> {
      const [decision] = at(id).asked
      try {
        await at(id).decide(decision?.seat ?? '', decision?.options[0]?.id ?? '')
        return ''
      } catch (error) {
        return error instanceof Error ? error.message : String(error)
      }
    },
    look: (id: string) => ({ number: at(id).number, asked: at(id).asked.length, zones: at(id).view().zones }),
    list: async () =>
      (await indexedDbTables()).map(({ id, name, number, deciding }) => ({ id, name, number, deciding })),
    forget: deleteIndexedDbTable,
  },
})
