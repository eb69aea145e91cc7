/** Moments inside a step: positions that the end of the step no longer shows. */
import type { StepEvent, View } from '@ludoforge/kernel'
import { applyEvents } from '@ludoforge/play'
import { valuesAfter, type Scene } from '@ludoforge/look'
import type { TableFrame } from './history-cache.js'

/** The text of a moment: the titles of its rules, and the texts of their `say` events. */
export interface MomentText {
  readonly titles: readonly string[]
  readonly says: readonly string[]
}

/**
 * What each kind of event shows: a `moment` (may be over before the step ends), a `frame` (shown for a while), or
 * nothing of its own.
 */
const SHOWS: Readonly<Record<StepEvent['type'], 'moment' | 'frame' | 'nothing'>> = {
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
  rolled: 'frame',
  shuffled: 'nothing',
  over: 'nothing',
}

/** Returns whether these events change what the player sees. */
export function hasVisibleEvents(events: readonly StepEvent[]): boolean {
  return events.some(({ type }) => SHOWS[type] !== 'nothing')
}

/** Returns whether an event is a result that deserves a pause: dice, or cards that are revealed. */
export function isResult({ type }: StepEvent): boolean {
  return type === 'rolled' || type === 'revealed'
}

/**
 * Splits a step where a titled part of the rules begins or ends, and returns the moments that its end no longer shows,
 * such as cards that were dealt, revealed and swept up before the next question. A step with dice or revealed cards pauses
 * there.
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
    if (part.some(isMoment)) {
      const view: View = { ...applyEvents(frame.view, part), deciding: [] }
      if (![...touched].every((zone) => isSame(view, after.view, zone))) {
        const values = valuesAfter(frame.values, scene, view)
        const says = part.flatMap((said) => (said.type === 'said' ? [said.text] : []))
        frame = { number: after.number, view, values, events: part, passing: { titles: [...titles], says } }
        moments.push(frame)
        part = []
      }
    }
    if (event.type === 'left') titles.pop()
  })
  // The remaining events lead from the last moment to the end of the step.
  if (moments.length > 0) return [...moments, { ...after, events: part }]
  if (!after.events.some(isResult)) return []
  const says = after.events.flatMap((event) => (event.type === 'said' ? [event.text] : []))
  return [
    { ...after, passing: { titles: [], says } },
    { ...after, events: [] },
  ]
}

function isMoment({ type }: StepEvent): boolean {
  return SHOWS[type] === 'moment'
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

interface PlaybackState {
  readonly shown: TableFrame
  readonly waiting: readonly TableFrame[]
  readonly stepping: unknown
}

/** Whether the next question must wait because what led to it is still being played back. */
export function isQuestionHeld({ shown, waiting, stepping }: PlaybackState): boolean {
  return stepping === undefined && (waiting.length > 0 || shown.passing !== undefined)
}
