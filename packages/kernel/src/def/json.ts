/** JSON texts that know the type of the value in them. */

declare const held: unique symbol

/** A JSON text that this program has written itself, and that holds a value of this type. */
export type JsonText<T> = string & { readonly [held]?: T }

/** Returns the value as JSON text. */
export const toJson = <T>(value: T): JsonText<T> => JSON.stringify(value)

/** Returns the value in a text of ours: `unknown` for a plain string. What others have written goes through a schema. */
export const fromJson = <T>(text: JsonText<T>): T => JSON.parse(text)
