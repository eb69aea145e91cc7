/** Outlines of the space under the pointer, the focused space, and the space that the log points at. */
import type { SpaceShape } from '@ludoforge/look'
import { createContext, useContext, useSyncExternalStore } from 'react'

export interface Highlights {
  readonly pointed: string | null
  readonly focused: string | null
  /** The space of a log line under the pointer. */
  readonly shown: string | null
}

/** A store outside of the drawing, so that a hover redraws two outlines and nothing else. */
export class HighlightStore {
  #now: Highlights = { pointed: null, focused: null, shown: null }
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
      <Ring shape={shapes.find(({ zone }) => zone === shown)} name="bd-shown" />
      <Ring shape={shapes.find(({ zone }) => zone === focused)} name="bd-focused" />
    </g>
  )
}

function Ring({ shape, name }: { shape: SpaceShape | undefined; name: string }) {
  if (shape === undefined) return null
  const wide = shape.line ?? 0
  return (
    <g className={name}>
      <path className="bd-ring-outer" d={shape.path} strokeWidth={wide + 5} />
      <path className="bd-ring-inner" d={shape.path} strokeWidth={wide + 2.4} />
    </g>
  )
}
