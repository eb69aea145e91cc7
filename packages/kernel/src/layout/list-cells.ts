/** The cells of list variables. */
import { type GameDef, isList, itemOf, type VariableDef } from '../def/index.js'
import type { List } from './state.js'

/** The cells of a list variable: its length, then its items. Unused ones are 0, so that equal lists hash alike. */
export interface ListCells {
  readonly id: string
  readonly item: string // the type of one item
  readonly most: number
  readonly width: number // cells of one item
  readonly stride: number // cells of one list
  readonly min: number // of one item
  readonly max: number
  readonly forgets: boolean // a full list drops its first item
  readonly start: List
}

const holdsTokens = (type: string): boolean => isList(type) && ['token', 'position'].includes(itemOf(type))

/** Returns whether a game hides tokens, or variables other than this one. */
export function hidesSomething({ zones, variables }: GameDef, v: VariableDef): boolean {
  return (
    zones.some(({ visible }) => visible !== 'all') ||
    variables.some(({ id, hidden, type }) => hidden !== undefined && id !== v.id && !holdsTokens(type))
  )
}
