/** The DSL of the node and declaration tables, and the TypeScript types derived from them. */
import type { DECLARATIONS } from './declarations.js'
import type { Expr } from './index.js'
import type { NODES } from './nodes.js'

/** Field specifications by name. The name of an optional field ends in `?`. */
type Fields = Readonly<Record<string, string>>
export type Entry = readonly [about: string, fields: Fields | string, gives?: string]
export type Entries = Readonly<Record<string, Entry>>

/** A union of these kinds. */
export const either = <const K extends readonly string[]>(about: string, ...kinds: K) =>
  ({ form: 'either', about, kinds }) as const

/** An object with these fields. */
export const record = <const F extends Fields>(about: string, fields: F) =>
  ({ form: 'record', about, fields }) as const

/** A union discriminated by the field `tag`. Words with the same fields share an entry. */
export const tagged = <const T extends string, const N extends Entries>(about: string, tag: T, nodes: N) =>
  ({ form: 'tagged', about, tag, nodes }) as const

/** A union discriminated by the presence of a field. */
export const keyed = <const N extends Entries>(about: string, nodes: N) =>
  ({ form: 'keyed', about, nodes }) as const

/** A union of objects with one field each, which contains the others, plus an optional `src`. */
export const wrapped = <const N extends Entries>(about: string, nodes: N) =>
  ({ form: 'wrapped', about, nodes }) as const

export type Definitions = typeof NODES & typeof DECLARATIONS

/** The TypeScript type of a definition. */
export type TypeOf<N extends keyof Definitions> = Definition<Definitions[N]>

type Definition<D> = D extends { readonly form: 'either'; readonly kinds: infer K extends readonly string[] }
  ? Kind<K[number]>
  : D extends { readonly form: 'record'; readonly fields: infer F }
    ? Object<F>
    : D extends { readonly form: 'tagged'; readonly tag: infer T extends string; readonly nodes: infer N }
      ? { [E in keyof N]: Tagged<T, E, N[E]> }[keyof N]
      : D extends { readonly form: 'keyed'; readonly nodes: infer N }
        ? { [E in keyof N]: N[E] extends readonly [string, infer F, string?] ? Object<F> : never }[keyof N]
        : D extends { readonly form: 'wrapped'; readonly nodes: infer N }
          ? { [E in keyof N]: Wrapped<E, N[E]> }[keyof N]
          : never

type Tagged<T extends string, Words, E> = E extends readonly [string, infer F, string?]
  ? Flat<{ readonly [K in T]: Split<Words, ' '> } & Object<F>>
  : never

type Wrapped<Key, E> = E extends readonly [string, infer F, string?]
  ? Flat<{ readonly [K in Key & string]: F extends string ? Kind<F> : Object<F> } & { readonly src?: number }>
  : never

type Object<F> = Flat<
  { readonly [K in keyof F as K extends `${string}?` ? never : K]: Kind<F[K]> } & {
    readonly [K in keyof F as K extends `${infer N}?` ? N : never]?: Kind<F[K]>
  }
>

/** Flattens an intersection. It is a conditional type so that compiler messages show the flat object. */
type Flat<T> = T extends unknown ? { [K in keyof T]: T[K] } : never

type Split<T, By extends string> = T extends `${infer A}${By}${infer B}` ? A | Split<B, By> : T

interface Plain {
  readonly string: string
  readonly type: string
  readonly name: string
  readonly integer: number
  readonly count: number
  readonly place: number
  readonly boolean: boolean
  readonly true: true
  readonly null: null
}

/** The TypeScript type of a field. A specification in none of these forms is the type of an expression. */
type Kind<K> = K extends `${infer A}; ${string}`
  ? Kind<A>
  : K extends keyof Plain
    ? Plain[K]
    : K extends keyof Definitions
      ? K extends 'Expr'
        ? Expr
        : TypeOf<K>
      : K extends `[${infer A}]`
        ? readonly Kind<A>[]
        : K extends `{${infer A}}`
          ? Readonly<Record<string, Kind<A>>>
          : K extends `name ${string}` | `bind ${string}`
            ? string
            : K extends `${infer A} for ${string}`
              ? Kind<A>
              : K extends `each ${string}`
                ? readonly Expr[]
                : K extends `=${infer A}`
                  ? A
                  : K extends `${string}|${string}`
                    ? Split<K, '|'>
                    : Expr
