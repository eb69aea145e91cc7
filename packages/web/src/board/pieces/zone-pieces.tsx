/** Draws the pieces of a zone in their box, with previews of those that come and go. */
import type { Box } from '@ludoforge/look'
import { numberRoom, pack, type PlacedPiece } from '../layout/pack.js'
import { pilesOf } from '../layout/piles-of.js'
import { useSlide } from '../animation/animation.js'
import { Piece } from './pieces.js'
import type { Glowing } from '../types.js'
import { useLook } from '../look.js'
import { nameOf } from '../labels.js'

export type PieceGlow = Readonly<Record<string, Glowing>> | undefined

/** The change of each kind's count in a preview. */
export type Changes = Readonly<Record<string, number>>

interface Props {
  readonly zone: string
  readonly kinds: readonly (readonly [string, number])[]
  readonly box: Box
  readonly cell: number
  readonly glow: PieceGlow
  readonly changes: Changes | undefined
  /** Draws a light plate behind the pieces, if they are on a drawing. */
  readonly plate?: boolean
}

export function ZonePieces({ zone, kinds, box, cell, glow, changes, plate = false }: Props) {
  const { scene } = useLook()
  const placed = pack(pilesOf(scene, kinds), box, cell)
  const counts = new Map(kinds)
  const coming = Object.entries(changes ?? {}).filter(([, more]) => more > 0)
  return (
    <>
      {plate && placed.length > 0 ? <Plate placed={placed} /> : null}
      {placed.map((pile) => {
        const id = `${pile.kind}@${zone}`
        const total = counts.get(pile.kind) ?? 0
        const leaving = Math.min(total, Math.max(0, -(changes?.[pile.kind] ?? 0)))
        return (
          <PieceView
            key={`${pile.kind} ${pile.index}`}
            zone={zone}
            placed={pile}
            glowing={glow?.[id]}
            leaving={pile.count > 1 ? leaving : pile.index >= total - leaving ? 1 : 0}
          />
        )
      })}
      {coming.length > 0 ? <ArrivingPieces coming={coming} box={box} cell={placed[0]?.size ?? cell} /> : null}
    </>
  )
}

function Plate({ placed }: { placed: readonly PlacedPiece[] }) {
  const { palette } = useLook()
  const left = Math.min(...placed.map(({ x, size }) => x - size / 2))
  const right = Math.max(...placed.map(({ x, size, count }) => x + size * (0.5 + numberRoom(count))))
  const top = Math.min(...placed.map(({ y, size }) => y - size / 2))
  const bottom = Math.max(...placed.map(({ y, size }) => y + size / 2))
  return (
    <rect
      className="bd-plate"
      x={left - 3}
      y={top - 3}
      width={right - left + 6}
      height={bottom - top + 6}
      rx={5}
      fill={palette.of('panel')}
    />
  )
}

function PieceView({
  zone,
  placed,
  glowing,
  leaving,
}: {
  zone: string
  placed: PlacedPiece
  glowing: Glowing | undefined
  leaving: number
}) {
  const { scene, palette } = useLook()
  const { kind, index, count, x, y, size } = placed
  const picked = glowing === undefined ? 0 : Math.max(0, Math.min(count, glowing.picked - index))
  const slide = useSlide<SVGGElement>(x, y)
  const first = index === 0 && glowing !== undefined
  return (
    <g
      ref={slide}
      className={leaving > 0 && leaving >= count ? 'bd-piece bd-leaving' : 'bd-piece'}
      data-kind="piece"
      data-id={`${kind}@${zone}`}
      data-zone={zone}
      {...(count > 1 ? { 'data-group': count } : {})}
      {...(glowing === undefined ? {} : { 'data-lit': '' })}
      {...(first
        ? {
            role: 'button',
            tabIndex: -1,
            'aria-label': spokenLabel(nameOf(scene, kind), nameOf(scene, zone), glowing),
          }
        : {})}
    >
      {glowing === undefined ? null : (
        <circle
          className={glowing.soft === true ? 'bd-halo bd-soft' : picked > 0 ? 'bd-halo bd-picked' : 'bd-halo'}
          cx={x}
          cy={y}
          r={size * 0.54}
        />
      )}
      <Piece kind={kind} x={x} y={y} size={size} />
      {count > 1 ? (
        <text
          className="bd-number"
          x={x + size * 0.52}
          y={y + size * 0.22}
          fontSize={size * 0.6}
          aria-hidden="true"
          fill={palette.of('ink')}
          stroke={palette.of('panel')}
        >
          {count}
        </text>
      ) : null}
      {picked > 0 ? (
        <CheckBadge
          x={x + size * 0.3}
          y={y - size * 0.3}
          size={size * 0.5}
          text={count > 1 ? String(picked) : '✓'}
        />
      ) : null}
      {leaving > 0 ? <ChangeBadge x={x} y={y} size={size} text={count > 1 ? `−${leaving}` : '−'} /> : null}
    </g>
  )
}

export function spokenLabel(name: string, where: string, { picked, max }: Glowing): string {
  const state = picked > 0 ? `, ${picked} of ${max} chosen` : ', can be chosen'
  return `${name} in ${where}${state}`
}

export function CheckBadge({ x, y, size, text }: { x: number; y: number; size: number; text: string }) {
  return (
    <g transform={`translate(${x} ${y})`} className="bd-tick" aria-hidden="true">
      <circle r={size * 0.5} />
      <text y={size * 0.26} fontSize={size * 0.72}>
        {text}
      </text>
    </g>
  )
}

function ChangeBadge({ x, y, size, text }: { x: number; y: number; size: number; text: string }) {
  return (
    <g transform={`translate(${x} ${y})`} className="bd-sum" aria-hidden="true">
      <rect x={-size * 0.3} y={-size * 0.3} width={size * 0.6} height={size * 0.6} rx={size * 0.3} />
      <text y={size * 0.22} fontSize={size * 0.6}>
        {text}
      </text>
    </g>
  )
}

/** The width of an arriving kind with its number, in piece sizes. */
const CHIP_WIDTH = 2

/** Previews arriving pieces at the lower edge of the box, so that no other piece moves. */
function ArrivingPieces({
  coming,
  box: [x, y, w, h],
  cell,
}: {
  coming: readonly (readonly [string, number])[]
  box: Box
  cell: number
}) {
  const size = Math.min(cell, w / (coming.length * CHIP_WIDTH))
  const left = x + w / 2 - (coming.length * CHIP_WIDTH * size) / 2
  return (
    <g className="bd-coming" aria-hidden="true">
      {coming.map(([kind, more], i) => {
        const at = left + (i + 0.5) * CHIP_WIDTH * size
        return (
          <g key={kind} data-coming={kind} transform={`translate(${at} ${y + h - size * 0.2})`}>
            <rect x={-size * 0.95} y={-size * 0.6} width={size * 1.9} height={size * 1.2} rx={size * 0.3} />
            <g opacity={0.8}>
              <Piece kind={kind} x={size * 0.38} y={0} size={size} />
            </g>
            <text x={-size * 0.48} y={size * 0.22} fontSize={size * 0.62}>
              {`+${more > 1 ? more : ''}`}
            </text>
          </g>
        )
      })}
    </g>
  )
}
