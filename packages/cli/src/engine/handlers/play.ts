import { summarizeOutcomes } from '@ludoforge/agents'
import { type Outcome, reseed, Rng, type State } from '@ludoforge/kernel'
import { determinize } from '@ludoforge/play'
import { startHistories } from '../recording.js'
import { withAgents } from '../start.js'
import { buildResponse, recordingFor, RESPONSE_FIELDS, responseOptions } from '../response.js'
import type { RequestHandler, Engine } from '../engine.js'
import type { Fields } from '../fields.js'
import type { EngineGame } from '../games.js'
import { advance, makeBots } from '../bots.js'
import { checkSeat, isMine, requireFullAccess, requireNoSecrets } from '../seats.js'
import { gameOf } from './positions.js'

const MAX_DECISIONS = 100_000 // of a game, by default
const MAX_PLAYOUTS = 1_000_000
const NO_SEATS: ReadonlySet<number> = new Set()

/** Requests that let agents play: `play` and `playouts`. */
export const AGENT_PLAY: Readonly<Record<string, RequestHandler>> = {
  play: {
    fields: ['game', 'agents', 'until', 'decisions', ...RESPONSE_FIELDS],
    answer(engine, fields) {
      const { game, games, stats } = engine
      const play = gameOf(engine, fields)
      const wanted = responseOptions(fields, play.eyes)
      const recording = recordingFor(wanted, play)
      const specs = specsIn(engine, fields, play)
      const bots = makeBots(game, specs, play.seed, play.bots)
      const stops = new Set(
        untilIn(fields).map((id) => game.def.seats.findIndex((seat) => seat.id === checkSeat(game, id))),
      )
      const most = fields.whole('decisions', 0, MAX_DECISIONS, MAX_DECISIONS)
      const from = withAgents(game, play, specs, recording)
      const { state, decisions } = advance(game, from.state, { bots, stops, most }, recording)
      stats.played += decisions
      const isRestarted = from.beginning !== play.beginning
      if (play.histories !== undefined && isRestarted) startHistories(game, play, from.state)
      recording?.remember(play)
      games.move(play, state, decisions === 0 ? from.beginning : undefined)
      if (play.eyes === 'all') play.bots = bots
      return { decisions, ...buildResponse(engine, play, wanted, recording) }
    },
  },

  playouts: {
    fields: ['game', 'times', 'agents', 'seed', 'imagine', 'decisions', 'outcomes'],
    answer(engine, fields) {
      const { game, stats } = engine
      const play = gameOf(engine, fields)
      const specs = specsIn(engine, fields, play)
      const seed = fields.seed('seed') ?? `${play.seed}/playouts`
      const position = startPositions(engine, fields, play, specs)
      const most = fields.whole('decisions', 1, MAX_DECISIONS, MAX_DECISIONS)
      const times = fields.whole('times', 1, MAX_PLAYOUTS, 1)
      const rng = new Rng(seed)
      const outcomes: (Outcome | null)[] = []
      let decisions = 0
      for (let i = 0; i < times; i += 1) {
        const bots = makeBots(game, specs, `${seed}/${i}`)
        const ended = advance(game, position(rng), { bots, stops: NO_SEATS, most }, undefined)
        decisions += ended.decisions
        outcomes.push(game.outcome(ended.state) ?? null)
      }
      stats.played += decisions
      return {
        decisions,
        ...summarizeOutcomes(game.def, outcomes),
        ...(fields.flag('outcomes') ? { outcomes } : {}),
      }
    },
  },
}

/** Parses "agents": one agent for all seats, or one per seat. Seats that already have a bot keep it. */
function specsIn({ game: { def } }: Engine, fields: Fields, play: EngineGame): (string | undefined)[] {
  const given = fields.any('agents') ?? 'random'
  const own = (seat: number): string | undefined => (play.eyes === 'all' ? undefined : play.bots[seat]?.spec)
  if (typeof given === 'string') return def.seats.map((_, i) => own(i) ?? given)
  const bySeat = fields.record('agents')
  for (const id of Object.keys(bySeat)) checkSeat({ def }, id)
  return def.seats.map(({ id }, i) => {
    const spec = bySeat[id] ?? own(i)
    if (spec === undefined || typeof spec === 'string') return spec
    throw fields.wrong('agents', 'the name of an agent, or {SEAT: agent}')
  })
}

function untilIn(fields: Fields): readonly string[] {
  if (!fields.has('until')) return []
  return typeof fields.any('until') === 'string' ? [fields.text('until')] : fields.texts('until')
}

/** Returns start positions for playouts: the current one with new random numbers, or determinizations for a seat. */
function startPositions(
  { game }: Engine,
  fields: Fields,
  play: EngineGame,
  specs: readonly (string | undefined)[],
): (rng: Rng) => State {
  const imagine = fields.optionalText('imagine')
  const { state: from } = withAgents(game, play, specs, undefined)
  if (imagine === undefined) {
    requireFullAccess(play, 'playouts would reveal what is hidden', 'Pass "imagine": SEAT.')
    return (rng) => {
      const state = game.fork(from)
      reseed(state, rng)
      return state
    }
  }
  if (!isMine(play, checkSeat(game, imagine))) requireFullAccess(play, `you don't play ${imagine}`)
  requireNoSecrets(game, play)
  return (rng) => determinize(game, from, imagine, rng)
}
