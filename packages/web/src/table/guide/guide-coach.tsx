/** The coach of a guided game: its parts of the page. */
import type { Coach as GuidingCoach, CoachNote } from '@ludoforge/client'
import type { Thing } from '@ludoforge/play'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { RingsAround } from '../lesson/rings.js'
import type { Coach, TableStore } from '../store/state.js'
import { GuideStrip } from './guide-strip.js'

/** What the strip shows: undefined until the coach is ready. */
interface Shown {
  readonly note: CoachNote | undefined
  readonly problem: string | undefined
}

const NOTHING: readonly Thing[] = []

/** Makes the coach of the page, which may still be opening. */
export function makeGuideCoach(opening: Promise<GuidingCoach | undefined>): Coach {
  const shown: StoreApi<Shown> = createStore<Shown>()(() => ({ note: undefined, problem: undefined }))
  let table: StoreApi<TableStore> | undefined
  let coach: GuidingCoach | undefined
  const fail = (error: unknown): void =>
    shown.setState({ problem: error instanceof Error ? error.message : String(error) })
  opening.then((opened) => {
    coach = opened
    shown.setState({ note: opened?.note })
    opened?.listen((note) => shown.setState({ note }))
  }, fail)
  const playIt = (): void => {
    const choice = coach?.note.warning?.choice
    coach?.lookAgain()
    if (choice !== undefined) table?.getState().answer(choice)
  }
  function Strip(): ReactNode {
    const { note, problem } = useStore(shown)
    return <GuideStrip note={note} problem={problem} coach={coach} playIt={playIt} />
  }
  function Rings(): ReactNode {
    const pointing = useStore(shown, ({ note }) => note?.said?.pointing ?? NOTHING)
    return <RingsAround pointing={pointing} />
  }
  return {
    plays: 'game',
    Strip,
    Rings,
    find: () => false,
    press: () => false,
    allows: async (seat, choice) => {
      try {
        return (await (await opening)?.allows(seat, choice)) ?? true
      } catch (error) {
        fail(error) // a coach in trouble doesn't stop the game
        return true
      }
    },
    start: (store) => {
      table = store
    },
  }
}
