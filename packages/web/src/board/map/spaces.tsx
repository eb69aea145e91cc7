/** The spaces of a map: shapes at the bottom; pieces, then names, marks and numbers above all shapes. */
import type { Constant, ZoneView } from '@ludoforge/kernel'
import type { Point, SpaceShape } from '@ludoforge/look'
import { memo } from 'react'
import { inkOn } from '../colours.js'
import { contentsIn, nameOf } from '../labels.js'
import { type Arrangement, nameBox, type PlacedName } from '../layout/arrange.js'
import { DOT_PX, OPTION_PX, TICK_PX } from '../layout/sizes.js'
import { shapeAttributes, textAttributes, useLook } from '../look.js'
import { CheckBadge, OptionNumber } from '../pieces/badges.js'
import type { Journey } from '../pieces/preview-diff.js'
import { patternOf } from '../pieces/symbols.js'
import { type Changes, type PieceGlow, PlacedPieces } from '../pieces/zone-pieces.js'
import { propsEqual } from '../props-equal.js'
import type { Glowing } from '../types.js'
import { type Mark, Marks, marksOf } from './marks.js'
import { useScale } from './scale.js'

interface ShapeProps {
  readonly shape: SpaceShape
  readonly view: ZoneView | undefined
  readonly values: readonly Constant[] | undefined
  readonly glowing: Glowing | undefined
}

/** The minimum width of a line for clicks. */
const MIN_HIT_WIDTH = 22

export const SpaceShapeView = memo(function SpaceShapeView({ shape, view, values, glowing }: ShapeProps) {
  const look = useLook()
  const { scene, palette, prefix } = look
  const style = scene.styles[shape.style]
  const marks = marksOf(look, shape.zone, view, values)
  const wash = marks.find((mark) => mark.look.wash === true)
  const pattern = patternOf(prefix, scene.styles, shape.style)
  return (
    <g
      className="bd-space"
      role="button"
      tabIndex={-1}
      aria-label={labelOf(look, shape.zone, view, marks, glowing)}
      {...(glowing === undefined ? {} : { 'aria-pressed': glowing.picked > 0, 'data-lit': '' })}
      data-kind="space"
      data-id={shape.zone}
      data-zone={shape.zone}
    >
      {shape.line === undefined ? (
        <>
          {style?.shadow === true ? (
            <path d={shape.path} transform="translate(1.5 2.5)" fill="#000" fillOpacity={0.3} />
          ) : null}
          <path className="bd-shape" d={shape.path} {...shapeAttributes(palette, style)} />
          {pattern === null ? null : <path d={shape.path} fill={pattern} pointerEvents="none" />}
          {wash === undefined ? null : (
            <path
              className="bd-wash"
              d={shape.path}
              fill={palette.of(wash.colour)}
              stroke={palette.of(wash.colour)}
              strokeWidth={shape.cell}
              clipPath={clipOf(prefix, shape)}
            />
          )}
        </>
      ) : (
        <Line d={shape.path} width={shape.line} style={shape.style} />
      )}
    </g>
  )
}, propsEqual)

/** A road: a casing, a filling, and a wider transparent line that takes clicks. */
function Line({ d, width, style: id }: { d: string; width: number; style: string }) {
  const { scene, palette } = useLook()
  const style = scene.styles[id]
  const common = { d, fill: 'none', strokeLinecap: 'round', strokeLinejoin: 'round' } as const
  return (
    <>
      <path
        {...common}
        stroke="transparent"
        strokeWidth={Math.max(MIN_HIT_WIDTH, width)}
        pointerEvents="stroke"
      />
      <path
        className="bd-shape"
        {...common}
        stroke={palette.of(style?.stroke ?? 'line')}
        strokeWidth={width}
      />
      <path
        {...common}
        stroke={palette.of(style?.fill ?? 'panel')}
        strokeWidth={width * 0.5}
        {...(style?.dash === undefined ? {} : { strokeDasharray: style.dash })}
      />
    </>
  )
}

/** The clip path of a space. */
const clipOf = (prefix: string, { zone }: SpaceShape): string => `url(#${prefix}inside-${zone})`

