/** The time, for texts that count down. */
import { useEffect, useState } from 'react'

/** Returns the current time, updated every `ms` milliseconds. */
export function useNow(ms: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), ms)
    return () => clearInterval(timer)
  }, [ms])
  return now
}
