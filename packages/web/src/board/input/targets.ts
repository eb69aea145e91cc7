/** What is clicked, pointed at, asked about, or reached with the keyboard. */
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
import { type Region, STEP } from './controls.js'
import { isArrow, nearest } from './keys.js'
import type { Places } from '../layout/places.js'
import type { RingStore } from '../map/highlights.js'
import type { BoardProps, Glow, Target } from '../types.js'
import type { Zoom } from './zoom.js'

interface Around {
  readonly svg: RefObject<SVGSVGElement | null>
  readonly rings: RingStore
  readonly zoom: Zoom
  readonly regions: readonly Region[]
  readonly places: Places
}

function targetOf(node: EventTarget | null): Target | null {
  const element = node instanceof Element ? node.closest<SVGElement>('[data-kind]') : null
  if (element === null) return null
  const { kind, id = '', zone = null } = element.dataset
  if (kind !== 'space' && kind !== 'piece' && kind !== 'card' && kind !== 'seat') return null
  return { kind, id, zone }
}

/** What is meant by a click: the piece or card if it may be chosen, else the space it lies in. */
function meant(target: Target | null, { pieces, cards, spaces }: Glow): Target | null {
  if (target === null || target.zone === null) return target
  const space: Target = { kind: 'space', id: target.zone, zone: target.zone }
  if (target.kind === 'piece') return pieces?.[target.id] === undefined ? space : target
  if (target.kind !== 'card') return target
  const lit = cards?.[target.id] ?? cards?.[`${target.id}@${target.zone}`]
  return target.id === '' || (lit === undefined && spaces?.[target.zone] !== undefined) ? space : target
}

const LONG_PRESS = 550
/** A finger that stays within so many pixels presses; farther, it drags. */
const STEADY = 8

export function useTargets({ glow = {}, onPick, onPoint, onAsk }: BoardProps, around: Around) {
  const { svg, rings, zoom, regions, places } = around
  const pointed = useRef('')
  const region = useRef(-1)
  const press = usePress(onAsk)
  useTabStop(svg)

  const point = (node: EventTarget | null): void => {
    const target = meant(targetOf(node), glow)
    const key = target === null ? '' : `${target.kind} ${target.id} ${target.zone ?? ''}`
    if (key === pointed.current) return
    pointed.current = key
    rings.set({ pointed: target?.zone ?? null })
    onPoint?.(target)
  }
  const pressed = (key: string, from: Element): boolean => {
    const turn = TURNS[key]
    if (key === '+' || key === '=') zoom.by(STEP)
    else if (key === '-') zoom.by(1 / STEP)
    else if (key === 'Home') zoom.fit()
    else if (turn !== undefined && regions.length > 0) {
      region.current = (region.current + turn + regions.length) % regions.length
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
      const target = meant(targetOf(event.target), glow)
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

/** To the next region, and to the one before. */
const TURNS: Readonly<Record<string, number>> = { PageDown: 1, PageUp: -1 }

/** Why not: by the right button, or a finger that stays where it is. */
function usePress(onAsk: BoardProps['onAsk']) {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const from = useRef({ x: 0, y: 0 })
  const asked = useRef(Number.NEGATIVE_INFINITY)
  const justAsked = (): boolean => performance.now() - asked.current < LONG_PRESS * 2
  const ask = (target: Target): void => {
    if (justAsked()) return
    asked.current = performance.now()
    onAsk?.(target)
  }
  const stop = (): void => clearTimeout(timer.current)
  useEffect(() => stop, [])
  return {
    /** The click that ends a long press means nothing. */
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
        timer.current = setTimeout(() => ask(target), LONG_PRESS)
      },
      onPointerMove: ({ clientX, clientY }: PointerEvent) => {
        if (Math.hypot(clientX - from.current.x, clientY - from.current.y) > STEADY) stop()
      },
      onPointerUp: stop,
      onPointerCancel: stop,
    },
  }
}

const BUTTONS = '[role=button]'

function moveFocus(svg: SVGSVGElement | null, from: Element, key: string): void {
  if (svg === null) return
  const all = [...svg.querySelectorAll<SVGElement>(BUTTONS)].filter((one) => one !== from)
  const found = nearest(middle(from), all.map(middle), key)
  if (found !== undefined) all[found]?.focus()
}

function middle(element: Element): { x: number; y: number } {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2 }
}

/** The tab key comes to one thing of the board: the first one, or the one where it was last. Arrows go on from there. */
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
