/** The game as it was at any time: asked of the host page by page, and kept. */
import type { Table } from '@ludoforge/client'
import type { History, TableUpdate } from '@ludoforge/table'
import type { StepEvent, View } from '@ludoforge/kernel'
import { applyEvents } from '@ludoforge/play'
import type { Scene, Values } from '@ludoforge/look'
import { momentsOf, type Passing } from './moments.js'

/** The table after one entry. */
export interface TableFrame {
  readonly number: number
  readonly view: View
  readonly values: Values
  /** What led here from the frame before. */
  readonly events: readonly StepEvent[]
  /** It is a moment inside a step; undefined: a step ended here. */
  readonly passing?: Passing
}

export const NO_VALUES: Values = { values: [], seats: {}, spaces: {} }

const BEFORE = 20
const AFTER = 60

export class HistoryCache {
  readonly #frames = new Map<number, TableFrame>()
  readonly #asked = new Map<number, Promise<void>>()

  constructor(
    private readonly table: Table,
    readonly eye: string | null,
    private readonly scene: Scene,
  ) {}

  /** What led to a moment, one frame after the other, and the moment itself. */
  async until(number: number): Promise<readonly TableFrame[]> {
    const [before, after] = [await this.at(Math.max(0, number - 1)), await this.at(number)]
    const moments = number === 0 ? [] : momentsOf(before, after, this.scene)
    return moments.length === 0 ? [after] : moments
  }

  async at(number: number): Promise<TableFrame> {
    const known = this.#frames.get(number)
    if (known !== undefined) return known
    const from = Math.max(0, number - BEFORE)
    let asked = this.#asked.get(from)
    if (asked === undefined) {
      asked = this.#load(from, Math.min(this.table.number, number + AFTER))
      this.#asked.set(from, asked)
      asked.finally(() => this.#asked.delete(from)).catch(() => {})
    }
    await asked
    const frame = this.#frames.get(number)
    if (frame === undefined) throw new Error(`The table has no moment ${number}.`)
    return frame
  }

  async #load(from: number, to: number): Promise<void> {
    for (const frame of framesOf(await this.table.history(from, to), this.eye))
      this.#frames.set(frame.number, frame)
  }
}

/** Each moment of a page, the first of them as it was shown. */
function framesOf({ from, shown, opening, happenings }: History, eye: string | null): TableFrame[] {
  const first = shown.find((one) => one.eye === eye) ?? shown[0]
  if (first === undefined) return []
  const events = opening.find((one) => one.eye === eye)?.events ?? []
  let frame: TableFrame = { number: from, view: first.view, values: first.values ?? NO_VALUES, events }
  const frames = [frame]
  for (const happening of happenings) {
    frame = nextFrame(frame, happening, eye)
    frames.push(frame)
  }
  return frames
}

function nextFrame(before: TableFrame, happening: TableUpdate, eye: string | null): TableFrame {
  const { number } = happening
  if (happening.type === 'step') {
    const told = happening.told.find((one) => one.eye === eye) ?? happening.told[0]
    if (told === undefined) return { ...before, number, events: [] }
    const view = { ...applyEvents(before.view, told.events), deciding: happening.deciding }
    return { number, view, values: told.values ?? before.values, events: told.events }
  }
  const shown = 'shown' in happening ? happening.shown : []
  const now = shown.find((one) => one.eye === eye) ?? shown[0]
  return { number, view: now?.view ?? before.view, values: now?.values ?? before.values, events: [] }
}
