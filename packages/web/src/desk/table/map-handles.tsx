/** Handles on a drawn map: dragging one changes its point in the YAML file. */
import { type MapHandle, type MapPoint, movedHandle } from '@ludoforge/desk'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTable } from '../../table/context.js'
import { useDesk, useDeskStore } from '../desk-state.js'
import { useGame, useGameState } from '../game/use-game.js'

/** A group of handles that is shown at once. */
interface HandleGroup {
  readonly id: string
  readonly title: string
}

const PLACES = 'places'

interface MapHandlesState {
  /** Those of the chosen group. */
  readonly handles: readonly MapHandle[]
  readonly groups: readonly HandleGroup[]
  readonly group: string
  readonly setGroup: (group: string) => void
}

/** The handles of the drawn map, as the files are now. */
export function useMapHandles(): MapHandlesState {
  const game = useGame()
  const builtAt = useGameState((state) => state.builtAt)
  const words = useTable((state) => state.words)
  const zones = useTable(({ def }) => def.zones)
  const hasMap = useDesk(({ files }) =>
    Object.entries(files).some(([path, text]) => path.startsWith('look/') && /^map:/m.test(text)),
  )
  const [all, setAll] = useState<readonly MapHandle[]>([])
  const [group, setGroup] = useState('')
  useEffect(() => {
    let isCurrent = true
    if (hasMap)
      void game.mapHandles().then((found) => {
        if (isCurrent) setAll(found)
      })
    else setAll([])
    return () => {
      isCurrent = false
    }
  }, [game, builtAt, hasMap])
  const outlines = [...new Set(all.flatMap(({ kind, of }) => (kind === 'point' ? [of] : [])))]
  const isZone = (id: string): boolean => zones.some((zone) => zone.id === id)
  const titleOf = (id: string): string => `the outline of ${isZone(id) ? words.zone(id) : id}`
  const groups =
    all.length === 0
      ? []
      : [
          { id: PLACES, title: 'names, pieces and marks' },
          ...outlines.map((id) => ({ id: `of ${id}`, title: titleOf(id) })),
        ]
  const handles =
    group === ''
      ? []
      : all.filter(({ kind, of }) =>
          group === PLACES ? kind !== 'point' : kind === 'point' && group === `of ${of}`,
        )
  return { handles, groups, group, setGroup }
}

/** The radius of a handle on the screen, in pixels. */
const RADIUS = 7

/** An SVG group with a circle for each handle. */
export function MapHandles({ handles }: { readonly handles: readonly MapHandle[] }): ReactNode {
  const root = useRef<SVGGElement>(null)
  const desk = useDeskStore()
  const [dragged, setDragged] = useState<{ readonly index: number; readonly at: MapPoint }>()
  useEffect(() => {
    const group = root.current
    if (group === null) return undefined
    return listenForDrags(group, {
      move: (index, at) => setDragged({ index, at }),
      drop: (index, at) => {
        setDragged(undefined)
        const handle = handles[index]
        const { files, edit, open } = desk.getState()
        const text = handle === undefined ? undefined : files[handle.path]
        if (handle === undefined || text === undefined) return
        const moved = movedHandle(text, handle, at)
        if (moved === text) return
        edit({ [handle.path]: moved })
        open({ path: handle.path, line: handle.x.line })
      },
    })
  }, [handles, desk])
  const scale = useScale(root)
  return (
    <g ref={root} className="map-handles">
      {handles.map((handle, i) => {
        const [x, y] = dragged?.index === i ? dragged.at : handle.at
        return (
          <circle
            key={`${handle.of} ${handle.kind} ${i}`}
            className={`map-handle ${handle.kind}`}
            data-handle={i}
            data-of={`${handle.of} ${handle.kind}`}
            cx={x}
            cy={y}
            r={RADIUS / scale}
          >
            <title>
              {handle.kind === 'point' ? `A point of ${handle.of}` : `The ${handle.kind} of ${handle.of}`}
            </title>
          </circle>
        )
      })}
    </g>
  )
}

/** How many pixels a unit of the map has. */
function useScale(root: { readonly current: SVGGElement | null }): number {
  const [scale, setScale] = useState(1)
  useEffect(() => {
    const matrix = root.current?.getScreenCTM()
    if (matrix !== null && matrix !== undefined && matrix.a > 0) setScale(matrix.a)
  }, [root])
  return scale
}

interface DragHandlers {
  readonly move: (index: number, at: MapPoint) => void
  readonly drop: (index: number, at: MapPoint) => void
}

/** Events that the board would take for its own: it pans, and answers questions. */
const OWN_EVENTS = ['mousedown', 'touchstart', 'click', 'dblclick'] as const

/** Follows drags with listeners on the group itself, before the board gets the events. */
function listenForDrags(group: SVGGElement, { move, drop }: DragHandlers): () => void {
  let dragging: number | undefined
  const pointOf = ({ clientX, clientY }: PointerEvent): MapPoint => {
    const matrix = group.getScreenCTM()
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix?.inverse())
    return [x, y]
  }
  const keep = (event: Event): void => event.stopPropagation()
  const down = (event: PointerEvent): void => {
    const index = event.target instanceof SVGElement ? event.target.dataset['handle'] : undefined
    if (index === undefined) return
    event.stopPropagation()
    event.preventDefault()
    dragging = Number(index)
    group.setPointerCapture(event.pointerId)
  }
  const moved = (event: PointerEvent): void => {
    if (dragging === undefined) return
    event.stopPropagation()
    move(dragging, pointOf(event))
  }
  const up = (event: PointerEvent): void => {
    if (dragging === undefined) return
    event.stopPropagation()
    const index = dragging
    dragging = undefined
    drop(index, pointOf(event))
  }
  const stop = new AbortController()
  const { signal } = stop
  group.addEventListener('pointerdown', down, { signal })
  group.addEventListener('pointermove', moved, { signal })
  group.addEventListener('pointerup', up, { signal })
  for (const type of OWN_EVENTS) group.addEventListener(type, keep, { signal })
  return () => stop.abort()
}
