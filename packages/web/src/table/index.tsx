/** The table page, for a table on a server or in this browser. */
import { type ReactNode, useEffect, useState } from 'react'
import type { StoreApi } from 'zustand/vanilla'
import { href } from '../app/routes.js'
import { TableProvider } from './context.js'
import { TableView } from './table-view.js'
import { isGuided } from '../local/index.js'
import { openLocalTable, openServerTable } from './open-table.js'
import { SPEED } from './playback-speed.js'
import type { OpenedTable, TableStore } from './store/state.js'
import { createTable } from './store/store.js'

interface TablePageProps {
  readonly id: string
  /** `table`: on the page's server. `local`: in this browser. */
  readonly where: 'table' | 'local'
}

export default function TablePage({ id, where }: TablePageProps): ReactNode {
  return <OpeningTable id={id} open={where === 'local' ? openLocal : openServerTable} />
}

/** The coach of a guided game is loaded with its table. */
async function openLocal(id: string): Promise<OpenedTable> {
  if (!isGuided(id)) return openLocalTable(id)
  const { openGuided } = await import('./guide/open-guided.js')
  return openGuided(id)
}

interface OpeningProps {
  readonly id: string
  /** Opens the table with this id. It stays the same function. */
  readonly open: (id: string) => Promise<OpenedTable>
}

/** A table that is opened, then shown. */
export function OpeningTable({ id, open }: OpeningProps): ReactNode {
  const [store, setStore] = useState<StoreApi<TableStore>>()
  const [problem, setProblem] = useState('')
  useEffect(() => {
    let unmounted = false
    let created: StoreApi<TableStore> | undefined
    open(id).then(
      (opened) => {
        if (unmounted) {
          opened.table.close()
          return
        }
        created = createTable(opened, SPEED)
        opened.coach?.start(created)
        setStore(created)
      },
      (error: unknown) => setProblem(error instanceof Error ? error.message : String(error)),
    )
    return () => {
      unmounted = true
      created?.getState().close()
    }
  }, [id, open])
  if (problem !== '')
    return (
      <div className="narrow">
        <h1>Can’t open the table</h1>
        <p role="alert">{problem}</p>
        <p>
          <a href={href({ at: 'lobby' })}>Back to the games</a>
        </p>
      </div>
    )
  if (store === undefined)
    return (
      <p className="opening" role="status">
        Opening the table …
      </p>
    )
  return (
    <TableProvider value={store}>
      <TableView />
    </TableProvider>
  )
}
