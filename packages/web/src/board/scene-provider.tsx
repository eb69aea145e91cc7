/** Gives HTML outside the board the scene's colours, pieces and cards. */
import type { GameDef } from '@ludoforge/kernel'
import type { Scene } from '@ludoforge/look'
import type { ReactNode } from 'react'
import { LookProvider, useLook } from './look.js'
import { useLookOf } from './make-look.js'
import { Piece, PieceDrawings } from './pieces/pieces.js'
import { SignView } from './pieces/symbols.js'

/** Provides the look of a scene, with the drawings of its pieces. */
export function SceneProvider({
  scene,
  zones,
  children,
}: {
  readonly scene: Scene
  readonly zones: GameDef['zones']
  readonly children: ReactNode
}): ReactNode {
  const look = useLookOf(scene, zones)
  return (
    <LookProvider value={look}>
      <svg className="drawings" width="0" height="0" aria-hidden="true">
        <defs>
          <PieceDrawings />
        </defs>
      </svg>
      {children}
    </LookProvider>
  )
}

/** A piece as an icon in text. */
export function PieceIcon({ kind, size = 19 }: { readonly kind: string; readonly size?: number }): ReactNode {
  return (
    <svg className="piece-icon" width={size} height={size} viewBox="-12 -12 24 24" aria-hidden="true">
      <Piece kind={kind} x={0} y={0} size={23} />
    </svg>
  )
}

/** The back of a card as an icon in text. */
export function CardIcon(): ReactNode {
  const { scene, palette } = useLook()
  const { colour, sign } = scene.back
  return (
    <svg className="piece-icon" width="14" height="19" viewBox="-7 -9.5 14 19" aria-hidden="true">
      <rect x={-6.5} y={-9} width={13} height={18} rx={2} fill={palette.of(colour)} stroke="#0006" />
      {sign === undefined ? null : <SignView name={sign} size={8} ink={palette.lighter(colour, 0.6)} />}
    </svg>
  )
}

/** The colours of a seat, as custom properties of its element. */
export function useSeatStyle(): (seat: string) => Record<`--${string}`, string> {
  const { scene, palette } = useLook()
  return (seat) => {
    const look = scene.seats[seat]
    const colour = look?.colour ?? 'dim'
    return { '--seat': palette.of(colour), '--on-seat': palette.on(colour, look?.ink) }
  }
}

/** The sign of a seat in its colour. */
export function SeatDisc({
  seat,
  state = '',
}: {
  readonly seat: string
  readonly state?: string
}): ReactNode {
  const { scene } = useLook()
  const style = useSeatStyle()
  const short = scene.seats[seat]?.short ?? seat
  return (
    <span className={`disc ${state}`} style={style(seat)} aria-hidden="true">
      {short.slice(0, 2)}
    </span>
  )
}
