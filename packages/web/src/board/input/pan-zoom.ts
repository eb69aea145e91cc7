/**
 * Pans and zooms a drawing. If drawing is fast, it redraws each frame. If not, it transforms the last picture with CSS, and
 * redraws now and then and at the end.
 */
import type { ZoomTransform } from 'd3-zoom'

/** The groups of the drawing, and the element around them that CSS transforms. */
export interface PanZoomTargets {
  readonly worlds: readonly (SVGGElement | null)[]
  readonly picture: HTMLElement | null
}

/** A frame that takes longer than this is slow. */
const SLOW_MS = 32
/** A slow drawing is redrawn after this many times its drawing time, and after a pause in the movement. */
const REDRAW_FACTOR = 5
const PAUSE_MS = 180

export class PanZoom {
  readonly #moved: () => PanZoomTargets
  #target: ZoomTransform | undefined
  #drawn: ZoomTransform | undefined
  #drawnAt = Number.NEGATIVE_INFINITY
  /** The drawing time in milliseconds if it was slow, otherwise 0. */
  #slow = 0
  #frame = 0
  #pauseTimer: ReturnType<typeof setTimeout> | undefined

  constructor(moved: () => PanZoomTargets) {
    this.#moved = moved
  }

  move(to: ZoomTransform): void {
    this.#target = to
    if (this.#frame === 0) this.#frame = requestAnimationFrame(this.#onFrame)
    clearTimeout(this.#pauseTimer)
    this.#pauseTimer = setTimeout(() => this.flush(), PAUSE_MS)
  }

  /** Redraws at the target transform now. */
  flush(): void {
    this.stop()
    const to = this.#target
    if (to === undefined || to === this.#drawn) return
    const { worlds, picture } = this.#moved()
    for (const world of worlds) world?.setAttribute('transform', to.toString())
    if (picture !== null) picture.style.transform = ''
    this.#drawn = to
    this.#drawnAt = performance.now()
  }

  stop(): void {
    cancelAnimationFrame(this.#frame)
    this.#frame = 0
    clearTimeout(this.#pauseTimer)
  }

  readonly #onFrame = (now: number): void => {
    this.#frame = 0
    const pauseTimer = this.#pauseTimer
    if (now - this.#drawnAt < this.#slow * REDRAW_FACTOR) this.#transformPicture()
    else {
      this.flush()
      requestAnimationFrame((next) => {
        this.#slow = next - now > SLOW_MS ? next - now : 0
      })
    }
    clearTimeout(pauseTimer)
    this.#pauseTimer = setTimeout(() => this.flush(), PAUSE_MS)
  }

  #transformPicture(): void {
    const { picture } = this.#moved()
    if (picture === null || this.#target === undefined || this.#drawn === undefined) return
    const scale = this.#target.k / this.#drawn.k
    const x = this.#target.x - this.#drawn.x * scale
    const y = this.#target.y - this.#drawn.y * scale
    picture.style.transform = `translate(${x}px, ${y}px) scale(${scale})`
  }
}
