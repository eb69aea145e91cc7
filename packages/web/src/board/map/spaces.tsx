/** The spaces of a map: shapes at the bottom; names, marks and pieces above all shapes. */
import type { Constant, ZoneView } from '@ludoforge/kernel'
import type { SpaceShape } from '@ludoforge/look'
import { memo } from 'react'
import { contains } from '../layout/boxes.js'
import { inkOn } from '../colours.js'
import { textAttributes, shapeAttributes, useLook } from '../look.js'
import { type Mark, markCells, Marks, marksOf } from './marks.js'
import { type Changes, type PieceGlow, ZonePieces, CheckBadge } from '../pieces/zone-pieces.js'
import { propsEqual } from '../props-equal.js'
import { patternOf } from '../pieces/symbols.js'
import type { Glowing } from '../types.js'
import { contentsIn, kindsIn, nameOf } from '../labels.js'

export interface SpaceProps {
  readonly shape: SpaceShape
  readonly view: ZoneView | undefined
  readonly values: readonly Constant[] | undefined
  readonly glowing: Glowing | undefined
  readonly pieces: PieceGlow
  /** The preview: changed counts of pieces, and the titles of changed marks. */
  readonly changes: Changes | undefined
  readonly marked: ReadonlySet<string> | undefined
}

/** The minimum width of a line for clicks. */
const MIN_HIT_WIDTH = 22

export const SpaceShapeView = memo(function SpaceBelow({ shape, view, values, glowing }: SpaceProps) {
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

/** The glowing edge of a selectable space, above its neighbours. */
export const SpaceGlow = memo(function SpaceGlow({ shape, glowing }: Pick<SpaceProps, 'shape' | 'glowing'>) {
  const { prefix } = useLook()
  if (glowing === undefined) return null
  const state = glowing.soft === true ? 'bd-soft' : glowing.picked > 0 ? 'bd-picked' : ''
  const { line, path, cell } = shape
  return (
    <g className={`bd-edge ${state}`} aria-hidden="true" pointerEvents="none">
      {line === undefined ? (
        <>
          <path className="bd-edge-wide" d={path} strokeWidth={cell * 1.4} clipPath={clipOf(prefix, shape)} />
          <path className="bd-edge-wide" d={path} strokeWidth={cell * 0.7} clipPath={clipOf(prefix, shape)} />
          <path d={path} strokeWidth={2.4} />
        </>
      ) : (
        <>
          <path className="bd-edge-wide" d={path} strokeWidth={line + 14} />
          <path className="bd-edge-wide" d={path} strokeWidth={line + 7} />
        </>
      )}
    </g>
  )
})

export const SpaceContents = memo(function SpaceAbove({
  shape,
  view,
  values,
  glowing,
  pieces,
  changes,
  marked,
}: SpaceProps) {
  const look = useLook()
  const { scene } = look
  const marks = marksOf(look, shape.zone, view, values)
  const [first, ...others] = marks
  const hasBadge = shape.badge !== undefined && first !== undefined
  const inRow = hasBadge ? others : marks
  const kinds = kindsIn(scene, view)
  const cells = markCells(inRow.length, shape.marks, shape.name.at, shape.cell * 1.1)
  const covered = kinds.length > 0 && contains(shape.pieces, shape.name.at)
  return (
    <g
      className="bd-above"
      {...(glowing === undefined ? {} : { 'data-lit': '' })}
      data-kind="space"
      data-id={shape.zone}
      data-zone={shape.zone}
    >
      <SpaceName shape={shape} covered={covered} />
      {hasBadge && shape.badge !== undefined ? (
        <Marks
          marks={[first]}
          cells={[badgeCell(shape)]}
          {...(marked === undefined ? {} : { changed: marked })}
        />
      ) : null}
      <Marks marks={inRow} cells={cells} {...(marked === undefined ? {} : { changed: marked })} />
      <ZonePieces
        zone={shape.zone}
        kinds={kinds}
        box={shape.pieces}
        cell={shape.cell}
        glow={pieces}
        changes={changes}
        plate={(scene.map?.under.length ?? 0) > 0}
      />
      {glowing !== undefined && glowing.picked > 0 ? (
        <CheckBadge
          x={shape.name.at[0]}
          y={shape.name.at[1] - shape.name.size * 1.3}
          size={shape.name.size * 1.4}
          text={glowing.max > 1 ? String(glowing.picked) : '✓'}
        />
      ) : null}
    </g>
  )
}, propsEqual)

const BADGE = 18

function badgeCell({ badge: [x, y] = [0, 0] }: SpaceShape): [number, number, number, number] {
  return [x - BADGE / 2, y - BADGE / 2, BADGE, BADGE]
}

function SpaceName({ shape: { name }, covered }: { shape: SpaceShape; covered: boolean }) {
  const { scene, palette } = useLook()
  const style = scene.styles[name.style]
  const letters = textAttributes(palette, style, name.size)
  const ink = String(letters.fill)
  const ground = inkOn(ink) === '#ffffff' ? palette.of('panel') : palette.of('black')
  const [x, y] = name.at
  const top = y - ((name.lines.length - 1) * name.size * 1.1) / 2
  return (
    <g className="bd-name">
      {name.plate === undefined ? null : (
        <rect
          x={name.plate[0]}
          y={name.plate[1]}
          width={name.plate[2]}
          height={name.plate[3]}
          rx={4}
          fill={ground}
          stroke={palette.of('line')}
          strokeWidth={0.8}
        />
      )}
      {covered
        ? null
        : name.lines.map((line, i) => (
            <text
              key={line}
              {...letters}
              x={x}
              y={top + i * name.size * 1.1 + name.size * 0.35}
              className={`${name.plate === undefined ? 'bd-halo-text' : ''} ${name.size < 10 ? 'bd-small' : ''}`}
              stroke={name.plate === undefined ? ground : 'none'}
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
    glowing === undefined
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
