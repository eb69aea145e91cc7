/** The table page, for a table on a server or in this browser. */
import { type ReactNode, useEffect, useState } from 'react'
import type { StoreApi } from 'zustand/vanilla'
import { href } from '../app/routes.js'
import { useSettings } from '../app/settings.js'
import { TableProvider } from './context.js'
import { TableView } from './table-view.js'
import { openLocalTable, openServerTable } from './open-table.js'
import { chime } from './sound.js'
import type { TableStore } from './store/state.js'
import { createTable } from './store/store.js'

/** Milliseconds per played-back moment, indexed by the speed setting. */
const MOMENT_MS = [0, 900, 450, 200]

const speed = {
  moment: (): number =>
    matchMedia('(prefers-reduced-motion: reduce)').matches
      ? 0
      : (MOMENT_MS[useSettings.getState().speed] ?? 0),
  called: (): void => {
    if (useSettings.getState().sounds) chime()
  },
}

interface TablePageProps {
  readonly id: string
  /** `table`: on the page's server. `local`: in this browser. */
  readonly where: 'table' | 'local'
}

export default function TablePage({ id, where }: TablePageProps): ReactNode {
  const [store, setStore] = useState<StoreApi<TableStore>>()
  const [problem, setProblem] = useState('')
  useEffect(() => {
    let unmounted = false
    let created: StoreApi<TableStore> | undefined
    const open = where === 'local' ? openLocalTable : openServerTable
    open(id).then(
      (opened) => {
        if (unmounted) {
          opened.table.close()
          return
        }
        created = createTable(opened, speed)
        setStore(created)
      },
      (error: unknown) => setProblem(error instanceof Error ? error.message : String(error)),
    )
    return () => {
      unmounted = true
      created?.getState().close()
    }
  }, [id, where])
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
