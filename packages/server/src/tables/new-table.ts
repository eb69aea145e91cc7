/** The position and the seats of a new table. */
import {
  DEFAULT_ABSENCE,
  type GameStart,
  type NewTable,
  type Position,
  Refusal,
  type Seat,
  type SeatChange,
  type SeatDocument,
  seatsDeciding,
  startClock,
  startOf,
} from '@ludoforge/table'
import { type Game, LudoError, presentSeats } from '@ludoforge/kernel'
import { newId } from './credentials.js'
import { type BotLimit, checkNamedAgent } from './named-agents.js'
import type { ReplayedSave } from './replay-messages.js'
import type { TableRow } from './rows.js'

/** Returns the agent of a seat that a bot gets. */
export function botOf(assignment: SeatChange | undefined): string | undefined {
  return typeof assignment === 'object' ? assignment.bot : undefined
}

/** Returns the position before the first entry. */
function firstPosition(game: Game, beginning: GameStart): Position {
  try {
    return startOf(game, beginning).position
  } catch (error) {
    if (error instanceof LudoError && error.code === 'illegal-choice')
      throw new Refusal('bad-message', error.message)
    throw error
  }
}

/** Returns the seats that a request for a new table assigns. */
export function newSeats(
  game: Game,
  beginning: GameStart,
  requested: NonNullable<NewTable['seats']>,
  host: string,
  limit: BotLimit,
): Seat[] {
  const ids = presentSeats(game.def, beginning).map(({ id }) => id)
  for (const seat of Object.keys(requested))
    if (!ids.includes(seat))
      throw new Refusal('bad-message', `There is no seat ${seat}. The seats are ${ids.join(', ')}.`)
  return ids.map((seat) => {
    const assignment = requested[seat] ?? 'open'
    if (assignment === 'person')
      throw new Refusal(
        'bad-message',
        `Nobody sits at ${seat} of a new table yet. Use "me", "open" or a bot.`,
      )
    if (assignment === 'me') return { seat, person: host, agent: null }
    if (assignment === 'open') return { seat, person: null, agent: null }
    checkNamedAgent(assignment.bot, limit)
    return { seat, person: null, agent: assignment.bot }
  })
}

/** What a request says about a new table. */
type Wish = Pick<NewTable, 'name' | 'listed' | 'clock' | 'absence'> & { readonly origin: string | null }

/** Returns the row of a new table. A replayed save determines how its clock starts. */
export function newRow(
  game: Game,
  beginning: GameStart,
  { name = game.def.title, listed = false, clock: rule, absence = DEFAULT_ABSENCE, origin }: Wish,
  seats: SeatDocument[],
  replayed?: ReplayedSave,
): TableRow {
  const position = firstPosition(game, beginning)
  const now = Date.now()
  const deciding = seatsDeciding(game, position)
  const { number, decisions } = replayed ?? position
  const since = { number, decisions, at: now }
  return {
    id: newId(),
    name,
    fingerprint: game.fingerprint,
    beginning,
    origin,
    listed,
    uploaded: replayed !== undefined,
    disclosed: false,
    absence,
    created: now,
    changed: now,
    number: position.number,
    deciding,
    outcome: game.outcome(position.state) ?? null,
    clock:
      rule === undefined
        ? undefined
        : { rule, state: startClock(rule, seats, replayed?.deciding ?? deciding, since) },
  }
}
