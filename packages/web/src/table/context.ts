/** The React context of the open table's store. */
import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import type { StoreApi } from 'zustand/vanilla'
import type { TableStore } from './store/state.js'

const TableContext = createContext<StoreApi<TableStore> | undefined>(undefined)

export const TableProvider = TableContext.Provider

export function useTableStore(): StoreApi<TableStore> {
  const store = useContext(TableContext)
  if (store === undefined) throw new Error('useTable needs a TableProvider above it.')
  return store
}

export function useTable<T>(select: (state: TableStore) => T): T {
  return useStore(useTableStore(), select)
}
