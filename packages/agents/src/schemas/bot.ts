/** The messages between LudoForge and a bot program. `docs/line-protocol.md` documents them. */
import type { Constant, Decision, Outcome, StepEvent, View } from '@ludoforge/kernel'
import { z } from 'zod'
import { PROTOCOL } from '../line-protocol/envelope.js'
import { choice, constant, decision, event, name, outcome, view } from './kernel.js'
import { botAnswers, botAsks } from './bot-asks.js'
import { rulebook, type Rulebook } from './rulebook.js'

const id = z.number().int().min(0)
/** The number of a game of one seat; each seat has its own. */
const game = z.number().int().min(1)
const MAX_REASON_LENGTH = 500

/** What a bot can be sent in addition to the decision. */
const extra = z.enum(['view', 'events'])

/** The time of a bot, in milliseconds, as in UCI: what is left for the game, and what each decision adds to it. */
export interface Clock {
  readonly left: number
  readonly increment: number
}

/** A message from LudoForge to a bot. */
export type ToBot =
  | {
      readonly id: number
      readonly ask: 'hello'
      readonly protocol: typeof PROTOCOL
      readonly rules: Rulebook
    }
  | {
      readonly tell: 'game'
      readonly game: number
      readonly seat: string
      readonly scenario?: string
      readonly options: Readonly<Record<string, Constant>>
      readonly seed: number // of the bot, not of the game
    }
  | { readonly tell: 'events'; readonly game: number; readonly events: readonly StepEvent[] }
  | {
      readonly id: number
      readonly ask: 'decide'
      readonly game: number
      readonly decision: Decision
      readonly view?: View
      readonly ms: number // for this decision
      readonly clock?: Clock // for the game, if it has a limit
    }
  | { readonly tell: 'end'; readonly game: number; readonly outcome: Outcome | null }
  | { readonly tell: 'quit' }

/** The schemas of the messages to a bot, by name. */
export const toBot = {
  hello: z.strictObject({ id, ask: z.literal('hello'), protocol: z.literal(PROTOCOL), rules: rulebook }),
  game: z.strictObject({
    tell: z.literal('game'),
    game,
    seat: name,
    scenario: name.exactOptional(),
    options: z.record(z.string(), constant),
    seed: z.number().int().min(0),
  }),
  events: z.strictObject({ tell: z.literal('events'), game, events: z.array(event) }),
  decide: z.strictObject({
    id,
    ask: z.literal('decide'),
    game,
    decision,
    view: view.exactOptional(),
    ms: z.number().int().min(1),
    clock: z
      .strictObject({ left: z.number().int().min(0), increment: z.number().int().min(0) })
      .exactOptional(),
  }),
  end: z.strictObject({ tell: z.literal('end'), game, outcome: outcome.nullable() }),
  quit: z.strictObject({ tell: z.literal('quit') }),
} satisfies Record<string, z.ZodType<ToBot>>

/** The schemas of a bot's responses, by request. Unknown fields are ignored. */
export const fromBot = {
  hello: z.looseObject({
    id,
    name: z.string().min(1).max(100),
    wants: z.array(extra).exactOptional(), // default: all
  }),
  decide: z.looseObject({ id, choice, why: z.string().max(MAX_REASON_LENGTH).exactOptional() }),
}

/** A bot's response to `hello`. */
export type BotHello = z.infer<typeof fromBot.hello>

/** Returns the JSON Schema of all messages. */
export function linesSchema(): object {
  const anyOf = (schemas: Record<string, z.ZodType>): z.ZodType => z.union(Object.values(schemas))
  const shapes = {
    toBot: anyOf(toBot),
    fromBot: anyOf(fromBot),
    asksOfBot: anyOf(botAsks),
    answersToBot: anyOf(botAnswers),
  }
  return z.toJSONSchema(z.object(shapes), { target: 'draft-2020-12' })
}
