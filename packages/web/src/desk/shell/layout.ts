/** The stops of the pane, remembered for each tab. */
import { type DeskTab, type PaneStop, TABS } from '../desk-state.js'

const KEY = 'ludoforge/desk-layout'
const STOPS: readonly PaneStop[] = ['third', 'half', 'full']

export type TabStops = Readonly<Record<DeskTab, PaneStop>>

const DEFAULTS: TabStops = { table: 'third', examples: 'half', balance: 'full', rulebook: 'third' }

/** The stops as they were left. */
export function storedStops(storage: Pick<Storage, 'getItem'> = localStorage): TabStops {
  const stored = parsed(storage.getItem(KEY))
  return Object.fromEntries(
    TABS.map((tab) => [tab, STOPS.find((stop) => stop === stored[tab]) ?? DEFAULTS[tab]]),
  ) as Record<DeskTab, PaneStop>
}

export function storeStop(
  tab: DeskTab,
  stop: PaneStop,
  storage: Pick<Storage, 'getItem' | 'setItem'> = localStorage,
): void {
  storage.setItem(KEY, JSON.stringify({ ...storedStops(storage), [tab]: stop }))
}

function parsed(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const read: unknown = JSON.parse(text ?? '{}')
    return typeof read === 'object' && read !== null ? { ...read } : {}
  } catch {
    return {} // another version of the page wrote it
  }
}

/** The next wider stop, and from the widest the first again. */
export const nextStop = (stop: PaneStop): PaneStop =>
  STOPS[(STOPS.indexOf(stop) + 1) % STOPS.length] ?? 'third'
