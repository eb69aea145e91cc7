/** Going back and forth through the game without disturbing it; the rulebook beside it. */
import type { TableFrame } from './history-cache.js'
import type { TableActions } from './state.js'
import type { PlaybackSpeed } from './live-updates.js'
import type { Get, Set } from './perspective.js'

type Watching = Pick<TableActions, 'skip' | 'stepTo' | 'stepBy' | 'playBack' | 'present' | 'read'>

const LEAST_MS = 250

export function watching(get: Get, set: Set, speed: PlaybackSpeed): Watching {
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
      // Things move only if this follows from what was shown: going back, nothing is played forwards.
      set({ shown: follows(number) ? first : { ...first, events: [] } })
      if (plays) playOn(number, later)
    })
  }
  const follows = (number: number): boolean => {
    const { line, shown } = get()
    return line[line.findLastIndex((n) => n <= shown.number) + 1] === number
  }
  const playOn = (number: number, [shown, ...later]: readonly TableFrame[]): void => {
    timer = setTimeout(
      () => {
        const { stepping } = get()
        if (stepping?.at !== number || !stepping.plays) return
        const next = get().line.find((n) => n > number)
        if (shown !== undefined) {
          set({ shown })
          playOn(number, later)
        } else if (next === undefined) present()
        else stepTo(next, true)
      },
      Math.max(LEAST_MS, speed.moment()),
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
      const own = records.findLast((one) => one.type === 'step' && you.seats.includes(one.seat))
      const since = [...line].reverse().find((number) => number <= (own?.number ?? you.seen)) ?? 0
      stepTo(since, true)
    },
    read: (reading) => set({ reading, tab: 'rules' }),
  }
}
