/** Turns notifications about this table on, where players wait for others. */
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTable } from './context.js'

/** Code splitting: the panel is loaded when it is first opened. */
const NotificationsPanel = lazy(async () => ({
  default: (await import('../app/notifications-panel.js')).NotificationsPanel,
}))

/** Only tables of a server can notify their players, and only while the game runs. */
export function TurnNotices({ title }: { readonly title: string }): ReactNode {
  const server = useTable((state) => state.server)
  const id = useTable((state) => state.about.id)
  const mayTurnOn = useTable(({ you, about }) => you.seats.length > 0 && about.outcome === undefined)
  const [open, setOpen] = useState(false)
  if (server === undefined || !mayTurnOn) return null
  return (
    <details className="turn-notices" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{title}</summary>
      {open ? (
        <Suspense>
          <NotificationsPanel subject={{ table: id, key: server.key }} />
        </Suspense>
      ) : null}
    </details>
  )
}
