/**
 * Checks, when it is compiled, that a schema and a type are the same: each is assignable to the other, and both have the
 * same keys. `satisfies` checks one direction only, and overlooks optional keys that a schema lacks.
 */
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

/** What a schema returns, as the types of the kernel are written: nothing in it changes. */
type Unchanging<T> = T extends readonly (infer Item)[]
  ? readonly Unchanging<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: Unchanging<T[K]> }
    : T

/** Every value of the type fits the schema. */
type Fits<T, S extends z.ZodType> = [T] extends [Unchanging<z.infer<S>>] ? true : false

/**
 * Returns the schema, as one of T. It doesn't compile if the schema lacks a kind, a key or a value of T, or has more.
 */
export const complete =
  <T>() =>
  <S extends z.ZodType<T>>(
    schema: S & ([IsSame<Keys<T>, Keys<z.infer<S>>>, Fits<T, S>] extends [true, true] ? unknown : never),
  ): z.ZodType<T> =>
    schema
