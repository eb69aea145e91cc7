/** The place in a list of tables where the next page starts. */
import { z } from 'zod'

/** A table in a list that has the most recently changed tables first. Tables that changed at one time are in order of their ids. */
export interface ListPlace {
  readonly changed: number
  readonly id: string
}

/** Returns the value of `?before=` for the page after this table. */
export function pageAfter({ changed, id }: ListPlace): string {
  return `${changed},${id}`
}

/** Parses the value of `?before=`. */
export const listPlace = z
  .string()
  .regex(/^\d{1,15},[\w-]{1,64}$/, 'expected the time and the id of a table (TIME,ID)')
  .transform((text): ListPlace => {
    const [changed = '', id = ''] = text.split(',')
    return { changed: Number(changed), id }
  })
