/** Distributes seats around a table. */

interface Around {
  readonly left: readonly string[]
  readonly top: readonly string[]
  readonly right: readonly string[]
}

/** The least width and height of a seat, in pixels. */
const SEAT = { wide: 150, narrow: 118 } as const

/** Returns the seats at the left (from the top), at the top and at the right, clockwise from the viewer's left. */
export function aroundTable(seats: readonly string[], width: number): Around {
  const room = width < 600 ? SEAT.narrow : SEAT.wide
  const most = Math.max(1, Math.floor(width / room))
  let side = seats.length < 3 ? 0 : Math.round(seats.length / 4)
  while (seats.length - 2 * side > most) side += 1
  return {
    left: seats.slice(0, side).toReversed(),
    top: seats.slice(side, seats.length - side),
    right: seats.slice(seats.length - side),
  }
}