export const SpaceClips = memo(function Insides({ shapes }: { shapes: readonly SpaceShape[] }) {
  const { prefix } = useLook()
  return shapes.map((shape) =>
    shape.line === undefined ? (
      <clipPath key={shape.zone} id={`${prefix}inside-${shape.zone}`}>
        <path d={shape.path} />
      </clipPath>
    ) : null,
  )
})

/** The width of the glow inside an edge, and of the line at the edge, in pixels. Both are clipped to the space. */
const GLOW_PX = 24
const EDGE_PX = 8

/** The glowing edge of a selectable space, above its neighbours. */
export const SpaceGlow = memo(function SpaceGlow({ shape, glowing }: Pick<ShapeProps, 'shape' | 'glowing'>) {
  const { prefix } = useLook()
  const px = 1 / useScale()
  if (glowing === undefined) return null
  const state = glowing.soft === true ? 'bd-soft' : glowing.picked > 0 ? 'bd-picked' : ''
  const { line, path } = shape
  const clipPath = clipOf(prefix, shape)
  return (
    <g className={`bd-edge ${state}`} aria-hidden="true" pointerEvents="none">
      {line === undefined ? (
        <>
          <path className="bd-edge-wide" d={path} strokeWidth={GLOW_PX * px} clipPath={clipPath} />
          <path d={path} strokeWidth={EDGE_PX * px} clipPath={clipPath} />
        </>
      ) : (
        <>
          <path className="bd-edge-wide" d={path} strokeWidth={line + 12 * px} />
          <path className="bd-edge-wide" d={path} strokeWidth={line + 6 * px} />
        </>
      )}
    </g>
  )
})

interface PiecesProps {
  readonly shape: SpaceShape
  readonly kinds: readonly (readonly [string, number])[]
  readonly arrangement: Arrangement
  readonly isLit: boolean
  readonly pieces: PieceGlow
  /** The preview: changed counts of pieces, and where the leaving ones go. */
  readonly changes: Changes | undefined
  readonly leaving: readonly Journey[]
}

export const SpacePieces = memo(function SpacePieces(props: PiecesProps) {
  const { shape, kinds, arrangement, isLit, pieces, changes, leaving } = props
  const { scene } = useLook()
  const { zone } = shape
  return (
    <g
      className="bd-above"
      {...(isLit ? { 'data-lit': '' } : {})}
      data-kind="space"
      data-id={zone}
      data-zone={zone}
    >
      <PlacedPieces
        zone={zone}
        kinds={kinds}
        placed={arrangement.pieces}
        box={shape.pieces}
        cell={shape.cell}
        glow={pieces}
        changes={changes}
        leaving={leaving}
        plate={(scene.map?.under.length ?? 0) > 0 && shape.stack === undefined ? arrangement.plate : null}
      />
    </g>
  )
}, propsEqual)

interface LabelProps {
  readonly shape: SpaceShape
  readonly marks: readonly Mark[]
  readonly arrangement: Arrangement
  readonly glowing: Glowing | undefined
  /** The titles of marks that a preview changes. */
  readonly marked: ReadonlySet<string> | undefined
  /** The seat that touched the space since the viewer's last turn. */
  readonly touchedBy: string | undefined
}

export const SpaceLabels = memo(function SpaceLabels(props: LabelProps) {
  const { shape, marks, arrangement, glowing, marked, touchedBy } = props
  const { name, badge } = arrangement
  const [first, ...others] = marks
  const changed = marked === undefined ? {} : { changed: marked }
  return (
    <g
      className="bd-label"
      {...(glowing === undefined ? {} : { 'data-lit': '' })}
      data-kind="space"
      data-id={shape.zone}
      data-zone={shape.zone}
    >
      {name === null ? null : <SpaceName shape={shape} name={name} />}
      {badge === null || first === undefined ? null : <Marks marks={[first]} cells={[badge]} {...changed} />}
      <Marks marks={badge === null ? marks : others} cells={arrangement.marks} {...changed} />
      {touchedBy === undefined ? null : <Touched shape={shape} arrangement={arrangement} seat={touchedBy} />}
    </g>
  )
}, propsEqual)

