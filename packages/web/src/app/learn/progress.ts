/** The learner's progress in lessons. The browser stores it, and so does the account, if there is one. */
import type { LessonPosition } from '@ludoforge/play'
import { type LearnedLesson, Refusal } from '@ludoforge/table'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { useAccount } from '../account.js'
import { call, site } from '../site.js'

/** What is known about one lesson. */
export interface LessonProgress {
  /** It was finished at least once. */
  readonly done: boolean
  /** When that was, in milliseconds. */
  readonly at: number
  /** Where the learner left it. Absent: at the start, or at the end. */
  readonly position?: LessonPosition
}

interface Progress {
  /** By game, then by lesson. */
  readonly games: Readonly<Record<string, Readonly<Record<string, LessonProgress>>>>
}

const useProgress = create<Progress>()(
  persist((): Progress => ({ games: {} }), { name: 'ludoforge/lessons', version: 1 }),
)

const NOTHING: Readonly<Record<string, LessonProgress>> = {}

/** The progress in the lessons of a game, by lesson. */
export function progressIn(game: string): Readonly<Record<string, LessonProgress>> {
  return useProgress.getState().games[game] ?? NOTHING
}

/** The same, for components. */
export function useGameProgress(game: string): Readonly<Record<string, LessonProgress>> {
  return useProgress(({ games }) => games[game] ?? NOTHING)
}

/** Stores where the learner is in a lesson, or that it is finished. */
export function saveProgress(game: string, position: LessonPosition, isClosed: boolean): void {
  const { done = false } = progressIn(game)[position.lesson] ?? {}
  const isStarted = position.done.length > 0 || position.read > 0
  const progress: LessonProgress = {
    done: done || isClosed,
    at: Date.now(),
    ...(isClosed || !isStarted ? {} : { position }),
  }
  store(game, position.lesson, progress)
  void upload({ game, lesson: position.lesson, ...progress })
}

function store(game: string, lesson: string, progress: LessonProgress): void {
  const { games } = useProgress.getState()
  useProgress.setState({ games: { ...games, [game]: { ...games[game], [lesson]: progress } } })
}

/** Returns the progress after two devices: the newer position, and finished if either has finished it. */
function joined(a: LessonProgress, b: LessonProgress): LessonProgress {
  const { at, position } = a.at >= b.at ? a : b
  return { done: a.done || b.done, at, ...(position === undefined ? {} : { position }) }
}

const hasAccount = async (): Promise<boolean> =>
  useAccount.getState().account !== null && (await site()).server

/** Joins the progress of this browser with that of the account. Without a connection, the next visit does. */
export async function syncProgress(): Promise<void> {
  await unlessOffline(async () => {
    if (!(await hasAccount())) return
    const known = await call('lessonProgress')
    for (const { game, lesson, ...progress } of known) {
      const own = progressIn(game)[lesson]
      store(game, lesson, own === undefined ? progress : joined(own, progress))
    }
    for (const [game, lessons] of Object.entries(useProgress.getState().games))
      for (const [lesson, progress] of Object.entries(lessons)) {
        const there = known.find((one) => one.game === game && one.lesson === lesson)
        const isNew = there === undefined || there.at < progress.at || there.done !== progress.done
        if (isNew) await call('saveLesson', { body: { game, lesson, ...progress } })
      }
  })
}

/** Cards follow each other quickly, and only the last one counts. */
const UPLOAD_MS = 1000
const waiting = new Map<string, LearnedLesson>()

async function upload(learned: LearnedLesson): Promise<void> {
  const isRunning = waiting.size > 0
  waiting.set(`${learned.game} ${learned.lesson}`, learned)
  if (isRunning) return
  await new Promise((resolve) => {
    setTimeout(resolve, UPLOAD_MS)
  })
  const all = [...waiting.values()]
  waiting.clear()
  await unlessOffline(async () => {
    if (await hasAccount()) for (const body of all) await call('saveLesson', { body })
  })
}

/** Runs this, unless the server can't be reached or refuses. The browser has the progress in any case. */
async function unlessOffline(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}
