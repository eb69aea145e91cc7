/** Tells the camera what happens on the board: questions, other players' moves, and what the page points at. */
import type { StepEvent, View } from '@ludoforge/kernel'
import type { Box, Scene } from '@ludoforge/look'
import { useEffect, useRef } from 'react'
import { nameOf } from '../labels.js'
import type { Positions } from '../layout/positions.js'
import type { BoardProps, Glow } from '../types.js'
import type { Camera, QuestionSpace } from './camera.js'

/** After other players' last move, the view returns after this many milliseconds. */
const REST_MS = 1800
/** Pointing at an option outside moves the camera after this many milliseconds, so that a passing pointer doesn't. */
const POINT_MS = 140

/** Returns the spaces of the board that a question is about: those with options, or with pieces that are options. */
function questionSpaces(scene: Scene, places: Pick<Positions, 'zone'>, glow: Glow): QuestionSpace[] {
  return Object.entries(glow.spaces ?? {}).flatMap(([zone, { key }]): QuestionSpace[] => {
    const box = places.zone(zone)
    return box === undefined
      ? []
      : [{ zone, name: nameOf(scene, zone), box, ...(key === undefined ? {} : { key }) }]
  })
}

/** Returns the boxes of the zones that are on the board. */
function boxesOf(zones: readonly string[], places: Pick<Positions, 'zone'>): readonly Box[] {
  return zones.flatMap((zone): readonly Box[] => {
    const box = places.zone(zone)
    return box === undefined ? [] : [box]
  })
}

const NO_ZONES: readonly string[] = []

/** Returns the zones that events change. */
export function zonesOf(events: readonly StepEvent[]): ReadonlySet<string> {
  const zones = new Set<string>()
  for (const event of events) {
    if (event.type === 'moved') zones.add(event.from).add(event.into)
    else if (event.type === 'flipped') zones.add(event.at)
    else if (event.type === 'set' && event.of !== undefined) zones.add(event.of)
  }
  return zones
}

/** Returns whether another seat than the viewer's answered in these events. */
export function isOthersStep(events: readonly StepEvent[], viewer: string | null): boolean {
  return events.some(
    (event) => (event.type === 'chose' || event.type === 'answered') && event.seat !== viewer,
  )
}

interface Shown {
  readonly view: View
  readonly steps: readonly StepEvent[]
  readonly glow: Glow
  readonly places: Positions
}

export function useCamera(camera: Camera, props: BoardProps, { view, steps, glow, places }: Shown): void {
  const { scene, focus = NO_ZONES, question } = props
  const othersActed = useRef(false)
  const spaces = questionSpaces(scene, places, glow)
  const id = spaces.length === 0 ? undefined : (question ?? spaces.map(({ zone }) => zone).join(' '))
  const latest = useRef({ spaces, places })
  latest.current = { spaces, places }

  const resting = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => {
    if (!isOthersStep(steps, view.seat)) return
    othersActed.current = true
    camera.follow(boxesOf([...zonesOf(steps)], latest.current.places))
    clearTimeout(resting.current)
    resting.current = setTimeout(() => camera.rest(), REST_MS)
  }, [camera, steps, view])
  useEffect(() => () => clearTimeout(resting.current), [])

  const shown = spaces.map(({ zone, key = '' }) => `${zone} ${key}`).join(',')
  useEffect(() => {
    if (id !== undefined) clearTimeout(resting.current)
    camera.ask(id, latest.current.spaces, othersActed.current)
    if (id !== undefined) othersActed.current = false
  }, [camera, id, shown])

  useEffect(() => {
    const boxes = boxesOf(focus, latest.current.places)
    if (boxes.length === 0) return undefined
    const timer = setTimeout(() => camera.reveal(boxes), POINT_MS)
    return () => clearTimeout(timer)
  }, [camera, focus])
}
