/** Rotates the players of a table. */

/** Returns the seats with their players moved on: each of the `playing` seats gets the player of the one before it. */
export function rotateSeats<S extends { readonly seat: string }>(
  seats: readonly S[],
  playing: readonly string[],
): S[] {
  const moving = seats.filter(({ seat }) => playing.includes(seat))
  return seats.map((old) => {
    const at = moving.indexOf(old)
    const from = at < 0 ? undefined : moving.at(at - 1)
    return from === undefined ? old : { ...from, seat: old.seat }
  })
}
