/** Enlarges the card under the pointer, with the focus, or pressed for long: beside it, and never over the question. */
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useLook } from '../look.js'
import { CardDrawing, CardFace } from './card-face.js'

const GAP = 12
const LONG_PRESS_MS = 450

interface Shown {
  readonly card: string
  readonly beside: DOMRect
}

function cardAt(
  target: EventTarget | null,
): { readonly card: string; readonly element: Element } | undefined {
  const element =
    target instanceof Element ? target.closest('[data-card], [data-kind="card"][data-id]') : null
  const card = element?.getAttribute('data-card') ?? element?.getAttribute('data-id') ?? ''
  // A card that is read already at its full size isn't enlarged.
  if (element === null || card === '' || element.closest('.card-face.full, .enlarged') !== null)
    return undefined
  return { card, element }
}

interface EnlargedProps {
  /** A card that is shown in any case. */
  readonly card?: string | undefined
}

/** Shows cards in large. Anything with `data-card` is one. */
export function EnlargedCard({ card: pinned }: EnlargedProps): ReactNode {
  const { scene } = useLook()
  const [pointed, setShown] = useState<Shown>()
  const box = useRef<HTMLDivElement>(null)
  const shown = useMemo(
    () => (pinned === undefined ? pointed : { card: pinned, beside: boxOf(pinned) }),
    [pinned, pointed],
  )
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const show = (target: EventTarget | null): void => {
      const found = cardAt(target)
      setShown((before) =>
        found === undefined
          ? undefined
          : before?.card === found.card
            ? before
            : { card: found.card, beside: found.element.getBoundingClientRect() },
      )
    }
    const over = (event: PointerEvent): void => {
      if (event.pointerType !== 'touch') show(event.target)
    }
    const focus = (event: FocusEvent): void => {
      if (event.target instanceof Element && event.target.matches(':focus-visible')) show(event.target)
    }
    const hide = (): void => {
      clearTimeout(timer)
      setShown(undefined)
    }
    const press = (event: PointerEvent): void => {
      clearTimeout(timer)
      if (event.pointerType !== 'touch') return
      setShown(undefined)
      timer = setTimeout(() => show(event.target), LONG_PRESS_MS)
    }
    const lift = (): void => clearTimeout(timer)
    const key = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') hide()
    }
    const listeners: readonly (readonly [string, EventListenerOrEventListenerObject])[] = [
      ['pointerover', over as EventListener],
      ['focusin', focus as EventListener],
      ['focusout', hide],
      ['pointerdown', press as EventListener],
      ['pointerup', lift],
      ['pointercancel', lift],
      ['keydown', key as EventListener],
      ['scroll', hide],
    ]
    for (const [name, listener] of listeners) document.addEventListener(name, listener, { capture: true })
    return () => {
      clearTimeout(timer)
      for (const [name, listener] of listeners)
        document.removeEventListener(name, listener, { capture: true })
    }
  }, [])
  useLayoutEffect(() => {
    const element = box.current
    if (element === null || shown === undefined) return
    const [left, top] = placeOf(shown.beside, element.getBoundingClientRect())
    element.style.left = `${left}px`
    element.style.top = `${top}px`
  }, [shown])
  if (shown === undefined || scene.cards[shown.card] === undefined) return null
  const isText = scene.cards[shown.card]?.shape === 'event'
  return (
    <div ref={box} className="enlarged" role="tooltip">
      {isText ? <CardFace card={shown.card} /> : <CardDrawing card={shown.card} width={220} />}
    </div>
  )
}

/** Returns the place of a card on the page, or of the left edge if it isn't there. */
function boxOf(card: string): DOMRect {
  const element = document.querySelector(`[data-card="${CSS.escape(card)}"]`)
  return element?.getBoundingClientRect() ?? new DOMRect(0, 0, 0, 0)
}

/** Returns a place beside a rectangle, inside the window and not over the question. */
function placeOf(beside: DOMRect, { width, height }: DOMRect): readonly [number, number] {
  const question = document.querySelector('[data-question]')?.getBoundingClientRect()
  const top = Math.max(GAP, Math.min(beside.top, innerHeight - height - GAP))
  const sides = [beside.right + GAP, beside.left - width - GAP, GAP, innerWidth - width - GAP]
  const covers = (x: number, y: number): boolean =>
    question !== undefined &&
    x < question.right &&
    x + width > question.left &&
    y < question.bottom &&
    y + height > question.top
  const isFree = (x: number): boolean => x >= 0 && x + width <= innerWidth && !covers(x, top)
  const left = sides.find(isFree)
  if (left !== undefined) return [left, top]
  // On a phone the question is below: the card goes above it.
  const above = Math.max(GAP, Math.min(top, (question?.top ?? innerHeight) - height - GAP))
  return [Math.max(0, (innerWidth - width) / 2), above]
}
