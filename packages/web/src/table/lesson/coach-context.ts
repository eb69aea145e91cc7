/** The coach of the open lesson, for its components. */
import type { CoursePlace, Lesson } from '@ludoforge/play'
import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import type { CoachActions, CoachState, CoachStore } from './coach-store.js'

/** Where the lesson is in its course. */
export interface Place extends CoursePlace {
  readonly game: string
  readonly next: Pick<Lesson, 'id' | 'title'> | undefined
}

interface Value {
  readonly store: CoachStore
  readonly place: Place
}

const CoachContext = createContext<Value | undefined>(undefined)

export const CoachProvider = CoachContext.Provider

function useValue(): Value {
  const value = useContext(CoachContext)
  if (value === undefined) throw new Error('useCoach needs a CoachProvider above it.')
  return value
}

export function useCoach<T>(select: (state: CoachState & CoachActions) => T): T {
  return useStore(useValue().store, select)
}

export function usePlace(): Place {
  return useValue().place
}
