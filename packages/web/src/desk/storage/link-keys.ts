/** The keys in links to projects: of a folder, or of somebody's hosted project. Stored in this browser. */
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

interface LinkKeys {
  /** By `STORAGE/ID`. */
  readonly keys: Readonly<Record<string, string>>
}

const useLinkKeys = create<LinkKeys>()(
  persist((): LinkKeys => ({ keys: {} }), { name: 'ludoforge/desk-keys' }),
)

export function storeLinkKey(storage: string, id: string, key: string): void {
  useLinkKeys.setState(({ keys }) => ({ keys: { ...keys, [`${storage}/${id}`]: key } }))
}

export function linkKeyOf(storage: string, id: string): string | undefined {
  return useLinkKeys.getState().keys[`${storage}/${id}`]
}

/** The projects of a storage that this browser has keys of. */
export function linkedProjects(storage: string): string[] {
  return Object.keys(useLinkKeys.getState().keys)
    .filter((name) => name.startsWith(`${storage}/`))
    .map((name) => name.slice(storage.length + 1))
}
