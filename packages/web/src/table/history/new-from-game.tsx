/** The button that makes a new table from the save of a finished game. */
import { type ReactNode, useState } from 'react'
import { go } from '../../app/routes.js'
import { storeKey } from '../../app/seat-keys.js'
import { call } from '../../app/site.js'
import { Button } from '../../ui/index.js'
import { useTable } from '../context.js'

export function NewFromGame(): ReactNode {
  const { server, save, about, you, attempt } = useTable((state) => state)
  const [busy, setBusy] = useState(false)
  if (server === undefined || save === undefined || !about.disclosed || you.person === null) return null
  const make = async (): Promise<void> => {
    const seats = Object.fromEntries(you.seats.map((seat) => [seat, 'me']))
    const body = { save: await save(), name: about.name, you: you.name, seats }
    const { table, key } = await call('upload', { body })
    storeKey(table.id, key)
    go({ at: 'table', id: table.id })
  }
  return (
    <Button
      disabled={busy}
      onClick={() => {
        setBusy(true)
        void attempt(make).finally(() => setBusy(false))
      }}
    >
      New table from this game
    </Button>
  )
}
