/** Schemas of the kernel's JSON types. `complete` checks at compile time that schema and type agree. */
import type {
  Choice,
  Constant,
  Decision,
  Outcome,
  PolicyReason,
  SavedState,
  StepEvent,
  View,
} from '@ludoforge/kernel'
import type { Explanation, Preview, Reason } from '@ludoforge/play'
import { z } from 'zod'
import { exactSchema } from './exact-schema.js'

const MAX_NAME_LENGTH = 200
const MAX_PICKS = 10_000

/** A name in the rules: a seat, an option, a space. */
export const name = z.string().min(1).max(MAX_NAME_LENGTH)

/** A value as JSON. */
export const constant: z.ZodType<Constant> = z.lazy(() =>
  exactSchema<Constant>()(
    z.union([
      z.string().max(MAX_NAME_LENGTH),
      z.number(),
      z.boolean(),
      z.null(),
      z.array(constant).max(MAX_PICKS),
    ]),
  ),
)

/** A choice: an option, a number, several options, an offer, or an answer throughout a series. */
export const choice = exactSchema<Choice>()(
  z.union([
    z.string().max(MAX_NAME_LENGTH),
    z.number().int(),
    z.array(z.string().max(MAX_NAME_LENGTH)).max(MAX_PICKS),
    z.strictObject({ offer: name }),
    z.strictObject({ throughout: z.union([z.string().max(MAX_NAME_LENGTH), z.number().int()]) }),
  ]),
)

const timing = z.enum(['before', 'during', 'after'])
const text = z.string()
const count = z.number().int()
const record = <T extends z.ZodType>(value: T) => z.record(z.string(), value)

/** The outcome of a game. */
export const outcome = exactSchema<Outcome>()(
  z.strictObject({
    kind: z.enum(['win', 'draw', 'rank', 'lose']),
    reason: text,
    winners: z.array(text),
    ranking: z.array(z.strictObject({ seat: text, rank: count, score: z.number().exactOptional() })),
  }),
)

/** A decision of a seat. */
export const decision = exactSchema<Decision>()(
  z.strictObject({
    seat: text,
    kind: z.enum(['one', 'many', 'number']),
    prompt: text,
    name: text,
    type: text,
    rule: text.exactOptional(),
    action: text.exactOptional(),
    place: text.exactOptional(),
    min: count,
    max: count,
    budget: count.exactOptional(),
    optional: z.boolean(),
    series: count.exactOptional(),
    repeats: z.literal(true).exactOptional(),
    throughout: z.literal(true).exactOptional(),
    subject: z
      .strictObject({ type: z.enum(['zone', 'token', 'seat', 'action']), id: text, label: text })
      .exactOptional(),
    options: z.array(z.strictObject({ id: text, label: text, count, cost: count.exactOptional() })),
    offers: z.array(z.strictObject({ id: text, label: text, window: text, timing })),
    secret: z.boolean(),
    atOnce: z.literal(true).exactOptional(),
  }),
)

const common = {
  to: z.array(text.nullable()).exactOptional(),
  rule: text.exactOptional(),
  place: text.exactOptional(),
}

const decidingPart = z.strictObject({
  part: z.enum(['test', 'option', 'rank', 'amount', 'stop', 'chance']),
  rank: count.exactOptional(),
  picks: count,
  pick: count,
  before: count,
  after: count,
  chosen: text.exactOptional(),
  dropped: text.exactOptional(),
  value: count.exactOptional(),
  next: count.exactOptional(),
})

/** A reason of a bot's answer. */
export const policyReason = exactSchema<PolicyReason>()(
  z.strictObject({
    text,
    code: text.exactOptional(),
    title: text.exactOptional(),
    rule: text.exactOptional(),
    place: text.exactOptional(),
    secret: z.literal(true).exactOptional(),
    decided: decidingPart.exactOptional(),
  }),
)

