/** The minimap: who controls which space, marks that tint a space, and the frame of what the board shows. */
import type { GameDef, View } from '@ludoforge/kernel'
import type { Point, Scene, SpaceShape, Values } from '@ludoforge/look'
import { type KeyboardEvent, memo, type PointerEvent, useMemo, useSyncExternalStore } from 'react'
import { centre } from '../layout/boxes.js'
import { type Look, shapeAttributes } from '../look.js'
import { useLookOf } from '../make-look.js'
import { type Mark, marksOf } from '../map/marks.js'
import type { Camera } from './camera.js'
import { frameOf } from './viewport.js'

export interface MinimapProps {
  readonly camera: Camera
  readonly scene: Scene
  readonly def: Pick<GameDef, 'zones'>
  readonly view: View
  readonly values: Values
}

/** An arrow key moves the view by this part of its size. */
const KEY_STEP = 0.25
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Draws nothing for a board that is shown whole. */
export function Minimap({ camera, scene, def, view, values }: MinimapProps) {
  const look = useLookOf(scene, def.zones)
  // The view changes in every frame of a movement, so only the frame listens to it.
  const stage = useSyncExternalStore(camera.subscribe, () => camera.get().stage)
  const regions = useSyncExternalStore(camera.subscribe, () => camera.get().regions)
  const whole = useSyncExternalStore(camera.subscribe, () => camera.get().whole)
  const { map } = scene
  const spaces = useMemo(
    () =>
      (map?.spaces ?? [])
        .filter(({ line }) => line === undefined)
        .toSorted((a, b) => a.order - b.order)
        .map((shape) => ({
          shape,
          marks: marksOf(look, shape.zone, view.zones[shape.zone], values.spaces[shape.zone]),
        })),
    [map, look, view, values],
  )
  if (map === null || stage === null || stage.natural === null) return null
  const [w, h] = map.size
  const drag = (event: PointerEvent<HTMLElement>): void => {
    if (event.type === 'pointerdown') event.currentTarget.setPointerCapture(event.pointerId)
    else if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const box = event.currentTarget.getBoundingClientRect()
    camera.centreOn(
      ((event.clientX - box.left) / box.width) * w,
      ((event.clientY - box.top) / box.height) * h,
    )
  }
  const press = (event: KeyboardEvent): void => {
    const step = ARROWS[event.key]
    if (step === undefined) return
    event.preventDefault()
    event.stopPropagation()
    const { view: at } = camera.get()
    const frame = frameOf(stage, at)
    camera.centreOn(at.x + step[0] * frame[2] * KEY_STEP, at.y + step[1] * frame[3] * KEY_STEP)
  }
  return (
    <div className="bd-mini">
      <div
        className="bd-mini-map"
        role="application"
        aria-roledescription="minimap"
        aria-label="Minimap: drag, or press the arrow keys, to move the view"
        tabIndex={0}
        onPointerDown={drag}
        onPointerMove={drag}
        onKeyDown={press}
        style={{ background: look.palette.of('table') }}
      >
        <svg viewBox={`0 0 ${w} ${h}`} aria-hidden="true">
          <MiniSpaces look={look} spaces={spaces} />
        </svg>
        <MiniFrame camera={camera} size={map.size} />
      </div>
      <ul className="bd-mini-regions">
        <li>
          <button type="button" aria-pressed={whole} onClick={() => camera.toggleWhole()}>
            <kbd>M</kbd> Whole map
          </button>
        </li>
        {regions.slice(0, 9).map(({ title }, i) => (
          <li key={title}>
            <button type="button" onClick={() => camera.showRegion(i)}>
              <kbd>{`⇧${i + 1}`}</kbd> {title}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The frame of what the board shows. */
function MiniFrame({ camera, size: [w, h] }: { camera: Camera; size: Point }) {
  const { stage, view } = useSyncExternalStore(camera.subscribe, camera.get)
  if (stage === null) return null
  const [x, y, wide, high] = frameOf(stage, view)
  const left = Math.max(0, x)
  const top = Math.max(0, y)
  const percent = (part: number, of: number): string => `${(100 * part) / of}%`
  return (
    <div
      className="bd-mini-frame"
      style={{
        left: percent(left, w),
        top: percent(top, h),
        width: percent(Math.min(w, x + wide) - left, w),
        height: percent(Math.min(h, y + high) - top, h),
      }}
    />
  )
}

interface MiniSpace {
  readonly shape: SpaceShape
  readonly marks: readonly Mark[]
}

/** The size of a dot, as a part of the map's width. */
const DOT = 0.026

/** The spaces in the colours of their shields, with a dot for each mark that tints a space. */
const MiniSpaces = memo(function MiniSpaces({ look, spaces }: { look: Look; spaces: readonly MiniSpace[] }) {
  const { palette, scene } = look
  const width = scene.map?.size[0] ?? 0
  return (
    <g aria-hidden="true">
      {spaces.map(({ shape, marks }) => {
        const shield = marks.find((mark) => mark.look.shape === 'shield')
        const { fill } = shapeAttributes(palette, scene.styles[shape.style])
        return (
          <path
            key={shape.zone}
            d={shape.path}
            fill={shield === undefined ? fill : palette.of(shield.colour)}
            fillOpacity={shield === undefined ? 0.55 : 1}
            stroke={palette.of('panel')}
            strokeWidth={width * 0.005}
          />
        )
      })}
      {spaces.map(({ shape, marks }) =>
        marks
          .filter((mark) => mark.look.wash === true)
          .map((mark) => {
            const [x, y] = centre(shape.pieces)
            return (
              <circle
                key={`${shape.zone} ${mark.look.title}`}
                data-zone={shape.zone}
                cx={x}
                cy={y}
                r={width * DOT}
                fill={palette.of(mark.colour)}
                stroke={palette.of('panel')}
                strokeWidth={width * 0.007}
              />
            )
          }),
      )}
    </g>
  )
})
