/** Creates the state of a desk for a project. */
import { changedFiles, type Files } from '@ludoforge/desk'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { DeskState, WaveResult } from './desk-state.js'
import type { ProjectStorage, StoredProject } from './storage/storage.js'

const NOTHING: WaveResult = { state: 'none', text: '', detail: '' }

export function createDesk(storage: ProjectStorage, project: StoredProject): StoreApi<DeskState> {
  return createStore<DeskState>((set) => ({
    storage,
    project,
    files: project.files,
    revision: 0,
    before: { name: 'before my edits', files: project.files },
    problems: [],
    build: undefined,
    wave: { check: NOTHING, examples: NOTHING, table: NOTHING, balance: NOTHING },
    marks: {},
    lenses: {},
    isReadOnly: project.access === 'read',
    saved: { state: 'saved' },
    cursor: 1,
    tab: 'table',
    stop: 'third',
    place: { path: firstFile(project.files), requested: 0 },
    requestedGame: undefined,
    edit: (changes) =>
      set(({ files, revision, wave }) => ({
        files: changedFiles(files, changes),
        revision: revision + 1,
        wave: {
          check: old(wave.check),
          examples: old(wave.examples),
          table: old(wave.table),
          balance: old(wave.balance),
        },
      })),
    report: (station, result) => set(({ wave }) => ({ wave: { ...wave, [station]: result } })),
    setProblems: (problems) => set({ problems }),
    setBuild: (build) => set({ build }),
    setMarks: (source, marks) => set((state) => ({ marks: { ...state.marks, [source]: marks } })),
    setLenses: (source, lenses) => set((state) => ({ lenses: { ...state.lenses, [source]: lenses } })),
    setReadOnly: (isReadOnly) => set({ isReadOnly }),
    setSaved: (saved) => set({ saved }),
    setSaves: (saves) => set((state) => ({ project: { ...state.project, saves } })),
    setCursor: (cursor) => set({ cursor }),
    setBefore: (name, files) => set({ before: { name, files } }),
    show: (tab) => set({ tab }),
    setStop: (stop) => set({ stop }),
    open: (place) => set((state) => ({ place: { ...place, requested: state.place.requested + 1 } })),
    playSeed: (requestedGame) =>
      set(requestedGame === undefined ? { requestedGame } : { requestedGame, tab: 'table' }),
  }))
}

/** The file that a desk opens with: the rules, or the first text. */
function firstFile(files: Files): string {
  const paths = Object.keys(files).toSorted()
  return (
    paths.find((path) => path === 'rules.md') ?? paths.find((path) => path.endsWith('.md')) ?? paths[0] ?? ''
  )
}

const old = (result: WaveResult): WaveResult =>
  result.state === 'none' ? result : { ...result, state: 'old' }
