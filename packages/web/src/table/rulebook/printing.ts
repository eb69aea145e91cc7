import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Whether the page is being printed. The browser waits until it is rendered. */
export function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(() => matchMedia('print').matches)
  useEffect(() => {
    const media = matchMedia('print')
    const before = (): void => flushSync(() => setPrinting(true))
    const after = (): void => setPrinting(false)
    const changed = (): void => (media.matches ? before() : after())
    addEventListener('beforeprint', before)
    addEventListener('afterprint', after)
    media.addEventListener('change', changed)
    return () => {
      removeEventListener('beforeprint', before)
      removeEventListener('afterprint', after)
      media.removeEventListener('change', changed)
    }
  }, [])
  return isPrinting
}
