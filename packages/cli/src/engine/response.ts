import type { Content } from '@ludoforge/agents/lines'
import type { Game, State } from '@ludoforge/kernel'
import { observationSpaceOf, PartialAnswer } from '@ludoforge/play'
import { rewardsOf } from './batches/rewards.js'
import type { Engine } from './engine.js'
import { evaluations } from '@ludoforge/play'
import type { Fields } from './fields.js'
import type { Perspective, EngineGame } from './games.js'
import { Recording } from './recording.js'
import { decidingSeat, hiddenRefusal, visibleEvents } from './seats.js'

/** The optional parts of an answer. */
const EXTRAS = ['events', 'view', 'features', 'hash', 'legal', 'observation', 'rewards'] as const

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

/** A recording, if events are wanted or seats remember them. */
export function recordingFor({ extras }: ResponseOptions, play?: EngineGame): Recording | undefined {
  return extras.includes('events') || play?.histories !== undefined ? new Recording() : undefined
}

/** Builds the answer: the decision for the program or the outcome, and the wanted parts. */
export function buildResponse(
  engine: Engine,
  play: EngineGame,
  wanted: ResponseOptions,
  recording?: Recording,
): Content {
  const { game } = engine
  return {
    ...decisionOf(game, play, decidingSeat(game, play), wanted.brief),
    ...extrasOf(engine, play, wanted, recording),
  }
}

/** The wanted parts of an answer, in addition to the decision. */
export function extrasOf(
  engine: Engine,
  play: EngineGame,
  { extras }: ResponseOptions,
  recording?: Recording,
): Content {
  const { game } = engine
  const { state } = play
  return {
    ...(extras.includes('events') ? { events: visibleEvents(play, recording?.events ?? []) } : {}),
    ...(extras.includes('view') ? { view: game.view(state, viewerIn(game, play)) } : {}),
    ...(extras.includes('features')
      ? { features: evaluations(game, state, restrictedViewer(game, play)) }
      : {}),
    ...(extras.includes('hash') ? { hash: game.hash(state) } : {}),
    ...(extras.includes('legal') ? legalActions(game, play) : {}),
    ...(extras.includes('observation') ? { observation: observationOf(game, play) } : {}),
    ...(extras.includes('rewards') ? { rewards: rewardsOf(game, state) } : {}),
  }
}

/** The answer in progress of a seat that the program plays. */
export function partialAnswerOf(game: Game, play: EngineGame, seat: string | undefined): PartialAnswer {
  const number = seat === undefined ? -1 : game.def.seats.findIndex(({ id }) => id === seat)
  if (play.answer !== undefined && play.answer.seat === number) return play.answer
  const answer = new PartialAnswer(game)
  answer.begin(play.state, number)
  play.answer = answer
  return answer
}

/** The actions that are legal now, and those taken so far for this answer. */
function legalActions(game: Game, play: EngineGame): Content {
  const { legal, taken } = partialAnswerOf(game, play, decidingSeat(game, play))
  return { legal: [...legal], taken: [...taken] }
}

/** The observation of the deciding seat; `null` if there is none. */
function observationOf(game: Game, play: EngineGame): readonly number[] | null {
  const { seat, picked } = partialAnswerOf(game, play, decidingSeat(game, play))
  return seat < 0 ? null : [...observationSpaceOf(game).observe(play.state, seat, picked)]
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
