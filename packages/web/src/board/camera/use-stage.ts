/** Shows what the camera wants: pans and zooms the drawn board by a CSS transform, and redraws it when the scale settles. */
import { select } from 'd3-selection'
import { type D3ZoomEvent, zoom as makeZoom, type ZoomTransform, zoomIdentity } from 'd3-zoom'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Camera, Region } from './camera.js'
import { scaleRange, type Stage, type Viewport } from './viewport.js'

/** A gesture has ended after a pause of this many milliseconds, or of this many frames if frames are slow. */
const PAUSE_MS = 180
const PAUSE_FRAMES = 4
/** A longer interval isn't a slow frame, but the start of another gesture. */
const MAX_FRAME_MS = 250
/** Beyond the edges of the board, a drag goes this far, as a part of its size. */
const OVERSCROLL = 0.02

/** The elements that show a board: the window, and the paper that moves in it. */
interface StageElements {
  readonly stage: RefObject<HTMLElement | null>
  readonly paper: RefObject<HTMLElement | null>
}

const transformOf = ({ width, height }: Stage, { x, y, scale }: Viewport): ZoomTransform =>
  zoomIdentity.translate(width / 2 - x * scale, height / 2 - y * scale).scale(scale)

const viewOf = ({ width, height }: Stage, at: ZoomTransform): Viewport => {
  const [x, y] = at.invert([width / 2, height / 2])
  return { x, y, scale: at.k }
}

/** Returns the scale at which the board is to be drawn. It changes only when a movement has ended. */
export function useStage(
  { stage: stageRef, paper: paperRef }: StageElements,
  camera: Camera,
  stage: Stage,
  regions: readonly Region[],
  mayPan: (event: Event) => boolean,
): number {
  const [scale, setScale] = useState(0)
  const drawn = useRef(0)
  const latest = useRef({ stage, mayPan })
  latest.current = { stage, mayPan }
  const place = useRef<() => void>(() => undefined)

  useEffect(() => {
    const element = stageRef.current
    const paper = paperRef.current
    if (element === null || paper === null) return undefined
    let now: ZoomTransform = zoomIdentity
    let frame = 0
    let pause: ReturnType<typeof setTimeout> | undefined
    let gliding: Animation | undefined
    const css = ({ x, y, k }: ZoomTransform): string =>
      `translate(${x}px, ${y}px) scale(${drawn.current === 0 ? 1 : k / drawn.current})`
    let written = Number.NEGATIVE_INFINITY
    let pauseMs = PAUSE_MS
    const write = (): void => {
      frame = 0
      paper.style.transform = css(now)
    }
    const writeInFrame = (time: number): void => {
      const interval = time - written
      pauseMs = interval > MAX_FRAME_MS ? PAUSE_MS : Math.max(PAUSE_MS, PAUSE_FRAMES * interval)
      written = time
      write()
      wait()
    }
    const wait = (): void => {
      clearTimeout(pause)
      pause = setTimeout(settle, pauseMs)
    }
    const settle = (): void => {
      clearTimeout(pause)
      setScale(now.k)
    }
    place.current = () => {
      cancelAnimationFrame(frame)
      write()
    }
    const zooming = makeZoom<HTMLElement, unknown>()
      .clickDistance(5)
      .filter((event: Event) => mayBegin(event) && latest.current.mayPan(event))
      .on('zoom', ({ transform, sourceEvent }: D3ZoomEvent<HTMLElement, unknown>) => {
        now = transform
        if (sourceEvent === null || sourceEvent === undefined) return
        if (frame === 0) frame = requestAnimationFrame(writeInFrame)
        wait()
        camera.movedByPlayer(viewOf(latest.current.stage, transform))
      })
    const selection = select(element)
    selection.call(zooming)
    const set = (to: ZoomTransform): void => zooming.transform(selection, to)
    /** Stops a glide where it is, so that a gesture continues from there. */
    const interrupt = (): void => {
      if (gliding === undefined) return
      const { a, e, f } = new DOMMatrix(getComputedStyle(paper).transform)
      gliding.cancel()
      gliding = undefined
      set(zoomIdentity.translate(e, f).scale(a * drawn.current))
      write()
      camera.stoppedAt(viewOf(latest.current.stage, now))
      wait()
    }
    const detach = camera.attach((to, ms) => {
      const target = transformOf(latest.current.stage, to)
      clearTimeout(pause)
      cancelAnimationFrame(frame)
      frame = 0
      const from = gliding === undefined ? css(now) : getComputedStyle(paper).transform
      gliding?.cancel()
      gliding = undefined
      const [least, most] = scaleRange(latest.current.stage)
      const { size } = latest.current.stage
      zooming
        .extent([
          [0, 0],
          [latest.current.stage.width, latest.current.stage.height],
        ])
        .scaleExtent([least, most])
        .translateExtent([
          [-size[0] * OVERSCROLL, -size[1] * OVERSCROLL],
          [size[0] * (1 + OVERSCROLL), size[1] * (1 + OVERSCROLL)],
        ])
      set(target)
      now = target
      write()
      if (ms === 0 || drawn.current === 0) {
        settle()
        return
      }
      const glide = paper.animate([{ transform: from }, { transform: css(target) }], {
        duration: ms,
        easing: 'ease-in-out',
      })
      gliding = glide
      glide.onfinish = () => {
        if (gliding !== glide) return
        gliding = undefined
        settle()
      }
    })
    const gestures = ['pointerdown', 'mousedown', 'wheel', 'touchstart'] as const
    for (const name of gestures) element.addEventListener(name, interrupt, { capture: true, passive: true })
    return () => {
      detach()
      for (const name of gestures) element.removeEventListener(name, interrupt, { capture: true })
      selection.on('.zoom', null)
      gliding?.cancel()
      cancelAnimationFrame(frame)
      clearTimeout(pause)
    }
  }, [stageRef, paperRef, camera])

  const { width, height, size, natural } = stage
  const [sizeX, sizeY] = size
  useEffect(() => {
    if (width > 0 && height > 0) camera.setStage({ width, height, size: [sizeX, sizeY], natural }, regions)
  }, [camera, width, height, sizeX, sizeY, natural, regions])

  useLayoutEffect(() => {
    drawn.current = scale
    place.current()
  }, [scale])
  return scale
}

/** Ignores double clicks on selectable things (they choose twice) and right clicks (they ask why not). */
function mayBegin(event: Event): boolean {
  if (event.type === 'dblclick')
    return !(event.target instanceof Element && event.target.closest('[data-lit]') !== null)
  if (event instanceof MouseEvent && event.type !== 'wheel') return event.button === 0 && !event.ctrlKey
  return true
}