/** Returns the box that the dot is at: the pieces, or the name. */
function anchorOf({ name, pieces }: SpaceShape, arrangement: Arrangement) {
  if (arrangement.plate !== null) return arrangement.plate
  return arrangement.name === null ? pieces : nameBox(name, arrangement.name)
}

interface ChoiceProps {
  readonly shape: SpaceShape
  readonly at: Point
  readonly glowing: Glowing
}

/** The option number of a space, and the number of picks or its place among them. */
export const SpaceChoice = memo(function SpaceChoice({ shape, at: [x, y], glowing }: ChoiceProps) {
  const px = 1 / useScale()
  const { key, picked, max, order } = glowing
  const tick = picked > 0 ? (order ?? (max > 1 ? String(picked) : '✓')) : undefined
  return (
    <g data-kind="space" data-id={shape.zone} data-zone={shape.zone} className="bd-choice">
      {key === undefined ? null : (
        <OptionNumber x={x} y={y} size={OPTION_PX * px} text={key} isPicked={picked > 0} />
      )}
      {tick === undefined ? null : (
        <CheckBadge
          x={x}
          y={y - (key === undefined ? 0 : OPTION_PX * 0.62 * px)}
          size={TICK_PX * px}
          text={tick}
        />
      )}
    </g>
  )
}, propsEqual)

/** The dot of the seat that touched a space. */
function Touched({
  shape,
  arrangement,
  seat,
}: {
  shape: SpaceShape
  arrangement: Arrangement
  seat: string
}) {
  const { scene, palette } = useLook()
  const px = 1 / useScale()
  const [left, top, width] = anchorOf(shape, arrangement)
  return (
    <circle
      className="bd-touched"
      data-seat={seat}
      cx={left + width}
      cy={top}
      r={(DOT_PX / 2) * px}
      fill={palette.of(scene.seats[seat]?.colour ?? 'ink')}
      stroke={palette.of('panel')}
      strokeWidth={2 * px}
    >
      <title>{`${scene.seats[seat]?.name ?? seat} was here since your turn`}</title>
    </circle>
  )
}

function SpaceName({ shape, name }: { shape: SpaceShape; name: PlacedName }) {
  const { scene, palette } = useLook()
  const style = scene.styles[shape.name.style]
  const { lines } = shape.name
  const { size, plate } = name
  const letters = textAttributes(palette, style, size)
  const ink = String(letters.fill)
  const ground = inkOn(ink) === '#ffffff' ? palette.of('panel') : palette.of('black')
  const [x, y] = name.at
  const top = y - ((lines.length - 1) * size * 1.1) / 2
  return (
    <g className="bd-name">
      {plate === undefined ? null : (
        <rect
          x={plate[0]}
          y={plate[1]}
          width={plate[2]}
          height={plate[3]}
          rx={4}
          fill={ground}
          stroke={palette.of('line')}
          strokeWidth={0.8}
        />
      )}
      {lines.map((line, i) => (
        <text
          key={line}
          {...letters}
          x={x}
          y={top + i * size * 1.1 + size * 0.35}
          className={plate === undefined ? 'bd-halo-text' : ''}
          stroke={plate === undefined ? ground : 'none'}
          strokeWidth={size * 0.2}
        >
          {line}
        </text>
      ))}
    </g>
  )
}

function labelOf(
  { scene, zones }: ReturnType<typeof useLook>,
  zone: string,
  view: ZoneView | undefined,
  marks: readonly Mark[],
  glowing: Glowing | undefined,
): string {
  const attributes = Object.entries(zones.get(zone)?.attributes ?? {})
  const state =
    glowing === undefined || glowing.max === 0
      ? ''
      : glowing.picked > 0
        ? `${glowing.picked} of ${glowing.max} chosen`
        : 'can be chosen'
  const parts = [
    nameOf(scene, zone),
    ...attributes.flatMap(([id, value]) =>
      typeof value === 'string' ? nameOf(scene, value) : value === true ? nameOf(scene, id) : [],
    ),
    ...marks.map(({ title }) => title),
    contentsIn(scene, view) || 'empty',
    state,
  ]
  return parts.filter((part) => part !== '').join(', ')
}
