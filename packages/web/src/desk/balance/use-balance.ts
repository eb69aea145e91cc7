import { DEFAULT_COLOURS, type ChartColours } from '@ludoforge/desk/report'
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
  const looks = useDesk((desk) => desk.build?.scene.seats)
  const seats = useBalance(({ result }) => result?.seats)
  return useMemo(
    () => ({
      ...DEFAULT_COLOURS,
      seat: (i) => {
        const colour = looks?.[seats?.[i]?.id ?? '']?.colour
        return colour !== undefined && /^#[0-9a-f]{6}$/i.test(colour) ? colour : DEFAULT_COLOURS.seat(i)
      },
    }),
    [looks, seats],
  )
}
