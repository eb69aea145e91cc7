/** A schema that differs from its type doesn't compile. */
import { exactSchema } from '@ludoforge/agents/shapes'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

type Event =
  | { readonly type: 'moved'; readonly from: string; readonly count?: number }
  | { readonly type: 'said'; readonly lines: readonly { readonly text: string; readonly rule?: string }[] }

const moved = z.strictObject({
  type: z.literal('moved'),
  from: z.string(),
  count: z.number().exactOptional(),
})
const line = z.strictObject({ text: z.string(), rule: z.string().exactOptional() })
const said = z.strictObject({ type: z.literal('said'), lines: z.array(line) })

describe('a schema and its type are the same', () => {
  it('returns the schema if they are the same', () => {
    const schema = z.discriminatedUnion('type', [moved, said])
    expect(exactSchema<Event>()(schema)).toBe(schema)
  })

  it('a missing variant is a compile error', () => {
    // @ts-expect-error there is no `said`
    expect(exactSchema<Event>()(z.discriminatedUnion('type', [moved]))).toBeDefined()
  })

  it('so is a missing key, even an optional one or one in a list', () => {
    const uncounted = moved.omit({ count: true })
    // @ts-expect-error `moved` has no `count`
    expect(exactSchema<Event>()(z.discriminatedUnion('type', [uncounted, said]))).toBeDefined()
    const bare = said.extend({ lines: z.array(line.omit({ rule: true })) })
    // @ts-expect-error a line has no `rule`
    expect(exactSchema<Event>()(z.discriminatedUnion('type', [moved, bare]))).toBeDefined()
  })

  it('and a key that the type does not have', () => {
    const more = moved.extend({ into: z.string().exactOptional() })
    // @ts-expect-error there is no `into`
    expect(exactSchema<Event>()(z.discriminatedUnion('type', [more, said]))).toBeDefined()
  })

  it('so is a value of the type that the schema rejects', () => {
    const narrow = moved.extend({ from: z.enum(['hand', 'table']) })
    // @ts-expect-error `from` is any text
    expect(exactSchema<Event>()(z.discriminatedUnion('type', [narrow, said]))).toBeDefined()
    const filled = moved.extend({ count: z.number() })
    // @ts-expect-error `count` may be missing
    expect(exactSchema<Event>()(z.discriminatedUnion('type', [filled, said]))).toBeDefined()
    const one = said.extend({ lines: z.array(line.extend({ rule: z.literal('1.1').exactOptional() })) })
    // @ts-expect-error any rule may be in a line
    expect(exactSchema<Event>()(z.discriminatedUnion('type', [moved, one]))).toBeDefined()
  })

  it('and a value of the schema that the type rejects', () => {
    const wide = moved.extend({ from: z.string().nullable() })
    // @ts-expect-error `from` is never null
    expect(exactSchema<Event>()(z.discriminatedUnion('type', [wide, said]))).toBeDefined()
  })
})
