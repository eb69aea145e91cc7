/** Whether a finger was used last: it cannot point without choosing, so what it chooses is confirmed. */
let touched = false

export function watchTouch(): () => void {
  const pointed = (event: PointerEvent): void => {
    touched = event.pointerType === 'touch'
  }
  const typed = (): void => {
    touched = false
  }
  window.addEventListener('pointerdown', pointed, { capture: true })
  window.addEventListener('keydown', typed, { capture: true })
  return () => {
    window.removeEventListener('pointerdown', pointed, { capture: true })
    window.removeEventListener('keydown', typed, { capture: true })
  }
}

export function isTouched(): boolean {
  return touched
}
