/**
 * Checks at compile time that a schema and a type are the same: each is assignable to the other, and both have the same
 * keys. `satisfies` checks one direction only and misses optional keys that a schema lacks.
 */
import type { z } from 'zod'

/** The key paths of a type, to a depth of four, with the `type` they belong to: "moved.from", "seats.colour". */
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
              | `${TypePrefix<T>}${K}`
              | `${TypePrefix<T>}${K}.${Keys<Exclude<T[K], undefined>, Less>}`
          }[keyof T & string]
      : never
  : never

type TypePrefix<T> = T extends { readonly type: infer Type extends string } ? `${Type}.` : ''

type IsSame<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false

/** A deeply readonly T, as the kernel declares its types. */
type DeepReadonly<T> = T extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
    : T

/** Whether every value of the type fits the schema. */
type Fits<T, S extends z.ZodType> = [T] extends [DeepReadonly<z.infer<S>>] ? true : false

/**
 * Returns the schema as a schema of T. It doesn't compile if the schema lacks a variant, a key or a value of T, or has more.
 */
export const exactSchema =
  <T>() =>
  <S extends z.ZodType<T>>(
    schema: S & ([IsSame<Keys<T>, Keys<z.infer<S>>>, Fits<T, S>] extends [true, true] ? unknown : never),
  ): z.ZodType<T> =>
    schema
