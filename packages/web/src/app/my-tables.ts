/** My tables on the server: those of my account, and those whose keys are in this browser. */
import type { Reply } from '@ludoforge/table'
import { create } from 'zustand'
import { useAccount } from './account.js'
import { useKeys } from './seat-keys.js'
import { call, errorText, site } from './site.js'

export type OwnTable = Reply<'myTables'>[number]

interface Mine {
  /** Undefined: not known yet. */
  readonly tables: readonly OwnTable[] | undefined
  /** Why they cannot be had now. */
  readonly problem: string | undefined
}

export const useMyTables = create<Mine>()(() => ({ tables: undefined, problem: undefined }))

export async function loadMine(): Promise<void> {
  try {
    if (!(await site()).server) {
      useMyTables.setState({ tables: [], problem: undefined })
      return
    }
    const keys = Object.entries(useKeys.getState().keys).map(([table, key]) => ({ table, key }))
    const byKey = keys.length === 0 ? [] : await call('tablesOfKeys', { body: { keys } })
    const byAccount = useAccount.getState().account ? await call('myTables') : []
    const all = new Map([...byKey, ...byAccount].map((own) => [own.table.id, own]))
    const rank = ({ yourTurn, table }: OwnTable): number =>
      yourTurn ? 0 : table.outcome === undefined ? 1 : 2
    const tables = [...all.values()].toSorted(
      (a, b) => rank(a) - rank(b) || b.table.changed - a.table.changed,
    )
    useMyTables.setState({ tables, problem: undefined })
  } catch (error) {
    useMyTables.setState({ problem: errorText(error) })
  }
}

const EVERY_MS = 10_000

/** Keeps them up to date as long as the page is open: the title says at how many tables it is my turn. */
export function pollMyTables(): void {
  const look = (): void => void loadMine()
  look()
  setInterval(look, EVERY_MS)
  addEventListener('online', look)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') look()
  })
  useKeys.subscribe(look)
  useAccount.subscribe(look)
}
