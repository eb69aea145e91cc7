import type { GameDef, StepEvent, View } from '@ludoforge/kernel'
import type { Scene, Values } from '@ludoforge/look'

/** What may be chosen: how many of it are picked, and how many can be. `soft`: an offer beside the question. */
export interface Glowing {
  readonly picked: number
  readonly max: number
  readonly soft?: boolean
}

type Glowings = Readonly<Record<string, Glowing>>

/** Keys are the ids of options: zones, `kind@zone`, cards, seats. */
export interface Glow {
  readonly spaces?: Glowings
  readonly pieces?: Glowings
  /** By `card@zone`, or by the card alone where it does not matter where it lies. */
  readonly cards?: Glowings
  readonly seats?: Glowings
}

/** Something of the board that is pointed at or chosen; `id` is that of an option: a zone, `kind@zone`, a card, a seat. */
export interface Target {
  readonly kind: 'space' | 'piece' | 'card' | 'seat'
  readonly id: string
  readonly zone: string | null
}

export interface BoardProps {
  readonly scene: Scene
  /** What the rules say of spaces: attributes and neighbours. */
  readonly def: Pick<GameDef, 'zones'>
  readonly view: View
  readonly values: Values
  readonly layout?: 'wide' | 'tall' | 'auto'
  readonly glow?: Glow
  /** The position as it would be: drawn as ghosts over the present one. */
  readonly ghost?: Pick<View, 'zones' | 'variables' | 'seats'> | null
  /** A zone to show. */
  readonly focus?: string | null
  readonly onPick?: (target: Target) => void
  readonly onPoint?: (target: Target | null) => void
  /** Why not? By a long press or the right button. */
  readonly onAsk?: (target: Target) => void
  /** What happened since the view before: it is seen moving. */
  readonly steps?: readonly StepEvent[]
  /** As in the settings: 0 is off, 3 is fast. */
  readonly speed?: number
}
