/** Checks, when it is compiled, that a schema has all keys of a type. `satisfies` alone overlooks what a schema lacks. */
import type { z } from 'zod'

/** All keys in a type, with the kind they belong to: "moved.from", "seats.colour". Lists are walked through, so deep. */
type Keys<T, Depth extends readonly 0[] = [0, 0, 0, 0]> = Depth extends readonly [
  0,
  ...infer Less extends 0[],
]
  ? T extends readonly (infer Item)[]
    ? Keys<Item, Less>
    : T extends object
      ? string extends keyof T
        ? never // a record: its keys are data
        : {
            [K in keyof T & string]:
              | `${KindOf<T>}${K}`
              | `${KindOf<T>}${K}.${Keys<Exclude<T[K], undefined>, Less>}`
          }[keyof T & string]
      : never
  : never

type KindOf<T> = T extends { readonly type: infer Kind extends string } ? `${Kind}.` : ''

type IsSame<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false

/** `complete<T>()(schema)` is the schema; it doesn't compile if the schema lacks a kind or a key of T, or has more. */
export const complete =
  <T>() =>
  <S extends z.ZodType<T>>(
    schema: S & (IsSame<Keys<T>, Keys<z.infer<S>>> extends true ? unknown : never),
  ): S =>
    schema
