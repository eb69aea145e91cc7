import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from './button.js'

interface SheetProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A modal dialog: a bottom sheet on a phone, a card in a wide window. Escape closes it. */
export function Sheet({ title, onClose, children }: SheetProps): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className="sheet"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <header>
        <h2 id={id}>{title}</h2>
        <Button look="quiet" aria-label="Close" onClick={onClose}>
          ✕
        </Button>
      </header>
      <div className="body">{children}</div>
    </dialog>
  )
}
