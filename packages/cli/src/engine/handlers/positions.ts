import { closestName } from '@ludoforge/compiler'
import { type Constant, reseed, Rng, type State } from '@ludoforge/kernel'
import { decisionsOfMove, determinize, type Move } from '@ludoforge/play'
import type { Seed } from '@ludoforge/sim'
import { unknownName } from '../../usage.js'
import { Recording, startHistories } from '../recording.js'
import {
  buildResponse,
  decisionOf,
  extrasOf,
  recordingFor,
  RESPONSE_FIELDS,
  responseOptions,
} from '../response.js'
import { begin, startFor } from '../start.js'
import { type Answer, decide } from '../decide.js'
import type { RequestHandler, Engine } from '../engine.js'
import type { Fields } from '../fields.js'
import type { EngineGame } from '../games.js'
import { advance, makeBots } from '../bots.js'
import { Refusal } from '../errors.js'
import {
  checkSeat,
  viewerOf,
  isMine,
  requireFullAccess,
  requireNoSecrets,
  ownSeat,
  parseSeats,
  type Seating,
} from '../seats.js'

/** Requests that start, advance, copy, save and drop games. */
export const POSITIONS: Readonly<Record<string, RequestHandler>> = {
  start: {
    fields: ['scenario', 'seed', 'options', 'seats', 'into', 'recall', ...RESPONSE_FIELDS],
    answer(engine, fields) {
      const { game } = engine
      const seats = parseSeats(game, fields)
      const wanted = responseOptions(fields, seats.eyes)
      const seed = fields.seed('seed') ?? 0
      const scenario = scenarioOf(engine, fields)
      const given = givenOptions(engine, fields)
      const beginning = startFor(game, seats.specs, { scenario, seed, given })
      const recording = recordingFor(wanted)
      const state = begin(game, beginning, recording)
      const play = open(engine, fields, seats, state, seed, recording)
      if (play.eyes === 'all') play.beginning = beginning
      return { game: play.number, ...buildResponse(engine, play, wanted, recording) }
    },
  },

  restore: {
    fields: ['save', 'seats', 'seed', 'into', 'recall', ...RESPONSE_FIELDS],
    answer(engine, fields) {
      const seats = parseSeats(engine.game, fields)
      const wanted = responseOptions(fields, seats.eyes)
      const state = engine.game.restore(fields.any('save'))
      const recording = recordingFor(wanted)
      const play = open(engine, fields, seats, state, fields.seed('seed') ?? 0, recording)
      return { game: play.number, ...buildResponse(engine, play, wanted, recording) }
    },
  },

  fork: {
    fields: ['game', 'imagine', 'seed', 'into'],
    answer(engine, fields) {
      const { game, games } = engine
      const from = gameOf(engine, fields)
      const imagine = fields.optionalText('imagine')
      if (imagine === undefined) requireFullAccess(from, 'a fork would reveal the future', IMAGINE)
      else if (!isMine(from, checkSeat(game, imagine))) requireFullAccess(from, `you don't play ${imagine}`)
      if (imagine !== undefined) requireNoSecrets(game, from)
      const number = games.number(fields.has('into') ? fields.whole('into', 1) : undefined)
      const seed = fields.seed('seed') ?? `${from.seed}/${number}`
      const state =
        imagine === undefined ? game.fork(from.state) : determinize(game, from.state, imagine, new Rng(seed))
      if (imagine === undefined && fields.has('seed')) reseed(state, new Rng(seed))
      engine.stats.games += 1
      const isSame = imagine === undefined && !fields.has('seed')
      const beginning = isSame ? from.beginning : undefined
      const histories = isSame && from.histories !== undefined ? new Map(from.histories) : undefined
      games.add({ number, eyes: 'all', seed, state, bots: [], beginning, histories })
      return { game: number }
    },
  },

  drop: {
    fields: ['game', 'batch'],
    answer({ games, batches }, fields) {
      if (fields.has('batch')) {
        batches.drop(fields.whole('batch', 1))
        return { dropped: 1 }
      }
      const given = fields.any('game')
      if (given === 'all') return { dropped: games.dropAll() }
      const numbers: unknown[] = Array.isArray(given) ? given : [given]
      const wanted = numbers.map((number) => {
        if (typeof number === 'number') return games.get(number).number
        throw fields.wrong('game', 'the number of a game, a list of them, or "all"')
      })
      for (const number of new Set(wanted)) games.drop(number)
      return { dropped: new Set(wanted).size }
    },
  },

  decision: {
    fields: ['game', 'seat', ...RESPONSE_FIELDS],
    answer(engine, fields) {
      const play = gameOf(engine, fields)
      const wanted = responseOptions(fields, play.eyes)
      return {
        ...decisionOf(engine.game, play, ownSeat(engine.game, play, fields), wanted.brief),
        ...extrasOf(engine, play, wanted),
      }
    },
  },

  decide: {
    fields: ['game', 'choice', 'picks', 'move', 'seat', ...RESPONSE_FIELDS],
    answer(engine, fields) {
      const { game, games } = engine
      const play = gameOf(engine, fields)
      const wanted = responseOptions(fields, play.eyes)
      const recording = recordingFor(wanted, play)
      let { state } = play
      for (const { seat, ...answer } of answersIn(engine, fields, play)) {
        state = decide(game, state, seat, answer, play.bots, recording)
        engine.stats.decided += 1
      }
      games.move(play, settle(engine, play, state, recording))
      recording?.remember(play)
      return buildResponse(engine, play, wanted, recording)
    },
  },

  view: {
    fields: ['game', 'seat'],
    answer(engine, fields) {
      const play = gameOf(engine, fields)
      const viewer = viewerOf(engine.game, play, fields)
      if (viewer === undefined) throw fields.wrong('seat', 'a seat, or null for a spectator')
      return { view: engine.game.view(play.state, viewer) }
    },
  },

  outcome: {
    fields: ['game'],
    answer: (engine, fields) => ({ outcome: engine.game.outcome(gameOf(engine, fields).state) ?? null }),
  },

  save: {
    fields: ['game'],
    answer(engine, fields) {
      const play = gameOf(engine, fields)
      requireFullAccess(play, 'a save contains the whole position, with hidden cards and future dice')
      return { save: engine.game.save(play.state) }
    },
  },
}

