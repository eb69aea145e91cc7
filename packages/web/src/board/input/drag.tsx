/** Dragging a selectable piece to another target that can be chosen. */
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { Piece } from '../pieces/pieces.js'
import type { BoardProps, Glow, Target } from '../types.js'
import { resolveTarget, targetOf } from './target-of.js'

/** The size of the dragged piece in pixels. */
const SIZE_PX = 30
/** A pointer that moves less than this many pixels is a click. */
const START_PX = 6

interface Dragged {
  readonly from: Target
  readonly x: number
  readonly y: number
}

/** Returns whether a target can be chosen. */
function isChoosable({ kind, id, zone }: Target, { spaces, pieces, cards, seats }: Glow): boolean {
  switch (kind) {
    case 'space':
      return spaces?.[id] !== undefined
    case 'piece':
      return pieces?.[id] !== undefined
    case 'card':
      return cards?.[id] !== undefined || cards?.[`${id}@${zone ?? ''}`] !== undefined
    case 'seat':
      return seats?.[id] !== undefined
  }
}

/** Returns the selectable piece under an event, or `null`. */
function pieceAt(event: Event, glow: Glow): Target | null {
  const target = resolveTarget(targetOf(event.target), glow)
  return target?.kind === 'piece' && isChoosable(target, glow) ? target : null
}

export function useDrag({ glow = {}, onDrag }: BoardProps, stage: RefObject<HTMLElement | null>) {
  const [dragged, setDragged] = useState<Dragged | null>(null)
  const latest = useRef({ glow, onDrag })
  latest.current = { glow, onDrag }
  useEffect(() => {
    const element = stage.current
    if (element === null) return undefined
    let start: Dragged | undefined
    let isMoving = false
    const down = (event: PointerEvent): void => {
      start = undefined
      isMoving = false
      if (latest.current.onDrag === undefined || event.button !== 0) return
      const from = pieceAt(event, latest.current.glow)
      if (from !== null) start = { from, x: event.clientX, y: event.clientY }
    }
    const move = (event: PointerEvent): void => {
      if (start === undefined) return
      if (!isMoving && Math.hypot(event.clientX - start.x, event.clientY - start.y) < START_PX) return
      if (!isMoving) element.setPointerCapture(event.pointerId)
      isMoving = true
      const { left, top } = element.getBoundingClientRect()
      setDragged({ from: start.from, x: event.clientX - left, y: event.clientY - top })
    }
    const up = (event: PointerEvent): void => {
      const from = start?.from
      start = undefined
      setDragged(null)
      if (!isMoving || from === undefined || event.type === 'pointercancel') return
      const { glow: lit, onDrag: drop } = latest.current
      const to = resolveTarget(targetOf(document.elementFromPoint(event.clientX, event.clientY)), lit)
      if (to === null || (to.kind === from.kind && to.id === from.id) || to.zone === from.zone) return
      if (isChoosable(to, lit)) drop?.(from, to)
    }
    /** The click that ends a drag chooses nothing. */
    const click = (event: MouseEvent): void => {
      if (isMoving) event.stopPropagation()
      isMoving = false
    }
    element.addEventListener('pointerdown', down)
    element.addEventListener('pointermove', move)
    element.addEventListener('pointerup', up)
    element.addEventListener('pointercancel', up)
    element.addEventListener('click', click, { capture: true })
    return () => {
      element.removeEventListener('pointerdown', down)
      element.removeEventListener('pointermove', move)
      element.removeEventListener('pointerup', up)
      element.removeEventListener('pointercancel', up)
      element.removeEventListener('click', click, { capture: true })
    }
  }, [stage])
  const picture: ReactNode =
    dragged === null ? null : (
      <svg
        className="bd-dragged"
        aria-hidden="true"
        width={SIZE_PX}
        height={SIZE_PX}
        viewBox="0 0 24 24"
        style={{ left: dragged.x - SIZE_PX / 2, top: dragged.y - SIZE_PX / 2 }}
      >
        <Piece kind={dragged.from.id.slice(0, dragged.from.id.lastIndexOf('@'))} x={12} y={12} size={24} />
      </svg>
    )
  return {
    picture,
    /** A drag that starts on a selectable piece moves the piece, not the board. */
    mayPan: (event: Event): boolean =>
      latest.current.onDrag === undefined ||
      (event.type !== 'mousedown' && event.type !== 'touchstart') ||
      pieceAt(event, latest.current.glow) === null,
  }
}
