/** Zooming and panning with d3-zoom: wheel, pinch, drag, double click, and zooming to a box. */
import type { Box } from '@ludoforge/look'
import { select } from 'd3-selection'
import type { Transition } from 'd3-transition'
import {
  type D3ZoomEvent,
  zoom as makeZoom,
  type ZoomBehavior,
  type ZoomTransform,
  zoomIdentity,
} from 'd3-zoom'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { centre } from '../layout/boxes.js'
import { type PanZoomTargets, PanZoom } from './pan-zoom.js'

export interface Zoom {
  /** Shows the whole board. */
  fit(): void
  show(box: Box): void
  /** Pans to the box, unless it's visible already. */
  reveal(box: Box): void
  by(factor: number): void
}

interface Frame {
  readonly width: number
  readonly height: number
  readonly size: readonly [number, number]
  readonly tall: boolean
}

const MAX_ZOOM = 14
const DURATION_MS = 350

const MIN_FIT_RATIO = 0.7

/** The initial transform: the whole board, centred. A tall board fills the width instead, unless it would hardly grow. */
function homeOf({ width, height, size: [w, h], tall }: Frame): ZoomTransform {
  const whole = Math.min(width / w, height / h)
  const scale = tall && whole < (width / w) * MIN_FIT_RATIO ? width / w : whole
  return zoomIdentity.translate((width - w * scale) / 2, Math.max(0, (height - h * scale) / 2)).scale(scale)
}

/** The transform that shows a box as large as possible, with a small margin. */
function closeUp({ width, height }: Frame, box: Box): ZoomTransform {
  const [x, y] = centre(box)
  const scale = 0.94 * Math.min(width / box[2], height / box[3])
  return zoomIdentity.translate(width / 2 - x * scale, height / 2 - y * scale).scale(scale)
}

export function useZoom(
  stage: RefObject<HTMLElement | null>,
  moved: () => PanZoomTargets,
  frame: Frame,
  still: boolean,
  onScale: (scale: number) => void,
): Zoom {
  const { width, height, size, tall } = frame
  const behaviour = useRef<ZoomBehavior<HTMLElement, unknown> | null>(null)
  const latest = useRef({ frame, still, onScale, atHome: true, now: zoomIdentity })
  const [mover] = useState(() => new PanZoom(moved))
  latest.current.frame = frame
  latest.current.still = still
  latest.current.onScale = onScale

  useEffect(() => {
    const element = stage.current
    if (element === null) return undefined
    const zooming = makeZoom<HTMLElement, unknown>()
      .clickDistance(5)
      .filter((event: Event) => mayBegin(event))
      .on('zoom', ({ transform, sourceEvent }: D3ZoomEvent<HTMLElement, unknown>) => {
        mover.move(transform)
        latest.current.now = transform
        if (sourceEvent !== null && sourceEvent !== undefined) latest.current.atHome = false
        latest.current.onScale(transform.k)
      })
    behaviour.current = zooming
    const selection = select(element)
    selection.call(zooming)
    return () => {
      selection.on('.zoom', null)
      mover.stop()
    }
  }, [stage, mover])

  useEffect(() => {
    const element = stage.current
    const zooming = behaviour.current
    if (element === null || zooming === null || width === 0 || height === 0) return
    const home = homeOf({ width, height, size, tall })
    const least = Math.min(home.k, height / size[1])
    zooming
      .extent([
        [0, 0],
        [width, height],
      ])
      .scaleExtent([least, home.k * MAX_ZOOM])
      .translateExtent([
        [-size[0] * 0.02, -size[1] * 0.02],
        [size[0] * 1.02, size[1] * 1.02],
      ])
    if (latest.current.atHome) zooming.transform(select(element), home)
    else zooming.translateBy(select(element), 0, 0)
    mover.flush()
  }, [stage, mover, width, height, size, tall])

  return useMemo((): Zoom => {
    const go = (to: ZoomTransform, home: boolean): void => {
      const element = stage.current
      if (element === null || behaviour.current === null) return
      latest.current.atHome = home
      const selection = select(element)
      if (latest.current.still) {
        behaviour.current.transform(selection, to)
        mover.flush()
      } else {
        const moving: Transition<HTMLElement, unknown, null, undefined> = selection.transition()
        behaviour.current.transform(moving.duration(DURATION_MS), to)
      }
    }
    return {
      fit: () => go(homeOf(latest.current.frame), true),
      show: (box) => go(closeUp(latest.current.frame, box), false),
      reveal: (box) => {
        const { frame: now, now: at } = latest.current
        const [left, top] = at.apply([box[0], box[1]])
        const [right, bottom] = at.apply([box[0] + box[2], box[1] + box[3]])
        if (left >= 0 && top >= 0 && right <= now.width && bottom <= now.height) return
        const [x, y] = centre(box)
        const fits = Math.min(at.k, (0.94 * now.width) / box[2], (0.94 * now.height) / box[3])
        go(zoomIdentity.translate(now.width / 2 - x * fits, now.height / 2 - y * fits).scale(fits), false)
      },
      by: (factor) => {
        const { frame: now, now: at } = latest.current
        const [x, y] = at.invert([now.width / 2, now.height / 2])
        const [least = 0, most = 1] = behaviour.current?.scaleExtent() ?? []
        const scale = Math.max(least, Math.min(most, at.k * factor))
        go(zoomIdentity.translate(now.width / 2 - x * scale, now.height / 2 - y * scale).scale(scale), false)
      },
    }
  }, [stage, mover])
}

/** Ignores double clicks on selectable things (they choose twice) and right clicks (they ask why not). */
function mayBegin(event: Event): boolean {
  if (event.type === 'dblclick')
    return !(event.target instanceof Element && event.target.closest('[data-lit]') !== null)
  if (event instanceof MouseEvent && event.type !== 'wheel') return event.button === 0 && !event.ctrlKey
  return true
}
