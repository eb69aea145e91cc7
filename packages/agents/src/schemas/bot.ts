/** What is said between LudoForge and a bot that is a program: docs/line-protocol.md shows all of it. */
import type { Constant, Decision, Outcome, StepEvent, View } from '@ludoforge/kernel'
import { z } from 'zod'
import { PROTOCOL } from '../line-protocol/envelope.js'
import { choice, constant, decision, event, name, outcome, view } from './kernel.js'
import { complete } from './same-keys.js'

const id = z.number().int().min(0)
/** One game as one seat sees it. */
const game = z.number().int().min(1)
const LONGEST_REASON = 500

/** What a bot is sent beside the question. */
const wish = z.enum(['view', 'events'])

const rules = complete<Rules>()(
  z.strictObject({
    id: z.string(),
    title: z.string(),
    fingerprint: z.string(),
    seats: z.array(name),
    scenarios: z.array(name),
  }),
)

/** What a program is told of a game before it plays. */
export interface Rules {
  readonly id: string
  readonly title: string
  readonly fingerprint: string
  readonly seats: readonly string[]
  readonly scenarios: readonly string[]
}

/** What LudoForge asks and tells. */
export type ToBot =
  | { readonly id: number; readonly ask: 'hello'; readonly protocol: typeof PROTOCOL; readonly rules: Rules }
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
      readonly ms: number
    }
  | { readonly tell: 'end'; readonly game: number; readonly outcome: Outcome | null }
  | { readonly tell: 'quit' }

/** The messages to a program that decides, by name. */
export const toBot = {
  hello: z.strictObject({ id, ask: z.literal('hello'), protocol: z.literal(PROTOCOL), rules }),
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
  }),
  end: z.strictObject({ tell: z.literal('end'), game, outcome: outcome.nullable() }),
  quit: z.strictObject({ tell: z.literal('quit') }),
} satisfies Record<string, z.ZodType<ToBot>>

/** What it answers. More may stand there: nobody looks at it. */
export const fromBot = {
  hello: z.looseObject({
    id,
    name: z.string().min(1).max(100),
    wants: z.array(wish).exactOptional(), // default: all
  }),
  decide: z.looseObject({ id, choice, why: z.string().max(LONGEST_REASON).exactOptional() }),
}

/** How a program introduces itself. */
export type BotHello = z.infer<typeof fromBot.hello>

/** The messages as a JSON Schema. */
export function linesSchema(): object {
  const of = (shapes: Record<string, z.ZodType>): z.ZodType => z.union(Object.values(shapes))
  return z.toJSONSchema(z.object({ toBot: of(toBot), fromBot: of(fromBot) }), { target: 'draft-2020-12' })
}
