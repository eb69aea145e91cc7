/** What this browser knows of a person without an account: the name, and keys to tables. */
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

/** Keys by table: whoever has one sits there. */
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
