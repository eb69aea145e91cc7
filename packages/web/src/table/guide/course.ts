/** Loads the rules of a game, its lessons and its guides, for this thread. */
import {
  type Course,
  type GameModule,
  type LessonsModule,
  loadLessons,
  loadModule,
  type ModuleGame,
} from '@ludoforge/play'
import { Refusal } from '@ludoforge/table'
import { base } from '../../app/site.js'

/** The rules of a game, linked, with its course. */
export interface LoadedCourse extends Course {
  readonly module: ModuleGame
}

/** Loads the course of these rules. */
export async function loadCourse(fingerprint: string): Promise<LoadedCourse> {
  const folder = `games/${fingerprint}`
  const [rules, course] = await Promise.all([
    importFile<GameModule>(`${folder}/game.js`),
    importFile<LessonsModule>(`${folder}/lessons.js`),
  ])
  const module = loadModule(rules)
  return { module, ...loadLessons(module, course) }
}

/** Imports the export `module` of a file next to the page. */
async function importFile<T>(path: string): Promise<T> {
  const { module } = (await import(/* @vite-ignore */ `${base}${path}`).catch(() => {
    throw new Refusal('busy', 'Can’t load the lessons. Check your connection and try again.')
  })) as { readonly module: T }
  return module
}
