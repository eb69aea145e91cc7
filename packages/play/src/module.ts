/**
 * A game as an ES module, for hosts that forbid `eval`. The module contains the GameDef and the code that the linker
 * generates from it: the program, the clauses of explanations, and the given expressions. Loading links the GameDef
 * again. Where the linker would evaluate generated text, it takes the module's function with the same text hash. So a
 * module plays exactly what its GameDef defines, or fails to load.
 */
import {
  type Game,
  type GameDef,
  IllegalChoice,
  CompilerUnavailable,
  type State,
  VersionMismatch,
} from '@ludoforge/kernel'
import {
  hashText,
  LinkedGame,
  type CodeLoader,
  type Program,
  type Runtime,
  runtimeNames,
} from '@ludoforge/kernel/internal'
import { ClauseLinker, linkAllClauses } from './explain/precompile.js'
import { Clauses } from './explain/clauses.js'
import { LessonGame } from './lessons/lesson-game.js'
import type { Guide } from './lessons/guide.js'
import type { Lesson } from './lessons/lesson.js'
import { linkPolicies } from './policy/policy-of.js'
import { type Evaluated, type Expression, type LinkedValue, linkValue } from './workbench/values.js'

const MODULE_FORMAT = 'ludoforge-module/1'

/** Returns functions bound to these constants. */
type FunctionFactory = (constants: readonly unknown[]) => unknown[]

/** The export of a module, for `loadModule`. */
export interface GameModule {
  readonly format: string
  readonly def: GameDef
  /** Compiled functions by the hash of their text. */
  readonly code: (toolbox: Runtime, shared: Program['shared']) => Readonly<Record<string, FunctionFactory>>
  /** Expressions by their text in the rules notation. */
  readonly values: Readonly<Record<string, Expression>>
}

/** A game loaded from a module, with the expressions that the module contains. */
export interface ModuleGame extends Game {
  /**
   * Returns the value of one of the module's expressions, by its text. With a seat (null: a spectator), throws if that
   * viewer may not know it. Any other text needs a compiler.
   */
  evaluate(state: State, text: string, seat?: string | null): Evaluated
  /** Always throws CompilerUnavailable. Load the game from its folder to run statements. */
  apply(state: State, text: string): never
  /** Adds code that a module of its own has, such as that of lessons. */
  addCode(code: GameModule['code']): void
}

const LOAD_FOLDER = 'Load the game from its folder instead.'

/** Loads the game of a module. Throws VersionMismatch if another version of the kernel wrote it. */
export function loadModule({ format, def, code, values }: GameModule): ModuleGame {
  if (format !== MODULE_FORMAT) throw otherVersion()
  let ready: ReturnType<GameModule['code']> | undefined
  const added: GameModule['code'][] = []
  const game = new LinkedGame(def, null, (text, toolbox, shared, constants) => {
    const isProgram = ready === undefined
    ready ??= code(toolbox, shared)
    for (const more of added.splice(0)) ready = { ...ready, ...more(toolbox, shared) }
    const key = hashText(text)
    const made = Object.hasOwn(ready, key) ? ready[key] : undefined
    if (made !== undefined) return made(constants)
    throw isProgram
      ? otherVersion()
      : new CompilerUnavailable(
          `The module of this game doesn't contain the code for this, and can't compile it. ${LOAD_FOLDER}`,
        )
  })
  const linked = linkValues(game, values)
  return Object.assign(game, {
    evaluate(state: State, text: string, seat?: string | null): Evaluated {
      const value = linked.get(text)
      if (value === undefined)
        throw new CompilerUnavailable(
          `'${text}' isn't one of the expressions of this module, and new text needs a compiler. ${LOAD_FOLDER}`,
        )
      const reason = seat === undefined ? undefined : value.refusal(state, seat)
      if (reason !== undefined) throw new IllegalChoice(reason)
      return value.of(state, seat)
    },
    addCode(more: GameModule['code']): void {
      added.push(more)
    },
    apply(): never {
      throw new CompilerUnavailable(`Statements need a compiler, which a module doesn't have. ${LOAD_FOLDER}`)
    },
  })
}

function otherVersion(): VersionMismatch {
  return new VersionMismatch(
    'This module was written by another version of ludoforge, which generates other code from the same rules. ' +
      'Write it again: ludoforge compile GAME --module FILE',
  )
}

/** Links all expressions in order, so that the linker's numbers are the same in each game. */
function linkValues(game: Game, values: GameModule['values']): ReadonlyMap<string, LinkedValue> {
  return new Map(Object.entries(values).map(([text, value]) => [text, linkValue(game, value)]))
}

/** Returns the text of a module without imports. It exports `module`, for `loadModule`, and the data in `also`. */
export function writeModule(
  given: GameDef,
  values: GameModule['values'] = {},
  also: Readonly<Record<string, unknown>> = {},
): string {
  const def = { ...given } // resolves deferred policies
  const texts = new Map<string, string>()
  const collect: CodeLoader = (text) => {
    texts.set(hashText(text), text)
    return []
  }
  const game = new LinkedGame(def, null, collect)
  const { linked } = game
  linkValues(game, values)
  const clauses = new Clauses(linked.machine)
  linkAllClauses(linked, clauses)
  linkPolicies(game, new ClauseLinker(clauses))
  return [
    codeText(game, texts),
    `export const module={format:'${MODULE_FORMAT}',def:${data(def)},code,values:${data(values)}}`,
    ...Object.entries(also).map(([name, value]) => `export const ${name}=${data(value)}`),
    '',
  ].join('\n')
}

/** Returns generated functions, by the hash of their text, as the declaration of `code`. */
function codeText(game: LinkedGame, texts: ReadonlyMap<string, string>): string {
  const functions = [...texts].map(([key, text]) => `'${key}'(C){${text}}`).join(',\n')
  return `const code=(T,P)=>{${runtimeNames(game.linked.machine.toolbox)}return{\n${functions}\n}}`
}

/** The lessons and the guides of a game. */
export interface Course {
  readonly lessons: readonly Lesson[]
  readonly guides: readonly Guide[]
}

/** The export of a module with lessons, for `loadLessons`. */
export interface LessonsModule extends Course {
  readonly code: GameModule['code']
}

/**
 * Returns the text of a module with lessons and guides, and the code that they need in addition to the module of their
 * game. It exports `module`, for `loadLessons`.
 */
export function writeLessons(game: Game, { lessons, guides }: Course): string {
  const texts = new Map<string, string>()
  let isLinked = false
  const collector = new LinkedGame({ ...game.def }, null, (text) => {
    if (isLinked) texts.set(hashText(text), text)
    return []
  })
  isLinked = true
  const [real, linker] = [new LessonGame(game), new LessonGame(collector)]
  const started: Course = {
    lessons: lessons.map((lesson) => real.withStart(lesson)),
    guides: guides.map((guide) => real.withStart(guide)),
  }
  for (const one of [...started.lessons, ...started.guides]) linker.link(one)
  return `${codeText(collector, texts)}\nexport const module={...${data(started)},code}\n`
}

/** Returns the lessons and guides of a module, ready to be played in the game of its module. */
export function loadLessons(game: ModuleGame, { code, lessons, guides }: LessonsModule): Course {
  game.addCode(code)
  return { lessons, guides }
}

/** Returns data as a `JSON.parse` call, which loads faster than a literal and treats `__proto__` as a plain key. */
function data(value: unknown): string {
  return `JSON.parse('${JSON.stringify(value).replace(/[\\']/g, '\\$&')}')`
}
