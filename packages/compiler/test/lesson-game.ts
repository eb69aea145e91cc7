import { type Lesson, LessonGame, LessonSession } from '@ludoforge/play'
import { type ExampleReport, runExamples } from '../src/examples/index.js'
import { compileLessons } from '../src/lessons/compile-lessons.js'
import type { LoadedGame } from '../src/loaded-game.js'
import { loadSmall } from './small-game.js'

const RULES = `
play
  repeat up to 3 times, seats in turn
    do turn
  red wins

procedure turn
  choose "What now?"
    option dig "Dig for gold"
      add 2 to gold
    option walk "Walk"
      choose spot from map where it is not mill "Where to?"
      set camp to spot
      choose up to 2 found from stone in quarry "Take stones?"
      move found to spot
    option gamble "Gamble" if gold > 0
      roll luck from 1..6
      add luck to gold
    option rest "Rest"

policy idle for red, blue
  at turn
    first rest
`

const GAME = loadSmall(RULES)

const fenced = (lesson: string): string => `\`\`\`lesson\n${lesson}\n\`\`\`\n`

/** A lesson in a small game, in which a turn is to dig, walk, gamble or rest. */
const HEAD = 'A lesson\n  given the start, you are red\n'

/** The result of testing lessons with these lines. */
export function tested(...lessons: readonly string[]): ExampleReport {
  const text = lessons.map((lines) => fenced(lines.startsWith('  ') ? HEAD + lines : lines)).join('\n')
  return runExamples(GAME, [{ path: 'x.md', text }])
}

/** The game with a lesson of these lines in its folder. */
export const loadLessonGame = (lines: string): LoadedGame => loadSmall(RULES, fenced(`A lesson\n${lines}`))

/** The compiled lesson, through JSON, as a page gets it. */
export function lessonOf(lines: string): Lesson {
  const [lesson] = compileLessons(loadLessonGame(`  given the start, you are red\n${lines}`))
  if (lesson === undefined) throw new Error('The block has a lesson.')
  return JSON.parse(JSON.stringify(lesson)) as Lesson
}

/** A session of a lesson with these lines. */
export function sessionOf(lines: string): LessonSession {
  return new LessonSession(new LessonGame(GAME), lessonOf(lines))
}
