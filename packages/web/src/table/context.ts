/** The table that the parts of the page are about. */
import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import type { StoreApi } from 'zustand/vanilla'
import type { TableStore } from './store/state.js'

const Here = createContext<StoreApi<TableStore> | undefined>(undefined)

export const TableProvider = Here.Provider

export function useTableStore(): StoreApi<TableStore> {
  const store = useContext(Here)
  if (store === undefined) throw new Error('This part belongs to a table.')
  return store
}

export function useTable<T>(part: (state: TableStore) => T): T {
  return useStore(useTableStore(), part)
}
