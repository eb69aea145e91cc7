/** The places of a tournament: who is played by one agent. */
import { type GameDef, IllegalChoice, isCooperative, teammates } from '@ludoforge/kernel'
import type { Place } from './play.js'

/**
 * Returns the places of the seats that take part. One agent plays a whole team, and all seats of a cooperative game.
 * With `partners`, the seats of a cooperative game are places of their own: an agent plays with others.
 */
export function placesOf(def: GameDef, active: readonly number[], partners: boolean): Place[] {
  const nameOf = (seat: number) => def.seats[seat]?.id ?? ''
  const together = isCooperative(def)
  const places = new Map<number, Place>()
  for (const seat of active) {
    const mates = teammates(def, seat)
    const team = Math.min(...mates)
    const seats = together && partners ? [seat] : active.filter((mate) => mates.includes(mate))
    const [first = seat] = seats
    const id = def.teams?.find((one) => one.seats.includes(nameOf(seat)))?.id
    const name = seats.length === 1 ? nameOf(first) : together ? 'together' : (id ?? nameOf(first))
    places.set(first, { name, seats, team })
  }
  return [...places.values()]
}

/** Returns the indexes of the places with these seats or names. */
export function indexesOf(places: readonly Place[], def: GameDef, wanted: readonly string[]): number[] {
  const found = wanted.map((id) => {
    const index = places.findIndex(
      ({ name, seats }) => name === id || seats.some((seat) => def.seats[seat]?.id === id),
    )
    if (index >= 0) return index
    const known = places.flatMap(({ seats }) => seats.map((seat) => def.seats[seat]?.id)).join(', ')
    throw new IllegalChoice(`${id} is not a seat that takes part. These do: ${known}.`)
  })
  return [...new Set(found)]
}
