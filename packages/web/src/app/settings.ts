/** What a person likes: kept in this browser, in force at once. */
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

export interface Settings {
  readonly theme: 'auto' | 'light' | 'dark'
  /** Colours that the colour-blind can tell apart, and patterns. */
  readonly safe: boolean
  readonly text: 'small' | 'normal' | 'large'
  /** How fast pieces move: 0 not at all, 3 fast. */
  readonly speed: 0 | 1 | 2 | 3
  readonly sounds: boolean
}

export const useSettings = create<Settings>()(
  persist((): Settings => ({ theme: 'auto', safe: false, text: 'normal', speed: 2, sounds: false }), {
    name: 'ludoforge/settings',
  }),
)

/** Shows the settings on the document, now and whenever they change; public/theme.js does it before the first paint. */
export function applySettings(): void {
  const night = matchMedia('(prefers-color-scheme: dark)')
  const show = (): void => {
    const { theme, safe, text } = useSettings.getState()
    const { dataset } = document.documentElement
    dataset['theme'] = theme === 'auto' ? (night.matches ? 'dark' : 'light') : theme
    dataset['safe'] = String(safe)
    dataset['text'] = text
  }
  show()
  useSettings.subscribe(show)
  night.addEventListener('change', show)
}
