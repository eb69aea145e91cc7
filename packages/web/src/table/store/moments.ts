/** What a step leads through: moments of which nothing is left on the table when it ends. */
import type { StepEvent, View } from '@ludoforge/kernel'
import { applyEvents } from '@ludoforge/play'
import { valuesAfter, type Scene } from '@ludoforge/look'
import type { TableFrame } from './history-cache.js'

/** What is said of a moment: the titles of the rules that it belongs to, and what they told. */
export interface Passing {
  readonly titles: readonly string[]
  readonly says: readonly string[]
}

/**
 * What one sees of each kind of event: a `moment`, which may be over before the step ends; a `frame`, which is looked at for
 * a while; nothing of its own.
 */
const SEEN: Readonly<Record<StepEvent['type'], 'moment' | 'frame' | 'nothing'>> = {
  moved: 'moment',
  flipped: 'moment',
  revealed: 'moment',
  said: 'moment',
  set: 'frame',
  chose: 'nothing',
  answered: 'nothing',
  began: 'nothing',
  ended: 'nothing',
  entered: 'nothing',
  left: 'nothing',
  rolled: 'nothing',
  shuffled: 'nothing',
  over: 'nothing',
}

/** Whether there is something to look at when these events are shown. */
export function isLookedAt(events: readonly StepEvent[]): boolean {
  return events.some(({ type }) => SEEN[type] !== 'nothing')
}

/**
 * Cuts a step where a titled part of the rules begins or ends, and returns the moments that its end no longer shows: cards
 * that were dealt, shown and swept up again before the next question. All else is seen in the position after the step.
 */
export function momentsOf(before: TableFrame, after: TableFrame, scene: Scene): readonly TableFrame[] {
  const moments: TableFrame[] = []
  const touched = new Set<string>()
  const titles: string[] = []
  let frame = before
  let part: StepEvent[] = []
  after.events.forEach((event, i) => {
    part.push(event)
    for (const zone of zonesIn(event)) touched.add(zone)
    if (event.type === 'entered') titles.push(event.title)
    const next = after.events[i + 1]
    if (next === undefined || (event.type !== 'left' && next.type !== 'entered')) return
    if (part.some(isSeen)) {
      const view: View = { ...applyEvents(frame.view, part), deciding: [] }
      if (![...touched].every((zone) => isSame(view, after.view, zone))) {
        const values = valuesAfter(frame.values, scene, view)
        const says = part.flatMap((one) => (one.type === 'said' ? [one.text] : []))
        frame = { number: after.number, view, values, events: part, passing: { titles: [...titles], says } }
        moments.push(frame)
        part = []
      }
    }
    if (event.type === 'left') titles.pop()
  })
  // What is left of the step leads from the last of the moments to its end.
  return moments.length === 0 ? [] : [...moments, { ...after, events: part }]
}

function isSeen({ type }: StepEvent): boolean {
  return SEEN[type] === 'moment'
}

function zonesIn(event: StepEvent): readonly string[] {
  switch (event.type) {
    case 'moved':
      return [event.from, event.into]
    case 'flipped':
    case 'revealed':
      return [event.at]
    case 'chose':
    case 'answered':
    case 'began':
    case 'ended':
    case 'entered':
    case 'left':
    case 'set':
    case 'rolled':
    case 'shuffled':
    case 'said':
    case 'over':
      return []
  }
}

function isSame(a: View, b: View, zone: string): boolean {
  return JSON.stringify(a.zones[zone]) === JSON.stringify(b.zones[zone])
}

interface Shown {
  readonly shown: TableFrame
  readonly waiting: readonly TableFrame[]
  readonly stepping: unknown
}

/** Whether moments are shown that nobody could see later: the next question waits for them. */
export function isHeld({ shown, waiting, stepping }: Shown): boolean {
  return stepping === undefined && [shown, ...waiting].some(({ passing }) => passing !== undefined)
}
