/** The border between editor and pane. Dragging or the arrow keys move it. */
import { type ReactNode, type RefObject, useRef } from 'react'

const STEP = 24
const MIN = 280

interface BorderProps {
  /** The element whose custom property `--pane` is the width of the pane. */
  readonly shell: RefObject<HTMLElement | null>
  /** Called with the width in px. */
  readonly onMove: (width: number) => void
}

export function DeskBorder({ shell, onMove }: BorderProps): ReactNode {
  const isDragging = useRef(false)
  const moveTo = (width: number): void => {
    const most = (shell.current?.clientWidth ?? innerWidth) - MIN
    onMove(Math.round(Math.min(most, Math.max(MIN, width))))
  }
  const width = (): number => shell.current?.querySelector('.desk-pane')?.clientWidth ?? MIN
  return (
    <div
      className="desk-border"
      role="separator"
      aria-orientation="vertical"
      aria-label="Width of the pane"
      aria-valuenow={50}
      tabIndex={0}
      onPointerDown={(event) => {
        isDragging.current = true
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={(event) => {
        if (isDragging.current && shell.current !== null)
          moveTo(shell.current.getBoundingClientRect().right - event.clientX)
      }}
      onPointerUp={() => {
        isDragging.current = false
      }}
      onKeyDown={(event) => {
        const step = { ArrowLeft: STEP, ArrowRight: -STEP }[event.key]
        if (step === undefined) return
        event.preventDefault()
        moveTo(width() + step)
      }}
    />
  )
}
