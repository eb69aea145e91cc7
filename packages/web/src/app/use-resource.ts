/** What a page needs before it can be shown: loaded, loaded again, or not to be had. */
import { useCallback, useEffect, useRef, useState } from 'react'

export type Loaded<T> =
  | { readonly is: 'waiting' }
  | { readonly is: 'there'; readonly value: T }
  | { readonly is: 'failed'; readonly error: unknown }

/**
 * Loads when the page comes up or `what` changes, then every so many seconds while it is looked at. What was there
 * before stays until the next is there; a later failure shows, too, so that nobody trusts old news.
 */
export function useLoaded<T>(
  what: string,
  load: () => Promise<T>,
  seconds?: number,
): [Loaded<T>, () => void] {
  const [loaded, setLoaded] = useState<{ readonly of: string; readonly now: Loaded<T> }>()
  const loading = useRef(load)
  useEffect(() => {
    loading.current = load
  })
  const running = useRef(0)
  const again = useCallback(() => {
    running.current += 1
    const mine = running.current
    const settle = (now: Loaded<T>): void => {
      if (mine === running.current) setLoaded({ of: what, now })
    }
    loading.current().then(
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
