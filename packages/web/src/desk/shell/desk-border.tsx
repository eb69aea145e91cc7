/** The borders of the desk: between rail and editor, and between editor and pane. Dragging or the arrow keys move them. */
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'

const STEP = 24

/** The parts whose width a border changes. A part at the left grows to the right. */
const PARTS = {
  rail: { label: 'Width of the list of files', selector: '.desk-rail', isLeft: true, min: 140, max: 0.4 },
  pane: { label: 'Width of the pane', selector: '.desk-pane', isLeft: false, min: 280, max: 0.8 },
} as const

interface BorderProps {
  readonly of: keyof typeof PARTS
  readonly shell: RefObject<HTMLElement | null>
  /** Called with the width of the part, in px. */
  readonly onMove: (width: number) => void
}

export function DeskBorder({ of, shell, onMove }: BorderProps): ReactNode {
  const isDragging = useRef(false)
  const { label, selector, isLeft, min, max } = PARTS[of]
  const percent = useShare(shell, selector)
  const moveTo = (width: number): void => {
    const most = (shell.current?.clientWidth ?? innerWidth) * max
    onMove(Math.round(Math.min(most, Math.max(min, width))))
  }
  return (
    <div
      className={`desk-border of-${of}`}
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuetext={`${percent} percent of the desk`}
      tabIndex={0}
      onPointerDown={(event) => {
        isDragging.current = true
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={(event) => {
        if (!isDragging.current || shell.current === null) return
        const { left, right } = shell.current.getBoundingClientRect()
        moveTo(isLeft ? event.clientX - left : right - event.clientX)
      }}
      onPointerUp={() => {
        isDragging.current = false
      }}
      onPointerCancel={() => {
        isDragging.current = false
      }}
      onKeyDown={(event) => {
        const step = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key]
        if (step === undefined) return
        event.preventDefault()
        const width = shell.current?.querySelector(selector)?.getBoundingClientRect().width ?? min
        moveTo(width + (isLeft ? step : -step))
      }}
    />
  )
}

/** The share of the desk that a part has, in percent. */
function useShare(shell: RefObject<HTMLElement | null>, selector: string): number {
  const [percent, setPercent] = useState(0)
  useEffect(() => {
    const desk = shell.current
    const part = desk?.querySelector(selector)
    if (desk === null || part === null || part === undefined) return
    const observer = new ResizeObserver(() =>
      setPercent(Math.round((100 * part.getBoundingClientRect().width) / desk.clientWidth)),
    )
    observer.observe(desk)
    observer.observe(part)
    return () => observer.disconnect()
  }, [shell, selector])
  return percent
}