const action = {
  action: text,
  seat: text,
  free: z.boolean(),
  class: text.exactOptional(),
  timing: timing.exactOptional(),
  ...common,
}

/** One event of a step. */
export const event = exactSchema<StepEvent>()(
  z.discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('chose'),
      seat: text,
      name: text,
      choice,
      label: text.exactOptional(),
      forced: z.literal(true).exactOptional(),
      atOnce: z.literal(true).exactOptional(),
      why: z.array(policyReason).exactOptional(),
      ...common,
    }),
    z.strictObject({ type: z.literal('answered'), seat: text, name: text, ...common }),
    z.strictObject({ type: z.enum(['began', 'ended']), ...action }),
    z.strictObject({ type: z.literal('entered'), procedure: text, title: text, ...common }),
    z.strictObject({ type: z.literal('left'), procedure: text, ...common }),
    z.strictObject({
      type: z.literal('moved'),
      what: text,
      became: text.exactOptional(),
      from: text,
      into: text,
      count,
      index: count.exactOptional(),
      bottom: z.literal(true).exactOptional(),
      ...common,
    }),
    z.strictObject({
      type: z.literal('flipped'),
      what: text,
      became: text,
      at: text,
      prop: text,
      value: text,
      index: count.exactOptional(),
      ...common,
    }),
    z.strictObject({
      type: z.literal('set'),
      variable: text,
      of: text.exactOptional(),
      from: constant,
      value: constant,
      ...common,
    }),
    z.strictObject({
      type: z.literal('rolled'),
      name: text,
      value: count,
      min: count,
      max: count,
      ...common,
    }),
    z.strictObject({
      type: z.literal('shuffled'),
      zone: text,
      order: z.array(text).exactOptional(),
      ...common,
    }),
    z.strictObject({ type: z.literal('revealed'), what: z.array(text), at: text, ...common }),
    z.strictObject({ type: z.literal('said'), text, ...common }),
    z.strictObject({ type: z.literal('over'), outcome, ...common }),
  ]),
)

/** The view of a seat or a spectator. */
export const view = exactSchema<View>()(
  z.strictObject({
    seat: text.nullable(),
    deciding: z.array(text),
    decision: decision.exactOptional(),
    outcome: outcome.exactOptional(),
    variables: record(constant),
    seats: record(record(constant)),
    zones: record(
      z.strictObject({
        size: count,
        pieces: record(count).exactOptional(),
        cards: z.array(text).exactOptional(),
        markers: record(constant),
      }),
    ),
  }),
)

const reason: z.ZodType<Reason> = z.lazy(() =>
  exactSchema<Reason>()(
    z.strictObject({
      text,
      code: text.exactOptional(),
      of: text.exactOptional(),
      rule: text.exactOptional(),
      place: text.exactOptional(),
      anyOf: z.array(reason).exactOptional(),
      allOf: z.array(reason).exactOptional(),
      noneWith: z.array(reason).exactOptional(),
    }),
  ),
)

/** Whether an option is offered and, if not, the clauses that fail. */
export const explanation = exactSchema<Explanation>()(
  z.strictObject({
    offered: z.boolean(),
    option: text,
    timing: timing.exactOptional(),
    unknown: z.literal(true).exactOptional(),
    summary: text,
    failed: z.array(reason),
  }),
)

/** The events of a previewed answer, and why the preview stops. */
export const preview = exactSchema<Preview>()(
  z.strictObject({
    events: z.array(event),
    until: z.enum(['question', 'over', 'chance', 'hidden']),
  }),
)

const cell = z.union([z.number(), z.array(z.number())])

/** A state as plain JSON. */
export const savedState = exactSchema<SavedState>()(
  z.strictObject({
    format: z.literal('ludoforge-state/3'),
    game: text,
    fingerprint: text,
    hash: text,
    data: z.array(z.number()),
    stack: z.array(cell),
    registers: z.array(cell),
    outcome: outcome.nullable(),
  }),
)
