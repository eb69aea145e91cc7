/** The display names of a game, provided by the terminal or the page. */
import type { Constant, GameDef } from '@ludoforge/kernel'
import type { Scene } from '@ludoforge/look'

/** The display names that the log uses. */
export interface Vocabulary {
  readonly def: GameDef
  /** The computed values next to views, in the order in which hosts send them. */
  readonly reckoned: Pick<Scene, 'values' | 'seatValues' | 'spaceValues'>
  /** Separates the old value from the new one: `->`. */
  readonly arrow: string
  readonly paint: { readonly bold: (text: string) => string; readonly dim: (text: string) => string }
  seat(id: string): string
  /** The name of a seat without its colour. */
  plainSeat(id: string): string
  zone(id: string): string
  action(id: string): string
  variable(id: string): string
  /** The full name of a kind, with its states. */
  fullKind(kind: string): string
  /** The short and the full name of a value of the rules. */
  word(id: string): string
  fullWord(id: string): string
  fullValue(variable: string, value: Constant): string
  /** Returns a name with a count: `Cube x3`. */
  times(name: string, count: number): string
  /** Returns the seat that owns a kind of piece. */
  ownerOf(kind: string): string | undefined
  /** Internal state that the log omits: hidden by the look, or a variable local to an action. */
  isHidden(id: string): boolean
  isKept(variable: string): boolean
}
