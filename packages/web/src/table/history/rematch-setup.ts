/** The setup of a rematch in this browser. */
import { rotateSeats, type TableDocument } from '@ludoforge/table'
import type { GameListing } from '@ludoforge/look'
import { seatsListedByBots } from '../../app/player-field.js'
import type { TableSetup } from '../../local/messages.js'

/** Returns the setup of a new table with the same game and players. */
export function rematchSetup(
  { name, scenario, options, seats, outcome }: TableDocument,
  card: Pick<GameListing, 'seats' | 'agents' | 'options'> | undefined,
  rotates: boolean,
): TableSetup {
  const playing = outcome?.ranking.map(({ seat }) => seat) ?? []
  const players = rotates ? rotateSeats(seats, playing) : seats
  // Options that follow from the seats of bots are derived again from their new seats.
  const sitters = Object.fromEntries(
    seats.map(({ seat, agent }) => [seat, agent === undefined ? ('me' as const) : { bot: agent }]),
  )
  const isDerived = (option: string): boolean =>
    card !== undefined &&
    JSON.stringify(seatsListedByBots(option, card, sitters)) === JSON.stringify(options[option])
  return {
    name,
    ...(scenario === '' ? {} : { scenario }),
    options: Object.fromEntries(Object.entries(options).filter(([option]) => !isDerived(option))),
    seats: Object.fromEntries(players.map(({ seat, agent }) => [seat, agent ?? 'me'])),
  }
}
