/** The bar above the board: how every seat stands, what comes next, and the menu. */
import type { CSSProperties, ReactNode } from 'react'
import { useTable } from '../context.js'
import { ClockCell } from './clock-cell.js'
import { Menu } from './menu.js'
import { SeatCell } from './seat-cell.js'

/** The bar with the standings of all seats that are present, the clock and the menu. At a desk, only the standings. */
export function StandingBar({ isPlain = false }: { readonly isPlain?: boolean }): ReactNode {
  const scene = useTable((state) => state.scene)
  const present = useTable((state) => state.shown.view.seats)
  const seats = Object.keys(scene.seats).filter((seat) => seat in present)
  return (
    <header className={`bar${seats.length > 5 ? ' many' : ''}`}>
      <ul
        className="standing"
        aria-label="Standing"
        style={{ '--columns': Math.ceil(seats.length / 2) } as CSSProperties} // a phone has two rows of many
      >
        {seats.map((seat) => (
          <SeatCell key={seat} seat={seat} />
        ))}
      </ul>
      {isPlain ? null : (
        <>
          <ClockCell />
          <Menu />
        </>
      )}
    </header>
  )
}
