/** The schema of the rulebook's description that a program is sent in `hello`. */
import type { Constant } from '@ludoforge/kernel'
import { z } from 'zod'
import { exactSchema } from './exact-schema.js'
import { constant, name } from './kernel.js'

/** A value that the game declares: of nothing, of a seat or of a zone. */
export interface RulebookValue {
  readonly id: string
  readonly of?: 'seat' | 'zone'
  readonly returns: string
}

/** The description of the rules that a program is sent before it plays. */
export interface Rulebook {
  readonly id: string
  readonly title: string
  readonly fingerprint: string
  readonly seats: readonly string[]
  readonly scenarios: readonly string[]
  readonly teams?: readonly { readonly id: string; readonly seats: readonly string[] }[]
  /** The map. */
  readonly spaces: readonly {
    readonly id: string
    readonly name: string
    readonly neighbours: readonly string[]
    readonly attributes: Readonly<Record<string, Constant>>
    readonly column?: number // on a regular board
    readonly row?: number
  }[]
  /** The places off the map: hands, decks, supplies. */
  readonly zones: readonly {
    readonly id: string
    readonly name: string
    readonly holds: 'pieces' | 'cards'
    readonly visible: 'all' | 'owner' | 'others' | 'none'
    readonly owner?: string
  }[]
  /** The types of pieces and cards. */
  readonly pieces: readonly {
    readonly id: string
    readonly name: string
    readonly family: 'pieces' | 'cards'
    readonly count: number
    readonly supply: string
    readonly attributes: Readonly<Record<string, Constant>>
    readonly changing: readonly string[]
  }[]
  /** The variables. `track`: it stops at its bounds. */
  readonly variables: readonly {
    readonly id: string
    readonly scope: 'global' | 'seat' | 'zone'
    readonly type: string
    readonly start: Constant
    readonly min?: number
    readonly max?: number
    readonly track?: true
    readonly hidden?: 'owner' | 'all'
  }[]
  readonly options: readonly {
    readonly id: string
    readonly about: string
    readonly type: string
    readonly default: Constant
    readonly min?: number
    readonly max?: number
  }[]
  /** The values that a bot can evaluate by name. */
  readonly values: readonly RulebookValue[]
  /** The policies of each seat; the first is the default. */
  readonly policies: Readonly<Record<string, readonly string[]>>
  readonly scores: {
    readonly worth?: string
    readonly promise?: string
    readonly features: readonly { readonly id: string; readonly about: string }[]
  }
}

const whole = z.number().int()
const attributes = z.record(z.string(), constant)

/** The schema of a rulebook's description. */
export const rulebook = exactSchema<Rulebook>()(
  z.strictObject({
    id: z.string(),
    title: z.string(),
    fingerprint: z.string(),
    seats: z.array(name),
    scenarios: z.array(name),
    teams: z.array(z.strictObject({ id: name, seats: z.array(name) })).exactOptional(),
    spaces: z.array(
      z.strictObject({
        id: name,
        name: z.string(),
        neighbours: z.array(name),
        attributes,
        column: whole.exactOptional(),
        row: whole.exactOptional(),
      }),
    ),
    zones: z.array(
      z.strictObject({
        id: name,
        name: z.string(),
        holds: z.enum(['pieces', 'cards']),
        visible: z.enum(['all', 'owner', 'others', 'none']),
        owner: name.exactOptional(),
      }),
    ),
    pieces: z.array(
      z.strictObject({
        id: name,
        name: z.string(),
        family: z.enum(['pieces', 'cards']),
        count: whole,
        supply: name,
        attributes,
        changing: z.array(name),
      }),
    ),
    variables: z.array(
      z.strictObject({
        id: name,
        scope: z.enum(['global', 'seat', 'zone']),
        type: z.string(),
        start: constant,
        min: whole.exactOptional(),
        max: whole.exactOptional(),
        track: z.literal(true).exactOptional(),
        hidden: z.enum(['owner', 'all']).exactOptional(),
      }),
    ),
    options: z.array(
      z.strictObject({
        id: name,
        about: z.string(),
        type: z.string(),
        default: constant,
        min: whole.exactOptional(),
        max: whole.exactOptional(),
      }),
    ),
    values: z.array(
      z.strictObject({ id: name, of: z.enum(['seat', 'zone']).exactOptional(), returns: z.string() }),
    ),
    policies: z.record(z.string(), z.array(name)),
    scores: z.strictObject({
      worth: name.exactOptional(),
      promise: name.exactOptional(),
      features: z.array(z.strictObject({ id: name, about: z.string() })),
    }),
  }),
)
