/** Saves every edit soon after it was made. */
import { changedFiles, changesBetween } from '@ludoforge/desk'
import type { StoreApi } from 'zustand/vanilla'
import { errorText } from '../../app/site.js'
import type { DeskState } from '../desk-state.js'

/** Several keystrokes make one write. */
const AFTER_MS = 300

export interface Autosave {
  /** Writes what isn't written yet. */
  flush(): Promise<void>
  stop(): void
}

/** Starts saving, and takes over what others change in the storage. */
export function startAutosave(desk: StoreApi<DeskState>): Autosave {
  const { storage, project } = desk.getState()
  let stored = desk.getState().files
  let timer: ReturnType<typeof setTimeout> | undefined
  let writing: Promise<void> = Promise.resolve()

  const write = async (): Promise<void> => {
    const { files, isReadOnly, setSaved } = desk.getState()
    const changes = changesBetween(stored, files)
    if (isReadOnly) return
    if (Object.keys(changes).length === 0) return setSaved({ state: 'saved' })
    try {
      await storage.write(project.id, changes)
      stored = files
      if (desk.getState().files === files) setSaved({ state: 'saved' })
    } catch (error) {
      setSaved({ state: 'failed', problem: errorText(error) })
    }
  }
  const flush = (): Promise<void> => {
    clearTimeout(timer)
    writing = writing.then(write)
    return writing
  }
  const unsubscribe = desk.subscribe((now, before) => {
    if (now.files === before.files || now.files === stored || now.isReadOnly) return
    if (now.saved.state !== 'saving') now.setSaved({ state: 'saving' })
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), AFTER_MS)
  })
  const unwatch = storage.watch?.(project.id, (changes) => {
    const { files, edit } = desk.getState()
    // What the designer has just typed wins over the same file of another editor.
    const others = Object.fromEntries(
      Object.entries(changes).filter(
        ([path, text]) => files[path] === stored[path] || (files[path] ?? null) === text,
      ),
    )
    const taken = Object.keys(others)
    if (taken.length === 0) return taken
    stored = changedFiles(stored, others)
    edit(others)
    return taken
  })
  const onHide = (): void => void flush()
  addEventListener('pagehide', onHide)
  document.addEventListener('visibilitychange', onHide)
  return {
    flush,
    stop: () => {
      void flush()
      unsubscribe()
      unwatch?.()
      removeEventListener('pagehide', onHide)
      document.removeEventListener('visibilitychange', onHide)
    },
  }
}
