/**
 * A game as an ES module, for places where no code may be made from text. The module holds the GameDef and, as real
 * code, all that linking it makes: the program, the clauses that explanations ask, and expressions that were named.
 * Loading links the GameDef once more, and wherever functions would be made of their text, takes those of the module
 * that were made of the same text; so what a module plays is what its GameDef says, or nothing.
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
import { linkAllClauses } from './explain/precompile.js'
import { Clauses } from './explain/clauses.js'
import { linkPolicies } from './policy/of.js'
import { type Evaluated, type Expression, type LinkedValue, linkValue } from './workbench/values.js'

const MODULE_FORMAT = 'ludoforge-module/1'

/** Makes functions with these constants. */
type Ready = (constants: readonly unknown[]) => unknown[]

/** What a module hands to `loadModule`. */
export interface GameModule {
  readonly format: string
  readonly def: GameDef
  /** Ready-made functions by the hash of their text. */
  readonly code: (toolbox: Runtime, shared: Program['shared']) => Readonly<Record<string, Ready>>
  /** Expressions of the notation by their text. */
  readonly values: Readonly<Record<string, Expression>>
}

/** A game from a module, which was written with some expressions. */
export interface ModuleGame extends Game {
  /**
   * The value of one of the expressions that the module was written with, by its text; with a seat (null: an
   * onlooker) as far as that seat may know it. Any other text needs a compiler.
   */
  evaluate(state: State, text: string, seat?: string | null): Evaluated
  /** Always throws NeedsCompiler: statements can be carried out where the game is loaded from its folder. */
  apply(state: State, text: string): never
}

const FRESH = 'Load the game from its folder where that is needed.'

/** The game of a module. Throws a VersionMismatch if another version of the kernel wrote it. */
export function loadModule({ format, def, code, values }: GameModule): ModuleGame {
  if (format !== MODULE_FORMAT) throw otherVersion()
  let ready: ReturnType<GameModule['code']> | undefined
  const game = new LinkedGame(def, null, (text, toolbox, shared, constants) => {
    const isProgram = ready === undefined
    ready ??= code(toolbox, shared)
    const key = hashText(text)
    if (Object.hasOwn(ready, key)) return ready[key](constants)
    throw isProgram
      ? otherVersion()
      : new CompilerUnavailable(
          `This game comes from a module, and what is asked of it is not in there: that needs a compiler. ${FRESH}`,
        )
  })
  const linked = linkValues(game, values)
  return Object.assign(game, {
    evaluate(state: State, text: string, seat?: string | null): Evaluated {
      const value = linked.get(text)
      if (value === undefined)
        throw new CompilerUnavailable(
          `'${text}' is none of the expressions that this module was written with: new text needs a compiler. ${FRESH}`,
        )
      const reason = seat === undefined ? undefined : value.refusal(state, seat)
      if (reason !== undefined) throw new IllegalChoice(reason)
      return value.of(state, seat)
    },
    apply(): never {
      throw new CompilerUnavailable(
        `Statements as text need a compiler, which a module does not have. ${FRESH}`,
      )
    },
  })
}

function otherVersion(): VersionMismatch {
  return new VersionMismatch(
    'This module was written by another version of ludoforge: its code is not what this one makes of the same ' +
      'rules. Write it again: ludoforge compile GAME --module FILE',
  )
}

/** All of them, in order: what the linker numbers is then the same in each game. */
function linkValues(game: Game, values: GameModule['values']): ReadonlyMap<string, LinkedValue> {
  return new Map(Object.entries(values).map(([text, value]) => [text, linkValue(game, value)]))
}

/** The text of a module, which imports nothing: it exports `module`, for `loadModule`, and what else is given, as data. */
export function writeModule(
  given: GameDef,
  values: GameModule['values'] = {},
  also: Readonly<Record<string, unknown>> = {},
): string {
  const def = { ...given } // all of it is there now
  const texts = new Map<string, string>()
  const listen: CodeLoader = (text) => {
    texts.set(hashText(text), text)
    return []
  }
  const game = new LinkedGame(def, null, listen)
  const { linked } = game
  linkValues(game, values)
  linkAllClauses(linked, new Clauses(linked.machine))
  linkPolicies(game)
  const code = [...texts].map(([key, text]) => `'${key}'(C){${text}}`).join(',\n')
  return [
    `const code=(T,P)=>{${runtimeNames(linked.machine.toolbox)}return{\n${code}\n}}`,
    `export const module={format:'${MODULE_FORMAT}',def:${data(def)},code,values:${data(values)}}`,
    ...Object.entries(also).map(([name, value]) => `export const ${name}=${data(value)}`),
    '',
  ].join('\n')
}

/** JSON inside a string is read faster than code, and keeps every key a plain one. */
function data(value: unknown): string {
  return `JSON.parse('${JSON.stringify(value).replace(/[\\']/g, '\\$&')}')`
}
