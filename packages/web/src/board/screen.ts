/** Hooks for the size of an element, reduced motion and the theme. */
import { type RefObject, useEffect, useState } from 'react'

export function useSize(element: RefObject<HTMLElement | null>): readonly [number, number] {
  const [size, setSize] = useState<readonly [number, number]>([0, 0])
  useEffect(() => {
    const node = element.current
    if (node === null) return undefined
    const observer = new ResizeObserver(() => setSize([node.clientWidth, node.clientHeight]))
    observer.observe(node)
    setSize([node.clientWidth, node.clientHeight])
    return () => observer.disconnect()
  }, [element])
  return size
}

const REDUCED_MOTION = '(prefers-reduced-motion: reduce)'

export function useReducedMotion(): boolean {
  const [still, setStill] = useState(() => globalThis.matchMedia(REDUCED_MOTION).matches)
  useEffect(() => {
    const query = globalThis.matchMedia(REDUCED_MOTION)
    const changed = (): void => setStill(query.matches)
    query.addEventListener('change', changed)
    return () => query.removeEventListener('change', changed)
  }, [])
  return still
}

/** The theme of the page, from the data attributes of its root. */
export function useTheme(): { readonly theme: 'light' | 'dark'; readonly safe: boolean } {
  const [current, setTheme] = useState(themeOfPage)
  useEffect(() => {
    const observer = new MutationObserver(() => setTheme(themeOfPage()))
    observer.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-safe'] })
    return () => observer.disconnect()
  }, [])
  return current
}

function themeOfPage(): { readonly theme: 'light' | 'dark'; readonly safe: boolean } {
  const { dataset } = document.documentElement
  return { theme: dataset['theme'] === 'dark' ? 'dark' : 'light', safe: dataset['safe'] === 'true' }
}
