/** Playback: steps through the past without affecting the game. Also opens the rulebook. */
import type { TableFrame } from './history-cache.js'
import type { TableActions } from './state.js'
import type { PlaybackSpeed } from './live-updates.js'
import type { GetStore, SetState } from './perspective.js'

type PlaybackActions = Pick<TableActions, 'skip' | 'stepTo' | 'stepBy' | 'playBack' | 'present' | 'read'>

const MIN_MOMENT_MS = 250

export function playbackActions(get: GetStore, set: SetState, speed: PlaybackSpeed): PlaybackActions {
  let timer: ReturnType<typeof setTimeout> | undefined
  const present = (): void => {
    clearTimeout(timer)
    const { now } = get()
    set({ stepping: undefined, shown: now, waiting: [] })
  }
  const stepTo = (number: number, plays = false): void => {
    clearTimeout(timer)
    const { history, attempt, line } = get()
    const last = line.at(-1) ?? 0
    if (number >= last && !plays) {
      present()
      return
    }
    set({ stepping: { at: number, plays } })
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
    timer = setTimeout(
      () => {
        const { stepping } = get()
        if (stepping?.at !== number || !stepping.plays) return
        const next = get().line.find((n) => n > number)
        if (shown !== undefined) {
          set({ shown })
          continuePlaying(number, later)
        } else if (next === undefined) present()
        else stepTo(next, true)
      },
      Math.max(MIN_MOMENT_MS, speed.moment()),
    )
  }
  return {
    present,
    stepTo,
    skip: present,
    stepBy: (n) => {
      const { line, stepping, shown } = get()
      const at = stepping?.at ?? shown.number
      const here = line.findLastIndex((number) => number <= at)
      const next = line[Math.max(0, here + n)]
      if (next === undefined) present()
      else stepTo(next)
    },
    playBack: () => {
      const { records, you, line } = get()
      const own = records.findLast((update) => update.type === 'step' && you.seats.includes(update.seat))
      const since = [...line].reverse().find((number) => number <= (own?.number ?? you.seen)) ?? 0
      stepTo(since, true)
    },
    read: (reading) => set({ reading, tab: 'rules' }),
  }
}