const IMAGINE = 'Pass "imagine": SEAT to fork a determinization for that seat.'

export function gameOf({ games }: Engine, fields: Fields): EngineGame {
  return games.get(fields.whole('game', 1))
}

/** The answers of the request: one, or all those of a whole move. */
function answersIn(
  { game }: Engine,
  fields: Fields,
  play: EngineGame,
): readonly (Answer & { seat: string | undefined })[] {
  if (!fields.has('move')) return [{ ...answerIn(fields), seat: ownSeat(game, play, fields) }]
  if (fields.has('choice') || fields.has('picks')) throw oneAnswer(fields)
  requireFullAccess(
    play,
    'a whole move is tried out first, which reveals the future',
    'Make its decisions one by one.',
  )
  return decisionsOfMove(game, play.state, moveIn(fields))
}

/** The move as given. The kernel checks it. */
export function moveIn(fields: Fields): Move {
  return fields.record('move') as unknown as Move
}

function oneAnswer({ ask }: Fields): Refusal {
  return new Refusal('bad-field', `"${ask}" takes one answer: "choice" with names, or "picks" with numbers.`)
}

/** Parses the answer in `choice` or `picks`. */
export function answerIn(fields: Fields): Answer {
  if (fields.has('choice') === fields.has('picks')) throw oneAnswer(fields)
  return fields.has('picks') ? { picks: fields.picks('picks') } : { choice: fields.choice('choice') }
}

/** The field "scenario". */
export function scenarioOf({ game: { def } }: Engine, fields: Fields): string | undefined {
  const scenario = fields.optionalText('scenario')
  const known = def.scenarios.map(({ id }) => id)
  if (scenario === undefined || known.includes(scenario)) return scenario
  throw new Refusal('bad-field', unknownName('scenario', scenario, closestName(scenario, known), known))
}

/** The field "options". */
export function givenOptions(engine: Engine, fields: Fields): Readonly<Record<string, Constant>> {
  const given = fields.has('options') ? (fields.record('options') as Record<string, Constant>) : {}
  for (const id of Object.keys(given)) checkOption(engine, id)
  return given
}

function checkOption({ game: { def } }: Engine, id: string): void {
  const known = def.options.map((option) => option.id)
  if (!known.includes(id))
    throw new Refusal('bad-field', unknownName('option', id, closestName(id, known), known))
}

/** Opens a game and lets agents play until the program must decide. */
function open(
  engine: Engine,
  fields: Fields,
  { eyes, specs }: Seating,
  state: State,
  seed: Seed,
  recording: Recording | undefined,
): EngineGame {
  const { game, games, stats } = engine
  const number = games.number(fields.has('into') ? fields.whole('into', 1) : undefined)
  const play: EngineGame = { number, eyes, seed, state, bots: makeBots(game, specs, seed) }
  if (fields.flag('recall')) startHistories(game, play, state)
  const steps = recording ?? (play.histories === undefined ? undefined : new Recording())
  play.state = settle(engine, play, state, steps)
  steps?.remember(play)
  stats.games += 1
  return games.add(play)
}

/** Lets agents play until the program must decide again. May change the state in place. */
export function settle(
  engine: Engine,
  play: EngineGame,
  state: State,
  recording: Recording | undefined,
): State {
  const { eyes, bots } = play
  if (eyes === 'all') return state
  const { game, stats } = engine
  const stops = new Set(game.def.seats.flatMap(({ id }, i) => (eyes.has(id) ? [i] : [])))
  const { state: after, decisions } = advance(
    game,
    state,
    { bots, stops, most: Number.POSITIVE_INFINITY },
    recording,
  )
  stats.played += decisions
  return after
}
