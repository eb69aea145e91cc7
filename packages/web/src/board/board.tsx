/** The board of any game: what its scene says, with what lies there now. */
import type { Layout } from '@ludoforge/look'
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { AreaView } from './areas.js'
import { paletteOf } from './colours.js'
import { isArrow, nearest } from './keys.js'
import { type Look, LookProvider } from './look.js'
import { MapView, mapPlace } from './map.js'
import { PieceDrawings } from './pieces.js'
import { placeOfZone } from './places.js'
import { Patterns } from './symbols.js'
import { useSize, useStill, useTheme } from './screen.js'
import type { BoardProps, Glow, Target } from './types.js'
import { useZoom } from './zoom.js'
import { Controls } from './controls.js'

const NO_GLOW: Glow = {}
/** Below this many pixels small letters are left out. */
const LEGIBLE = 5.5
const LONG_PRESS = 550

export function Board(props: BoardProps) {
  const { scene, def, view, values, glow = NO_GLOW, ghost = null, focus = null } = props
  const { layout: wanted = 'auto', speed = 2 } = props
  const { theme, safe } = useTheme()
  const wrapper = useRef<HTMLDivElement>(null)
  const svg = useRef<SVGSVGElement>(null)
  const world = useRef<SVGGElement>(null)
  const [width, height] = useSize(wrapper)
  const still = useStill() || speed === 0
  const tall = wanted === 'tall' || (wanted === 'auto' && width < height * 0.9)
  const layout: Layout = tall ? scene.layouts.tall : scene.layouts.wide
  const unit = Math.max(...layout.size) / (tall ? 150 : 120)
  const prefix = useId().replaceAll(/[^a-zA-Z0-9]/g, '')
  const look = useMemo(
    (): Look => ({
      scene,
      palette: paletteOf(scene, theme, safe),
      prefix: `${prefix}-`,
      unit,
      zones: new Map(def.zones.map((zone) => [zone.id, zone])),
    }),
    [scene, def, theme, safe, prefix, unit],
  )
  const [far, setFar] = useState(false)
  const zoom = useZoom(svg, world, { width, height, size: layout.size, tall }, still, (scale) => {
    setFar(scale * unit < LEGIBLE)
  })
  const mapArea = layout.areas.find((area) => area.kind === 'map')
  const map = scene.map

  useEffect(() => {
    const box = focus === null ? undefined : placeOfZone(scene, layout, focus)
    if (box !== undefined) zoom.reveal(box)
  }, [focus, scene, layout, zoom])

  const events = useTargets(props, glow)
  return (
    <div
      className="bd"
      ref={wrapper}
      data-theme={theme}
      style={
        {
          background: look.palette.of('paper'),
          '--bd-glow': look.palette.of('glow'),
          '--bd-ghost': look.palette.of('ghost'),
          '--bd-ink': look.palette.of('ink'),
          '--bd-panel': look.palette.of('panel'),
        } as React.CSSProperties
      }
    >
      <LookProvider value={look}>
        <svg
          ref={svg}
          className={far ? 'bd-svg bd-far' : 'bd-svg'}
          role="group"
          aria-label={`Board of ${scene.title}`}
          {...events}
        >
          <defs>
            <Patterns />
            <PieceDrawings />
          </defs>
          <g ref={world}>
            {layout.areas.map((area, i) =>
              area.kind === 'map' ? (
                map === null ? null : (
                  <MapView
                    key="map"
                    map={map}
                    box={area.box}
                    view={view}
                    values={values}
                    glow={glow}
                    ghost={ghost}
                    first={map.spaces[0]?.zone}
                  />
                )
              ) : (
                <AreaView key={i} area={area} view={view} values={values} glow={glow} ghost={ghost} />
              ),
            )}
          </g>
        </svg>
        <Controls
          zoom={zoom}
          map={map}
          place={map === null || mapArea === undefined ? null : mapPlace(map, mapArea.box)}
        />
      </LookProvider>
    </div>
  )
}

function targetOf(node: EventTarget | null): Target | null {
  const element = node instanceof Element ? node.closest<SVGElement>('[data-kind]') : null
  if (element === null) return null
  const { kind, id = '', zone = null } = element.dataset
  if (kind !== 'space' && kind !== 'piece' && kind !== 'card' && kind !== 'seat') return null
  return { kind, id, zone }
}

/** What is meant by a click: the piece if it may be chosen, else the space it lies in. */
function meant(target: Target | null, glow: Glow): Target | null {
  if (target === null || target.zone === null) return target
  const space: Target = { kind: 'space', id: target.zone, zone: target.zone }
  if (target.kind === 'piece') return glow.pieces?.[target.id] === undefined ? space : target
  if (target.kind === 'card')
    return glow.cards?.[target.id] === undefined &&
      glow.cards?.[`${target.id}@${target.zone}`] === undefined &&
      glow.spaces?.[target.zone] !== undefined
      ? space
      : target
  return target
}

function useTargets({ onPick, onPoint, onAsk }: BoardProps, glow: Glow) {
  const pointed = useRef<string>('')
  const press = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const point = (node: EventTarget | null): void => {
    const target = meant(targetOf(node), glow)
    const key = target === null ? '' : `${target.kind} ${target.id} ${target.zone ?? ''}`
    if (key === pointed.current) return
    pointed.current = key
    onPoint?.(target)
  }
  const stop = (): void => clearTimeout(press.current)
  useEffect(() => stop, [])
  return {
    onClick: (event: MouseEvent) => {
      const target = meant(targetOf(event.target), glow)
      if (target !== null) onPick?.(target)
    },
    onContextMenu: (event: MouseEvent) => {
      const target = targetOf(event.target)
      if (target === null || onAsk === undefined) return
      event.preventDefault()
      onAsk(target)
    },
    onPointerDown: (event: PointerEvent) => {
      stop()
      const target = targetOf(event.target)
      if (event.pointerType !== 'touch' || target === null) return
      press.current = setTimeout(() => onAsk?.(target), LONG_PRESS)
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onPointerOver: (event: PointerEvent) => {
      if (event.pointerType !== 'touch') point(event.target)
    },
    onPointerLeave: () => point(null),
    onFocus: (event: React.FocusEvent) => point(event.target),
    onKeyDown: (event: KeyboardEvent<SVGSVGElement>) => {
      const from = event.target
      if (!(from instanceof SVGElement)) return
      if (event.key === 'Enter' || event.key === ' ') {
        const target = targetOf(from)
        if (target === null) return
        event.preventDefault()
        event.stopPropagation()
        onPick?.(target)
      } else if (isArrow(event.key)) {
        const all = [...event.currentTarget.querySelectorAll<SVGElement>('[role=button]')].filter(
          (one) => one !== from,
        )
        const found = nearest(middle(from), all.map(middle), event.key)
        event.preventDefault()
        event.stopPropagation()
        if (found !== undefined) all[found]?.focus()
      }
    },
  }
}

function middle(element: Element): { x: number; y: number } {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2 }
}
