import type { Content } from '@ludoforge/agents/lines'
import type { Game, State, StepEvent } from '@ludoforge/kernel'
import type { Engine } from './engine.js'
import { evaluations } from './evaluations.js'
import type { Fields } from './fields.js'
import type { Perspective, EngineGame } from './games.js'
import { decidingSeat, hiddenRefusal, visibleEvents } from './seats.js'

/** The optional parts of an answer. */
const EXTRAS = ['events', 'view', 'features', 'hash'] as const

export interface ResponseOptions {
  readonly brief: boolean
  readonly extras: readonly (typeof EXTRAS)[number][]
}

/** The fields of a request that select the parts of its answer. */
export const RESPONSE_FIELDS = ['brief', 'also']

/** Parses those fields. Call it before the request changes anything, because it may throw. */
export function responseOptions(fields: Fields, eyes: Perspective): ResponseOptions {
  const extras = fields.words('also', EXTRAS)
  if (eyes !== 'all' && extras.includes('hash'))
    throw hiddenRefusal(eyes, 'a hash reveals when two positions are equal')
  return { brief: fields.flag('brief'), extras }
}

/** A list to collect events in, if they are wanted. */
export function eventsFor({ extras }: ResponseOptions): StepEvent[] | undefined {
  return extras.includes('events') ? [] : undefined
}

/** Builds the answer: the decision for the program or the outcome, and the wanted parts. */
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
    ...decisionOf(game, play, decidingSeat(game, play), wanted.brief),
    ...(extras.includes('events') ? { events: visibleEvents(play, events ?? []) } : {}),
    ...(extras.includes('view') ? { view: game.view(state, viewerIn(game, play)) } : {}),
    ...(extras.includes('features')
      ? { features: evaluations(engine, state, restrictedViewer(game, play)) }
      : {}),
    ...(extras.includes('hash') ? { hash: game.hash(state) } : {}),
  }
}

/** The seat that decides. If the game is over, the program's first seat, or a spectator. */
function viewerIn(game: Game, play: EngineGame): string | null {
  return decidingSeat(game, play) ?? (play.eyes === 'all' ? null : ([...play.eyes][0] ?? null))
}

function restrictedViewer(game: Game, play: EngineGame): string | null | undefined {
  return play.eyes === 'all' ? undefined : viewerIn(game, play)
}

/** The decision of a seat, or the outcome. In a simultaneous choice, `deciding` lists the seats that haven't answered. */
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

/** The question in numbers, without names: the count of options, and their limits. */
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
