/** The flights of a new view, until they land or the next view arrives. */
import type { StepEvent, View } from '@ludoforge/kernel'
import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { type Flight, flightsOf } from './flights.js'
import type { Look } from '../look.js'
import type { Positions } from '../layout/positions.js'

const NONE: readonly Flight[] = []

export function useFlights(
  view: View,
  steps: readonly StepEvent[],
  places: Positions,
  look: Look,
  length: number,
): readonly [readonly Flight[], () => void] {
  const [flights, setFlights] = useState(NONE)
  const shown = useRef({ view, steps })
  useLayoutEffect(() => {
    const before = shown.current
    if (before.view === view) return
    shown.current = { view, steps }
    const moves = length > 0 && !document.hidden && before.steps !== steps && steps.length > 0
    const holdsCards = (zone: string): boolean => look.zones.get(zone)?.holds === 'cards'
    setFlights(moves ? flightsOf(places, holdsCards, before.view, view, steps, length) : NONE)
  }, [view, steps, places, look, length])
  const landed = useCallback(() => setFlights(NONE), [])
  return [flights, landed]
}
