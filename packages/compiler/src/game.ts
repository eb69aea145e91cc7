/** A game ready to play, from its folder or from a compiled GameDef. */
import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Game, GameDef, ParameterDef, State } from '@ludoforge/kernel'
import type { Evaluated, Expression } from '@ludoforge/play'
import { isPrintable, linkGame, printable } from '@ludoforge/kernel'
import { StatementRunner, type ApplyOptions } from './apply.js'
import { type Compilation, compileRules } from './compile.js'
import { Reporter } from './diagnostics/index.js'
import type { CompileOptions } from './dialect.js'
import { type Parameter, SymbolTable } from './elaborate/index.js'
import { CompileError, Evaluator } from './evaluate.js'
import { type Block, readFolder } from './folder/index.js'
import { Sources } from './source/index.js'

/** A game with what the notation can ask and do in it. */
export interface LoadedGame extends Game {
  /**
   * The value of an expression of the notation, by name: `evaluate(state, 'count(troops in hill)')` gives 3.
   * With a seat (null: an onlooker) it is that seat who asks: it is the actor, and an expression that can read
   * what is hidden from it is refused with a CompileError. Without one the whole position is read: that is for
   * the host of a game, never for its players.
   */
  evaluate(state: State, text: string, seat?: string | null): Evaluated
  /** The expression of a GameDef that a text means: for modules, which know a text only if it was given to them. */
  expression(text: string): Expression
  /**
   * The position after statements of the notation: `apply(state, 'place 2 guards in hill', { seat: 'red' })`.
   * The seat is their actor. If they ask, the state waits for the answer inside them, and `decide` goes on there;
   * such a state cannot be saved. Then the question that waited before is asked again, of the new position.
   * Mistakes are a CompileError, and the state given is never changed. For the host of a game and for tests: nothing
   * is kept from the rules by it. The last 200 texts stay linked; a state must not wait longer inside one.
   */
  apply(state: State, text: string, options?: ApplyOptions): State
  readonly world: SymbolTable
  readonly blocks: readonly Block[]
  readonly sources: Sources
}

/** What was named is no game: there is nothing, or something else. The message says what. */
export class InvalidGameFolder extends Error {
  override readonly name = 'NoGame'
}

/**
 * The game of a folder, or of a file that was compiled. Throws a CompileError with the mistakes, or NoGame.
 */
export async function loadGame(path: string, options: CompileOptions = {}): Promise<LoadedGame> {
  const info = await stat(path).catch(() => undefined)
  if (info === undefined) throw new InvalidGameFolder(`There is no game at ${path}.`)
  if (info.isDirectory()) return loadCompilation(compileRules(await readFolder(path), options))
  if (!info.isFile()) throw new InvalidGameFolder(`${path} is a device or a pipe, not a compiled game.`)
  const def = parseGameDef(await readFile(path, 'utf8'), path)
  return loaded(def, () => worldOf(def), [], new Sources())
}

/** The game of a folder that was compiled; throws a CompileError if it has mistakes. */
export function loadCompilation(compilation: Compilation): LoadedGame {
  const { def, diagnostics, sources } = compilation
  if (def === undefined) throw new CompileError(diagnostics, sources)
  return loaded(def, () => compilation.world, compilation.blocks, sources)
}

function parseGameDef(text: string, path: string): GameDef {
  const wrong = (why: string): InvalidGameFolder =>
    new InvalidGameFolder(`${basename(path)} is not a compiled game: ${why}`)
  let def: unknown
  try {
    def = JSON.parse(text)
  } catch (error) {
    throw wrong(error instanceof Error ? error.message : String(error))
  }
  const odd = unprintableIn(def)
  if (odd !== undefined)
    throw wrong(`it holds a text with a control character: ${printable(odd).slice(0, 80)}`)
  return def as GameDef // linking checks every part of it
}

/** A text that a terminal would obey: names and prompts are shown as they are. */
function unprintableIn(value: unknown): string | undefined {
  const open = [value]
  for (let next = open.pop(); open.length > 0 || next !== undefined; next = open.pop()) {
    if (typeof next === 'string') {
      if (!isPrintable(next)) return next
    } else if (typeof next === 'object' && next !== null)
      for (const [key, part] of Object.entries(next)) open.push(key, part)
  }
  return undefined
}

function loaded(
  def: GameDef,
  worldFor: () => SymbolTable,
  blocks: readonly Block[],
  sources: Sources,
): LoadedGame {
  const game = linkGame(def) // before anything is made of what may be no GameDef at all
  const world = worldFor()
  const evaluator = new Evaluator(game, world)
  const applier = new StatementRunner(game, world)
  return Object.assign(game, {
    world,
    blocks,
    sources,
    evaluate: (state: State, text: string, seat?: string | null) => evaluator.value(state, text, seat),
    expression: (text: string) => evaluator.expression(text),
    apply: (state: State, text: string, options?: ApplyOptions) => applier.apply(state, text, options),
  })
}

/** A compiled game has no source, but its names mean the same. */
function worldOf(def: GameDef): SymbolTable {
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
