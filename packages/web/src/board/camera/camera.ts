/** The camera of a board: decides what the stage shows. The board and the minimap share it. */
import type { Box } from '@ludoforge/look'
import {
  clampView,
  closeUp,
  homeScale,
  homeView,
  isSameView,
  revealView,
  type Stage,
  viewOfBoxes,
  type Viewport,
  wholeView,
} from './viewport.js'

/** A part of the board with a key. */
export interface Region {
  readonly title: string
  readonly box: Box
}

/** A space that a question is about. */
export interface QuestionSpace {
  readonly zone: string
  readonly name: string
  /** The key of its option. */
  readonly key?: string
  readonly box: Box
}

/** What the camera shows, and what it could show. */
export interface CameraState {
  /** `null` until the board is drawn. */
  readonly stage: Stage | null
  /** What is shown, or will be at the end of a glide. */
  readonly view: Viewport
  readonly regions: readonly Region[]
  readonly question: readonly QuestionSpace[]
  /** The overview is on. */
  readonly whole: boolean
  /** The player has moved the camera, and it stays there until the player's next turn. */
  readonly held: boolean
}

/** Shows a viewport after a glide of some milliseconds. 0 is a cut. */
type Mover = (to: Viewport, ms: number) => void

/** Milliseconds of a glide by speed setting: off, slow, normal, fast. Off still glides where the player sends it. */
const GLIDES = [350, 900, 450, 220]

