/** The seats at a table: all, or the first N in a game for N players. */
import { effectsIn } from './walk.js'
import type { Constant, GameDef, OptionDef, SeatDef } from './index.js'

/** Returns the option with the number of players, or undefined if all seats always take part. */
export function playersOption({ players, options }: GameDef): OptionDef | undefined {
  return players === undefined ? undefined : options.find(({ id }) => id === players)
}

/** Returns the seats that are present in a game with this scenario and these options. */
export function presentSeats(
  def: GameDef,
  {
    scenario,
    options = {},
  }: { readonly scenario?: string; readonly options?: Readonly<Record<string, Constant>> },
): readonly SeatDef[] {
  const option = playersOption(def)
  if (option === undefined) return def.seats
  const chosen = scenario === undefined ? def.scenarios[0] : def.scenarios.find(({ id }) => id === scenario)
  const count = options[option.id] ?? chosen?.options[option.id] ?? option.default
  return typeof count === 'number' ? def.seats.slice(0, count) : def.seats
}

/**
 * Returns the numbers of the seats that win with a seat, also its own: its team, or all seats of a cooperative game.
 */
export function teammates(def: GameDef, seat: number): readonly number[] {
  const { teams = [], seats } = def
  if (isCooperative(def)) return seats.map((_, i) => i)
  const team = teams.find((one) => one.seats.includes(seats[seat]?.id ?? ''))
  if (team === undefined) return [seat]
  return seats.flatMap(({ id }, i) => (team.seats.includes(id) ? [i] : []))
}

const cooperative = new WeakMap<GameDef, boolean>()

/** Whether all seats always win or lose together: no rule ends the game with a winner or a ranking. */
export function isCooperative(def: GameDef): boolean {
  let known = cooperative.get(def)
  if (known === undefined) {
    const kinds = def.procedures
      .flatMap(({ body }) => effectsIn(body))
      .flatMap((effect) => ('endGame' in effect ? [effect.endGame.kind] : []))
    known = kinds.includes('together') && !kinds.includes('win') && !kinds.includes('rank')
    cooperative.set(def, known)
  }
  return known
}
