import { compileGuides, compileLessons } from '@ludoforge/compiler'
import type { Game } from '@ludoforge/kernel'
import { bookOf } from '@ludoforge/look/node'
import {
  type CoursePlace,
  coursePlaces,
  type Guide,
  type Lesson,
  LessonGame,
  LessonSession,
} from '@ludoforge/play'
import { foreseen } from '@ludoforge/table'
import { findGame, type FoundGame, load, tableOf } from '../games.js'
import { dataFolder } from '../terminal/saves/folder.js'
import type { Table } from '../terminal/board/index.js'
import { LessonLoop } from '../terminal/lessons/lesson-loop.js'
import { Progress } from '../terminal/lessons/progress.js'
import { shellQuote } from '../terminal/shell-quote.js'
import type { Terminal } from '../terminal/terminal.js'
import { EXIT, Failure, UsageError } from '../usage.js'
import { playGuided } from './guided-game.js'

/** Lists the lessons of a game, plays one, or plays a guided game. */
export async function lessons(
  name: string,
  which: string | undefined,
  seat: string | undefined,
  terminal: Terminal,
): Promise<number> {
  const found = findGame(name)
  const game = await load(found)
  const course = compileLessons(game)
  const guides = compileGuides(game)
  if (course.length + guides.length === 0) throw new Failure(`${game.def.title} has no lessons yet.`)
  const progress = new Progress(dataFolder(process.env), game.def.id)
  const call = `${terminal.command} lessons ${shellQuote(found.given)}`
  if (which === undefined || terminal.input.kind === 'none') {
    const lines = [
      ...listLines(game, course, progress, call, terminal),
      ...guideLines(game, guides, progress, call, terminal),
    ]
    await terminal.page(lines)
    return EXIT.ok
  }
  if (which === 'guide') {
    const guide = guideOf(game, guides, seat)
    const known = course.flatMap(({ id, teaches }) => (progress.finished.has(id) ? teaches : []))
    return playGuided({ found, game, guide, known, progress, terminal, call: `${call} guide ${guide.seat}` })
  }
  if (seat !== undefined) throw new UsageError(`A lesson takes no seat. Write: ${call} ${which}`)
  const places = coursePlaces(course)
  const names = places.map(nameOf)
  const first = names.includes(which) ? names.indexOf(which) : names.indexOf(`${which}.1`)
  if (first < 0)
    throw new UsageError(
      `There is no lesson ${which}: ${game.def.title} has lessons 1 to ${names.at(-1)?.split('.')[0]}.`,
    )
  const table = tableOf(found, game, terminal)
  const lessonGame = new LessonGame(game)
  try {
    for (let n = first; ; ) {
      const [lesson, place] = [course[n], places[n]]
      if (lesson === undefined || place === undefined) {
        terminal.out('That was the last lesson.')
        return EXIT.ok
      }
      const ending = await playLesson(
        { lessonGame, lesson, place, lessons: places.at(-1)?.number ?? 0 },
        { found, table, progress, terminal },
      )
      if (ending === 'left') {
        terminal.out(`Continue with: ${call} ${nameOf(place)}`)
        return EXIT.ok
      }
      if (ending === 'next') n += 1
    }
  } finally {
    terminal.input.close()
  }
}

interface Chosen {
  readonly lessonGame: LessonGame
  readonly lesson: Lesson
  readonly place: CoursePlace
  readonly lessons: number
}

/** The name of a lesson on the command line: `3`, or `3.2` for the second part of several. */
const nameOf = ({ number, part, parts }: CoursePlace): string =>
  parts === 1 ? String(number) : `${number}.${part}`

interface Place {
  readonly found: FoundGame
  readonly table: Table
  readonly progress: Progress
  readonly terminal: Terminal
}

/** Plays a lesson from where the learner left it. */
async function playLesson(
  { lessonGame, lesson, place, lessons: count }: Chosen,
  { found, table, progress, terminal }: Place,
): Promise<'next' | 'again' | 'left'> {
  const { game, labels, reckon } = table
  const session = new LessonSession(lessonGame, lesson, {
    foresee: foreseen({ game, reckon, words: labels.words }),
  })
  const left = progress.left(lesson.id)
  if (left !== undefined) session.resume(left)
  const loop = new LessonLoop({
    session,
    table,
    terminal,
    book: () => bookOf(found.kind === 'folder' ? found.path : undefined, game),
    place,
    lessons: count,
    finish: () => progress.finish(lesson.id),
  })
  let isInterrupted = (): void => {}
  const interrupted = new Promise<'left'>((resolve) => {
    isInterrupted = () => resolve('left')
  })
  const silence = terminal.onInterrupt(() => isInterrupted())
  try {
    const ending = await Promise.race([loop.run(), interrupted])
    if (ending === 'left' && !session.card.closed) progress.leave(session.position)
    return ending
  } finally {
    silence()
  }
}

/** The guide of a seat, by its id or name. */
function guideOf({ def }: Game, guides: readonly Guide[], seat: string | undefined): Guide {
  const known = guides.map((guide) => guide.seat).join(', ')
  if (guides.length === 0) throw new Failure(`${def.title} has no guided games yet.`)
  if (seat === undefined) throw new UsageError(`Name your seat in the guided game: ${known}.`)
  const name = seat.toLowerCase()
  const ids = def.seats.filter((one) => [one.id, one.name].some((text) => text.toLowerCase() === name))
  const found = guides.find((guide) => ids.some(({ id }) => id === guide.seat))
  if (found === undefined)
    throw new UsageError(`There is no guided game as ${seat}. ${def.title} has them as: ${known}.`)
  return found
}

function guideLines(
  { def }: Game,
  guides: readonly Guide[],
  progress: Progress,
  call: string,
  { paint }: Terminal,
): string[] {
  if (guides.length === 0) return []
  const rows = guides.map(({ seat, title }) => {
    const sign = progress.guide(seat) === undefined ? ' ' : '…'
    const name = def.seats.find(({ id }) => id === seat)?.name ?? seat
    return `  ${sign} ${name}: ${title}  ${paint.dim(`(${call} guide ${seat})`)}`
  })
  return ['', paint.bold('Guided games'), ...rows]
}

function listLines(
  { def }: Game,
  course: readonly Lesson[],
  progress: Progress,
  call: string,
  { paint }: Terminal,
): string[] {
  const { finished } = progress
  const places = coursePlaces(course)
  const names = places.map(nameOf)
  const digits = Math.max(...names.map(({ length }) => length))
  const rows = course.map(({ id, title }, i) => {
    const left = progress.left(id)
    const sign = finished.has(id) ? paint.green('✓') : left === undefined ? ' ' : '…'
    const where = left === undefined ? '' : paint.dim(`  (step ${left.done.length + 1})`)
    return `  ${sign} ${(names[i] ?? '').padEnd(digits)}  ${title}${where}`
  })
  if (course.length === 0) return [`${paint.bold(def.title)}: no lessons yet`]
  const next = course.findIndex(({ id }) => !finished.has(id))
  const last =
    next < 0
      ? 'You have finished all of them.'
      : `${finished.size === 0 ? 'Start' : 'Go on'} with: ${call} ${names[next]}`
  const lessonCount = places.at(-1)?.number ?? 0
  const count = lessonCount === 1 ? '1 lesson' : `${lessonCount} lessons`
  const parts = lessonCount === course.length ? '' : ` in ${course.length} parts`
  return [`${paint.bold(def.title)}: ${count}${parts}`, ...rows, '', last]
}
