/** Parses the examples, lessons and guides of a game or of separate files. */
import { Reporter } from '../diagnostics/index.js'
import { type Block, extractBlocks } from '../folder/index.js'
import { type GuideNode, parseGuides } from '../lessons/parse-guides.js'
import { type LessonNode, parseLessons } from '../lessons/parse.js'
import type { LoadedGame } from '../loaded-game.js'
import { compareSpans, type SourceFile } from '../source/index.js'
import { type Example, parseExamples } from './parse.js'

export interface Collected {
  readonly examples: readonly Example[]
  readonly lessons: readonly LessonNode[] // in the order of the course
  readonly guides: readonly GuideNode[]
  readonly reporter: Reporter // has their errors
}

/** Parses the examples and lessons of these files. Default: those of the game folder. */
export function collect(loaded: LoadedGame, files: readonly SourceFile[] | undefined): Collected {
  const reporter = new Reporter()
  for (const file of files ?? []) loaded.sources.add(file)
  const blocks: readonly Block[] = files === undefined ? loaded.blocks : extractBlocks(files, reporter)
  const examples = blocks.filter((b) => b.lang === 'example').flatMap((b) => parseExamples(b, reporter))
  return { examples, lessons: lessonsIn(blocks, reporter), guides: guidesIn(blocks, reporter), reporter }
}

/** Parses the guides of these blocks. */
export function guidesIn(blocks: readonly Block[], reporter: Reporter): readonly GuideNode[] {
  return blocks.filter((b) => b.lang === 'guide').flatMap((b) => parseGuides(b, reporter))
}

/** Parses the lessons of these blocks, in the order of the course. */
export function lessonsIn(blocks: readonly Block[], reporter: Reporter): readonly LessonNode[] {
  const lessons = blocks.filter((b) => b.lang === 'lesson').flatMap((b) => parseLessons(b, reporter))
  return lessons.toSorted((a, b) => compareSpans(a.span, b.span))
}
