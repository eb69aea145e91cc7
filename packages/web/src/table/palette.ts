/** The game's colours under the current settings, and the width of the window. */
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

/** Whether the question is in a sheet below the board, as on a phone. The breakpoint is the one of the styles. */
export function useNarrow(): boolean {
  return useMedia('(max-width: 600px)')
}

export function usePalette(): Palette {
  const scene = useTable((state) => state.scene)
  const { theme, safe } = useTheme()
  return useMemo(() => paletteOf(scene, theme, safe), [scene, theme, safe])
}
