/** Checks a project: compiles it, links its rules, and plays a random game. */
import { makeAgent } from '@ludoforge/agents'
import { CompileError, compileFiles, loadCompilation } from '@ludoforge/compiler/files'
import type { Files } from '@ludoforge/desk'
import { effectTree } from '@ludoforge/effect-tree'
import { type Game, LudoError, printable } from '@ludoforge/kernel'
import type { ProjectCheck } from '@ludoforge/table'

const MAX_PROBLEMS = 20
const MAX_LENGTH = 400 // of a message
const MAX_DECISIONS = 500 // of the random game

/** Returns the problems of the rules, or how far a random game came. Never throws because of what is in the files. */
export function checkProject(files: Files): ProjectCheck {
  const sources = Object.entries(files)
    .filter(([path]) => /\.(?:md|ya?ml)$/.test(path) && !/^(?:look|words)\//.test(path))
    .toSorted(([a], [b]) => (a < b ? -1 : 1)) // as in a folder
    .map(([path, text]) => ({ path, text }))
  try {
    const compilation = compileFiles(sources, { dialects: [effectTree] })
    const errors = compilation.diagnostics.filter(({ severity }) => severity === 'error')
    if (errors.length > 0) return { problems: errors.slice(0, MAX_PROBLEMS).map(problemOf), decisions: 0 }
    const game = loadCompilation(compilation)
    return { problems: [], fingerprint: game.fingerprint, decisions: randomGame(game) }
  } catch (error) {
    if (error instanceof CompileError)
      return { problems: error.diagnostics.slice(0, MAX_PROBLEMS).map(problemOf), decisions: 0 }
    if (error instanceof LudoError) return { problems: [{ message: short(error.message) }], decisions: 0 }
    if (error instanceof RangeError)
      return { problems: [{ message: 'The rules are nested too deeply to be compiled.' }], decisions: 0 }
    throw error
  }
}

/** Plays until the game is over, or for a while. Returns the number of decisions. */
function randomGame(game: Game): number {
  const agent = makeAgent('random', 1)
  const scenario = game.def.scenarios[0]?.id
  const state = game.start({ seed: 1, ...(scenario === undefined ? {} : { scenario }) })
  let decisions = 0
  for (; decisions < MAX_DECISIONS; decisions += 1) {
    const [seat] = game.deciding(state)
    if (seat === undefined) break
    game.answer(state, agent.choose(game, state, seat), seat)
  }
  return decisions
}

type Problem = ProjectCheck['problems'][number]

function problemOf({
  message,
  span,
}: {
  readonly message: string
  readonly span?: { readonly file: string; readonly line: number }
}): Problem {
  return { message: short(message), ...(span === undefined ? {} : { path: span.file, line: span.line }) }
}

function short(text: string): string {
  return printable(text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text)
}
