import { agentNames } from '@ludoforge/agents'
import { PROTOCOL } from '@ludoforge/agents/lines'
import { withoutUndefined, type GameDef } from '@ludoforge/kernel'
import type { RequestHandler } from '../engine.js'
import { Refusal } from '../errors.js'

/** Requests about the engine itself: `hello` and `stats`. */
export const ABOUT: Readonly<Record<string, RequestHandler>> = {
  hello: {
    fields: ['protocol', 'name'],
    answer({ game, options, asks }, fields) {
      const protocol = fields.optionalText('protocol') ?? PROTOCOL
      fields.optionalText('name')
      if (protocol !== PROTOCOL)
        throw new Refusal('other-protocol', `This engine speaks ${PROTOCOL}, not ${protocol}.`)
      return {
        protocol,
        name: `ludoforge ${options.version}`,
        rules: { ...rulesOf(game.def), fingerprint: game.fingerprint },
        agents: agentNames(),
        asks,
        limits: options.limits,
      }
    },
  },

  stats: {
    fields: [],
    answer: ({ stats, games }) => ({ ...stats.summary(), open: { games: games.count, bytes: games.bytes } }),
  },
}

/** The description of the game that `hello` returns. */
function rulesOf(def: GameDef) {
  const { id, title, seats, scenarios, options, worth, promise, features = [] } = def
  return {
    id,
    title,
    seats: seats.map((seat) => seat.id),
    scenarios: scenarios.map((scenario) => scenario.id),
    options: options.map(({ id: option, about, type, min, max, default: otherwise }) => ({
      id: option,
      about,
      type,
      ...withoutUndefined({ min, max }),
      default: otherwise,
    })),
    worth: worth !== undefined,
    promise: promise !== undefined || features.length > 0,
    features: features.map(({ id: feature, about }) => ({ id: feature, about })),
  }
}
