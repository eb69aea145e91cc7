/**
 * Moves a drawing. Where it is drawn fast, each frame is drawn anew; where it is not, what is drawn already is moved
 * and stretched as a picture, and drawn anew now and then and at the end.
 */
import type { ZoomTransform } from 'd3-zoom'

/** The groups that hold the drawing, and the element around them that is moved as a picture. */
export interface Moved {
  readonly worlds: readonly (SVGGElement | null)[]
  readonly picture: HTMLElement | null
}

/** A frame that takes longer is slow. */
const SLOW_MS = 32
/** What is drawn slowly is drawn anew after so many times as long as that takes, and when nothing has moved for a while. */
const SHARE = 5
const PAUSE_MS = 180

export class Mover {
  readonly #moved: () => Moved
  #wanted: ZoomTransform | undefined
  #drawn: ZoomTransform | undefined
  #drawnAt = Number.NEGATIVE_INFINITY
  /** How long it took to draw, if that was slow; else 0. */
  #slow = 0
  #frame = 0
  #rest: ReturnType<typeof setTimeout> | undefined

  constructor(moved: () => Moved) {
    this.#moved = moved
  }

  move(to: ZoomTransform): void {
    this.#wanted = to
    if (this.#frame === 0) this.#frame = requestAnimationFrame(this.#step)
    clearTimeout(this.#rest)
    this.#rest = setTimeout(() => this.flush(), PAUSE_MS)
  }

  /** Draws it where it is to be, now. */
  flush(): void {
    this.stop()
    const to = this.#wanted
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
    clearTimeout(this.#rest)
  }

  readonly #step = (now: number): void => {
    this.#frame = 0
    const rest = this.#rest
    if (now - this.#drawnAt < this.#slow * SHARE) this.#stretch()
    else {
      this.flush()
      requestAnimationFrame((next) => {
        this.#slow = next - now > SLOW_MS ? next - now : 0
      })
    }
    clearTimeout(rest)
    this.#rest = setTimeout(() => this.flush(), PAUSE_MS)
  }

  #stretch(): void {
    const { picture } = this.#moved()
    if (picture === null || this.#wanted === undefined || this.#drawn === undefined) return
    const scale = this.#wanted.k / this.#drawn.k
    const x = this.#wanted.x - this.#drawn.x * scale
    const y = this.#wanted.y - this.#drawn.y * scale
    picture.style.transform = `translate(${x}px, ${y}px) scale(${scale})`
  }
}
