/** The board of any game: its scene, with the current view drawn into it. */
import type { StepEvent } from '@ludoforge/kernel'
import type { Layout } from '@ludoforge/look'
import { type CSSProperties, useEffect, useMemo, useRef, useState } from 'react'
import { AreaView } from './areas/areas.js'
import { durationAt } from './animation/flights.js'
import { useFlights } from './animation/use-flights.js'
import { LookProvider } from './look.js'
import { UNIT, useLookOf } from './make-look.js'
import { MapView } from './map/map.js'
import { Flights, MovingProvider } from './animation/animation.js'
import type { PanZoomTargets } from './input/pan-zoom.js'
import { PieceDrawings } from './pieces/pieces.js'
import { Positions } from './layout/positions.js'
import { HighlightProvider, HighlightStore } from './map/highlights.js'
import { Patterns } from './pieces/symbols.js'
import { useSize, useReducedMotion } from './screen.js'
import { useTargets } from './input/targets.js'
import type { BoardProps, Glow } from './types.js'
import { useZoom } from './input/zoom.js'
import { ZoomToolbar, regionsOf } from './input/zoom-toolbar.js'

const NO_GLOW: Glow = {}
const NO_STEPS: readonly StepEvent[] = []
/** Small text is hidden below this size in pixels. */
const MIN_TEXT_PX = 5.5

export function Board(props: BoardProps) {
  const { scene, def, view, values, glow = NO_GLOW, ghost = null, focus = null, steps = NO_STEPS } = props
  const { layout: wanted = 'auto', speed = 2 } = props
  const wrapper = useRef<HTMLDivElement>(null)
  const svg = useRef<SVGSVGElement>(null)
  const world = useRef<SVGGElement>(null)
  const sky = useRef<SVGGElement>(null)
  const picture = useRef<HTMLDivElement>(null)
  const [width, height] = useSize(wrapper)
  const still = useReducedMotion() || speed === 0
  const tall = wanted === 'tall' || (wanted === 'auto' && width < height * 0.9)
  const layout: Layout = tall ? scene.layouts.tall : scene.layouts.wide
  const look = useLookOf(scene, def.zones)
  const places = useMemo(() => new Positions(scene, layout, UNIT), [scene, layout])
  const [zoomedOut, setZoomedOut] = useState(false)
  const moved = (): PanZoomTargets => ({ worlds: [world.current, sky.current], picture: picture.current })
  const zoom = useZoom(wrapper, moved, { width, height, size: layout.size, tall }, still, (scale) => {
    setZoomedOut(scale * UNIT < MIN_TEXT_PX)
  })
  const regions = useMemo(() => regionsOf(scene.map, layout), [scene, layout])
  const map = scene.map
  const [rings] = useState(() => new HighlightStore())

  useEffect(() => {
    rings.set({ shown: focus })
    const box = focus === null ? undefined : places.zone(focus)
    if (box !== undefined) zoom.reveal(box)
  }, [focus, places, zoom, rings])

  const length = still ? 0 : durationAt(speed)
  const [flights, landed] = useFlights(view, steps, places, look, length)
  const events = useTargets(props, { svg, rings, zoom, regions, places })
  return (
    <div
      className="bd"
      style={
        {
          background: look.palette.of('table'),
          '--bd-glow': look.palette.of('glow'),
          '--bd-ghost': look.palette.of('ghost'),
          '--bd-ink': look.palette.of('ink'),
          '--bd-panel': look.palette.of('panel'),
          '--bd-line': look.palette.of('line'),
        } as CSSProperties
      }
    >
      <LookProvider value={look}>
        <MovingProvider value={length}>
          <HighlightProvider value={rings}>
            <div className="bd-stage" ref={wrapper}>
              <div className="bd-paper" ref={picture}>
                <svg
                  ref={svg}
                  className={zoomedOut ? 'bd-svg bd-far' : 'bd-svg'}
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
                          />
                        )
                      ) : (
                        <AreaView key={i} area={area} view={view} values={values} glow={glow} ghost={ghost} />
                      ),
                    )}
                  </g>
                </svg>
                <svg className="bd-sky" aria-hidden="true">
                  <g ref={sky}>
                    <Flights flights={flights} board={svg} onEnd={landed} />
                  </g>
                </svg>
              </div>
            </div>
            <ZoomToolbar zoom={zoom} regions={regions} />
          </HighlightProvider>
        </MovingProvider>
      </LookProvider>
    </div>
  )
}
