/** Outlines of the space under the pointer, the focused space, and the spaces that a text points at. */
import type { SpaceShape } from '@ludoforge/look'
import { createContext, useContext, useSyncExternalStore } from 'react'
import { useScale } from './scale.js'

export interface Highlights {
  readonly pointed: string | null
  readonly focused: string | null
  /** The spaces of a text under the pointer. */
  readonly shown: readonly string[]
}

/** A store outside of the drawing, so that a hover redraws two outlines and nothing else. */
export class HighlightStore {
  #now: Highlights = { pointed: null, focused: null, shown: [] }
  readonly #listeners = new Set<() => void>()

  readonly get = (): Highlights => this.#now

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  set(change: Partial<Highlights>): void {
    this.#now = { ...this.#now, ...change }
    for (const listener of this.#listeners) listener()
  }
}

const RingContext = createContext(new HighlightStore())
export const HighlightProvider = RingContext.Provider

export function Highlights({ shapes }: { shapes: readonly SpaceShape[] }) {
  const store = useContext(RingContext)
  const { pointed, focused, shown } = useSyncExternalStore(store.subscribe, store.get)
  return (
    <g aria-hidden="true" pointerEvents="none">
      <Ring shape={shapes.find(({ zone }) => zone === pointed)} name="bd-pointed" />
      {shown.map((zone) => (
        <Ring key={zone} shape={shapes.find((shape) => shape.zone === zone)} name="bd-shown" />
      ))}
      <Ring shape={shapes.find(({ zone }) => zone === focused)} name="bd-focused" />
    </g>
  )
}

function Ring({ shape, name }: { shape: SpaceShape | undefined; name: string }) {
  const scale = useScale()
  if (shape === undefined) return null
  const wide = shape.line ?? 0
  const px = 1 / scale
  return (
    <g className={name}>
      <path className="bd-ring-outer" d={shape.path} strokeWidth={wide + 5 * px} />
      <path className="bd-ring-inner" d={shape.path} strokeWidth={wide + 2.4 * px} />
    </g>
  )
}
