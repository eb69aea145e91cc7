/** Rings with numbers around what the coach points at. The rest of the board dims. */
import type { Thing } from '@ludoforge/play'
import type { Decision } from '@ludoforge/kernel'
import type { Box } from '@ludoforge/look'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useTable, useTableStore } from '../context.js'
import { useCoach } from './coach-context.js'
import { elementOf } from './pointed.js'

/** A ring on the board: the outline of a space, or a box around anything else. In pixels of the stage. */
interface Ring {
  readonly number: number
  readonly path?: string // with `matrix`
  readonly matrix?: string
  readonly box: readonly [x: number, y: number, w: number, h: number]
}

/** The camera moves when the question has moved it, so that what is pointed at is in view at the end. */
const PAN_MS = 260
const PAD = 4
const BADGE = 11

/** The rings of a lesson. */
export function Rings(): ReactNode {
  return <RingsAround pointing={useCoach(({ card, isFree }) => (isFree ? NOTHING : card.pointing))} />
}

/** The rings on the board. What isn't on the board gets an attribute, which the styles draw. */
export function RingsAround({ pointing }: { readonly pointing: readonly Thing[] }): ReactNode {
  const decision = useTable((state) => state.decision)
  const layer = useRef<SVGSVGElement>(null)
  const [rings, setRings] = useState<readonly Ring[]>([])
  const mask = useId()
  useEffect(() => follow(layer, pointing, decision, setRings), [pointing, decision])
  usePan(pointing, decision)
  return (
    <svg ref={layer} className="coach-rings" aria-hidden="true">
      {rings.length === 0 ? null : (
        <>
          <mask id={mask}>
            <rect width="100%" height="100%" fill="#fff" />
            {rings.map((ring) => (
              <Outline key={ring.number} ring={ring} className="hole" />
            ))}
          </mask>
          <rect className="dimmed" width="100%" height="100%" mask={`url(#${mask})`} />
          {rings.map((ring) => (
            <g key={ring.number}>
              <Outline ring={ring} className="ring-under" />
              <Outline ring={ring} className="ring" />
              <g className="ring-number" transform={badgeAt(ring)}>
                <circle r={BADGE} />
                <text>{ring.number}</text>
              </g>
            </g>
          ))}
        </>
      )}
    </svg>
  )
}

const NOTHING: readonly Thing[] = []

const badgeAt = ({ box: [x, y, w], path }: Ring): string =>
  path === undefined ? `translate(${x + w} ${y})` : `translate(${x + w / 2} ${Math.max(y, BADGE + 2)})`

function Outline({ ring, className }: { readonly ring: Ring; readonly className: string }): ReactNode {
  const [x, y, width, height] = ring.box
  return ring.path === undefined ? (
    <rect className={className} {...{ x, y, width, height }} rx={6} />
  ) : (
    <path className={className} d={ring.path} transform={ring.matrix} />
  )
}

/** Measures every frame, because the map moves, and the panels scroll. */
function follow(
  layer: { readonly current: SVGSVGElement | null },
  pointing: readonly Thing[],
  decision: Decision | undefined,
  show: (rings: readonly Ring[]) => void,
): () => void {
  let last = ''
  let frame = 0
  const marked = new Map<Element, string>()
  const measure = (): void => {
    const stage = layer.current
    const rings: Ring[] = []
    const now = new Map<Element, string>()
    pointing.forEach((thing, i) => {
      const element = elementOf(thing, decision)
      if (element === undefined || stage === null) return
      if (element.closest('.stage') === null) now.set(element, String(i + 1))
      else rings.push(ringAround(element, stage, i + 1))
    })
    for (const element of marked.keys()) if (!now.has(element)) element.removeAttribute('data-ring')
    for (const [element, number] of now)
      if (element.getAttribute('data-ring') !== number) element.setAttribute('data-ring', number)
    marked.clear()
    for (const [element, number] of now) marked.set(element, number)
    const text = JSON.stringify(rings)
    if (text !== last) show(rings)
    last = text
    if (pointing.length > 0) frame = requestAnimationFrame(measure)
  }
  measure()
  return () => {
    cancelAnimationFrame(frame)
    for (const element of marked.keys()) element.removeAttribute('data-ring')
  }
}

function ringAround(element: Element, stage: SVGSVGElement, number: number): Ring {
  const origin = stage.getBoundingClientRect()
  const shape = element.querySelector('path.bd-shape')
  const { x, y, width, height } = (shape ?? element).getBoundingClientRect()
  const [left, top] = [x - origin.x, y - origin.y]
  const matrix = shape instanceof SVGGraphicsElement ? shape.getScreenCTM() : null
  const path = shape?.getAttribute('d') ?? null
  if (matrix === null || path === null)
    return { number, box: [left - PAD, top - PAD, width + 2 * PAD, height + 2 * PAD] }
  const { a, b, c, d, e, f } = matrix
  return {
    number,
    path,
    matrix: `matrix(${a} ${b} ${c} ${d} ${e - origin.x} ${f - origin.y})`,
    box: [left, top, width, height],
  }
}

/** Pans the map to what the coach points at. */
function usePan(pointing: readonly Thing[], decision: Decision | undefined): void {
  const store = useTableStore()
  useEffect(() => {
    if (pointing.length === 0) return undefined
    const timer = setTimeout(() => {
      const boxes = pointing.flatMap((thing) => boxOf(elementOf(thing, decision)))
      store.getState().camera.reveal(boxes)
    }, PAN_MS)
    return () => clearTimeout(timer)
  }, [pointing, decision, store]) // a question moves the map, too
}

/** The box of an element of the map, in the map's own measure. */
function boxOf(element: Element | undefined): readonly Box[] {
  if (!(element instanceof SVGGraphicsElement) || element.closest('.bd-svg') === null) return []
  const { x, y, width, height } = element.getBBox()
  return [[x, y, width, height]]
}
