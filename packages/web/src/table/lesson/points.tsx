/** What a coach points at, in words, with the numbers of the rings. */
import type { Thing } from '@ludoforge/play'
import { type ReactNode, useEffect, useState } from 'react'
import { useTable } from '../context.js'
import { elementOf, thingName } from './pointed.js'

export function Points({ pointing }: { readonly pointing: readonly Thing[] }): ReactNode {
  const words = useTable((state) => state.words)
  const decision = useTable((state) => state.decision)
  const shown = useTable((state) => state.shown)
  const [labels, setLabels] = useState<readonly string[]>([])
  // The board's own words for a thing: what is in a space, how a seat stands.
  useEffect(() => {
    setLabels(
      pointing.map((thing) => {
        const element = elementOf(thing, decision)
        const text = element?.getAttribute('aria-label') ?? ''
        return text === '' ? thingName(thing, words, decision) : text
      }),
    )
  }, [pointing, decision, words, shown])
  if (pointing.length === 0) return null
  return (
    <ol className="coach-points">
      {pointing.map((thing, i) => (
        <li key={i}>
          <span className="point-number" aria-hidden="true">
            {i + 1}
          </span>
          <span aria-hidden="true">{thingName(thing, words, decision)}</span>
          <span className="unseen">Look at {labels[i] ?? thingName(thing, words, decision)}.</span>
        </li>
      ))}
    </ol>
  )
}
