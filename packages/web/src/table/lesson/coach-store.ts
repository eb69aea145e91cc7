/** The state of the coach: the card it shows, and what the learner can do about it. */
import type { Choice } from '@ludoforge/kernel'
import { itemOf } from '@ludoforge/kernel'
import type { Card } from '@ludoforge/play'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Target } from '../../board/index.js'
import type { TableStore } from '../store/state.js'
import type { LessonTable } from './lesson-table.js'

/** What the coach shows. */
export interface CoachState {
  readonly card: Card
  /** The learner plays on alone, and the lesson waits. */
  readonly isFree: boolean
  /** Mistakes in the current task. After the second one the coach offers a hint. */
  readonly misses: number
  /** The last answer that wasn't accepted, for `keepGoing`. */
  readonly refused: Choice | undefined
}

/** What the learner can do besides answering. */
export interface CoachActions {
  readonly next: () => void
  readonly back: () => void
  readonly hint: () => void
  readonly showMe: () => void
  readonly tryAgain: () => void
  readonly keepGoing: () => void
  readonly returnToLesson: () => void
  /** Points at a thing, by id. */
  readonly find: (id: string) => void
  /** The type of thing that the task asks for, and everything of that type, by id. */
  readonly candidates: () => readonly string[]
}

/** The store of a lesson's coach. */
export type CoachStore = StoreApi<CoachState & CoachActions>

const isMiss = ({ reply, failed }: Card): boolean =>
  failed || reply?.kind === 'mistake' || reply?.kind === 'unexpected'

/** Whether the learner has to try again, or may play on. */
export function isMistaken({ card, isFree }: Pick<CoachState, 'card' | 'isFree'>): boolean {
  return !isFree && isMiss(card)
}

/** Whether the card is read, not done. */
export function canGoOn({ card, isFree }: Pick<CoachState, 'card' | 'isFree'>): boolean {
  return !isFree && card.task === undefined && !card.closed
}

/** Creates the coach of a lesson. `saved` is called after everything that the learner does. */
export function createCoach(lesson: LessonTable, saved: (lesson: LessonTable) => void): CoachStore {
  return createStore<CoachState & CoachActions>()((set, get) => {
    let task = lesson.session.at
    const show = (refused?: Choice, isAnswer = false): void => {
      const { card, at } = lesson.session
      const misses = (at === task ? get().misses : 0) + (isAnswer && isMiss(card) ? 1 : 0)
      task = at
      set({ card, isFree: lesson.isFree, misses, refused })
      saved(lesson)
    }
    const run = (work: (session: LessonTable['session']) => void) => (): void => {
      lesson.run(work)
      show()
    }
    lesson.onAnswer = (choice) => show(choice, true)
    return {
      card: lesson.session.card,
      isFree: false,
      misses: 0,
      refused: undefined,
      next: run((session) => session.next()),
      back: run((session) => session.back()),
      hint: run((session) => session.hint()),
      showMe: run((session) => session.showMe()),
      tryAgain: run((session) => session.tryAgain()),
      keepGoing: () => {
        const { refused, card } = get()
        lesson.keepGoing(card.failed ? undefined : refused)
        show()
      },
      returnToLesson: () => {
        lesson.returnToLesson()
        lesson.run((session) => session.tryAgain())
        show()
      },
      find: (id) => {
        lesson.run((session) => session.find(id))
        show(undefined, true)
      },
      candidates: () => {
        const { session, lesson: course } = lesson
        const asked = session.task
        return asked?.task === 'find' ? session.lessons.candidates(session.state, asked, course.seat) : []
      },
    }
  })
}

/** The type of thing that the learner has to find, if the task is to find one. */
export function soughtType({ session, isFree }: LessonTable): TableStore['sought'] {
  const { task } = session
  if (isFree || task?.task !== 'find') return undefined
  const type = itemOf(task.set.type)
  return type === 'seat' || type === 'zone' || type === 'token' ? type : undefined
}

/** The id of what the learner points at, as a thing of this type. A piece stands for its space. */
export function foundId(sought: TableStore['sought'], { kind, id, zone }: Target): string | undefined {
  switch (sought) {
    case 'seat':
      return kind === 'seat' ? id : undefined
    case 'zone':
      return kind === 'space' ? id : (zone ?? undefined)
    case 'token':
      if (kind === 'piece') return id
      return kind === 'card' ? (id.includes('@') || zone === null ? id : `${id}@${zone}`) : undefined
    case undefined:
      return undefined
  }
}
