import { DEFAULT_COLOURS, type ChartColours } from '@ludoforge/desk/report'
import type { Scene } from '@ludoforge/look'
import { useMemo } from 'react'
import { useStore } from 'zustand'
import { useDesk, useDeskStore } from '../desk-state.js'
import { type BalanceState, balanceOf } from './balance-state.js'

/** Reads the balance of the desk. */
export function useBalance<T>(select: (state: BalanceState) => T): T {
  return useStore(balanceOf(useDeskStore()), select)
}

/** The colours of the game's seats, as the table has them. */
export function useColours(): ChartColours {
  const scene = useDesk((desk) => desk.build?.scene)
  const seats = useBalance(({ result }) => result?.seats)
  return useMemo(
    () => ({
      ...DEFAULT_COLOURS,
      seat: (i) => {
        const name = scene?.seats[seats?.[i]?.id ?? '']?.colour ?? ''
        const colour = paletteOf(scene)[name]
        return colour !== undefined && /^#[0-9a-f]{6}$/i.test(colour) ? colour : DEFAULT_COLOURS.seat(i)
      },
    }),
    [scene, seats],
  )
}

/** The colours of a scene in the theme of the page. */
function paletteOf(scene: Scene | undefined): Readonly<Record<string, string>> {
  if (scene === undefined) return {}
  const { theme, safe } = document.documentElement.dataset
  return {
    ...scene.colours,
    ...(theme === 'dark' ? scene.dark : {}),
    ...(safe === 'true' ? scene.safe : {}),
  }
}
