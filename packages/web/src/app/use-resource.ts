/** A resource that a page loads: loading, ready or failed. */
import { useCallback, useEffect, useRef, useState } from 'react'

export type Resource<T> =
  | { readonly is: 'waiting' }
  | { readonly is: 'there'; readonly value: T }
  | { readonly is: 'failed'; readonly error: unknown }

/**
 * Loads on mount and when `what` changes, then every `seconds` while the page is visible. The old value stays until
 * the next load ends. A later failure replaces it, so that nobody trusts stale data.
 */
export function useResource<T>(
  what: string,
  load: () => Promise<T>,
  seconds?: number,
): [Resource<T>, () => void] {
  const [loaded, setLoaded] = useState<{ readonly of: string; readonly now: Resource<T> }>()
  const loadRef = useRef(load)
  useEffect(() => {
    loadRef.current = load
  })
  const lastRun = useRef(0)
  const again = useCallback(() => {
    lastRun.current += 1
    const thisRun = lastRun.current
    const settle = (now: Resource<T>): void => {
      if (thisRun === lastRun.current) setLoaded({ of: what, now })
    }
    loadRef.current().then(
      (value) => settle({ is: 'there', value }),
      (error: unknown) => settle({ is: 'failed', error }),
    )
  }, [what])
  useEffect(() => {
    again()
    if (seconds === undefined) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') again()
    }, seconds * 1000)
    return () => clearInterval(timer)
  }, [again, seconds])
  return [loaded?.of === what ? loaded.now : { is: 'waiting' }, again]
}
