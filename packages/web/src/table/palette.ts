/** The colours of the game as the settings want them, and how the window is. */
import { useMemo, useSyncExternalStore } from 'react'
import { type Palette, paletteOf, useTheme } from '../board/index.js'
import { useTable } from './context.js'

function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = matchMedia(query)
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    () => matchMedia(query).matches,
  )
}

/** As narrow as the styles say: the column is a sheet below the board. */
export function useNarrow(): boolean {
  return useMedia('(max-width: 56rem)')
}

export function usePalette(): Palette {
  const scene = useTable((state) => state.scene)
  const { theme, safe } = useTheme()
  return useMemo(() => paletteOf(scene, theme, safe), [scene, theme, safe])
}
