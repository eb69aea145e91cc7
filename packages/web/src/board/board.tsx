/** The board of a game with spaces: its map or grid, with the current view drawn into it. */
import type { StepEvent } from '@ludoforge/kernel'
import { type CSSProperties, useEffect, useMemo, useRef, useState } from 'react'
import { Flights, MovingProvider } from './animation/animation.js'
import { durationAt } from './animation/flights.js'
import { useFlights } from './animation/use-flights.js'
import { Camera } from './camera/camera.js'
import { Outside } from './camera/outside.js'
import { useCamera } from './camera/use-camera.js'
import { useStage } from './camera/use-stage.js'
import { cameraScale } from './camera/viewport.js'
import { useDrag } from './input/drag.js'
import { useTargets } from './input/targets.js'
import { Positions } from './layout/positions.js'
import { LookProvider } from './look.js'
import { useLookOf } from './make-look.js'
import { HighlightProvider, HighlightStore } from './map/highlights.js'
import { MapContents, MapGround } from './map/map.js'
import { ScaleProvider } from './map/scale.js'
import { PieceDrawings } from './pieces/pieces.js'
import { Patterns } from './pieces/symbols.js'
import { useReducedMotion, useSize } from './screen.js'
import type { BoardProps, Glow } from './types.js'

const NO_GLOW: Glow = {}
const NO_STEPS: readonly StepEvent[] = []
const NO_SIZE = [1, 1] as const
const NO_MARKS: readonly string[] = []
const NO_SEATS: Readonly<Record<string, string>> = {}
const NO_REGIONS: readonly [] = []
/** Below this part of natural size, marks that never change are left out. */
const WHOLE = 0.8

export function Board(props: BoardProps) {
  const { scene, def, view, values, glow = NO_GLOW, ghost = null, steps = NO_STEPS } = props
  const { speed = 2, cameraSpeed = 2 } = props
  const { natural: declared, fixedMarks } = scene.table
  const wrapper = useRef<HTMLDivElement>(null)
  const paper = useRef<HTMLDivElement>(null)
  const [width, height] = useSize(wrapper)
  const isReduced = useReducedMotion()
  const still = isReduced || speed === 0
  const map = scene.map
  const size = map?.size ?? NO_SIZE
  const look = useLookOf(scene, def.zones)
  const [ownCamera] = useState(() => new Camera())
  const camera = props.camera ?? ownCamera
  const natural =
    map === null || width === 0 ? null : cameraScale(map, { width, height }, declared ?? undefined)
  const drag = useDrag(props, wrapper)
  const stage = { width, height, size, natural }
  const scale = useStage({ stage: wrapper, paper }, camera, stage, map?.regions ?? NO_REGIONS, drag.mayPan)
  const places = useMemo(() => new Positions(scene, scale || 1), [scene, scale])
  const [rings] = useState(() => new HighlightStore())
  const focus = props.focus ?? NO_MARKS

  useEffect(() => camera.configure(cameraSpeed, isReduced), [camera, cameraSpeed, isReduced])
  useEffect(() => rings.set({ shown: focus }), [rings, focus])
  useCamera(camera, props, { view, steps, glow, places })

  const length = still ? 0 : durationAt(speed)
  const [flights, landed] = useFlights(view, steps, places, look, length)
  const events = useTargets(props, { board: paper, rings, camera, places })
  const leftOut = natural !== null && scale < natural * WHOLE ? fixedMarks : NO_MARKS
  const [w, h] = size
  const picture = { viewBox: `0 0 ${w} ${h}`, width: w * scale, height: h * scale }
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
            <ScaleProvider value={scale || 1}>
              <div className="bd-stage" ref={wrapper}>
                <div
                  className="bd-paper"
                  ref={paper}
                  role="group"
                  aria-label={`Board of ${scene.title}`}
                  data-scale={scale}
                  {...events}
                >
                  {scale === 0 ? null : (
                    <>
                      <svg className="bd-svg" {...picture}>
                        <defs>
                          <Patterns />
                          <PieceDrawings />
                        </defs>
                        {map === null ? null : (
                          <MapGround map={map} view={view} values={values} glow={glow} />
                        )}
                      </svg>
                      {map === null ? null : (
                        <svg className="bd-svg bd-contents" {...picture}>
                          <MapContents
                            map={map}
                            view={view}
                            values={values}
                            glow={glow}
                            ghost={ghost}
                            touched={props.touched ?? NO_SEATS}
                            leftOut={leftOut}
                          />
                        </svg>
                      )}
                      {props.overlay === undefined ? null : (
                        <svg className="bd-svg bd-handles" {...picture}>
                          {props.overlay}
                        </svg>
                      )}
                      <svg className="bd-sky" aria-hidden="true" {...picture}>
                        <Flights flights={flights} board={paper} onEnd={landed} />
                      </svg>
                    </>
                  )}
                </div>
                <Outside camera={camera} />
                {drag.picture}
              </div>
            </ScaleProvider>
          </HighlightProvider>
        </MovingProvider>
      </LookProvider>
    </div>
  )
}
