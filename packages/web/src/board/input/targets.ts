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
import { type Region, ZOOM_STEP } from './zoom-toolbar.js'
import { isArrow, nearestInDirection } from './arrow-keys.js'
import type { Positions } from '../layout/positions.js'
import type { HighlightStore } from '../map/highlights.js'
import type { BoardProps, Glow, Target } from '../types.js'
import type { Zoom } from './zoom.js'

interface BoardRefs {
  readonly svg: RefObject<SVGSVGElement | null>
  readonly rings: HighlightStore
  readonly zoom: Zoom
  readonly regions: readonly Region[]
  readonly places: Positions
}

function targetOf(node: EventTarget | null): Target | null {
  const element = node instanceof Element ? node.closest<SVGElement>('[data-kind]') : null
  if (element === null) return null
  const { kind, id = '', zone = null } = element.dataset
  if (kind !== 'space' && kind !== 'piece' && kind !== 'card' && kind !== 'seat') return null
  return { kind, id, zone }
}

/** Resolves a click: the piece or card if it can be chosen, otherwise the space it is in. */
function resolveTarget(target: Target | null, { pieces, cards, spaces }: Glow): Target | null {
  if (target === null || target.zone === null) return target
  const space: Target = { kind: 'space', id: target.zone, zone: target.zone }
  if (target.kind === 'piece') return pieces?.[target.id] === undefined ? space : target
  if (target.kind !== 'card') return target
  const cardGlow = cards?.[target.id] ?? cards?.[`${target.id}@${target.zone}`]
  return target.id === '' || (cardGlow === undefined && spaces?.[target.zone] !== undefined) ? space : target
}

const LONG_PRESS_MS = 550
/** A touch that moves farther than this many pixels is a drag, not a press. */
const DRAG_PX = 8

export function useTargets({ glow = {}, onPick, onPoint, onAsk }: BoardProps, refs: BoardRefs) {
  const { svg, rings, zoom, regions, places } = refs
  const pointed = useRef('')
  const region = useRef(-1)
  const press = usePress(onAsk)
  useTabStop(svg)

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
    if (key === '+' || key === '=') zoom.by(ZOOM_STEP)
    else if (key === '-') zoom.by(1 / ZOOM_STEP)
    else if (key === 'Home') zoom.fit()
    else if (step !== undefined && regions.length > 0) {
      region.current = (region.current + step + regions.length) % regions.length
      const to = regions[region.current]
      if (to !== undefined) zoom.show(to.box)
    } else if (isArrow(key)) moveFocus(svg.current, from, key)
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
      if (event.pointerType !== 'touch') point(event.target)
    },
    onPointerLeave: () => point(null),
    onFocus: ({ target }: FocusEvent<SVGElement>) => {
      const zone = targetOf(target)?.zone ?? null
      makeTabStop(svg.current, target)
      if (target.matches(':focus-visible')) {
        rings.set({ focused: zone })
        const box = zone === null ? undefined : places.zone(zone)
        if (box !== undefined) zoom.reveal(box)
      }
      point(target)
    },
    onBlur: () => rings.set({ focused: null }),
    onKeyDown: (event: KeyboardEvent<SVGSVGElement>) => {
      if (event.ctrlKey || event.altKey || event.metaKey || !(event.target instanceof Element)) return
      if (!pressed(event.key, event.target)) return
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

function moveFocus(svg: SVGSVGElement | null, from: Element, key: string): void {
  if (svg === null) return
  const all = [...svg.querySelectorAll<SVGElement>(BUTTONS)].filter((button) => button !== from)
  const found = nearestInDirection(middle(from), all.map(middle), key)
  if (found !== undefined) all[found]?.focus()
}

function middle(element: Element): { x: number; y: number } {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2 }
}

/** Roving tabindex: Tab reaches one thing on the board, the first or the last focused. Arrows move from there. */
function useTabStop(svg: RefObject<SVGSVGElement | null>): void {
  useLayoutEffect(() => {
    const board = svg.current
    const first = board?.querySelector(BUTTONS)
    if (board?.querySelector(`${BUTTONS}[tabindex="0"]`) === null && first !== undefined)
      makeTabStop(board, first)
  })
}

function makeTabStop(svg: SVGSVGElement | null, element: Element | null): void {
  for (const other of svg?.querySelectorAll(`${BUTTONS}[tabindex="0"]`) ?? [])
    other.setAttribute('tabindex', '-1')
  element?.setAttribute('tabindex', '0')
}
