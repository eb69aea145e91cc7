/** A small panel that opens below its button. */
import { type RefObject, useEffect, useRef, useState } from 'react'

interface Popover<E extends HTMLElement> {
  readonly root: RefObject<E | null>
  readonly open: boolean
  readonly setOpen: (open: boolean) => void
}

/** Closes it on Escape, and when something else is pressed or gets the focus. */
export function usePopover<E extends HTMLElement>(): Popover<E> {
  const root = useRef<E>(null)
  const [open, setOpen] = useState(false)
  useEffect(() => {
    if (!open) return undefined
    const leave = ({ target }: Event): void => {
      if (!(target instanceof Node) || root.current?.contains(target) !== true) setOpen(false)
    }
    const escape = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      setOpen(false)
      root.current?.querySelector('button')?.focus()
    }
    document.addEventListener('pointerdown', leave)
    document.addEventListener('focusin', leave)
    document.addEventListener('keydown', escape, { capture: true })
    return () => {
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('focusin', leave)
      document.removeEventListener('keydown', escape, { capture: true })
    }
  }, [open])
  return { root, open, setOpen }
}
