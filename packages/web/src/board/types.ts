import type { ReactNode } from 'react'
import type { GameDef, StepEvent, View } from '@ludoforge/kernel'
import type { Scene, Values } from '@ludoforge/look'
import type { Camera } from './camera/camera.js'

/**
 * Something that can be chosen: how many are picked, and how many can be (0: it is only highlighted). `soft`: a space that
 * only contains options.
 */
export interface Glowing {
  readonly picked: number
  readonly max: number
  readonly soft?: boolean
  /** The key of its option, drawn on the board. */
  readonly key?: string
  /** Its places in an ordered list of picks. */
  readonly order?: string
}

type Glowings = Readonly<Record<string, Glowing>>

/** Keys are the ids of options: zones, `kind@zone`, cards, seats. */
export interface Glow {
  readonly spaces?: Glowings
  readonly pieces?: Glowings
  /** By `card@zone`, or by the card alone if its zone doesn't matter. */
  readonly cards?: Glowings
  readonly seats?: Glowings
}

/** Something on the board that can be pointed at or chosen. `id` is a zone, `kind@zone`, a card or a seat. */
export interface Target {
  readonly kind: 'space' | 'piece' | 'card' | 'seat'
  readonly id: string
  readonly zone: string | null
}

export interface BoardProps {
  readonly scene: Scene
  /** The zones of the rules, for attributes and neighbours. */
  readonly def: Pick<GameDef, 'zones'>
  readonly view: View
  readonly values: Values
  readonly glow?: Glow
  /** The previewed position, drawn as ghosts over the present one. */
  readonly ghost?: Pick<View, 'zones' | 'variables' | 'seats'> | null
  /** The zones to highlight and scroll to. */
  readonly focus?: readonly string[]
  readonly onPick?: (target: Target) => void
  readonly onPoint?: (target: Target | null) => void
  /** Asks "why not?", by a long press or a right click. */
  readonly onAsk?: (target: Target) => void
  /** Called when a selectable piece is dragged to another target that can be chosen. */
  readonly onDrag?: (from: Target, to: Target) => void
  /** The events since the previous view, to animate. */
  readonly steps?: readonly StepEvent[]
  /** As in the settings: 0 is off, 3 is fast. */
  readonly speed?: number
  /** Shared with the minimap. Without it, the board has its own. */
  readonly camera?: Camera
  /** As in the settings: 0 turns automatic movement of the camera off, 3 is fast. */
  readonly cameraSpeed?: number
  /** Identifies the present question. The camera moves to its spaces once. */
  readonly question?: string
  /** The seats that touched spaces since the viewer's last turn, by zone. */
  readonly touched?: Readonly<Record<string, string>>
  /** Drawn over the map, in its coordinates: an SVG group. */
  readonly overlay?: ReactNode
}
