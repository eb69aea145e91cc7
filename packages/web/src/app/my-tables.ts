/** The player's tables on the server: by account, and by the keys in this browser. */
import type { Reply } from '@ludoforge/table'
import { create } from 'zustand'
import { useAccount } from './account.js'
import { useKeys } from './seat-keys.js'
import { call, errorText, site } from './site.js'

export type OwnTable = Reply<'myTables'>[number]

interface Mine {
  /** `undefined` until the first load. */
  readonly tables: readonly OwnTable[] | undefined
  /** The error of the last load, if it failed. */
  readonly problem: string | undefined
}

export const useMyTables = create<Mine>()(() => ({ tables: undefined, problem: undefined }))

export async function loadMyTables(): Promise<void> {
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

const POLL_MS = 10_000

/** Polls while the page is open. The page title shows at how many tables it's your turn. */
export function pollMyTables(): void {
  const refresh = (): void => void loadMyTables()
  refresh()
  setInterval(refresh, POLL_MS)
  addEventListener('online', refresh)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') refresh()
  })
  useKeys.subscribe(refresh)
  useAccount.subscribe(refresh)
}
