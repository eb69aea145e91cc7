/** Whether the last input was touch. A finger can't hover, so a touch previews first and a second one confirms. */
let touched = false

export function watchTouch(): () => void {
  const onPointer = (event: PointerEvent): void => {
    touched = event.pointerType === 'touch'
  }
  const onKey = (): void => {
    touched = false
  }
  window.addEventListener('pointerdown', onPointer, { capture: true })
  window.addEventListener('keydown', onKey, { capture: true })
  return () => {
    window.removeEventListener('pointerdown', onPointer, { capture: true })
    window.removeEventListener('keydown', onKey, { capture: true })
  }
}

export function lastInputWasTouch(): boolean {
  return touched
}
