/** What a bot may ask its host while it decides, and the answers. `docs/line-protocol.md` documents them. */
import { z } from 'zod'
import { choice, constant, decision, name, outcome } from './kernel.js'

const MAX_NUMBER = 1_000_000 // of determinizations
const MAX_PLAYOUTS = 1000 // of one request

const id = z.number().int().min(0)
const position = z.number().int().min(1)
const number = z.number().int().min(0).max(MAX_NUMBER)
const seat = name

/** The schemas of a bot's requests, by name. An unknown field is refused, so that a typo doesn't go unnoticed. */
export const botAsks = {
  imagine: z.strictObject({ id, ask: z.literal('imagine'), number: number.exactOptional() }),
  fork: z.strictObject({ id, ask: z.literal('fork'), position: position.exactOptional() }),
  drop: z.strictObject({ id, ask: z.literal('drop'), position: z.union([position, z.literal('all')]) }),
  legal: z.strictObject({
    id,
    ask: z.literal('legal'),
    position: position.exactOptional(),
    seat: seat.exactOptional(),
  }),
  decide: z.strictObject({
    id,
    ask: z.literal('decide'),
    position,
    choice,
    seat: seat.exactOptional(),
    brief: z.boolean().exactOptional(),
  }),
  evaluate: z.strictObject({
    id,
    ask: z.literal('evaluate'),
    position: position.exactOptional(),
    value: name.exactOptional(),
    of: name.exactOptional(),
  }),
  playout: z.strictObject({
    id,
    ask: z.literal('playout'),
    position: position.exactOptional(),
    number: number.exactOptional(),
    times: z.number().int().min(1).max(MAX_PLAYOUTS).exactOptional(),
    agents: z.union([name, z.record(z.string(), name)]).exactOptional(),
  }),
  policy: z.strictObject({
    id,
    ask: z.literal('policy'),
    position: position.exactOptional(),
    policy: name.exactOptional(),
  }),
}

/** A request of a bot. */
export type BotAsk = { [K in keyof typeof botAsks]: z.infer<(typeof botAsks)[K]> }[keyof typeof botAsks]

const evaluation = z.strictObject({
  worth: z.number().nullable().exactOptional(),
  promise: z.number().nullable().exactOptional(),
  features: z.record(z.string(), z.number().nullable()).exactOptional(),
})
const asked = {
  decision: decision.exactOptional(),
  deciding: z.array(name).exactOptional(), // in a simultaneous choice, or brief
  outcome: outcome.exactOptional(),
}

/** The schemas of the answers to a bot, by request, and of a refusal. */
export const botAnswers = {
  imagine: z.strictObject({ id, position }),
  fork: z.strictObject({ id, position }),
  drop: z.strictObject({ id, dropped: z.number().int() }),
  legal: z.strictObject({ id, ...asked }),
  decide: z.strictObject({ id, ...asked }),
  evaluate: z.union([
    z.strictObject({ id, seats: z.record(z.string(), evaluation) }),
    z.strictObject({ id, value: constant }),
  ]),
  playout: z.strictObject({
    id,
    ended: z.number().int(),
    won: z.record(z.string(), z.number()),
    draws: z.number().int(),
    scores: z.record(z.string(), z.number().nullable()).exactOptional(),
  }),
  policy: z.strictObject({ id, choice, why: z.array(z.string()) }),
  refusal: z.strictObject({
    id: id.nullable(),
    error: z.strictObject({ code: z.string(), message: z.string() }),
  }),
}