export class Camera {
  #state: CameraState = {
    stage: null,
    view: { x: 0, y: 0, scale: 1 },
    regions: [],
    question: [],
    whole: false,
    held: false,
  }
  readonly #listeners = new Set<() => void>()

  /** With `whole`, it starts with the overview. */
  constructor({ whole = false }: { readonly whole?: boolean } = {}) {
    this.#state = { ...this.#state, whole }
  }
  #mover: Mover | undefined
  #glide = GLIDES[2] ?? 0
  #isAutomatic = true
  #questionId: string | undefined
  /** What is shown again after other players' moves, or after the overview. */
  #restingView: Viewport | undefined
  #beforeWhole: Pick<CameraState, 'view' | 'held'> | undefined

  readonly get = (): CameraState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Sets the speed (0 turns automatic movement off, 3 is fast) and whether movements are cuts. */
  configure(speed: number, cuts: boolean): void {
    this.#isAutomatic = speed > 0
    this.#glide = cuts ? 0 : (GLIDES[Math.max(0, Math.min(3, Math.round(speed)))] ?? 0)
  }

  /** Connects the element that shows the board. Returns a function that disconnects it. */
  attach(mover: Mover): () => void {
    this.#mover = mover
    return () => {
      if (this.#mover === mover) this.#mover = undefined
    }
  }

  /** Sets the size of the stage. The first time, the default view is shown; later the view stays as far as it can. */
  setStage(stage: Stage, regions: readonly Region[]): void {
    const { stage: before, view, whole, held, question } = this.#state
    this.#set({ stage, regions })
    if (whole) this.#go(wholeView(stage), 0)
    else if (before === null) this.#go(homeView(stage), 0)
    else if (held) this.#go(clampView(stage, view), 0)
    else {
      const kept =
        stage.natural === null ? homeView(stage) : clampView(stage, { ...view, scale: homeScale(stage) })
      this.#go(kept, 0)
    }
    if (!held && this.#isAutomatic && this.#isUsable())
      this.#go(this.#viewOf(question.map(({ box }) => box)), 0)
  }

  /**
   * Shows the spaces of a question. `isNewTurn` ends the player's own view. A question with the same id as before moves
   * nothing.
   */
  ask(id: string | undefined, spaces: readonly QuestionSpace[], isNewTurn: boolean): void {
    const isNew = id !== this.#questionId
    this.#questionId = id
    const hold = isNew && isNewTurn ? { held: false, whole: false } : {}
    this.#set({ question: spaces, ...hold })
    if (!isNew || spaces.length === 0) return
    this.#restingView = undefined
    const { held, whole } = this.#state
    if (!held && !whole && this.#isAutomatic) this.#go(this.#viewOf(spaces.map(({ box }) => box)))
  }

  /** Shows what another player does. */
  follow(boxes: readonly Box[]): void {
    const { held, whole, view } = this.#state
    if (held || whole || !this.#isAutomatic || boxes.length === 0) return
    this.#restingView ??= view
    this.#go(this.#viewOf(boxes))
  }

  /** Returns to what was shown before other players' moves. */
  rest(): void {
    const view = this.#restingView
    this.#restingView = undefined
    if (view !== undefined && !this.#state.held) this.#go(view)
  }

  /** Pans to boxes that are outside, without holding the view. */
  reveal(boxes: readonly Box[]): void {
    const { stage, view, whole } = this.#state
    if (stage === null || whole || boxes.length === 0) return
    this.#go(revealView(stage, view, boxes))
  }

  /** Shows a box in the middle at the scale of the default view. */
  goTo([x, y, w, h]: Box): void {
    const { stage } = this.#state
    if (stage === null) return
    this.#set({ whole: false })
    this.#go(clampView(stage, { x: x + w / 2, y: y + h / 2, scale: homeScale(stage) }))
  }

  /** Shows the whole board, or what was shown before. */
  toggleWhole(): void {
    const { stage, view, held, whole } = this.#state
    if (stage === null) return
    if (!whole) {
      this.#beforeWhole = { view, held }
      this.#set({ whole: true, held: true })
      this.#go(wholeView(stage))
      return
    }
    this.#set({ whole: false, held: this.#beforeWhole?.held ?? false })
    this.#go(clampView(stage, this.#beforeWhole?.view ?? homeView(stage)))
  }

  /** Shows a region, by its index. Returns whether there is one. */
  showRegion(index: number): boolean {
    const { stage, regions } = this.#state
    const region = regions[index]
    if (stage === null || region === undefined) return false
    this.#set({ held: true, whole: false })
    this.#go(closeUp(stage, region.box))
    return true
  }

  /** Returns to the question, or to the default view. Returns whether that moves the camera. */
  back(): boolean {
    const { stage, question, held, view } = this.#state
    if (stage === null) return false
    this.#set({ held: false, whole: false })
    const from = { ...clampView(stage, { ...view, scale: homeScale(stage) }) }
    const to =
      question.length === 0
        ? homeView(stage)
        : viewOfBoxes(
            stage,
            from,
            question.map(({ box }) => box),
          )
    if (!held && isSameView(view, to)) return false
    this.#go(to)
    return true
  }

  /** Zooms about the middle. */
  zoomBy(factor: number): void {
    const { stage, view } = this.#state
    if (stage === null) return
    this.#set({ held: true, whole: false })
    this.#go(clampView(stage, { ...view, scale: view.scale * factor }))
  }

  /** Shows a point in the middle at once, as a drag on the minimap does. */
  centreOn(x: number, y: number): void {
    const { stage, view, whole } = this.#state
    if (stage === null) return
    this.#set({ held: true, whole: false })
    this.#go(clampView(stage, { x, y, scale: whole ? homeScale(stage) : view.scale }), 0)
  }

  /** Records that the player has moved the view by a gesture. */
  movedByPlayer(view: Viewport): void {
    this.#set({ view, held: true, whole: false })
  }

  /** Records where a glide was stopped. */
  stoppedAt(view: Viewport): void {
    this.#set({ view })
  }

  #isUsable(): boolean {
    return this.#state.stage !== null && !this.#state.whole && this.#state.question.length > 0
  }

  #viewOf(boxes: readonly Box[]): Viewport {
    const { stage, view } = this.#state
    return stage === null ? view : viewOfBoxes(stage, view, boxes)
  }

  #go(to: Viewport, ms = this.#glide): void {
    const { view } = this.#state
    if (ms > 0 && isSameView(view, to)) return
    this.#set({ view: to })
    this.#mover?.(to, ms)
  }

  #set(change: Partial<CameraState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }
}
