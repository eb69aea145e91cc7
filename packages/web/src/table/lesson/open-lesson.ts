/** Opens a lesson of a game: loads its rules, scene and lessons, and resumes it where the learner left it. */
import type { GameDef } from '@ludoforge/kernel'
import type { Scene } from '@ludoforge/look'
import { coursePlaces } from '@ludoforge/play'
import { Refusal, viewContextOf } from '@ludoforge/table'
import { loadGame } from '../../app/games.js'
import { progressIn, syncProgress } from '../../app/learn/progress.js'
import { fetchFile } from '../../app/site.js'
import { loadCourse } from '../guide/course.js'
import type { OpenedTable } from '../store/state.js'
import { makeCoach } from './make-coach.js'
import { LessonTable } from './lesson-table.js'

/** Opens a lesson as a table. */
export async function openLesson(game: string, id: string): Promise<OpenedTable> {
  const card = await loadGame(game)
  const folder = `games/${card.fingerprint}`
  const [def, scene, { module, lessons }] = await Promise.all([
    fetchFile<GameDef>(`${folder}/rules.json`),
    fetchFile<Scene>(`${folder}/scene.json`),
    loadCourse(card.fingerprint),
    syncProgress(),
  ])
  const at = lessons.findIndex((one) => one.id === id)
  const lesson = lessons[at]
  const place = coursePlaces(lessons)[at]
  if (lesson === undefined || place === undefined)
    throw new Refusal('not-found', `${card.title} has no lesson “${id}”. It may have been renamed.`)
  const { position } = progressIn(game)[id] ?? {}
  const table = new LessonTable(viewContextOf({ module, scene }), lesson, position)
  return {
    table,
    card,
    def,
    scene,
    book: `${folder}/book.json`,
    server: undefined,
    save: undefined,
    blocked: [],
    coach: makeCoach(table, game, { ...place, next: lessons[at + 1] }),
  }
}
