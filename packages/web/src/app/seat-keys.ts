/** The player's name and seat keys, stored in this browser. */
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

/** Keys by table. A key gives access to the seats of its holder. */
interface Keys {
  readonly keys: Readonly<Record<string, string>>
}

export const useKeys = create<Keys>()(persist((): Keys => ({ keys: {} }), { name: 'ludoforge/keys' }))

export function keyOf(table: string): string | undefined {
  return useKeys.getState().keys[table]
}

export function storeKey(table: string, key: string): void {
  useKeys.setState(({ keys }) => ({ keys: { ...keys, [table]: key } }))
}

interface Person {
  readonly name: string
}

export const usePerson = create<Person>()(persist((): Person => ({ name: '' }), { name: 'ludoforge/person' }))
