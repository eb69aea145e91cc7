/** The coach of a lesson: its parts of the page, and its keys. */
import type { StoreApi } from 'zustand/vanilla'
import { saveProgress } from '../../app/learn/progress.js'
import type { Coach, TableStore } from '../store/state.js'
import { CoachProvider, type Place } from './coach-context.js'
import { canGoOn, type CoachStore, createCoach, foundId, isMistaken, soughtType } from './coach-store.js'
import type { LessonTable } from './lesson-table.js'
import { Rings } from './rings.js'
import { Strip } from './strip.js'

/** Makes the coach of a lesson of a game. */
export function makeCoach(lesson: LessonTable, game: string, place: Omit<Place, 'game'>): Coach {
  const save = ({ session }: LessonTable): void => saveProgress(game, session.position, session.card.closed)
  const store = createCoach(lesson, save)
  const value = { store, place: { ...place, game } }
  return {
    plays: 'lesson',
    Strip: () => (
      <CoachProvider value={value}>
        <Strip />
      </CoachProvider>
    ),
    Rings: () => (
      <CoachProvider value={value}>
        <Rings />
      </CoachProvider>
    ),
    find: (target) => {
      const sought = soughtType(lesson)
      if (sought === undefined) return false
      const id = foundId(sought, target)
      if (id !== undefined) store.getState().find(id)
      return true
    },
    press: (key) => pressed(key, store),
    start: (table) => follow(lesson, store, table),
  }
}

/** Lets the table follow its coach. */
function follow(lesson: LessonTable, store: CoachStore, table: StoreApi<TableStore>): void {
  const seek = (): void => {
    const sought = soughtType(lesson)
    if (table.getState().sought !== sought) table.setState({ sought })
  }
  seek()
  store.subscribe((now, before) => {
    seek()
    const { clear, foresee, set } = table.getState()
    set({ tab: 'decide' })
    // A mistake stays marked, and the board shows what it would do, until the learner tries again.
    if (isMistaken(now) && now.refused !== undefined) foresee()
    else if (isMistaken(before)) clear()
  })
}

function pressed(key: string, store: CoachStore): boolean {
  const state = store.getState()
  switch (key) {
    case 'b':
    case 'u':
      if (state.isFree) state.returnToLesson()
      else state.back()
      return true
    case 'h':
      if (state.isFree || state.card.task === undefined) return true
      if (state.card.hints > 0) state.hint()
      else state.showMe()
      return true
    case 'Enter': {
      // A focused button does what it says, and a focused option or thing is chosen.
      if (document.activeElement?.matches('button, a, select, input, [role="button"]') === true) return false
      if (isMistaken(state)) state.tryAgain()
      else if (canGoOn(state)) state.next()
      else return false
      return true
    }
    default:
      return false
  }
}
