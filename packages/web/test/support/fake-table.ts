/** A table that does what a test says, and a store over it. */
import type { Table, TableEvent } from '@ludoforge/client'
import type { Decision, GameDef, StepEvent, View, ZoneView } from '@ludoforge/kernel'
import type { Scene, Values } from '@ludoforge/look'
import type { History, TableUpdate } from '@ludoforge/table'
import { vi } from 'vitest'
import type { PlaybackSpeed } from '../../src/table/store/live-updates.js'
import type { OpenedTable } from '../../src/table/store/state.js'
import { createTable } from '../../src/table/store/store.js'

export const scene = {
  names: {},
  short: {},
  seats: {},
  cards: { ace: {}, 'king+open': {} },
  hide: [],
  values: [],
  seatValues: [],
  spaceValues: [],
} as unknown as Scene

export const def = {
  seats: [{ id: 'red' }, { id: 'blue' }],
  zones: [],
  properties: [],
  tokens: [],
  procedures: [],
  enums: [],
  variables: [],
} as unknown as GameDef

export const say = (text: string): StepEvent => ({ type: 'said', text })

const viewOf = (seat: string | null, zones: Readonly<Record<string, ZoneView>> = {}): View => ({
  seat,
  deciding: [],
  variables: {},
  seats: {},
  zones,
})

export const question = (seat: string, change: Partial<Decision> = {}): Decision =>
  ({ seat, name: 'what', kind: 'one', min: 1, max: 1, options: [], offers: [], ...change }) as Decision

/** A decision of a seat, and what happened for the viewers. */
export const step = (number: number, seat: string, ...events: StepEvent[]): TableUpdate =>
  ({
    type: 'step',
    number,
    seat,
    deciding: [],
    told: ['red', 'blue', null].map((eye) => ({
      eye,
      events: events.map((event) =>
        event.type === 'said' ? say(`${event.text} for ${eye ?? 'all'}`) : event,
      ),
    })),
  }) as unknown as TableUpdate

export class FakeTable {
  about = { name: 'A table' }
  you = { person: 'ann' as string | null, name: 'Ann', host: true, seats: ['red'], seen: 0 }
  number = 0
  asked: readonly Decision[] = []
  horizon = { free: null as number | null, ask: null }
  proposal: unknown
  zones: Record<string, Readonly<Record<string, ZoneView>>> = {}
  known: Values | undefined
  past: readonly TableUpdate[] = []
  readonly pageSize = 2
  readonly listeners = new Set<(event: TableEvent) => void>()
  readonly close = vi.fn()
  readonly seen = vi.fn(async () => {})
  readonly history = vi.fn(
    async (from: number, to: number): Promise<History> => ({
      from,
      shown: [],
      opening: [{ eye: 'red', events: [say(`opening from ${from}`)] }],
      happenings: this.past.filter(({ number }) => number > from && number <= to).slice(0, this.pageSize),
    }),
  )

  view(seat: string | null = null): View {
    return viewOf(seat, this.zones[seat ?? ''] ?? {})
  }

  values(): Values | undefined {
    return this.known
  }

  listen(listener: (event: TableEvent) => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Everybody hears of it; the table has it already. */
  tell(event: TableEvent): void {
    if ('number' in event) this.number = event.number
    for (const listener of this.listeners) listener(event)
  }

  asTable(): Table {
    return this as unknown as Table
  }

  /** Opens a page at this table. */
  open(speed: PlaybackSpeed = { moment: () => 0 }) {
    const opened = {
      table: this.asTable(),
      def,
      scene,
      card: undefined,
      book: '',
      blocked: [],
    } as unknown as OpenedTable
    return createTable(opened, speed)
  }
}
