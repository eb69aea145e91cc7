/** Moves cards on a felt to their new places instead of letting them jump. */
import type { StepEvent, View } from '@ludoforge/kernel'
import { type RefObject, useLayoutEffect, useRef } from 'react'

const DURATION_MS = 320

/** Animates the cards that moved since the last view. Cards that appear come from the zone they were in. */
export function useCardFlights(
  root: RefObject<HTMLElement | null>,
  view: View,
  steps: readonly StepEvent[],
  still: boolean,
): void {
  const before = useRef(new Map<string, DOMRect>())
  useLayoutEffect(() => {
    const felt = root.current
    if (felt === null) return
    const now = new Map<string, DOMRect>()
    for (const card of felt.querySelectorAll<HTMLElement>('[data-flip]')) {
      const box = card.getBoundingClientRect()
      const key = card.dataset['flip'] ?? ''
      now.set(key, box)
      if (still || before.current.size === 0) continue
      const from = before.current.get(key) ?? originOf(felt, steps, card.dataset['zone'] ?? '')
      if (from === undefined) continue
      const [x, y] = [from.left - box.left, from.top - box.top]
      if (Math.hypot(x, y) < 2) continue
      card.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: 'none' }], {
        duration: DURATION_MS,
        easing: 'ease-out',
      })
    }
    before.current = now
  }, [root, view, steps, still])
}

/** Returns where the cards of a zone came from in these steps, if that place is on the felt. */
function originOf(felt: HTMLElement, steps: readonly StepEvent[], zone: string): DOMRect | undefined {
  const moved = steps.findLast((event) => event.type === 'moved' && event.into === zone)
  if (moved?.type !== 'moved') return undefined
  return felt.querySelector(`[data-flip-zone="${CSS.escape(moved.from)}"]`)?.getBoundingClientRect()
}
