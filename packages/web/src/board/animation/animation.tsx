/** Animations: slides, pulses, and flights over the board. A piece stays hidden at its target until its flight lands. */
import { createContext, type ReactNode, type RefObject, useContext, useLayoutEffect, useRef } from 'react'
import { Card, CARD_RATIO } from '../pieces/cards.js'
import type { Flight } from './flights.js'
import { useLook } from '../look.js'
import { Piece } from '../pieces/pieces.js'

/** The duration of a slide in milliseconds. 0 turns animation off. */
const MovingContext = createContext(0)
export const MovingProvider = MovingContext.Provider

/** Slides an element from its previous position. If `scale` changes, the board is drawn again and nothing slides. */
export function useSlide<E extends SVGElement>(x: number, y: number, scale = 1): RefObject<E | null> {
  const element = useRef<E>(null)
  const at = useRef({ x, y, scale })
  const length = useContext(MovingContext)
  useLayoutEffect(() => {
    const { x: wasX, y: wasY, scale: wasScale } = at.current
    at.current = { x, y, scale }
    if (length === 0 || wasScale !== scale || (wasX === x && wasY === y)) return undefined
    const sliding = element.current?.animate(
      [{ translate: `${wasX - x}px ${wasY - y}px` }, { translate: '0px 0px' }],
      { duration: length, easing: 'ease-in-out' },
    )
    return () => sliding?.cancel()
  }, [x, y, scale, length])
  return element
}

/** Pulses an element when its value changes. */
export function usePulse<E extends SVGElement>(value: unknown): RefObject<E | null> {
  const element = useRef<E>(null)
  const was = useRef(value)
  const length = useContext(MovingContext)
  useLayoutEffect(() => {
    if (was.current === value) return undefined
    was.current = value
    if (length === 0) return undefined
    const pulse = element.current?.animate([{ scale: 1 }, { scale: 1.5 }, { scale: 1 }], {
      duration: length,
      easing: 'ease-in-out',
    })
    return () => pulse?.cancel()
  }, [value, length])
  return element
}

const LIFT = 1.25

export function Flights({
  flights,
  board,
  onEnd,
}: {
  flights: readonly Flight[]
  board: RefObject<Element | null>
  onEnd: () => void
}) {
  const group = useRef<SVGGElement>(null)
  useLayoutEffect(() => {
    if (flights.length === 0 || group.current === null || board.current === null) return undefined
    const running: Animation[] = []
    flights.forEach((flight, i) => {
      const element = group.current?.children[i]
      if (element instanceof SVGElement) running.push(...fly(element, flight))
    })
    running.push(...hideUntilLanded(board.current, flights))
    let cancelled = false
    void Promise.allSettled(running.map(({ finished }) => finished)).then(() => {
      if (!cancelled) onEnd()
    })
    return () => {
      cancelled = true
      for (const animation of running) animation.cancel()
    }
  }, [flights, board, onEnd])
  return (
    <g ref={group} className="bd-flights">
      {flights.map((flight) => (
        <g key={flight.id}>
          <Flying flight={flight} />
        </g>
      ))}
    </g>
  )
}

/** Both sides of the flying thing, at 0, 0 and at its final size. */
function Flying({ flight: { thing, what, became, count, to } }: { flight: Flight }) {
  const { palette } = useLook()
  const side = (kind: string | null): ReactNode =>
    thing === 'piece' ? (
      <Piece kind={kind ?? ''} x={0} y={0} size={to.size} />
    ) : (
      <FlyingCard card={kind} width={to.size} />
    )
  return (
    <>
      <g>{side(what)}</g>
      {what === became ? null : <g>{side(became)}</g>}
      {count > 1 ? (
        <text
          className="bd-number"
          x={to.size * 0.4}
          y={to.size * 0.4}
          fontSize={to.size * 0.7}
          fill={palette.of('ink')}
          stroke={palette.of('panel')}
        >
          {count}
        </text>
      ) : null}
    </>
  )
}

function FlyingCard({ card, width }: { card: string | null; width: number }) {
  const { scene } = useLook()
  const height = width / CARD_RATIO[(card === null ? undefined : scene.cards[card]?.shape) ?? 'playing']
  return (
    <g transform={`translate(${-width / 2} ${-height / 2})`}>
      <Card card={card} width={width} height={height} />
    </g>
  )
}

function fly(element: SVGElement, flight: Flight): Animation[] {
  const { from, to, start, length, appears, vanishes, waits } = flight
  const at = (x: number, y: number, scale: number): string => `translate(${x}px, ${y}px) scale(${scale})`
  const shrunk = from.size / to.size
  const far = Math.hypot(to.x - from.x, to.y - from.y) > to.size
  const timing: KeyframeAnimationOptions = {
    duration: length,
    delay: start,
    easing: 'ease-in-out',
    fill: 'both',
  }
  const middle = far ? LIFT : 1
  const path = element.animate(
    [
      { transform: at(from.x, from.y, shrunk), opacity: appears ? 0 : 1 },
      {
        transform: at((from.x + to.x) / 2, (from.y + to.y) / 2, ((1 + shrunk) / 2) * middle),
        opacity: 1,
        offset: 0.5,
      },
      { transform: at(to.x, to.y, 1), opacity: vanishes ? 0 : 1 },
    ],
    timing,
  )
  const running = [path]
  if (!waits && start > 0)
    running.push(element.animate([{ visibility: 'hidden' }, { visibility: 'hidden' }], { duration: start }))
  const [before, after] = element.children
  if (flight.what !== flight.became && before !== undefined && after !== undefined)
    running.push(...turn(before, after, timing))
  return running
}

/** Flips a card: one side narrows to an edge, the other widens from it. */
function turn(before: Element, after: Element, timing: KeyframeAnimationOptions): Animation[] {
  return [
    before.animate(
      [{ transform: 'scaleX(1)' }, { transform: 'scaleX(0)', offset: 0.5 }, { transform: 'scaleX(0)' }],
      timing,
    ),
    after.animate(
      [{ transform: 'scaleX(0)' }, { transform: 'scaleX(0)', offset: 0.5 }, { transform: 'scaleX(1)' }],
      timing,
    ),
  ]
}

/** Hides each moved thing at its target until its flight lands. */
function hideUntilLanded(board: Element, flights: readonly Flight[]): Animation[] {
  const waiting = new Map<Element, number>()
  for (const { became, zone, count, start, length, thing } of flights) {
    if (became === null) continue
    const id = thing === 'piece' ? `${became}@${zone}` : became
    const matching = [
      ...board.querySelectorAll(`[data-kind=${thing}][data-zone="${CSS.escape(zone)}"]`),
    ].filter(
      (element) => element.getAttribute('data-id') === id && element.getAttribute('data-group') === null,
    )
    const free = matching.filter((element) => !waiting.has(element))
    for (const element of free.slice(-count)) waiting.set(element, start + length)
  }
  return [...waiting].map(([element, until]) =>
    element.animate([{ opacity: 0 }, { opacity: 0 }], { duration: until }),
  )
}
