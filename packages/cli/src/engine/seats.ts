import { defaultAgent } from '@ludoforge/agents'
import { closestName } from '@ludoforge/compiler'
import type { Game, StepEvent } from '@ludoforge/kernel'
import { unknownName } from '../usage.js'
import type { Fields } from './fields.js'
import type { Perspective, EngineGame } from './games.js'
import { Refusal } from './problem.js'

/** In "seats": the program itself decides for this seat. */
const ME = 'me'

/** Who decides for whom in a new game: what the program may know, and by seat the agent of all others. */
export interface Seating {
  readonly eyes: Perspective
  readonly specs: readonly (string | undefined)[]
}

/** `"all"`, or an object of seats: `"me"` or an agent. Seats that are not named have their usual agent. */
export function seating({ def }: Game, fields: Fields): Seating {
  const given = fields.any('seats')
  if (given === 'all') return { eyes: 'all', specs: def.seats.map(() => undefined) }
  if (typeof given !== 'object')
    throw fields.wrong(
      'seats',
      '"all", to decide for every seat and see everything, or {SEAT: "me" or an agent}',
    )
  const said = fields.record('seats')
  for (const id of Object.keys(said)) checkSeat({ def }, id)
  const specs = def.seats.map(({ id }) => {
    const who = said[id] ?? defaultAgent({ def }, id)
    if (typeof who !== 'string') throw fields.wrong('seats', `{SEAT: "me" or an agent}`)
    return who === ME ? undefined : who
  })
  const mine = def.seats.filter((_, i) => specs[i] === undefined).map(({ id }) => id)
  if (mine.length === 0)
    throw new Refusal(
      'bad-field',
      `No seat is "${ME}": name the seat that the program plays, or say "seats":"all".`,
    )
  return { eyes: new Set(mine), specs }
}

export function checkSeat({ def }: Pick<Game, 'def'>, id: string): string {
  const known = def.seats.map((seat) => seat.id)
  if (known.includes(id)) return id
  throw new Refusal('unknown-seat', unknownName('seat', id, closestName(id, known), known))
}

/** Is it for the program to decide for this seat? */
export function isMine({ eyes }: EngineGame, seat: string): boolean {
  return eyes === 'all' || eyes.has(seat)
}

/** The seat of "seat", which the program plays; without it the first of its own that is asked, if any. */
export function ownSeat(game: Game, play: EngineGame, fields: Fields): string | undefined {
  if (fields.has('seat')) return allowed(play, checkSeat(game, fields.text('seat')))
  return askedOf(game, play)
}

/** The first seat of the program that is asked. */
export function askedOf(game: Game, play: EngineGame): string | undefined {
  for (const i of game.deciding(play.state)) {
    const id = game.def.seats[i]?.id
    if (id !== undefined && isMine(play, id)) return id
  }
  return undefined
}

/**
 * Through whose eyes the position is looked at: those of "seat" (null: an onlooker's). Without it, the truth, if the
 * program may know it, else the program's own.
 */
export function viewerOf(game: Game, play: EngineGame, fields: Fields): string | null | undefined {
  if (fields.any('seat') === null) return null
  if (fields.has('seat')) return allowed(play, checkSeat(game, fields.text('seat')))
  return play.eyes === 'all' ? undefined : (askedOf(game, play) ?? [...play.eyes][0])
}

function allowed({ eyes }: EngineGame, seat: string): string {
  if (eyes === 'all' || eyes.has(seat)) return seat
  throw hidden(eyes, `${seat} is not yours`)
}

/** What only the truth can answer. */
export function needsTruth({ eyes }: EngineGame, what: string, instead?: string): void {
  if (eyes !== 'all') throw hidden(eyes, what, instead)
}

export function hidden(eyes: ReadonlySet<string>, what: string, instead?: string): Refusal {
  const why = `You see this game through the eyes of ${[...eyes].join(', ')}: ${what}.`
  return new Refusal('hidden', instead === undefined ? why : `${why} ${instead}`)
}

/** What the program is told of events: all of them, with who may know them, or those of its own seats. */
export function visibleEvents({ eyes }: EngineGame, events: readonly StepEvent[]): readonly StepEvent[] {
  if (eyes === 'all') return events
  return events.flatMap((event) => {
    const { to, ...rest } = event
    if (to === undefined) return [event]
    const mine = to.filter((seat) => seat !== null && eyes.has(seat))
    if (mine.length === 0) return []
    return [eyes.size === 1 ? rest : { ...event, to: mine }]
  })
}
