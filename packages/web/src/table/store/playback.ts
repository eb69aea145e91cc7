/** Playback: steps through the past without affecting the game. Also opens the rulebook. */
import type { TableFrame } from './history-cache.js'
import { isResult } from './moments.js'
import { sinceYourTurn } from '../history/since-your-turn.js'
import type { PlaybackPosition, TableActions, TableStore } from './state.js'
import type { PlaybackSpeed } from './live-updates.js'
import type { GetStore, SetState } from './perspective.js'

type PlaybackActions = Pick<
  TableActions,
  'skip' | 'stepTo' | 'sketch' | 'stepBy' | 'play' | 'playBack' | 'present' | 'read'
>

const MIN_MOMENT_MS = 250
const RESULT_FACTOR = 3 // a result is shown longer than what led to it

/** Steps of a turn that are played at full length. */
const CALM_STEPS = 10

type PlayedState = Pick<TableStore, 'shown' | 'line' | 'stepping'>

export function playbackActions(get: GetStore, set: SetState, speed: PlaybackSpeed): PlaybackActions {
  let timer: ReturnType<typeof setTimeout> | undefined
  const present = (): void => {
    clearTimeout(timer)
    const { now } = get()
    set({ stepping: undefined, shown: now, waiting: [] })
  }
  const stepTo = (number: number, plays = false, part: Omit<PlaybackPosition, 'at' | 'plays'> = {}): void => {
    clearTimeout(timer)
    const { history, attempt, line } = get()
    const last = line.at(-1) ?? 0
    if (number >= last && !plays) {
      present()
      return
    }
    set({ stepping: { at: number, plays, ...part } })
    void attempt(async () => {
      const frames = plays ? await history.until(number) : [await history.at(number)]
      if (get().stepping?.at !== number) return
      const [first, ...later] = frames
      if (first === undefined) return
      // Animates only a frame that follows the one shown. Going back animates nothing.
      set({ shown: isNext(number) ? first : { ...first, events: [] } })
      if (plays) continuePlaying(number, later)
    })
  }
  const isNext = (number: number): boolean => {
    const { line, shown } = get()
    return line[line.findLastIndex((n) => n <= shown.number) + 1] === number
  }
  const continuePlaying = (number: number, [shown, ...later]: readonly TableFrame[]): void => {
    timer = setTimeout(() => {
      const { stepping } = get()
      if (stepping?.at !== number || !stepping.plays) return
      const { from, until } = stepping
      const next = get().line.find((n) => n > number)
      if (shown !== undefined) {
        set({ shown })
        continuePlaying(number, later)
      } else if (next === undefined || (until !== undefined && next > until)) present()
      else
        stepTo(next, true, {
          ...(from === undefined ? {} : { from }),
          ...(until === undefined ? {} : { until }),
        })
    }, durationOf(get()))
  }
  const durationOf = ({ shown: { passing, events }, line, stepping }: PlayedState): number => {
    const { from = 0, until = line.at(-1) ?? 0 } = stepping ?? {}
    const steps = line.filter((number) => number > from && number <= until).length
    const moment = Math.max(MIN_MOMENT_MS, speed.moment())
    if ((passing?.says.length ?? 0) > 0 || events.some(isResult)) return moment * RESULT_FACTOR
    // A turn of many steps is played faster, but never too fast to follow.
    return stepping?.until === undefined
      ? moment
      : Math.max(MIN_MOMENT_MS, moment * Math.min(1, CALM_STEPS / steps))
  }
  const play = (from: number, until?: number): void => {
    const start = get().line.findLast((number) => number <= from) ?? 0
    stepTo(start, true, { from: start, ...(until === undefined ? {} : { until }) })
  }
  return {
    present,
    stepTo: (number, plays) => stepTo(number, plays),
    sketch: (number, events) => stepTo(number, false, { sketch: events }),
    skip: present,
    stepBy: (n) => {
      const { line, stepping, shown } = get()
      const at = stepping?.at ?? shown.number
      const here = line.findLastIndex((number) => number <= at)
      const next = line[Math.max(0, here + n)]
      if (next === undefined) present()
      else stepTo(next)
    },
    play,
    playBack: () => {
      const [first] = sinceYourTurn(get())
      if (first !== undefined) play(first.first - 1)
    },
    read: (reading) => set({ reading, tab: 'rules' }),
  }
}
