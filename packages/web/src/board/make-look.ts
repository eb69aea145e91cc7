/** Creates the `Look` of a scene in the page's theme. */
import type { GameDef } from '@ludoforge/kernel'
import type { Scene } from '@ludoforge/look'
import { useId, useMemo } from 'react'
import { paletteOf } from './colours.js'
import type { Look } from './look.js'
import { useTheme } from './screen.js'

export function useLookOf(scene: Scene, zones: GameDef['zones']): Look {
  const { theme, safe } = useTheme()
  const prefix = useId().replaceAll(/[^a-zA-Z0-9]/g, '')
  return useMemo(
    () => ({
      scene,
      palette: paletteOf(scene, theme, safe),
      prefix: `${prefix}-`,
      zones: new Map(zones.map((zone) => [zone.id, zone])),
    }),
    [scene, zones, theme, safe, prefix],
  )
}
