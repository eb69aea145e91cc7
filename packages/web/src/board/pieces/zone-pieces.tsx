/** Draws the pieces of a zone in their box, with previews of those that come and go. */
import type { Box } from '@ludoforge/look'
import { useSlide } from '../animation/animation.js'
import { nameOf } from '../labels.js'
import { plateOf } from '../layout/arrange.js'
import type { PlacedPiece } from '../layout/pack.js'
import { MIN_CELL_PX, TICK_PX } from '../layout/sizes.js'
import { useLook } from '../look.js'
import { useScale } from '../map/scale.js'
import type { Glow, Glowing } from '../types.js'
import { CheckBadge, type Fate, LeavingSign, OptionNumber } from './badges.js'
import { Piece } from './pieces.js'
import type { Journey } from './preview-diff.js'

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
}

interface PlacedProps extends Props {
  readonly placed: readonly PlacedPiece[]
  /** Where leaving pieces go. */
  readonly leaving: readonly Journey[]
  /** A light plate behind the pieces, if they are on a drawing. */
  readonly plate: Box | null
}

/** Pieces at their places. */
export function PlacedPieces({ zone, kinds, placed, box, cell, glow, changes, leaving, plate }: PlacedProps) {
  const counts = new Map(kinds)
  const coming = Object.entries(changes ?? {}).filter(([, more]) => more > 0)
  const scale = useScale()
  return (
    <>
      {plate === null ? null : <Plate box={plate} />}
      {placed.map((pile) => {
        const id = `${pile.kind}@${zone}`
        const total = counts.get(pile.kind) ?? 0
        const gone = Math.min(total, Math.max(0, -(changes?.[pile.kind] ?? 0)))
        return (
          <PieceView
            key={`${pile.kind} ${pile.index}`}
            zone={zone}
            placed={pile}
            glowing={glow?.[id]}
            leaving={pile.count > 1 ? gone : pile.index >= total - gone ? 1 : 0}
            fate={fateOf(leaving, pile, total)}
          />
        )
      })}
      {coming.length > 0 ? (
        <ArrivingPieces
          coming={coming}
          box={plate ?? plateOf(placed) ?? box}
          cell={placed[0]?.size ?? Math.max(cell, MIN_CELL_PX / scale)}
        />
      ) : null}
    </>
  )
}

/** Returns the fate of a piece that leaves. The last pieces of a kind leave first, in the order of the journeys. */
function fateOf(journeys: readonly Journey[], { kind, index, count }: PlacedPiece, total: number): Fate {
  const own = journeys.filter((journey) => journey.kind === kind)
  let from = count > 1 ? 0 : total - 1 - index
  const journey = own.find((one) => {
    from -= one.count
    return from < 0
  })
  if (journey === undefined || journey.into === null) return 'removed'
  return journey.into === journey.from ? 'turned' : 'moved'
}

function Plate({ box: [x, y, width, height] }: { box: Box }) {
  const { palette } = useLook()
  return (
    <rect className="bd-plate" x={x} y={y} width={width} height={height} rx={5} fill={palette.of('panel')} />
  )
}

function PieceView({
  zone,
  placed,
  glowing,
  leaving,
  fate,
}: {
  zone: string
  placed: PlacedPiece
  glowing: Glowing | undefined
  leaving: number
  fate: Fate
}) {
  const { scene, palette } = useLook()
  const scale = useScale()
  const { kind, index, count, x, y, size } = placed
  const picked = glowing === undefined ? 0 : Math.max(0, Math.min(count, glowing.picked - index))
  const slide = useSlide<SVGGElement>(x, y, scale)
  const first = index === 0 && glowing !== undefined
  const tick = Math.max(size * 0.5, TICK_PX / scale)
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
          strokeWidth={1.5 / scale}
        />
      )}
      <Piece kind={kind} x={x} y={y} size={size} />
      {count > 1 ? (
        <text
          className="bd-number"
          x={x + size * 0.52}
          y={y + size * 0.22}
          fontSize={size * 0.6}
          strokeWidth={size * 0.12}
          aria-hidden="true"
          fill={palette.of('ink')}
          stroke={palette.of('panel')}
        >
          {count}
        </text>
      ) : null}
      {first && glowing.key !== undefined && picked === 0 ? (
        <OptionNumber
          x={x - size * 0.42}
          y={y - size * 0.42}
          size={tick}
          text={glowing.key}
          isPicked={false}
        />
      ) : null}
      {picked > 0 ? (
        <CheckBadge
          x={x + size * 0.36}
          y={y - size * 0.36}
          size={tick}
          text={glowing?.order ?? (count > 1 ? String(picked) : '✓')}
        />
      ) : null}
      {leaving > 0 ? (
        <LeavingSign x={x} y={y} size={size} fate={fate} count={count > 1 ? leaving : 0} />
      ) : null}
    </g>
  )
}

/** What a screen reader says: also the number that the board shows. */
function spokenLabel(name: string, where: string, { picked, max, key }: Glowing): string {
  const option = key === undefined ? '' : `, option ${key}`
  const state = picked > 0 ? `, ${picked} of ${max} chosen` : `${option}, can be chosen`
  return `${name} in ${where}${state}`
}

/** The width of an arriving kind with its number, in piece sizes. */
const CHIP_WIDTH = 2

/** Previews arriving pieces below the box, so that no other piece moves. */
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
          <g key={kind} data-coming={kind} transform={`translate(${at} ${y + h + size * 0.4})`}>
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

/** Returns the glow of the pieces in a zone, or `undefined` if there is none. */
export function glowInZone(glow: Glow['pieces'], zone: string): PieceGlow {
  const found = Object.entries(glow ?? {}).filter(([id]) => id.endsWith(`@${zone}`))
  return found.length === 0 ? undefined : Object.fromEntries(found)
}
