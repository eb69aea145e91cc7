/** What a server tells beside what the kernel does. */
import { complete, constant } from '@ludoforge/agents/shapes'
import { keysOf } from '@ludoforge/kernel'
import type { Values } from '@ludoforge/look'
import { z } from 'zod'
import { REFUSALS } from './errors.js'

/** What the rules compute for the scene of a game, as one may know it, in the scene's order; null: it has no value. */
export const values = complete<Values>()(
  z.strictObject({
    values: z.array(constant),
    seats: z.record(z.string(), z.array(constant)),
    spaces: z.record(z.string(), z.array(constant)),
  }),
)

/** Why a request is not carried out. */
export const refusal = z.strictObject({
  code: z.enum(keysOf(REFUSALS)),
  message: z.string(),
})
