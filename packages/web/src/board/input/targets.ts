/** Turns clicks, hovers, long presses and keys on the board into targets. */
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react'
import type { Camera } from '../camera/camera.js'
import { isArrow, nearestInDirection, nextInReadingOrder } from './arrow-keys.js'
import type { Positions } from '../layout/positions.js'
import type { HighlightStore } from '../map/highlights.js'
import type { BoardProps, Target } from '../types.js'
import { resolveTarget, targetOf } from './target-of.js'

interface BoardRefs {
  readonly board: RefObject<HTMLElement | null>
  readonly rings: HighlightStore
  readonly camera: Camera
  readonly places: Positions
}

const ZOOM_STEP = 1.5

const LONG_PRESS_MS = 550
/** A touch that moves farther than this many pixels is a drag, not a press. */
const DRAG_PX = 8

export function useTargets({ glow = {}, onPick, onPoint, onAsk }: BoardProps, refs: BoardRefs) {
  const { board, rings, camera, places } = refs
  const pointed = useRef('')
  const region = useRef(-1)
  const press = usePress(onAsk)
  useTabStop(board)

  const point = (node: EventTarget | null): void => {
    const target = resolveTarget(targetOf(node), glow)
    const key = target === null ? '' : `${target.kind} ${target.id} ${target.zone ?? ''}`
    if (key === pointed.current) return
    pointed.current = key
    rings.set({ pointed: target?.zone ?? null })
    onPoint?.(target)
  }
  const pressed = (key: string, from: Element): boolean => {
    const step = REGION_STEPS[key]
    if (key === '+' || key === '=') camera.zoomBy(ZOOM_STEP)
    else if (key === '-') camera.zoomBy(1 / ZOOM_STEP)
    else if (key === 'Home') camera.back()
    else if (step !== undefined && camera.get().regions.length > 0) {
      const { length } = camera.get().regions
      region.current = (region.current + step + length) % length
      camera.showRegion(region.current)
    } else if (isArrow(key)) moveFocus(board.current, from, key)
    else if (key === 'Enter' || key === ' ') {
      const target = targetOf(from)
      if (target === null) return false
      onPick?.(target)
    } else return false
    return true
  }

  return {
    ...press.handlers,
    onClick: (event: MouseEvent) => {
      const target = resolveTarget(targetOf(event.target), glow)
      if (target !== null && !press.justAsked()) onPick?.(target)
    },
    onPointerOver: (event: PointerEvent) => {
      // While the board is dragged, what passes under the pointer isn't pointed at.
      if (event.pointerType !== 'touch' && event.buttons === 0) point(event.target)
    },
    onPointerLeave: () => point(null),
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      const zone = targetOf(target)?.zone ?? null
      makeTabStop(board.current, target)
      if (target.matches(':focus-visible')) {
        rings.set({ focused: zone })
        const box = zone === null ? undefined : places.zone(zone)
        if (box !== undefined) camera.reveal([box])
      }
      point(target)
    },
    onBlur: () => rings.set({ focused: null }),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.ctrlKey || event.altKey || event.metaKey || !(event.target instanceof Element)) return
      const isTab = event.key === 'Tab' && moveToLit(board.current, event.target, event.shiftKey ? -1 : 1)
      if (!isTab && !pressed(event.key, event.target)) return
      event.preventDefault()
      event.stopPropagation()
    },
  }
}

/** Keys for the next and the previous region. */
const REGION_STEPS: Readonly<Record<string, number>> = { PageDown: 1, PageUp: -1 }

/** Asks "why not?" on a right click or a long press. */
function usePress(onAsk: BoardProps['onAsk']) {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const from = useRef({ x: 0, y: 0 })
  const asked = useRef(Number.NEGATIVE_INFINITY)
  const justAsked = (): boolean => performance.now() - asked.current < LONG_PRESS_MS * 2
  const ask = (target: Target): void => {
    if (justAsked()) return
    asked.current = performance.now()
    onAsk?.(target)
  }
  const stop = (): void => clearTimeout(timer.current)
  useEffect(() => stop, [])
  return {
    /** Whether a click ends a long press, and must be ignored. */
    justAsked: () => from.current.x >= 0 && justAsked(),
    handlers: {
      onContextMenu: (event: MouseEvent) => {
        const target = targetOf(event.target)
        if (target === null || onAsk === undefined) return
        event.preventDefault()
        ask(target)
        from.current = { x: -1, y: -1 }
      },
      onPointerDown: ({ target: node, pointerType, clientX: x, clientY: y }: PointerEvent) => {
        stop()
        const target = targetOf(node)
        if (pointerType !== 'touch') from.current = { x: -1, y: -1 }
        if (pointerType !== 'touch' || target === null) return
        from.current = { x, y }
        timer.current = setTimeout(() => ask(target), LONG_PRESS_MS)
      },
      onPointerMove: ({ clientX, clientY }: PointerEvent) => {
        if (Math.hypot(clientX - from.current.x, clientY - from.current.y) > DRAG_PX) stop()
      },
      onPointerUp: stop,
      onPointerCancel: stop,
    },
  }
}

const BUTTONS = '[role=button]'

function moveFocus(board: HTMLElement | null, from: Element, key: string): void {
  if (board === null) return
  const all = [...board.querySelectorAll<SVGElement>(BUTTONS)].filter((button) => button !== from)
  const found = nearestInDirection(middle(from), all.map(middle), key)
  if (found !== undefined) all[found]?.focus()
}

/** Moves the focus to the next thing that can be chosen, in reading order. Returns false after the last. */
function moveToLit(board: HTMLElement | null, from: Element, step: 1 | -1): boolean {
  const lit = [...(board?.querySelectorAll<SVGElement>(`${BUTTONS}[data-lit]`) ?? [])]
  const others = lit.filter((button) => button !== from)
  const found = nextInReadingOrder(middle(from), others.map(middle), step)
  if (found === undefined) return false
  others[found]?.focus()
  return true
}

function middle(element: Element): { x: number; y: number } {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2 }
}

/** Roving tabindex: Tab reaches one thing on the board, the first or the last focused. Arrows move from there. */
function useTabStop(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const board = ref.current
    const first = board?.querySelector(BUTTONS)
    if (board?.querySelector(`${BUTTONS}[tabindex="0"]`) === null && first !== undefined)
      makeTabStop(board, first)
  })
}

function makeTabStop(board: HTMLElement | null, element: Element | null): void {
  for (const other of board?.querySelectorAll(`${BUTTONS}[tabindex="0"]`) ?? [])
    other.setAttribute('tabindex', '-1')
  element?.setAttribute('tabindex', '0')
}
