/** The course of a game: its lessons and guides, compiled for sessions. */
import type { Guide, Lesson } from '@ludoforge/play'
import { type Diagnostic, Reporter } from '../diagnostics/index.js'
import { DiagnosticError } from '../elaborate/index.js'
import { CompileError } from '../evaluator.js'
import type { LoadedGame } from '../loaded-game.js'
import { ParseError } from '../parser/cursor.js'
import { guidesIn, lessonsIn } from '../examples/collect.js'
import { checkWords } from './check-words.js'
import { compileGuide } from './compile-guides.js'
import { compileLesson } from './compile-lesson.js'

/** Compiles the lessons in a game's folder, in order. Throws `CompileError` if they have errors. */
export function compileLessons(loaded: LoadedGame): readonly Lesson[] {
  const reporter = new Reporter()
  const ids = new Set<string>()
  return compiledAll(loaded, lessonsIn(loaded.blocks, reporter), reporter, (node) => {
    const { lesson } = compileLesson(loaded.world, loaded.def, node)
    if (ids.has(lesson.id))
      throw new DiagnosticError(
        'duplicate-id',
        node.span,
        `Another lesson of this file has the title \`${node.title}\`.`,
        'Give each lesson of a file its own title.',
      )
    ids.add(lesson.id)
    return [lesson]
  })
}

/** Compiles the guides in a game's folder. Throws `CompileError` if they have errors. */
export function compileGuides(loaded: LoadedGame): readonly Guide[] {
  const reporter = new Reporter()
  const nodes = guidesIn(loaded.blocks, reporter)
  const shared = nodes.filter(({ given }) => given === undefined)
  return compiledAll(loaded, nodes, reporter, (node) =>
    node.given === undefined ? [] : [compileGuide(loaded.world, loaded.def, node, shared).guide],
  )
}

/** Returns the warnings about the words of a game's lessons and guides: untaught terms, long texts. */
export function courseWarnings({ blocks, world }: LoadedGame): readonly Diagnostic[] {
  const reporter = new Reporter()
  const course = { lessons: lessonsIn(blocks, reporter), guides: guidesIn(blocks, reporter) }
  checkWords(course, [], world, reporter)
  return reporter.diagnostics
}

function compiledAll<Node, Made>(
  loaded: LoadedGame,
  nodes: readonly Node[],
  reporter: Reporter,
  compile: (node: Node) => readonly Made[],
): readonly Made[] {
  const compiled = nodes.flatMap((node) => {
    try {
      return compile(node)
    } catch (error) {
      if (!(error instanceof DiagnosticError || error instanceof ParseError)) throw error
      const code = error instanceof DiagnosticError ? error.code : 'syntax'
      reporter.error(code, error.span, error.message, error.hint)
      return []
    }
  })
  const found = reporter.diagnostics.filter(({ severity }) => severity === 'error')
  if (found.length > 0) throw new CompileError(found, loaded.sources)
  return compiled
}
