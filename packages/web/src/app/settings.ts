/** The player's settings. The browser stores them, and changes apply immediately. */
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

export interface Settings {
  readonly theme: 'auto' | 'light' | 'dark'
  /** Colour-blind mode: a safe palette plus patterns. */
  readonly safe: boolean
  readonly text: 'small' | 'normal' | 'large'
  /** Animation speed: 0 is off, 3 is fast. */
  readonly speed: 0 | 1 | 2 | 3
  /** How fast the map moves to a question and to what others do: 0 is never, 3 is fast. */
  readonly camera: 0 | 1 | 2 | 3
  readonly sounds: boolean
}

export const useSettings = create<Settings>()(
  persist(
    (): Settings => ({ theme: 'auto', safe: false, text: 'normal', speed: 2, camera: 2, sounds: false }),
    {
      name: 'ludoforge/settings',
    },
  ),
)

/** Sets the document's data attributes now and on every change. `public/theme.js` does it before the first paint. */
export function applySettings(): void {
  const darkScheme = matchMedia('(prefers-color-scheme: dark)')
  const apply = (): void => {
    const { theme, safe, text } = useSettings.getState()
    const { dataset } = document.documentElement
    dataset['theme'] = theme === 'auto' ? (darkScheme.matches ? 'dark' : 'light') : theme
    dataset['safe'] = String(safe)
    dataset['text'] = text
  }
  apply()
  useSettings.subscribe(apply)
  darkScheme.addEventListener('change', apply)
}
