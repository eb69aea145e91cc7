/** The storages by their name in the address. */
import { browserStorage } from './browser-storage.js'
import type { ProjectStorage } from './storage.js'

/** Opens a storage by its name. Rejects if this page has none of that name. */
export async function openStorage(kind: string): Promise<ProjectStorage> {
  if (kind === 'browser') return browserStorage()
  if (kind === 'folder') return new (await import('./folder-storage.js')).FolderStorage()
  if (kind === 'hosted') return new (await import('./hosted-storage.js')).HostedStorage()
  throw new Error(`This page can’t open games from “${kind}”. Check the address.`)
}
