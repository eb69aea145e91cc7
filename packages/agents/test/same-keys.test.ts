/** A schema that lacks something of its type doesn't compile. */
import { complete } from '@ludoforge/agents/shapes'
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

describe('a schema and its type have the same kinds and keys', () => {
  it('is the schema, if they do', () => {
    const schema = z.discriminatedUnion('type', [moved, said])
    expect(complete<Event>()(schema)).toBe(schema)
  })

  it('a kind that is missing is an error of the TypeScript compiler', () => {
    // @ts-expect-error there is no `said`
    expect(complete<Event>()(z.discriminatedUnion('type', [moved]))).toBeDefined()
  })

  it('so is a key, also an optional one, also in a list', () => {
    // @ts-expect-error `moved` has no `count`
    expect(complete<Event>()(z.discriminatedUnion('type', [moved.omit({ count: true }), said]))).toBeDefined()
    const bare = said.extend({ lines: z.array(line.omit({ rule: true })) })
    // @ts-expect-error a line has no `rule`
    expect(complete<Event>()(z.discriminatedUnion('type', [moved, bare]))).toBeDefined()
  })

  it('and one that the type does not have', () => {
    const more = moved.extend({ into: z.string().exactOptional() })
    // @ts-expect-error there is no `into`
    expect(complete<Event>()(z.discriminatedUnion('type', [more, said]))).toBeDefined()
  })
})
