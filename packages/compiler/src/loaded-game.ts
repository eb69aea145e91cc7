/** A game that is linked from a compilation, with the notation for expressions and statements. */
import type { Game, GameDef, ParameterDef, State } from '@ludoforge/kernel'
import type { Evaluated, Expression } from '@ludoforge/play'
import { linkGame } from '@ludoforge/kernel'
import { StatementRunner, type ApplyOptions } from './statement-runner.js'
import type { Compilation } from './compilation.js'
import { Reporter } from './diagnostics/index.js'
import { type Parameter, SymbolTable } from './elaborate/index.js'
import { CompileError, Evaluator } from './evaluator.js'
import type { Block } from './folder/index.js'
import { Sources } from './source/index.js'

/** A game that can evaluate expressions and run statements of the notation. */
export interface LoadedGame extends Game {
  /**
   * Evaluates an expression of the notation: `evaluate(state, 'count(troops in hill)')` returns 3.
   * With a seat (or `null`, a spectator) that viewer is the actor, and an expression that can read information hidden
   * from it throws a `CompileError`. Without one it reads the whole state: for the host of a game, never for players.
   */
  evaluate(state: State, text: string, seat?: string | null): Evaluated
  /** Compiles a text to an expression of the GameDef, for modules that get texts from others. */
  expression(text: string): Expression
  /**
   * Returns the state after statements of the notation: `apply(state, 'place 2 guards in hill', { seat: 'red' })`.
   * The seat is their actor. If they ask a question, the state waits inside them and `decide` resumes there; such a
   * state can't be saved. Afterwards the pending question of the old state is asked again in the new one.
   * Throws `CompileError` for errors and never changes the given state. For hosts and tests: it bypasses the rules.
   * An LRU cache keeps the last 200 texts linked; a state that waits inside an older one can't resume.
   */
  apply(state: State, text: string, options?: ApplyOptions): State
  readonly world: SymbolTable
  readonly blocks: readonly Block[]
  readonly sources: Sources
}

/** Links a compiled folder. Throws `CompileError` if it has errors. */
export function loadCompilation(compilation: Compilation): LoadedGame {
  const { def, diagnostics, sources } = compilation
  if (def === undefined) throw new CompileError(diagnostics, sources)
  return loaded(def, () => compilation.world, compilation.blocks, sources)
}

/** Links a compiled GameDef, which has no sources. */
export function loadGameDef(def: GameDef): LoadedGame {
  return loaded(def, () => symbolsOf(def), [], new Sources())
}

function loaded(
  def: GameDef,
  makeSymbols: () => SymbolTable,
  blocks: readonly Block[],
  sources: Sources,
): LoadedGame {
  const game = linkGame(def) // first: it checks that this is a GameDef
  const world = makeSymbols()
  const evaluator = new Evaluator(game, world)
  const runner = new StatementRunner(game, world)
  return Object.assign(game, {
    world,
    blocks,
    sources,
    evaluate: (state: State, text: string, seat?: string | null) => evaluator.value(state, text, seat),
    expression: (text: string) => evaluator.expression(text),
    apply: (state: State, text: string, options?: ApplyOptions) => runner.apply(state, text, options),
  })
}

/** Builds the symbol table of a compiled game, which has no sources. */
function symbolsOf(def: GameDef): SymbolTable {
  const world = new SymbolTable(
    { ...def, groups: def.groups.map(({ id }) => ({ id, phrases: [] })), spans: new Map(), ruleNodes: [] },
    new Reporter(),
    new Sources(),
  )
  const parameters = (params: readonly ParameterDef[]): Parameter[] =>
    params.map(({ name, type, otherwise }) =>
      otherwise === undefined ? { name, type } : { name, type, otherwise: () => otherwise },
    )
  for (const f of def.functions)
    world.functions.set(f.id, { id: f.id, params: parameters(f.params), returns: () => f.returns })
  for (const { id, kind, params, gives } of def.procedures)
    world.procedures.set(id, {
      id,
      action: kind === 'action',
      window: kind === 'window',
      params: parameters(params),
      gives: () => gives ?? null,
    })
  return world
}
