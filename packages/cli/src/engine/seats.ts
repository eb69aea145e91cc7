import { defaultAgent } from '@ludoforge/agents'
import { closestName } from '@ludoforge/compiler'
import type { Game, StepEvent } from '@ludoforge/kernel'
import { hasSecretsOnStack } from '@ludoforge/play'
import { unknownName } from '../usage.js'
import type { Fields } from './fields.js'
import type { Perspective, EngineGame } from './games.js'
import { Refusal } from './errors.js'

/** The word in "seats" for a seat that the program plays. */
const ME = 'me'

/** The players of a new game: what the program may know, and the agents of the other seats. */
export interface Seating {
  readonly eyes: Perspective
  readonly specs: readonly (string | undefined)[]
}

/** Parses `"all"`, or an object with `"me"` or an agent per seat. Other seats get their default agent. */
export function parseSeats({ def }: Game, fields: Fields): Seating {
  const given = fields.any('seats')
  if (given === 'all') return { eyes: 'all', specs: def.seats.map(() => undefined) }
  if (typeof given !== 'object')
    throw fields.wrong(
      'seats',
      '"all", to decide for every seat and see everything, or {SEAT: "me" or an agent}',
    )
  const bySeat = fields.record('seats')
  for (const id of Object.keys(bySeat)) checkSeat({ def }, id)
  const specs = def.seats.map(({ id }) => {
    const who = bySeat[id] ?? defaultAgent({ def }, id)
    if (typeof who !== 'string') throw fields.wrong('seats', `{SEAT: "me" or an agent}`)
    return who === ME ? undefined : who
  })
  const mine = def.seats.filter((_, i) => specs[i] === undefined).map(({ id }) => id)
  if (mine.length === 0)
    throw new Refusal(
      'bad-field',
      `No seat is "${ME}". Name the seat the program plays, or pass "seats":"all".`,
    )
  return { eyes: new Set(mine), specs }
}

export function checkSeat({ def }: Pick<Game, 'def'>, id: string): string {
  const known = def.seats.map((seat) => seat.id)
  if (known.includes(id)) return id
  throw new Refusal('unknown-seat', unknownName('seat', id, closestName(id, known), known))
}

/** Whether the program decides for this seat. */
export function isMine({ eyes }: EngineGame, seat: string): boolean {
  return eyes === 'all' || eyes.has(seat)
}

/** The field "seat", which must be a seat the program plays. By default, its first seat that must decide, if any. */
export function ownSeat(game: Game, play: EngineGame, fields: Fields): string | undefined {
  if (fields.has('seat')) return allowed(play, checkSeat(game, fields.text('seat')))
  return decidingSeat(game, play)
}

/** The program's first seat that must decide. */
export function decidingSeat(game: Game, play: EngineGame): string | undefined {
  for (const i of game.deciding(play.state)) {
    const id = game.def.seats[i]?.id
    if (id !== undefined && isMine(play, id)) return id
  }
  return undefined
}

/**
 * The viewer of a position: the field "seat" (`null` for a spectator). By default `undefined`, which is unrestricted,
 * or the program's own seat if it may not know everything.
 */
export function viewerOf(game: Game, play: EngineGame, fields: Fields): string | null | undefined {
  if (fields.any('seat') === null) return null
  if (fields.has('seat')) return allowed(play, checkSeat(game, fields.text('seat')))
  return play.eyes === 'all' ? undefined : (decidingSeat(game, play) ?? [...play.eyes][0])
}

function allowed({ eyes }: EngineGame, seat: string): string {
  if (eyes === 'all' || eyes.has(seat)) return seat
  throw hiddenRefusal(eyes, `you don't play ${seat}`)
}

/** Throws unless the program may know everything. */
export function requireFullAccess({ eyes }: EngineGame, what: string, instead?: string): void {
  if (eyes !== 'all') throw hiddenRefusal(eyes, what, instead)
}

/**
 * Throws while a secret choice is in progress, unless the program may know everything: a determinization keeps what the
 * call stack holds.
 */
export function requireNoSecrets(game: Game, { eyes, state }: EngineGame): void {
  if (eyes !== 'all' && hasSecretsOnStack(game, state))
    throw hiddenRefusal(eyes, 'a secret choice is in progress', 'Imagine a position before or after it.')
}

export function hiddenRefusal(eyes: ReadonlySet<string>, what: string, instead?: string): Refusal {
  const why = `This game is shown as ${[...eyes].join(', ')} sees it, and ${what}.`
  return new Refusal('hidden', instead === undefined ? why : `${why} ${instead}`)
}

/** The events the program may see: all of them, with their recipients, or those of its own seats. */
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
