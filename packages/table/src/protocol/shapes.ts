/** Schemas shared by documents and messages. */
import { exactSchema, constant } from '@ludoforge/agents/shapes'
import { keysOf } from '@ludoforge/kernel'
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

/** Why a request was refused. */
export const refusal = z.strictObject({
  code: z.enum(keysOf(REFUSALS)),
  message: z.string(),
})
