/** The clock of a table: how long players may take, and what happens when their time runs out. */
import { z } from 'zod'

const DAY_S = 86_400
const seconds = z
  .number()
  .int()
  .min(1)
  .max(365 * DAY_S)

/** What happens when a player's time runs out: nothing, a bot plays until the player is back, or the seat is open. */
const timeout = z.enum(['nothing', 'bot', 'open'])

/**
 * The clock that a table is created with, in seconds. `turn`: a limit for each answer. `budget`: a budget for the game;
 * each answer adds the increment.
 */
export const clockRule = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('turn'), seconds, then: timeout }),
  z.strictObject({
    type: z.literal('budget'),
    seconds,
    increment: z
      .number()
      .int()
      .min(0)
      .max(DAY_S * 30),
    then: timeout,
  }),
])
/** The clock that a table is created with. */
export type ClockRule = z.infer<typeof clockRule>
/** What happens when a player's time runs out. */
export type Timeout = z.infer<typeof timeout>

const ms = z.number().int().min(0)

/** A seat's clock: the time left when it last started or stopped and, if it runs, the time when it started. */
const seatClock = z.strictObject({ left: ms, since: ms.exactOptional() })
/** The clock of one seat. Times are in milliseconds. */
export type SeatClock = z.infer<typeof seatClock>

/** The clock of a table as everybody sees it. It runs for people who must decide; bots and open seats have no time. */
export const clockFace = z.strictObject({ rule: clockRule, seats: z.record(z.string(), seatClock) })
/** The clock of a table as everybody sees it. */
export type ClockFace = z.infer<typeof clockFace>
