/** Schemas shared by documents and messages. */
import { exactSchema, constant } from '@ludoforge/agents/shapes'
import { isPrintable, keysOf } from '@ludoforge/kernel'
import type { Values } from '@ludoforge/look'
import { z } from 'zod'
import { REFUSALS } from './errors.js'

/** The computed values of a scene, as a viewer may know them, in the scene's order. Null if there is no value. */
export const values = exactSchema<Values>()(
  z.strictObject({
    values: z.array(constant),
    seats: z.record(z.string(), z.array(constant)),
    spaces: z.record(z.string(), z.array(constant)),
  }),
)

/** A name that others see: one line, without control characters, which could hide text or control a terminal. */
export function nameSchema(what: string, max: number) {
  return lineSchema(what, max).refine(
    (text) => isPrintable(text) && !/[\t\n]/.test(text),
    `${what} can't contain line breaks or control characters.`,
  )
}

/** A text that others see. Line breaks are allowed, other control characters aren't. */
export function textSchema(what: string, max: number) {
  return lineSchema(what, max)
    .min(1, `${what} can't be empty.`)
    .refine(isPrintable, `${what} can't contain control characters.`)
}

function lineSchema(what: string, max: number) {
  return z.string().trim().max(max, `${what} has at most ${max} characters.`)
}

/** Why a request was refused. */
export const refusal = z.strictObject({
  code: z.enum(keysOf(REFUSALS)),
  message: z.string(),
  /** The seconds to wait before the next attempt, if a limit refused the request. */
  retryAfter: z.int().min(1).exactOptional(),
})
