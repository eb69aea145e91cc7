/** The page at which one plays, for a table on a server or one in this browser. */
import { type ReactNode, useEffect, useState } from 'react'
import type { StoreApi } from 'zustand/vanilla'
import { href } from '../app/routes.js'
import { useSettings } from '../app/settings.js'
import { TableProvider } from './context.js'
import { TableView } from './page.js'
import { openHere, openRemote } from './open-table.js'
import { chime } from './sound.js'
import type { TableStore } from './store/state.js'
import { createTable } from './store/store.js'

/** How long a moment is looked at, by the speed of the settings. */
const MOMENTS = [0, 900, 450, 200]

const speed = {
  moment: (): number =>
    matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : (MOMENTS[useSettings.getState().speed] ?? 0),
  called: (): void => {
    if (useSettings.getState().sounds) chime()
  },
}

interface TablePageProps {
  readonly id: string
  /** On the server beside the page, or in this browser. */
  readonly where: 'table' | 'local'
}

export default function TablePage({ id, where }: TablePageProps): ReactNode {
  const [store, setStore] = useState<StoreApi<TableStore>>()
  const [problem, setProblem] = useState('')
  useEffect(() => {
    let left = false
    let made: StoreApi<TableStore> | undefined
    const open = where === 'local' ? openHere : openRemote
    open(id).then(
      (opened) => {
        if (left) {
          opened.table.close()
          return
        }
        made = createTable(opened, speed)
        setStore(made)
      },
      (error: unknown) => setProblem(error instanceof Error ? error.message : String(error)),
    )
    return () => {
      left = true
      made?.getState().close()
    }
  }, [id, where])
  if (problem !== '')
    return (
      <div className="narrow">
        <h1>The table cannot be opened</h1>
        <p role="alert">{problem}</p>
        <p>
          <a href={href({ at: 'lobby' })}>Back to the games</a>
        </p>
      </div>
    )
  if (store === undefined)
    return (
      <p className="opening" role="status">
        The table is being opened.
      </p>
    )
  return (
    <TableProvider value={store}>
      <TableView />
    </TableProvider>
  )
}
