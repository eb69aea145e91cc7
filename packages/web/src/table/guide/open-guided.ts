import { Coach } from '@ludoforge/client'
import { LessonGame } from '@ludoforge/play'
import { wordsOf } from '@ludoforge/table'
import { guidedTable, saveGuided } from '../../app/learn/guide-progress.js'
import { progressIn } from '../../app/learn/progress.js'
import { workerThinker } from '../../local/coach-thinker.js'
import { openLocalTable } from '../open-table.js'
import type { OpenedTable } from '../store/state.js'
import { loadCourse } from './course.js'
import { makeGuideCoach } from './guide-coach.js'

/** Opens a local table, with its coach if it is a guided game. */
export async function openGuided(id: string): Promise<OpenedTable> {
  const opened = await openLocalTable(id)
  const found = guidedTable(id)
  if (found === undefined) return opened
  return { ...opened, coach: makeGuideCoach(openCoach(id, opened)) }
}

async function openCoach(id: string, { table, def, scene }: OpenedTable): Promise<Coach | undefined> {
  const found = guidedTable(id)
  const { fingerprint } = table.about.game
  const { module, lessons, guides } = await loadCourse(fingerprint)
  const guide = guides.find(({ seat }) => seat === found?.seat)
  if (found === undefined || guide === undefined) return undefined
  const finished = progressIn(found.game)
  const thinker = await workerThinker(fingerprint, scene)
  const close = table.listen((event) => {
    if (event.type !== 'connection' || event.open) return
    thinker.close()
    close()
  })
  return Coach.open({
    table,
    guide,
    lessons: new LessonGame(module),
    words: wordsOf(def, scene),
    thinker,
    known: new Set(
      lessons.flatMap(({ id: lesson, teaches }) => (finished[lesson]?.done === true ? teaches : [])),
    ),
    memory: found.memory,
    save: (memory) => saveGuided(id, { ...found, memory }),
  })
}
