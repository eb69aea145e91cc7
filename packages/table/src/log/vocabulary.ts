/** Names for people, as a terminal or a page gives them. */
import type { Constant, GameDef } from '@ludoforge/kernel'
import type { Scene } from '@ludoforge/look'

/** How things are called in a story. */
export interface Vocabulary {
  readonly def: GameDef
  /** What is computed beside a position, in the order in which hosts tell it. */
  readonly reckoned: Pick<Scene, 'values' | 'seatValues' | 'spaceValues'>
  /** Between what was and what is: `->`. */
  readonly arrow: string
  readonly paint: { readonly bold: (text: string) => string; readonly dim: (text: string) => string }
  seat(id: string): string
  /** Without its colour. */
  plainSeat(id: string): string
  zone(id: string): string
  action(id: string): string
  variable(id: string): string
  /** The whole name of a kind, with its states. */
  fullKind(kind: string): string
  /** A value of the rules: short, and whole. */
  word(id: string): string
  fullWord(id: string): string
  fullValue(variable: string, value: Constant): string
  /** So many of something. */
  times(name: string, count: number): string
  /** The seat that a piece belongs to. */
  ownerOf(kind: string): string | undefined
  /** Books that the rules keep and nobody reads: by the look, or kept by an action for itself. */
  isHidden(id: string): boolean
  isKept(variable: string): boolean
}
