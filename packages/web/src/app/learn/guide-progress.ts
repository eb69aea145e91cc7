/** The guided games of this browser: which tables they are, and what their coaches remember. */
import type { CoachMemory } from '@ludoforge/client'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

/** The guided game of a local table. */
export interface GuidedTable {
  readonly game: string
  readonly seat: string
  readonly memory?: CoachMemory
}

interface Guides {
  /** By the id of the table. */
  readonly tables: Readonly<Record<string, GuidedTable>>
}

const useGuides = create<Guides>()(persist((): Guides => ({ tables: {} }), { name: 'ludoforge/guides' }))

/** Returns the guided game of a local table, if it is one. */
export function guidedTable(id: string): GuidedTable | undefined {
  return useGuides.getState().tables[id]
}

/** Returns the ids of the tables of a guided game, the latest first. For components. */
export function useGuidedTables(game: string, seat: string): readonly string[] {
  const tables = useGuides((state) => state.tables)
  return Object.entries(tables)
    .filter(([, one]) => one.game === game && one.seat === seat)
    .map(([id]) => id)
    .toReversed()
}

/** Stores a guided game. */
export function saveGuided(id: string, table: GuidedTable): void {
  const { tables } = useGuides.getState()
  useGuides.setState({ tables: { ...tables, [id]: table } })
}
