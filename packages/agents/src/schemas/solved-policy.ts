/** The file format of a solved policy: `ludoforge solve --out FILE` writes it, the agent `solved:FILE` reads it. */
import type { Choice, Constant } from '@ludoforge/kernel'
import { z } from 'zod'
import { exactSchema } from './exact-schema.js'
import { choice, constant } from './kernel.js'

/** The strategy in one information state. */
export interface SolvedEntry {
  readonly key: string // of the information state, with perfect recall
  readonly observation: string // the key of what the seat sees there, without recall
  readonly seat: string
  readonly weight: number // the probability that play reaches it, if both seats use the policy
  readonly choices: readonly Choice[]
  readonly probabilities: readonly number[]
}

/** A policy with its provenance: how it was computed, and how good it is. */
export interface SolvedPolicy {
  readonly format: 'ludoforge-policy/1'
  readonly game: string
  readonly fingerprint: string // of the rules
  readonly scenario: string | null // null: the first
  readonly options: Readonly<Record<string, Constant>>
  readonly command: string
  readonly version: string // of LudoForge
  readonly method: string
  readonly iterations: number
  readonly payoff: 'score' | 'result'
  readonly values: readonly number[] | null // by seat, if both use the policy; null: not computed
  readonly exploitability: number | null // null: not computed
  readonly complete: boolean // it has every information state of the game
  readonly states: readonly SolvedEntry[]
}

const finite = z.number()

/** The schema of `SolvedPolicy`. */
export const solvedPolicy = exactSchema<SolvedPolicy>()(
  z.strictObject({
    format: z.literal('ludoforge-policy/1'),
    game: z.string(),
    fingerprint: z.string(),
    scenario: z.string().nullable(),
    options: z.record(z.string(), constant),
    command: z.string(),
    version: z.string(),
    method: z.string(),
    iterations: z.number().int(),
    payoff: z.enum(['score', 'result']),
    values: z.array(finite).nullable(),
    exploitability: finite.nullable(),
    complete: z.boolean(),
    states: z.array(
      z.strictObject({
        key: z.string(),
        observation: z.string(),
        seat: z.string(),
        weight: finite.min(0),
        choices: z.array(choice),
        probabilities: z.array(finite.min(0).max(1)),
      }),
    ),
  }),
)
