import type { Content } from '@ludoforge/agents/lines'
import type { Game, State, StepEvent } from '@ludoforge/kernel'
import type { Engine } from './engine.js'
import { evaluations } from './evaluations.js'
import type { Fields } from './fields.js'
import type { Perspective, EngineGame } from './games.js'
import { askedOf, hidden, visibleEvents } from './seats.js'

/** What an answer carries beside the decision, if the program wanted. */
const EXTRAS = ['events', 'view', 'features', 'hash'] as const

export interface ResponseOptions {
  readonly brief: boolean
  readonly extras: readonly (typeof EXTRAS)[number][]
}

/** The fields in which an ask says what its answer shall carry. */
export const RESPONSE_FIELDS = ['brief', 'also']

/** They are checked before anything happens. */
export function responseOptions(fields: Fields, eyes: Perspective): ResponseOptions {
  const extras = fields.words('also', EXTRAS)
  if (eyes !== 'all' && extras.includes('hash'))
    throw hidden(eyes, 'a hash tells when two positions are the same')
  return { brief: fields.flag('brief'), extras }
}

/** Where events are kept, if they are wanted. */
export function eventsFor({ extras }: ResponseOptions): StepEvent[] | undefined {
  return extras.includes('events') ? [] : undefined
}

/** Where a game has come to: what the program is to decide, or the outcome; and what it wished to know. */
export function buildResponse(
  engine: Engine,
  play: EngineGame,
  wanted: ResponseOptions,
  events?: readonly StepEvent[],
): Content {
  const { game } = engine
  const { state } = play
  const { extras } = wanted
  return {
    ...decisionOf(game, play, askedOf(game, play), wanted.brief),
    ...(extras.includes('events') ? { events: visibleEvents(play, events ?? []) } : {}),
    ...(extras.includes('view') ? { view: game.view(state, eyeAt(game, play)) } : {}),
    ...(extras.includes('features') ? { features: evaluations(engine, state, trueEye(game, play)) } : {}),
    ...(extras.includes('hash') ? { hash: game.hash(state) } : {}),
  }
}

/** The seat that is asked; when the game is over, the program's own, or an onlooker. */
function eyeAt(game: Game, play: EngineGame): string | null {
  return askedOf(game, play) ?? (play.eyes === 'all' ? null : ([...play.eyes][0] ?? null))
}

function trueEye(game: Game, play: EngineGame): string | null | undefined {
  return play.eyes === 'all' ? undefined : eyeAt(game, play)
}

/** The question of a seat, or the outcome. Where several are asked at once, `deciding` names all who have not answered. */
export function decisionOf(
  game: Game,
  { state }: EngineGame,
  seat: string | undefined,
  brief: boolean,
): Content {
  const outcome = game.outcome(state)
  if (outcome !== undefined) return { outcome }
  const deciding = game.deciding(state)
  const several = deciding.length > 1 ? { deciding: deciding.map((i) => game.def.seats[i]?.id) } : {}
  const decision = brief ? briefOf(game, state, seat) : game.decision(state, seat)
  return { decision: decision ?? null, ...several }
}

/** The same question in numbers: how many options there are, not what they are called. */
function briefOf(game: Game, state: State, seat: string | undefined): Content | undefined {
  const question = game.ask(
    state,
    seat === undefined ? undefined : game.def.seats.findIndex(({ id }) => id === seat),
  )
  if (question === undefined) return undefined
  const { site, kind, values, counts, costs, min, max, budget, optional, offers } = question
  return {
    seat: game.def.seats[question.seat]?.id,
    site,
    kind,
    options: values.length,
    min,
    max,
    ...(optional ? { optional } : {}),
    ...(counts === null ? {} : { counts }),
    ...(costs === null ? {} : { costs, budget }),
    ...(offers.length === 0 ? {} : { offers: offers.length }),
  }
}
