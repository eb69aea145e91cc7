/** One tab edits a project. Others read it, and take over when the first one closes. */

/** Whether this tab may edit, and when that changes. */
export interface TabLock {
  release(): void
}

/** Requests the lock of a project. `changed` is called with whether this tab has it. */
export function lockProject(name: string, changed: (isMine: boolean) => void): TabLock {
  const ended = new AbortController()
  let release = (): void => {}
  const held = (): Promise<void> =>
    new Promise((resolve) => {
      release = resolve
      if (ended.signal.aborted) resolve()
    })
  // Browsers have locks in secure contexts only. Elsewhere every tab edits.
  if (!('locks' in navigator)) {
    changed(true)
    return { release: () => {} }
  }
  const { locks } = navigator
  const run = async (): Promise<void> => {
    await locks.request(name, { ifAvailable: true }, async (lock) => {
      if (ended.signal.aborted) return
      changed(lock !== null)
      if (lock !== null) await held()
    })
    if (ended.signal.aborted) return
    await locks.request(name, { signal: ended.signal }, async () => {
      changed(true)
      await held()
    })
  }
  run().catch((error: unknown) => {
    if (!ended.signal.aborted) throw error
  })
  return {
    release: () => {
      ended.abort()
      release()
    },
  }
}
