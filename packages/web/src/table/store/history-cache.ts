/** Caches past frames of the game, and loads them from the host page by page. */
import type { Table } from '@ludoforge/client'
import type { History, TableUpdate } from '@ludoforge/table'
import type { StepEvent, View } from '@ludoforge/kernel'
import { applyEvents } from '@ludoforge/play'
import type { Scene, Values } from '@ludoforge/look'
import { momentsOf, type MomentText } from './moments.js'

/** The table after one entry. */
export interface TableFrame {
  readonly number: number
  readonly view: View
  readonly values: Values
  /** The events since the previous frame. */
  readonly events: readonly StepEvent[]
  /** Set for a moment inside a step. `undefined` at the end of a step. */
  readonly passing?: MomentText
}

export const NO_VALUES: Values = { values: [], seats: {}, spaces: {} }

const PAGE_BEFORE = 20
const PAGE_AFTER = 60

export class HistoryCache {
  readonly #frames = new Map<number, TableFrame>()
  readonly #pending = new Map<number, Promise<void>>()

  constructor(
    private readonly table: Table,
    readonly eye: string | null,
    private readonly scene: Scene,
  ) {}

  /** Returns the frames of the step that ends at `number`: its moments, then its end. */
  async until(number: number): Promise<readonly TableFrame[]> {
    const [before, after] = [await this.at(Math.max(0, number - 1)), await this.at(number)]
    const moments = number === 0 ? [] : momentsOf(before, after, this.scene)
    return moments.length === 0 ? [after] : moments
  }

  async at(number: number): Promise<TableFrame> {
    const known = this.#frames.get(number)
    if (known !== undefined) return known
    const from = Math.max(0, number - PAGE_BEFORE)
    let loading = this.#pending.get(from)
    if (loading === undefined) {
      loading = this.#load(from, Math.min(this.table.number, number + PAGE_AFTER))
      this.#pending.set(from, loading)
      loading.finally(() => this.#pending.delete(from)).catch(() => {})
    }
    await loading
    const frame = this.#frames.get(number)
    if (frame === undefined) throw new Error(`The table has no entry ${number}.`)
    return frame
  }

  async #load(from: number, to: number): Promise<void> {
    for (const frame of framesOf(await this.table.history(from, to), this.eye))
      this.#frames.set(frame.number, frame)
  }
}

/** Builds the frames of a history page. The first comes from its snapshot, the others from its updates. */
function framesOf({ from, shown, opening, happenings }: History, viewer: string | null): TableFrame[] {
  const first = shown.find(({ eye }) => eye === viewer) ?? shown[0]
  if (first === undefined) return []
  const events = opening.find(({ eye }) => eye === viewer)?.events ?? []
  let frame: TableFrame = { number: from, view: first.view, values: first.values ?? NO_VALUES, events }
  const frames = [frame]
  for (const update of happenings) {
    frame = nextFrame(frame, update, viewer)
    frames.push(frame)
  }
  return frames
}

function nextFrame(before: TableFrame, update: TableUpdate, viewer: string | null): TableFrame {
  const { number } = update
  if (update.type === 'step') {
    const own = update.told.find(({ eye }) => eye === viewer) ?? update.told[0]
    if (own === undefined) return { ...before, number, events: [] }
    const view = { ...applyEvents(before.view, own.events), deciding: update.deciding }
    return { number, view, values: own.values ?? before.values, events: own.events }
  }
  const shown = 'shown' in update ? update.shown : []
  const now = shown.find(({ eye }) => eye === viewer) ?? shown[0]
  return { number, view: now?.view ?? before.view, values: now?.values ?? before.values, events: [] }
}
