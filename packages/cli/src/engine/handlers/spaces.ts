import { actionSpaceOf, type Encoding, informationState, observationSpaceOf } from '@ludoforge/play'
import type { Seed } from '@ludoforge/sim'
import { Batch } from '../batches/batch.js'
import { REWARDS } from '../batches/rewards.js'
import { decide } from '../decide.js'
import type { RequestHandler } from '../engine.js'
import { Refusal } from '../errors.js'
import type { Fields } from '../fields.js'
import {
  buildResponse,
  partialAnswerOf,
  recordingFor,
  RESPONSE_FIELDS,
  responseOptions,
} from '../response.js'
import { ownSeat, parseSeats, viewerOf } from '../seats.js'
import { startFor } from '../start.js'
import { gameOf, givenOptions, scenarioOf, settle } from './positions.js'

const ENCODINGS: readonly Encoding[] = ['raw', 'one-hot']
const MAX_DECISIONS = 100_000

/** Requests for learning programs: fixed spaces of actions and observations, information states, and batches. */
export const SPACES: Readonly<Record<string, RequestHandler>> = {
  spaces: {
    fields: ['encoding'],
    answer({ game }, fields) {
      const space = actionSpaceOf(game)
      return {
        fingerprint: game.fingerprint,
        actions: Array.from({ length: space.size }, (_, action) => space.describe(action).name),
        observation: observationSpaceOf(game, encodingIn(fields) ?? 'raw').describe(),
      }
    },
  },

  act: {
    fields: ['game', 'action', 'seat', ...RESPONSE_FIELDS],
    answer(engine, fields) {
      const { game, games, stats } = engine
      const play = gameOf(engine, fields)
      const wanted = responseOptions(fields, play.eyes)
      const seat = ownSeat(game, play, fields)
      const action = fields.whole('action', 0, actionSpaceOf(game).size - 1)
      const answer = partialAnswerOf(game, play, seat)
      const picks = answer.take(play.state, action)
      if (picks === null) return { complete: false, ...buildResponse(engine, play, wanted, undefined) }
      const recording = recordingFor(wanted, play)
      const id = game.def.seats[answer.seat]?.id
      const state = decide(game, play.state, id, { picks: [...picks] }, play.bots, recording)
      stats.decided += 1
      games.move(play, settle(engine, play, state, recording))
      recording?.remember(play)
      return { complete: true, ...buildResponse(engine, play, wanted, recording) }
    },
  },

  observe: {
    fields: ['game', 'seat', 'encoding'],
    answer({ game, games }, fields) {
      const play = games.get(fields.whole('game', 1))
      const viewer = viewerOf(game, play, fields) ?? ownSeat(game, play, fields)
      const seat = game.def.seats.findIndex(({ id }) => id === viewer)
      if (viewer === undefined || seat < 0) throw fields.wrong('seat', 'a seat')
      const { answer } = play
      const picked = answer?.seat === seat ? answer.picked : 0
      const space = observationSpaceOf(game, encodingIn(fields) ?? 'raw')
      return { seat: viewer, observation: [...space.observe(play.state, seat, picked)] }
    },
  },

  information: {
    fields: ['game', 'seat', 'recall'],
    answer({ game, games }, fields) {
      const play = games.get(fields.whole('game', 1))
      const viewer = viewerOf(game, play, fields) ?? ownSeat(game, play, fields)
      if (viewer === undefined) throw fields.wrong('seat', 'a seat')
      const history = play.histories?.get(viewer)
      if (fields.flag('recall') && history === undefined)
        throw new Refusal('bad-field', 'This game has no recall. Start it with "recall":true.')
      const { text, key } = informationState(
        game,
        play.state,
        viewer,
        fields.flag('recall') ? history : undefined,
      )
      return { seat: viewer, text, key }
    },
  },

  batch: {
    fields: ['games', 'seats', 'scenario', 'options', 'seed', 'encoding', 'rewards', 'decisions', 'restart'],
    answer(engine, fields) {
      const { game, batches } = engine
      const seats = parseSeats(game, fields)
      const seed: Seed = fields.seed('seed') ?? 0
      const setup = { scenario: scenarioOf(engine, fields), seed, given: givenOptions(engine, fields) }
      const [rewards = 'win'] = fields.words('rewards', REWARDS)
      const batch = batches.add(
        fields.whole('games', 1, engine.options.limits.games),
        (number, games) =>
          new Batch(
            game,
            number,
            {
              games,
              ...seats,
              start: startFor(game, seats.specs, setup),
              encoding: encodingIn(fields),
              rewards,
              decisions: fields.whole('decisions', 1, MAX_DECISIONS, MAX_DECISIONS),
              restart: fields.flag('restart'),
            },
            engine.stats,
          ),
      )
      const { space } = batch
      return {
        batch: batch.number,
        seats: game.def.seats.map(({ id }) => id),
        actions: actionSpaceOf(game).size,
        observation: { size: space?.size ?? 0, bytes: space?.width ?? 2 },
      }
    },
  },

  failures: {
    fields: ['batch'],
    answer({ batches }, fields) {
      const { failures } = batches.get(fields.whole('batch', 1))
      return { failures: failures.splice(0) }
    },
  },
}

/** The field "encoding". `undefined` without it. */
function encodingIn(fields: Fields): Encoding | undefined {
  const given = fields.optionalText('encoding')
  const encoding = ENCODINGS.find((one) => one === given)
  if (given !== undefined && encoding === undefined) throw fields.wrong('encoding', '"raw" or "one-hot"')
  return encoding
}
